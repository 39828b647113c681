// The file in which a suite in another process writes its counts.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { out } from './paths.mjs';

/** The path of the result file of a suite. The file of an earlier run is removed. */
export function resultFile(/** @type {string} */ name) {
  const file = join(out, 'test', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * Reads the counts of a suite. Throws if the suite ended without writing them.
 *
 * @param {string} file
 * @param {string} reason why the run ended, if known
 * @returns {import('./report.mjs').Counts}
 */
export function countsFrom(file, reason) {
  if (!existsSync(file)) {
    throw new Error(`The suite broke off: ${reason || 'it left no result'}.`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
