import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // The files of a worker share one graph of modules: nothing in src/ keeps state in a module, and no test replaces one.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globals: false,
    reporters: process.env['CI'] ? ['default', './test/support/count-reporter.ts'] : ['default'],
  },
});
