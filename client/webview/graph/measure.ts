/** Measures the width of texts on the screen. */

export interface WebFont {
  readonly size: number;
  readonly weight: number;
}

const context = document.createElement('canvas').getContext('2d');
const widths = new Map<string, number>();
let family = '';

/**
 * Reads the font of the editor's interface. Not for each text: the browser then computes the styles of the whole page.
 *
 * @returns its family
 */
export function readFont(): string {
  const wanted = getComputedStyle(document.body).fontFamily;
  if (wanted !== family) widths.clear();
  family = wanted;
  return family;
}

/** The width of a text in pixels at scale 1, in the font of the editor's interface. */
export function widthOf(text: string, { size, weight }: WebFont): number {
  if (family === '') readFont();
  const key = `${size} ${weight} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (!context) return text.length * size * 0.6;
    context.font = `${weight} ${size}px ${family}`;
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** A text cut with an ellipsis so that it is not wider than `room`, in pixels. */
export function clipped(text: string, font: WebFont, room: number): string {
  if (widthOf(text, font) <= room) return text;
  const letters = [...text];
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (widthOf(`${letters.slice(0, middle).join('')}…`, font) <= room) fits = middle;
    else tooLong = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}
