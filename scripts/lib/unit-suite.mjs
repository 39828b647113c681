// The tests that vitest runs: unit tests, tests of the built server, tests of the grammars.

import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './process.mjs';
import { countsFrom, resultFile } from './result-file.mjs';

/**
 * Runs vitest with its default reporter and one that counts.
 *
 * @param {string} [lane]
 */
export async function unitSuite(lane) {
  const file = resultFile('unit');
  const { code } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts', 'lib', 'vitest-counts.mjs')}`,
    ],
    { cwd: root, lane, env: { ...process.env, ATOMIC_STATE_TEST_RESULT: file } },
  );
  const counts = countsFrom(file, `exit code ${code}`);
  if (code !== 0 && counts.failed === 0) {
    throw new Error(`vitest ended with code ${code} but no test failed.`);
  }
  return counts;
}
