// Adds up the results of several suites, and prints a summary.

import { stripVTControlCharacters } from 'node:util';
import { printIn } from './lanes.mjs';

/**
 * @typedef {object} Failure
 * @property {string} name of the test, with its file or its suites
 * @property {string} error
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {Failure[]} [failures] repeated at the end of the report
 */

/** The maximum number of repeated lines of an error. */
const MAX_ERROR_LINES = 10;

/** The maximum length of a repeated line. */
const MAX_LINE_LENGTH = 200;

export class Report {
  /** @type {{ name: string, counts: Required<Counts>, seconds: number, note: string }[]} */
  #suites = [];

  /**
   * Runs a suite and records its result. If it throws, it counts as one failed test. If it returns a text, it was skipped
   * for that reason, and counts as one skipped test.
   *
   * @param {string} name
   * @param {(lane?: string) => Promise<Counts | string>} suite
   * @param {string} [lane] of a suite that runs in parallel with others
   */
  async run(name, suite, lane) {
    printIn(lane, `\n== ${name}`);
    const start = performance.now();
    /** @type {Required<Counts>} */
    let counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
    let note = '';
    // The table contains the suites in the order of their starts.
    const row = { name, counts, seconds: 0, note };
    this.#suites.push(row);
    try {
      const result = await suite(lane);
      if (typeof result === 'string') {
        note = result;
        counts.skipped = 1;
        printIn(lane, `\n*** SKIPPED: ${name}: ${result}\n`);
      } else {
        counts = { skipped: 0, failures: [], ...result };
      }
    } catch (error) {
      note = error instanceof Error ? error.message : String(error);
      counts.failed = 1;
      counts.failures.push({ name: 'the suite', error: note });
      console.error(error instanceof Error ? error.stack : error);
    }
    if (counts.passed + counts.failed + counts.skipped === 0) {
      counts.failed = 1;
      note = 'no test ran';
      counts.failures.push({ name: 'the suite', error: note });
    }
    Object.assign(row, { counts, seconds: (performance.now() - start) / 1000, note });
  }

  /**
   * Prints the failures, the table and the summary; sets the exit code to 1 if anything failed or nothing ran. Failures
   * are repeated here because a log may contain only the end of the output.
   */
  finish() {
    const sum = { passed: 0, failed: 0, skipped: 0 };
    for (const { name, counts } of this.#suites) {
      for (const failure of counts.failures) {
        console.log(`\nFAILED ${name}: ${failure.name}\n${firstLines(failure.error)}`);
      }
    }
    console.log('');
    for (const { name, counts, seconds, note } of this.#suites) {
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      sum.skipped += counts.skipped;
      const [first = ''] = note.split('\n');
      const line = `${name.padEnd(32)} ${summary(counts).padEnd(36)} ${seconds.toFixed(1).padStart(6)} s  ${first}`;
      console.log(line.trimEnd());
    }
    process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
    console.log(`\n${summary(sum)}`);
  }
}

/** The first lines of an error, indented, without colours and empty lines. */
function firstLines(/** @type {string} */ error) {
  return stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_ERROR_LINES)
    .map((line) => `  ${line.slice(0, MAX_LINE_LENGTH)}`)
    .join('\n');
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
