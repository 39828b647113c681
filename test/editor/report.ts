/**
 * How an editor suite is run and what it leaves behind: lines for people, and a file with the counts for
 * the script that sums them. The same for the suite inside the extension host and the one beside it.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Mocha from 'mocha';

/** The counts of one suite, as written to the file. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Keeps mocha from printing: the lines below are the report. */
class Silent extends Mocha.reporters.Base {}

/**
 * Runs test suites and writes their result.
 *
 * @param register each calls `describe`, by way of mocha's exports
 * @param resultFile where the counts go; a file that is missing means that the run broke off
 * @param timeout of one test, in milliseconds
 * @param linePrefix begins every line for people
 */
export async function runSuites(
  register: readonly (() => void)[],
  resultFile: string,
  timeout: number,
  linePrefix = '',
): Promise<SuiteResult> {
  const mocha = new Mocha({ ui: 'bdd', reporter: Silent, timeout, forbidOnly: true });
  // Makes `describe` and `it` of mocha's exports speak to this instance.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const suite of register) {
    suite();
  }
  const print = (text: string) => {
    for (const line of text.split('\n')) {
      console.log(linePrefix + line);
    }
  };
  const counts = { passed: 0, failed: 0, skipped: 0 };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', (test) => {
        counts.passed += 1;
        print(`  ok    ${test.fullTitle()} (${test.duration} ms)`);
      })
      .on('pending', (test) => {
        counts.skipped += 1;
        print(`  skip  ${test.fullTitle()}`);
      })
      .on('fail', (test, error: unknown) => {
        counts.failed += 1;
        print(`  FAIL  ${test.fullTitle()}\n${error instanceof Error ? error.stack : String(error)}`);
      });
  });
  mkdirSync(dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, JSON.stringify(counts));
  return counts;
}

/** A variable of the environment that the script sets for the suite; an error if it did not. */
export function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`The variable ${name} is not set: this suite is started by scripts/test.mjs.`);
  }
  return value;
}
