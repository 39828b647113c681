import { defineConfig } from 'vitest/config';

/** Tests without a process, a mock or a count of executions of their own. Their files share processes and modules. */
const SHARED = ['completion', 'exchange', 'expression', 'format', 'rules', 'text', 'types', 'yaml'];
const shared = SHARED.map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    // A busy machine is slower than the usual second.
    expect: { poll: { timeout: 20_000 } },
    // The default leaves a core to other work.
    maxWorkers: '100%',
    globalSetup: ['test/support/build.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: shared, setupFiles: ['test/support/setup.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.ts'],
          exclude: ['test/editor/**', ...shared],
          setupFiles: ['test/support/setup.ts'],
        },
      },
    ],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Tests of processes share the two cores of a CI machine with it. The report shows each repetition.
    retry: process.env.CI === undefined ? 0 : 1,
  },
});
