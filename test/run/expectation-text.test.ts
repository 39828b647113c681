import { expect, it } from 'vitest';
import type { Json } from '../../server/run/conversation/events';
import { textInPlaceOf } from '../../server/run/scenario/expectation-text';
import { parseYaml } from '../../server/yaml/read/parse';

it.each<[written: string, value: Json, expected: string]>([
  ['Stop', 'Go', 'Go'],
  ['"Stop"', 'Go', '"Go"'],
  ["'Stop'", "It's 1", "'It''s 1'"],
  ['Stop', '7', "'7'"],
  ['Stop', 'yes', "'yes'"],
  ['Stop', '', "''"],
  ['Stop', 'a: b', "'a: b'"],
  ['Stop', 'a, b', "'a, b'"],
  ['Stop', 'a #b', "'a #b'"],
  ['Stop', '- a', "'- a'"],
  ['Stop', 'Über 你好', 'Über 你好'],
  ['Stop', 'one\ntwo', '"one\\ntwo"'],
  ["'Stop'", 'one\ttwo', '"one\\ttwo"'],
  ['"Stop"', 'a\u2028b', '"a\\u2028b"'],
  ['Stop', 7, '7'],
  ['[A, B]', ['C', 'D E'], '[C, D E]'],
  ['["A"]', ['C'], '["C"]'],
  ["['A']", ['C'], "['C']"],
  ["- 'A'\n- B", ['C'], "['C']"],
  ['- A\n- B', ['C'], '[C]'],
  ["{ a: 'b' }", { a: 'c' }, "{ a: 'c' }"],
  ['{}', { state: 'a', text: 'It is 1.' }, '{ state: a, text: It is 1. }'],
  ['|\n    one\n', 'two\n\nthree', '|\n    two\n\n    three\n'],
  ['|-\n    one', ' two', '|-\n    two'],
  ['>\n    one\n', 'two', 'two'],
  ['|\n    one\n', 'a\u0007b', '"a\\u0007b"'],
])('replaces %j with %j as %j', (written, value, expected) => {
  const text = textInPlaceOf(written, value);
  expect(text).toBe(expected);
  expect(parseYaml(`a:\n  b: ${text}\nc: 1\n`).problems).toEqual([]);
  if (!text.startsWith('|')) expect(parseYaml(`a: { b: ${text}, c: 1 }\n`).problems).toEqual([]);
});
