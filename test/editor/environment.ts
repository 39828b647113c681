/** What the script that starts a suite tells it, where the suite runs in Node. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SuiteResult } from './report';

/** A variable of the environment that the script sets for the suite; an error if it did not. */
export function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`The variable ${name} is not set: this suite is started by scripts/test.mjs.`);
  }
  return value;
}

/** Writes the counts to the file that the script names. */
export function saveResult(counts: SuiteResult): void {
  const file = fromEnvironment('ATOMIC_STATE_TEST_RESULT');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(counts));
}
