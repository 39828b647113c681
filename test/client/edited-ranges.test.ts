import { expect, it } from 'vitest';
import { rangesAfterEdit } from '../../client/tests/edited-ranges';

const range = (...[line, character, endLine, endCharacter]: [number, number, number, number]) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

it.each([
  ['a line is added above', range(0, 0, 0, 0), 'new\n', range(3, 2, 4, 5)],
  ['two lines above are removed', range(0, 0, 2, 0), '', range(0, 2, 1, 5)],
  ['text is inserted before it on its line', range(2, 0, 2, 0), 'ab', range(2, 4, 3, 5)],
  ['the line before is joined to it', range(1, 4, 2, 0), '', range(1, 6, 2, 5)],
  ['a line break is inserted before it on its line', range(2, 1, 2, 2), '\n ', range(3, 1, 4, 5)],
  ['text after it is replaced', range(5, 0, 6, 0), 'x', range(2, 2, 3, 5)],
])('a range moves with its text if %s', (_what, replaced, text, expected) => {
  expect(rangesAfterEdit([range(2, 2, 3, 5)], [{ range: replaced, text }])).toEqual([expected]);
});

it.each([
  ['inside it', range(2, 3, 2, 4)],
  ['across its start', range(1, 0, 2, 3)],
  ['across its end', range(3, 0, 9, 0)],
])('a range is dropped if text is replaced %s', (_what, replaced) => {
  expect(rangesAfterEdit([range(2, 2, 3, 5)], [{ range: replaced, text: 'x' }])).toEqual([]);
});

it('changes of one edit do not shift one another', () => {
  const changes = [
    { range: range(9, 0, 9, 0), text: '\n\n' },
    { range: range(0, 0, 0, 0), text: '\n' },
  ];
  expect(rangesAfterEdit([range(2, 2, 3, 5), range(9, 1, 9, 2)], changes)).toEqual([
    range(3, 2, 4, 5),
    range(12, 1, 12, 2),
  ]);
});
