import { expect, it } from 'vitest';
import { hitTest } from '../../server/debug/breakpoints';

it.each([
  ['3', [3]],
  ['== 3', [3]],
  ['=3', [3]],
  ['> 3', [4, 5, 6]],
  ['>= 3', [3, 4, 5, 6]],
  ['< 3', [1, 2]],
  ['<= 3', [1, 2, 3]],
  ['% 3', [3, 6]],
  ['% 0', []],
])('the hit count `%s` stops at these hits', (condition, stops) => {
  expect([1, 2, 3, 4, 5, 6].filter((hits) => hitTest(condition)?.(hits))).toEqual(stops);
});

it.each(['', 'three', '> ', '3 hits', '-1'])('`%s` is not a hit count', (condition) => {
  expect(hitTest(condition)).toBeUndefined();
});
