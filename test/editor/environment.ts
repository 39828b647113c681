/** The environment variables that the script sets for a suite in Node. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SuiteResult } from './report';

/** The value of a variable that the script sets for the suite; throws if it is missing. */
export function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`The variable ${name} is not set: this suite is started by scripts/test.mjs.`);
  }
  return value;
}

/** Writes the counts to the file in the environment. */
export function saveResult(counts: SuiteResult): void {
  const file = fromEnvironment('ATOMIC_STATE_TEST_RESULT');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(counts));
}
