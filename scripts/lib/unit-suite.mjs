// The tests that vitest runs: unit tests, tests of the built server, tests of the grammars.

import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './process.mjs';
import { countsFrom, resultFile } from './result-file.mjs';

const withoutRealFiles = { ATOMIC_STATE_REAL_FILES: undefined };
/** Random suites run in full, as in CI (test/support/depth.ts). */
const inFull = { ...withoutRealFiles, CI: process.env.CI ?? 'true' };

/** A suite that hangs is ended, so that the others run and it is known which one it was. In minutes. */
const LIMIT = { unit: 55, other: 15 };

/**
 * The tests except those of files named `*.slow.test.ts`.
 *
 * @param {boolean} isFull
 */
export function quickSuite(isFull) {
  return (/** @type {string | undefined} */ lane) =>
    vitest('unit', ['--project', '!slow'], lane, isFull ? inFull : withoutRealFiles);
}

/** The most important slow tests: packages, hangs, small texts and edits that people make, completion and rename anywhere. */
const ESSENTIAL = [
  'test/line-ceilings',
  'test/scripts/vsix',
  'test/cli/package',
  'test/cli/hang',
  'test/completion/anywhere',
  'test/features/rename-proof',
  'test/robustness/texts',
];

/**
 * The tests of files named `*.slow.test.ts`.
 *
 * @param {boolean} isFull whether all of them are run
 */
export function slowSuite(isFull) {
  return (/** @type {string | undefined} */ lane) =>
    vitest('slow', ['--project', 'slow', ...(isFull ? [] : ESSENTIAL)], lane, inFull);
}

/**
 * Runs vitest with its default reporter and one that counts.
 *
 * @param {string} name of the file with the result
 * @param {readonly string[]} args
 * @param {string | undefined} lane
 * @param {Readonly<Record<string, string | undefined>>} variables
 */
export async function vitest(name, args, lane, variables) {
  const file = resultFile(name);
  const minutes = name === 'unit' ? LIMIT.unit : LIMIT.other;
  const { code } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts', 'lib', 'vitest-counts.mjs')}`,
      ...args,
    ],
    {
      cwd: root,
      lane,
      env: { ...process.env, ...variables, ATOMIC_STATE_TEST_RESULT: file },
      timeout: minutes * 60_000,
    },
  );
  const counts = countsFrom(
    file,
    code === 124 ? `it took more than ${minutes} minutes` : `exit code ${code}`,
  );
  if (code !== 0 && counts.failed === 0) {
    throw new Error(`vitest ended with code ${code} but no test failed.`);
  }
  return counts;
}
