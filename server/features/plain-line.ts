/** How much of a text is looked at; in UTF-16 code units. */
const MOST = 2000;

/** What is in place of signs that mark up the text around them. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  // Pictures say nothing on a line; links are their words.
  [/!\[[^\]]*\]\([^)]*\)/g, ' '],
  [/\[([^\]]+)\]\([^)]*\)/g, '$1'],
  [/<\/?[a-z][^<>]*>/gi, ' '],
  [/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+\.\s+)+/, ''],
  [/(\*\*|__|~~)(?=\S)(.+?)\1/g, '$2'],
  [/(?<![\w*])[*_](?=[^\s*_])([^*_{}]+?)[*_](?![\w*])/g, '$1'],
  [/`+/g, ''],
];

/** The first line of a message that shows something, without Markdown and HTML; undefined where none does. */
export function plainLine(text: string): string | undefined {
  for (const line of text.slice(0, MOST).split(/\r?\n/)) {
    const plain = MARKUP.reduce((left, [pattern, by]) => left.replace(pattern, by), line)
      .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
      .trim();
    if (/[\p{L}\p{N}\p{S}]/u.test(plain)) return plain;
  }
  return undefined;
}
