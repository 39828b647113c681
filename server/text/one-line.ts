/** In characters. */
const MAX_LENGTH = 60;

/** A text on one line without blanks around it, cut where it gets long; never within a character. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const chars = [...line.slice(0, 2 * MAX_LENGTH)];
  return chars.length > MAX_LENGTH ? `${chars.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}
