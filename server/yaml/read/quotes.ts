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

/** Characters that need an escape sequence: they cannot appear in YAML, or some readers take them for line breaks. */
const ESCAPED = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u;
const EVERY_ESCAPED = new RegExp(ESCAPED.source, 'gu');

/** Whether a text, apart from its line breaks and tabs, can only be written in double quotes. */
export function needsEscapes(text: string): boolean {
  return ESCAPED.test(text.replace(/[\n\t]/g, ''));
}

/** Whether single quotes can represent a text on one line. */
export function fitsSingleQuotes(text: string): boolean {
  return !ESCAPED.test(text);
}

/** A text in single quotes, which need no escapes. Line breaks in a text that is taken from a file are still folded. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text in double quotes, with escape sequences that JSON and YAML share. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    EVERY_ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
