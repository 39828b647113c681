// Sums the results of several suites and ends the script with one plain line.

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 */

export class Report {
  /** @type {{ name: string, counts: Required<Counts>, seconds: number, note: string }[]} */
  #suites = [];

  /**
   * Runs a suite and notes what it says. One that throws counts as one failure; one that returns a
   * sentence was skipped for that reason, which counts as one skipped test and never as a passed one.
   *
   * @param {string} name
   * @param {() => Promise<Counts | string>} suite
   */
  async run(name, suite) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    let counts = { passed: 0, failed: 0, skipped: 0 };
    let note = '';
    try {
      const result = await suite();
      if (typeof result === 'string') {
        note = result;
        counts.skipped = 1;
        console.log(`\n*** SKIPPED: ${name}: ${result}\n`);
      } else {
        counts = { skipped: 0, ...result };
      }
    } catch (error) {
      note = error instanceof Error ? error.message : String(error);
      counts.failed = 1;
      console.error(error instanceof Error ? error.stack : error);
    }
    if (counts.passed + counts.failed + counts.skipped === 0) {
      counts.failed = 1;
      note = 'no test ran';
    }
    this.#suites.push({ name, counts, seconds: (performance.now() - start) / 1000, note });
  }

  /** Prints the table and the last line; sets the exit code to 1 if anything failed or nothing ran. */
  finish() {
    const sum = { passed: 0, failed: 0, skipped: 0 };
    console.log('');
    for (const { name, counts, seconds, note } of this.#suites) {
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      sum.skipped += counts.skipped;
      const [first = ''] = note.split('\n');
      const line = `${name.padEnd(28)} ${summary(counts).padEnd(36)} ${seconds.toFixed(1).padStart(6)} s  ${first}`;
      console.log(line.trimEnd());
    }
    process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
    console.log(`\n${summary(sum)}`);
  }
}

/** @param {Required<Counts>} counts */
function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
