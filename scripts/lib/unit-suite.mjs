// Everything that vitest runs: units, the built server over stdio, grammars with the real engine.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { out, root } from './paths.mjs';
import { run } from './process.mjs';

/** Runs vitest and counts from its own report. */
export async function unitSuite() {
  const file = join(out, 'test', 'vitest.json');
  rmSync(file, { force: true });
  const { code } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { cwd: root },
  );
  const result = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot be loaded fails without a single test in it.
  const unloaded = result.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ { status, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = result.numFailedTests + unloaded;
  return {
    passed: result.numPassedTests,
    // vitest also fails for an error outside any test, which it does not count.
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  };
}
