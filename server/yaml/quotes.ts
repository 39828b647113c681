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

/** The offset after the quote that closes a scalar whose text begins at an offset; undefined if there is none. */
export function endOfQuoted(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] !== quote) continue;
    else if (quote === "'" && text[at + 1] === quote) at++;
    else return at + 1;
  }
  return undefined;
}

/** A quote where a value may begin. */
const OPENING = /(?:[:[{,-][ \t]+|^[ \t]*)(["'])/gm;

/** The quote of a scalar that does not end in a text; the text may be that of a block scalar. */
export function openQuoteOf(text: string): string | undefined {
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const quote = found[1] ?? '';
    const end = endOfQuoted(text, OPENING.lastIndex, quote);
    if (end === undefined) return quote;
    OPENING.lastIndex = end;
  }
  return undefined;
}
