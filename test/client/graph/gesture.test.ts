import { describe, expect, it } from 'vitest';
import { borderPoint, isOnBorder, isOnEnd } from '../../../client/webview/graph/gesture';

const BOX = { x: 100, y: 100, width: 200, height: 60 };

describe('a line begins at the border of a node', () => {
  it.each([
    ['inside, at the left', 103, 130, 1, true],
    ['at the corner', 299, 159, 1, true],
    ['beside the border', 110, 130, 1, false],
    ['in the middle', 200, 130, 1, false],
    ['outside', 99, 130, 1, false],
    ['zoomed out, by pixels of the screen', 110, 130, 0.5, true],
    ['zoomed in', 105, 130, 2, false],
    ['far away, but not in the whole node', 200, 113, 0.1, false],
  ])('%s', (_where, x, y, scale, is) => {
    expect(isOnBorder(BOX, { x, y }, scale)).toBe(is);
  });
});

it('a line begins at the end of the selected transition', () => {
  expect(isOnEnd({ x: 10, y: 10 }, { x: 16, y: 15 }, 1)).toBe(true);
  expect(isOnEnd({ x: 10, y: 10 }, { x: 16, y: 15 }, 2)).toBe(false);
  expect(isOnEnd(undefined, { x: 10, y: 10 }, 1)).toBe(false);
});

it('a line leaves the border of its node towards the pointer', () => {
  expect(borderPoint(BOX, { x: 500, y: 130 })).toEqual({ x: 300, y: 130 });
  expect(borderPoint(BOX, { x: 200, y: 0 })).toEqual({ x: 200, y: 100 });
  expect(borderPoint(BOX, { x: 200, y: 130 })).toEqual({ x: 200, y: 130 });
});
