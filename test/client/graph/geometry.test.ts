import { describe, expect, it } from 'vitest';
import { anchored, anchorOf } from '../../../client/webview/graph/anchor';
import {
  boundsOf,
  fillWindow,
  fitBox,
  revealBox,
  seenPart,
  zoomView,
} from '../../../client/webview/graph/geometry';
import { frameOf, smallView, viewAt } from '../../../client/webview/graph/minimap-geometry';
import { nearestBox } from '../../../client/webview/graph/move';
import { graphOf, layoutOf } from './graph';

const WINDOW = { width: 800, height: 600 };
const NONE: ReadonlySet<string> = new Set();

describe('the view', () => {
  it('fits a box into the window, without enlarging it', () => {
    const box = { x: 100, y: 50, width: 200, height: 100 };
    expect(fitBox(box, WINDOW)).toEqual({ x: 200, y: 200, scale: 1 });
    const large = fitBox({ x: 0, y: 0, width: 8000, height: 100 }, WINDOW, 0);
    expect(large.scale).toBe(0.1);
    expect(seenPart(large, WINDOW)).toMatchObject({ y: -2950, width: 8000 });
  });

  it('keeps the point under the pointer when zooming, up to the largest scale', () => {
    const before = { x: 10, y: 20, scale: 1 };
    const after = zoomView(before, 2, { x: 110, y: 70 });
    expect(after).toEqual({ x: -90, y: -30, scale: 2 });
    expect(zoomView(after, 1000, { x: 0, y: 0 }).scale).toBe(2.5);
  });

  it('scrolls a box into view by the smallest distance', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(revealBox(view, { x: 100, y: 100, width: 100, height: 40 }, WINDOW)).toBe(view);
    expect(revealBox(view, { x: 780, y: 100, width: 100, height: 40 }, WINDOW, 20)).toEqual({
      x: -100,
      y: 0,
      scale: 1,
    });
    expect(revealBox(view, { x: -50, y: 590, width: 100, height: 40 }, WINDOW, 20)).toEqual({
      x: 70,
      y: -50,
      scale: 1,
    });
  });

  it('shows the start of a box that is larger than the window', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(revealBox(view, { x: 900, y: 0, width: 2000, height: 100 }, WINDOW, 20).x).toBe(-880);
  });

  it('leaves no empty space above or below a box that is taller than the window', () => {
    const box = { x: 0, y: 0, width: 400, height: 2000 };
    expect(fillWindow({ x: 200, y: 300, scale: 1 }, box, WINDOW, 20)).toEqual({ x: 200, y: 20, scale: 1 });
    expect(fillWindow({ x: 200, y: -1900, scale: 1 }, box, WINDOW, 20)).toEqual({
      x: 200,
      y: -1420,
      scale: 1,
    });
    expect(fillWindow({ x: 200, y: -300, scale: 1 }, box, WINDOW, 20)).toEqual({ x: 200, y: -300, scale: 1 });
  });

  it('computes the bounds of a layout, with labels of loops', () => {
    expect(boundsOf(layoutOf({ a: [10, 20], b: [300, -5] }))).toEqual({
      x: 10,
      y: -5,
      width: 390,
      height: 65,
    });
    expect(boundsOf(layoutOf({}))).toEqual({ x: 0, y: 0, width: 0, height: 0 });
    // The label of a loop is next to its line.
    const layout = layoutOf({ a: [10, 20] });
    const points = [
      { x: 10, y: 30 },
      { x: 0, y: 40 },
      { x: 10, y: 50 },
    ];
    const { edges } = graphOf('a', 'a -again> a');
    const looped = {
      ...layout,
      edges: new Map(edges.map(({ id }) => [id, { points, label: { x: 0, y: 40 } }])),
    };
    expect(boundsOf(looped)).toEqual({ x: 0, y: 20, width: 110, height: 40 });
    expect(boundsOf(looped, edges).x).toBeLessThan(-10);
  });
});

describe('a new layout', () => {
  const before = layoutOf({ a: [0, 0], b: [0, 100], gone: [0, 200] });
  const after = layoutOf({ first: [0, 0], a: [0, 100], b: [50, 200] });
  const seen = { x: 0, y: 0, width: 400, height: 400 };

  it('stays at the position of the selected node', () => {
    expect(anchorOf(before.nodes, after.nodes, seen, 'b')).toBe('b');
    const moved = anchored(after, before, 'b');
    expect(moved.nodes.get('b')).toMatchObject({ x: 0, y: 100 });
    expect(moved.nodes.get('first')).toMatchObject({ x: -50, y: -100 });
  });

  it('stays at the node nearest to the centre if the selected node is removed or not visible', () => {
    expect(anchorOf(before.nodes, after.nodes, seen, 'gone')).toBe('b');
    expect(anchorOf(before.nodes, after.nodes, { ...seen, height: 90 }, 'b')).toBe('a');
    expect(anchorOf(before.nodes, layoutOf({ other: [0, 0] }).nodes, seen, undefined)).toBeUndefined();
  });

  it('is unchanged if nothing moved, or if there is no previous layout', () => {
    expect(anchored(before, before, 'a')).toBe(before);
    expect(anchored(after, undefined, 'a')).toBe(after);
  });
});

describe('arrow keys', () => {
  const { nodes } = layoutOf({ a: [0, 0], below: [20, 100], aside: [300, 110], far: [0, 300] });

  it('select the nearest node in their direction', () => {
    expect(nearestBox(nodes, 'a', 'down', NONE)).toBe('below');
    expect(nearestBox(nodes, 'below', 'right', NONE)).toBe('aside');
    expect(nearestBox(nodes, 'far', 'up', NONE)).toBe('below');
    expect(nearestBox(nodes, 'a', 'up', NONE)).toBeUndefined();
  });

  it('prefer targets of transitions', () => {
    expect(nearestBox(nodes, 'a', 'down', new Set(['far']))).toBe('below');
    const near = layoutOf({ a: [0, 0], b: [60, 100], c: [-50, 120] }).nodes;
    expect(nearestBox(near, 'a', 'down', NONE)).toBe('b');
    expect(nearestBox(near, 'a', 'down', new Set(['c']))).toBe('c');
  });
});

describe('the overview', () => {
  const size = { width: 168, height: 112 };
  const small = smallView({ x: 0, y: 0, width: 16_000, height: 4_000 }, size);

  it('shows the whole graph, however large', () => {
    expect(small.scale).toBe(0.01);
    expect(small.x).toBe(4);
  });

  it('frames the visible part', () => {
    const frame = frameOf({ x: -1000, y: 0, scale: 1 }, WINDOW, small);
    expect(frame).toMatchObject({ x: 14, width: 8, height: 6 });
  });

  it('scrolls to the pressed point', () => {
    const view = viewAt({ x: 14, y: small.y }, { x: 0, y: 0, scale: 0.5 }, WINDOW, small);
    expect(seenPart(view, WINDOW)).toEqual({ x: 200, y: -600, width: 1600, height: 1200 });
  });
});
