const MAX_LENGTH = 60;

/**
 * A text on one line without blanks around it, cut where it gets long; never within a character.
 *
 * @param maxLength in characters
 */
export function oneLine(text: string, maxLength = MAX_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const chars = [...line.slice(0, 2 * maxLength)];
  return chars.length > maxLength ? `${chars.slice(0, maxLength - 1).join('')}…` : line;
}
