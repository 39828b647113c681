import { expect, it } from 'vitest';
import { chipLine } from '../../server/drawing/chip-line';

/** Chips as `text@x`, each ten pixels wide per letter. */
function lineOf(room: number, ...texts: readonly string[]): string[] {
  return chipLine(
    texts.map((text) => ({ kind: 'input', text })),
    { from: 5, room, gap: 2, cut: (text) => text.slice(0, 4), widthOf: (text) => text.length * 10 },
  ).map(({ kind, text, x }) => `${kind} ${text}@${x}`);
}

it('all that fit are there, cut short', () => {
  expect(lineOf(62, 'ab', 'cdefgh')).toEqual(['input ab@5', 'input cdef@27']);
  expect(lineOf(62)).toEqual([]);
});

it('the last says how many are left out', () => {
  expect(lineOf(61, 'ab', 'cdefgh')).toEqual(['input ab@5', 'more +1@27']);
  expect(lineOf(62, 'ab', 'cd', 'ef', 'gh')).toEqual(['input ab@5', 'more +3@27']);
  expect(lineOf(66, 'ab', 'cd', 'ef', 'gh')).toEqual(['input ab@5', 'input cd@27', 'more +2@49']);
});

it('the first is always there', () =>
  expect(lineOf(10, 'abcd', 'e')).toEqual(['input abcd@5', 'more +1@47']));
