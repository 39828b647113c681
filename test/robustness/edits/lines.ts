/** Splits a text into typed pieces: a line break and the indentation after it are one piece. */
export function typed(text: string): readonly string[] {
  return text.match(/\r?\n *|[\s\S]/gu) ?? [];
}

/** The lines of a text, including their line breaks. */
export function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

/** The length of all of them together. */
export function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** A line with those below it that are indented further. */
export function blockAt(lines: readonly string[], first: number): string {
  const indent = indentOf(lines[first]);
  let last = first + 1;
  while (last < lines.length && indentOf(lines[last]) > indent) last++;
  return lines.slice(first, last).join('');
}

/** The number of spaces at the start of a line. */
export function indentOf(line: string | undefined): number {
  return line === undefined ? 0 : /^ */.exec(line)?.[0].length || 0;
}
