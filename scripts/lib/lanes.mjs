// Suites that run at the same time: each is in a lane, whose name begins its lines.

/** How wide the names of lanes are. */
const width = 6;

/**
 * Prints what a suite says.
 *
 * @param {string | undefined} lane the suite's, if others run beside it
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
