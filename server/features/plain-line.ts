/** The length of a text that is examined, in UTF-16 code units. */
const MAX_EXAMINED = 2000;

/** Replacements for markup. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  // Images are dropped; links become their text.
  [/!\[[^\]]*\]\([^)]*\)/g, ' '],
  [/\[([^\]]+)\]\([^)]*\)/g, '$1'],
  [/<\/?[a-z][^<>]*>/gi, ' '],
  [/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+\.\s+)+/, ''],
  [/(\*\*|__|~~)(?=\S)(.+?)\1/g, '$2'],
  [/(?<![\w*])[*_](?=[^\s*_])([^*_{}]+?)[*_](?![\w*])/g, '$1'],
  [/`+/g, ''],
];

/** The first visible line of a message, without Markdown and HTML; undefined if there is none. */
export function plainLine(text: string): string | undefined {
  for (const line of text.slice(0, MAX_EXAMINED).split(/\r?\n/)) {
    const plain = MARKUP.reduce((left, [pattern, by]) => left.replace(pattern, by), line)
      .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
      .trim();
    if (/[\p{L}\p{N}\p{S}]/u.test(plain)) return plain;
  }
  return undefined;
}
