/**
 * Runs an editor suite and reports its results: as printed lines, and as counts for the script. Used by the suites inside
 * the extension hosts and by that of the scripted user.
 */

import Mocha from 'mocha';
import { TEST_TIMEOUT_MS } from './wait-for';

/** The counts of one suite, as `scripts/lib/report.mjs` reads them. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly name: string; readonly error: string }[];
}

/** Which tests are run, by `ATOMIC_STATE_TEST_ONLY`; all without it, and in a browser, which has no environment. */
function wantedTitles(): RegExp | undefined {
  const only = typeof process === 'object' ? process.env?.ATOMIC_STATE_TEST_ONLY : undefined;
  return only ? new RegExp(only) : undefined;
}

/** Prevents output of mocha: the lines below are the report. */
class Silent extends Mocha.reporters.Base {}

/**
 * Runs test suites and writes their result. A real editor sometimes loses a key or the focus, so a test that fails runs
 * once more; the report names it as `again`, with the error.
 *
 * @param register each calls `describe`, by way of mocha's exports
 * @param save writes the counts for the script; without counts, the run counts as aborted
 * @param linePrefix the prefix of each printed line
 */
export async function runSuites(
  register: readonly (() => void)[],
  save: (counts: SuiteResult) => void | Promise<void>,
  linePrefix = '',
): Promise<SuiteResult> {
  const grep = wantedTitles();
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: Silent,
    timeout: TEST_TIMEOUT_MS,
    retries: 1,
    forbidOnly: true,
  });
  if (grep) mocha.grep(grep);
  // Connects `describe` and `it` of mocha's exports to this instance.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const suite of register) {
    suite();
  }
  const print = (text: string) => {
    for (const line of text.split('\n')) {
      console.log(linePrefix + line);
    }
  };
  const failures: { name: string; error: string }[] = [];
  const counts = { passed: 0, failed: 0, skipped: 0, failures };
  const fail = (test: Mocha.Test, error: string) => {
    counts.failed += 1;
    failures.push({ name: test.fullTitle(), error });
    print(`  FAIL  ${test.fullTitle()}\n${error}`);
  };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('retry', (test: Mocha.Test, error: unknown) => {
        print(`  again ${test.fullTitle()}\n${describeError(error)}`);
      })
      .on('pass', (test) => {
        counts.passed += 1;
        print(`  ok    ${test.fullTitle()} (${test.duration} ms)`);
      })
      .on('pending', (test) => {
        counts.skipped += 1;
        print(`  skip  ${test.fullTitle()}`);
      })
      .on('fail', (test, error: unknown) => fail(test, describeError(error)));
  });
  // After a failed hook, mocha skips the rest of its suite silently.
  mocha.suite.eachTest((test) => {
    const isWanted = grep === undefined || grep.test(test.fullTitle());
    if (isWanted && test.state === undefined && !test.isPending()) {
      fail(test, 'It did not run: a hook before it failed.');
    }
  });
  await save(counts);
  return counts;
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
