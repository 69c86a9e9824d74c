import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: './test/support/memory-folder.ts',
    pool: 'forks',
    maxWorkers: 3,
    // The files of a worker share one graph of modules: src/ keeps nothing in a module but caches
    // that are keyed by what they hold, and no test replaces a module.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globals: false,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
});
