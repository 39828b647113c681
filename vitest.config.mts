import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    exclude: ['test/editor/**'],
    // The default leaves a core to other work.
    maxWorkers: '100%',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Tests of processes share the two cores of a CI machine with it. The report shows each repetition.
    retry: process.env.CI === undefined ? 0 : 1,
  },
});
