/** The code point at an offset of a text; 0 at its end. */
export function codePointAt(text: string, offset: number): number {
  return text.codePointAt(offset) ?? 0;
}
