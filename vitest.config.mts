import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    exclude: ['test/editor/**'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
