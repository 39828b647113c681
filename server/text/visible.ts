/**
 * Characters that belong to the character before them and are not shown themselves: parts of an emoji, variants of
 * characters, and joiners of scripts that need them.
 */
const PARTS = [
  /[\ufe0e\ufe0f](?<=\p{Extended_Pictographic}.)/u,
  /\ufe0f(?<=[\d#*].)(?=\u20e3)/u,
  /\u200d(?<=(?:\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}]).)(?=\p{Extended_Pictographic})/u,
  /[\ufe00-\ufe02\u{e0100}-\u{e01ef}](?<=\p{Script=Han}.)/u,
  /[\u180b-\u180d\u180f](?<=\p{Script=Mongolian}.)/u,
  /\p{Join_Control}(?<=(?:\p{Script=Arabic}|(?!\p{Script=Inherited})\p{M}).)/u,
];

/**
 * All others that are not shown, or change how others are shown: control characters, line and paragraph separators,
 * surrogates without a partner, formatting of the writing direction, and characters without a width.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

const UNSHOWN = new RegExp(`(${PARTS.map(({ source }) => source).join('|')})|${INVISIBLE.source}`, 'gu');

/** Most texts have no other characters. */
const PLAIN = /^[\n\x20-\x7e]*$/;

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A text on one line, with everything invisible in it as an escape sequence: `\n`, `\u001b`. */
export function visibleText(text: string): string {
  return withEscapes(text, '').replaceAll('\n', '\\n');
}

/** The same, but line breaks and tabs remain. For JSON, the result is the same data. */
export function visibleLines(text: string): string {
  return withEscapes(text.replaceAll('\r\n', '\n'), '\n\t');
}

function withEscapes(text: string, exempt: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(
    UNSHOWN,
    (char, part?: string) => part ?? (exempt.includes(char) ? char : (SHORT[char] ?? escapeSequence(char))),
  );
}

/** The notation of JSON and JavaScript, in which characters of more than four digits have two sequences. */
export function escapeSequence(char: string): string {
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
