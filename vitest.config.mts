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
  },
});
