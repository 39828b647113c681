/**
 * Whether the last character of a quoted scalar, whose quote is at `start`, closes it: it is not escaped. The parser
 * also ends an unclosed scalar after an escaped quote.
 */
export function isQuoteClosed(text: string, start: number, end: number): boolean {
  const quote = text.charAt(start);
  const last = end - 1;
  if (last <= start || text[last] !== quote) return false;
  const escaping = quote === '"' ? '\\' : quote;
  let before = last;
  while (before - 1 > start && text[before - 1] === escaping) before--;
  return (last - before) % 2 === 0;
}
