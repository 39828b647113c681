// The tests with state files of authors, which are not part of the repository.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { realFiles, root } from './paths.mjs';
import { vitest } from './unit-suite.mjs';

/** The files whose tests use `test/support/real-files.ts`. */
function testFiles() {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('support/real-files'));
}

/**
 * @param {string} [lane]
 * @returns {Promise<import('./report.mjs').Counts | string>} the reason if there are no real files
 */
export async function realFilesSuite(lane) {
  if (!existsSync(realFiles)) {
    return `there is no folder ${realFiles} (ATOMIC_STATE_REAL_FILES names another one)`;
  }
  const { skipped: _others, ...counts } = await vitest(
    'real-files',
    ['-t', 'real files', ...testFiles()],
    lane,
    {
      ATOMIC_STATE_REAL_FILES: realFiles,
    },
  );
  return counts;
}
