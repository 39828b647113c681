/** A way to write a text, by its name. */
type Dress = readonly [name: string, change: (text: string) => string];

/** Line breaks that must make no difference. */
export const LINE_BREAKS: readonly Dress[] = [
  ['as written', (text) => text],
  // Lines that begin a file of a fixture, and the breaks before them, are no part of any text.
  ['CRLF', (text) => text.replace(/\n(?!===)/g, '\r\n').replace(/^(=== .*)\r$/gm, '$1')],
];

/** Ways to write a fixture that must make no difference. */
export const TEXT_VARIANTS: readonly Dress[] = [
  ...LINE_BREAKS,
  ['beyond the BMP', (text) => text.replaceAll('text: x', "text: '𝒳😀 𐐷'")],
];
