import { expect, it } from 'vitest';
import { rangesAfterEdit } from '../../client/tests/edited-ranges';

const range = (...[line, character, endLine, endCharacter]: [number, number, number, number]) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

it.each([
  ['a line is added above', range(0, 0, 0, 0), 'new\n', range(3, 2, 4, 5)],
  ['two lines above are removed', range(0, 0, 2, 0), '', range(0, 2, 1, 5)],
  ['text is written before it on its line', range(2, 0, 2, 0), 'ab', range(2, 4, 3, 5)],
  ['the line before is joined to it', range(1, 4, 2, 0), '', range(1, 6, 2, 5)],
  ['a line break is written before it on its line', range(2, 1, 2, 2), '\n ', range(3, 1, 4, 5)],
  ['something is written after it', range(5, 0, 6, 0), 'x', range(2, 2, 3, 5)],
])('a range is where it was if %s', (_what, replaced, text, expected) => {
  expect(rangesAfterEdit([range(2, 2, 3, 5)], [{ range: replaced, text }])).toEqual([expected]);
});

it.each([
  ['within', range(2, 3, 2, 4)],
  ['over its beginning', range(1, 0, 2, 3)],
  ['over its end', range(3, 0, 9, 0)],
])('a range is gone if something is replaced %s', (_what, replaced) => {
  expect(rangesAfterEdit([range(2, 2, 3, 5)], [{ range: replaced, text: 'x' }])).toEqual([]);
});

it('changes of one edit are applied from the end of the text', () => {
  const changes = [
    { range: range(9, 0, 9, 0), text: '\n\n' },
    { range: range(0, 0, 0, 0), text: '\n' },
  ];
  expect(rangesAfterEdit([range(2, 2, 3, 5), range(9, 1, 9, 2)], changes)).toEqual([
    range(3, 2, 4, 5),
    range(12, 1, 12, 2),
  ]);
});
