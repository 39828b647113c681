import { expect, it } from 'vitest';
import { chipLine } from '../../server/drawing/chip-line';

/** Chips as `text@x`, each ten pixels wide per letter. */
function lineOf(room: number, ...texts: readonly string[]): string[] {
  return chipLine(
    texts.map((text) => ({ kind: 'input', text })),
    { from: 5, room, gap: 2, cut: (text) => text.slice(0, 4), widthOf: (text) => text.length * 10 },
  ).map(({ kind, text, x }) => `${kind} ${text}@${x}`);
}

it('shows all chips that fit, truncated', () => {
  expect(lineOf(62, 'ab', 'cdefgh')).toEqual(['input ab@5', 'input cdef@27']);
  expect(lineOf(62)).toEqual([]);
});

it('shows the number of omitted chips last', () => {
  expect(lineOf(61, 'ab', 'cdefgh')).toEqual(['input ab@5', 'more +1@27']);
  expect(lineOf(62, 'ab', 'cd', 'ef', 'gh')).toEqual(['input ab@5', 'more +3@27']);
  expect(lineOf(66, 'ab', 'cd', 'ef', 'gh')).toEqual(['input ab@5', 'input cd@27', 'more +2@49']);
});

it('always shows the first chip', () =>
  expect(lineOf(10, 'abcd', 'e')).toEqual(['input abcd@5', 'more +1@47']));
