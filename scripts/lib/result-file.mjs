// The file by which a suite in a process of its own reports its counts.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { out } from './paths.mjs';

/** Where a suite puts its counts; whatever an earlier run put there is removed. */
export function resultFile(/** @type {string} */ name) {
  const file = join(out, 'test', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * The counts that a suite left behind. Without any it broke off, which is a failure.
 *
 * @param {string} file
 * @param {string} reason what is known about the end of the run
 * @returns {import('./report.mjs').Counts}
 */
export function countsFrom(file, reason) {
  if (!existsSync(file)) {
    throw new Error(`The suite broke off: ${reason || 'it left no result'}.`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
