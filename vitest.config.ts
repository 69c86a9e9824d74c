import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globals: false,
    reporters: process.env['CI'] ? ['default', './test/support/count-reporter.ts'] : ['default'],
  },
});
