const MAX_LENGTH = 60;

/**
 * A text on one line without spaces around it; a long one is cut between two characters.
 *
 * @param maxLength in characters
 */
export function oneLine(text: string, maxLength = MAX_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const chars = [...line.slice(0, 2 * maxLength)];
  return chars.length > maxLength ? `${chars.slice(0, maxLength - 1).join('')}…` : line;
}
