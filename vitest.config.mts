import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { serverModulePath, serverModules } from './scripts/lib/server-modules.mjs';

const IN_EDITORS = /^editors?\//;
/** Without these files there is nothing to test in this folder, see test/support/real-files.ts. */
const REAL_FILES = process.env.ATOMIC_STATE_REAL_FILES === undefined ? ['test/real-files/**'] : [];
/** After its memory limits and stack overflows, other sandboxes in its process are five times slower. */
const SLOWS_OTHERS = 'run/sandbox.test.ts';
/** Tests that replace modules or globals, or measure the memory or the cached results of their process. */
const HAS_EFFECTS = /\bvi\.(?:mock|stub\w+|useFakeTimers)\(|memoized-parsers'|\bgc\(|setFlagsFromString/;

/** Takes seconds: `npm test` leaves it to `npm run test:all`. */
const SLOW = '.slow.test.ts';

/** Tests without effects on others share processes and loaded modules. */
function sharedTests(): string[] {
  return readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith(SLOW))
    .filter((path) => !IN_EDITORS.test(path) && path !== SLOWS_OTHERS)
    .filter((path) => !HAS_EFFECTS.test(readFileSync(join(import.meta.dirname, 'test', path), 'utf8')))
    .map((path) => `test/${path}`);
}

const shared = sharedTests();

export default defineConfig({
  plugins: [
    {
      name: 'templates',
      // As esbuild loads them for the bundles.
      transform: (text, id) => (/\.ya?ml$/.test(id) ? `export default ${JSON.stringify(text)};` : undefined),
    },
  ],
  test: {
    // A busy machine is slower than the usual second.
    expect: { poll: { timeout: 20_000 } },
    // The default leaves a core to other work.
    maxWorkers: '100%',
    // Trees of texts are short-lived, and many: with more space for them, less of the time is spent on collecting them.
    execArgv: ['--max-semi-space-size=32'],
    globalSetup: ['test/support/build.ts', 'test/support/temporary-folder.ts'],
    projects: [
      {
        extends: true,
        plugins: [serverModules()],
        test: {
          name: 'shared',
          include: shared,
          exclude: REAL_FILES,
          setupFiles: ['test/support/setup.ts'],
          isolate: false,
          server: { deps: { external: [serverModulePath] } },
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.ts'],
          exclude: ['test/editor/**', `**/*${SLOW}`, ...REAL_FILES, ...shared],
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`test/**/*${SLOW}`],
          exclude: REAL_FILES,
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
