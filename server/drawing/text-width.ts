/**
 * Approximate text widths without a page to measure on. Based on wide sans-serif fonts of user interfaces, as too
 * much space is better than too little.
 */

/** Widths of characters in thousandths of the font size, by groups of similar characters. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Cf}]/u, 0],
  [/[iljI.,:;'|!`]/, 310],
  [/[ ftr()[\]/\\"*-]/, 390],
  [/[mM@W%]/, 950],
  [/[A-HJ-LN-VX-Z&w]/, 710],
  [/[+=<>~^#${}]/, 660],
  [/[\u{1100}-\u{11ff}\u{2e80}-\u{9fff}\u{ac00}-\u{d7ff}\u{ff00}-\u{ff60}\u{1f000}-\u{1ffff}]/u, 1000],
];
const OTHERS = 605;
/** Factor for bold text. */
const BOLD = 1.09;

export interface Font {
  /** In pixels. */
  readonly size: number;
  readonly isBold?: boolean;
}

/** The approximate width of a text on one line, in pixels. */
export function textWidth(text: string, { size, isBold }: Font): number {
  let sum = 0;
  for (const char of text) sum += widthOf(char);
  return (sum * size * (isBold ? BOLD : 1)) / 1000;
}

function widthOf(char: string): number {
  return WIDTHS.find(([pattern]) => pattern.test(char))?.[1] ?? OTHERS;
}

/** The text, cut with an ellipsis if it does not fit; never splits a character. */
export function clippedText(text: string, font: Font, room: number): string {
  const mark = '…';
  const left = room - textWidth(mark, font);
  let width = 0;
  let kept = '';
  let clipped: string | undefined;
  for (const char of text) {
    width += textWidth(char, font);
    if (width > left) clipped ??= kept;
    if (width > room) return `${(clipped ?? kept).trimEnd()}${mark}`;
    kept += char;
  }
  return text;
}
