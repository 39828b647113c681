import { expect, it } from 'vitest';
import { droppedLayout } from '../../../client/webview/graph/dropped';
import { modelOf } from '../../../client/webview/graph/model';
import { graphOf, layoutOf } from './graph';

const BEFORE = layoutOf({ a: [0, 0], b: [0, 200] });

/** The layout after `new` was dropped, with a size for each node. */
function dropped(at: { x: number; y: number }, ...lines: readonly string[]) {
  const model = modelOf(graphOf('a', 'b', ...lines));
  const sizes = new Map(['a', 'b', 'new', 'c'].map((id) => [id, { width: 100, height: 40 }]));
  return droppedLayout({ model, sizes }, BEFORE, at);
}

it('places a new node where it was dropped, and moves no other', () => {
  const layout = dropped({ x: 350, y: 120 }, 'new');
  expect(layout?.nodes).toEqual(
    new Map([...BEFORE.nodes, ['new', { x: 300, y: 100, width: 100, height: 40 }]]),
  );
});

it('draws the line to it straight, from border to border', () => {
  const line = dropped({ x: 350, y: 20 }, 'new', 'a -go> new')?.edges.get('a -go> new');
  expect(line).toEqual({
    points: [
      { x: 100, y: 20 },
      { x: 300, y: 20 },
    ],
    label: { x: 200, y: 20 },
  });
});

it('draws the marker of an initial state', () => {
  const line = dropped({ x: 350, y: 20 }, 'new*', '/ -initial> new')?.edges.get('/ -initial> new');
  expect(line?.points).toEqual([
    { x: 268, y: 20 },
    { x: 300, y: 20 },
  ]);
});

it.each([
  ['on another node', { x: 60, y: 50 }, ['new']],
  ['with another new node', { x: 350, y: 20 }, ['new', 'c']],
  ['with a line between others', { x: 350, y: 20 }, ['new', 'a -go> b']],
  ['with a line to itself', { x: 350, y: 20 }, ['new', 'new -go> new']],
  ['with two lines from one node', { x: 350, y: 20 }, ['new', 'a -go> new', 'a -on> new']],
] as const)('needs another layout %s', (_what, at, lines) => {
  expect(dropped(at, ...lines)).toBeUndefined();
});

it('places the first node of an empty drawing', () => {
  const model = modelOf(graphOf('new*', '/ -initial> new'));
  const sizes = new Map([['new', { width: 100, height: 40 }]]);
  const layout = droppedLayout({ model, sizes }, layoutOf({}), { x: 0, y: 0 });
  expect(layout?.nodes.get('new')).toEqual({ x: -50, y: -20, width: 100, height: 40 });
});
