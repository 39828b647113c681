import { expect, it } from 'vitest';
import { readablePart } from '../../../client/webview/graph/first-view';

const WINDOW = { width: 400, height: 300 };
const FIRST = { x: 900, y: 40, width: 200, height: 60 };

it('a graph that is readable as a whole is shown whole', () => {
  expect(readablePart({ x: 0, y: 0, width: 440, height: 300 }, FIRST, WINDOW)).toBeUndefined();
});

it('of a larger graph, the area around the first node is shown', () => {
  const all = { x: 0, y: 0, width: 2000, height: 5000 };
  expect(readablePart(all, FIRST, WINDOW)).toEqual({ x: 200 - 1000 * 0.9, y: 32, scale: 0.9 });
  expect(readablePart(all, { ...FIRST, y: 2470 }, WINDOW)).toEqual({
    x: -700,
    y: 150 - 2500 * 0.9,
    scale: 0.9,
  });
  expect(readablePart(all, undefined, WINDOW)).toBeUndefined();
});
