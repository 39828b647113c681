import { IS_EXHAUSTIVE, stepOf } from './depth';

/** A variant of a text, with its name. */
type TextVariant = readonly [name: string, change: (text: string) => string];

/** The minimum sampling rate of cases in each variant except the first. */
const MIN_TURNS = stepOf(12, 4);

/**
 * The cases that run in a variant: all of them in the first one, and each in at most one of the others, in turn. All
 * cases run in all variants with `ATOMIC_STATE_RUNS=3000 npx vitest run test/rules test/completion test/features`.
 */
export function casesOf<Case>(cases: readonly Case[], variant: number, variants: readonly unknown[]): Case[] {
  if (variant === 0 || IS_EXHAUSTIVE) return [...cases];
  return cases.filter((_, index) => index % Math.max(MIN_TURNS, variants.length - 1) === variant - 1);
}

/** Line breaks that must not change the results. */
export const LINE_BREAKS: readonly TextVariant[] = [
  ['as written', (text) => text],
  // Lines that begin a file of a fixture, and the breaks before them, are not part of a text.
  ['CRLF', (text) => text.replace(/\n(?!===)/g, '\r\n').replace(/^(=== .*)\r$/gm, '$1')],
];

/** Variants of a fixture that must not change the results. */
export const TEXT_VARIANTS: readonly TextVariant[] = [
  ...LINE_BREAKS,
  ['beyond the BMP', (text) => text.replaceAll('text: x', "text: '𝒳😀 𐐷'")],
];
