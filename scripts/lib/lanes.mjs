// Suites that run at the same time: each has a lane, whose name precedes its output lines.

/** The width of the names of lanes, in characters. */
const width = 6;

/**
 * Prints the output of a suite.
 *
 * @param {string | undefined} lane of the suite, if it runs in parallel with others
 * @param {string} text of one or more lines
 */
export function printIn(lane, text) {
  if (lane === undefined) {
    console.log(text);
    return;
  }
  for (const line of text.split('\n')) {
    if (line.trim() !== '') {
      console.log(`${lane.padEnd(width)} | ${line}`);
    }
  }
}

/**
 * Takes the output of a program in chunks, and prints it in complete lines.
 *
 * @param {string} lane
 */
export function linePrinter(lane) {
  let rest = '';
  return {
    write(/** @type {string} */ chunk) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) {
        printIn(lane, lines.join('\n'));
      }
    },
    end() {
      printIn(lane, rest);
      rest = '';
    },
  };
}
