import { describe, expect, it } from 'vitest';
import { modelOf } from '../../../client/webview/graph/model';
import { provisionalLayout } from '../../../client/webview/graph/provisional-layout';
import type { Layout, Point } from '../../../server/drawing/layout';
import { graphOf, layoutOf } from './graph';

/** In the layouts of these tests, all states have this size. */
const SIZE = { width: 100, height: 40 };

interface Case {
  /** What was drawn: lines as in `graphOf`, and the upper left corners of the nodes. */
  readonly before: readonly string[];
  readonly places: Readonly<Record<string, readonly [x: number, y: number]>>;
  readonly lines?: Layout['edges'];
  readonly after: readonly string[];
  readonly sizes?: Readonly<Record<string, typeof SIZE>>;
  readonly frames?: Readonly<Record<string, typeof SIZE>>;
  readonly dropped?: Point;
}

function provisional({ before, places, lines, after, sizes = {}, frames = {}, dropped }: Case) {
  const model = modelOf(graphOf(...after));
  const leaves = model.graph.nodes.filter(({ id }) => !model.children.has(id));
  const layout = layoutOf(places);
  const nodes = new Map([...layout.nodes].map(([id, box]) => [id, { ...box, ...frames[id] }]));
  return provisionalLayout(
    { model, sizes: new Map(leaves.map(({ id }) => [id, sizes[id] ?? SIZE])) },
    { graph: graphOf(...before), layout: { ...layout, nodes, edges: lines ?? layout.edges } },
    dropped,
  );
}

/** The upper left corners of the nodes. */
function placesOf(drawn: ReturnType<typeof provisional>) {
  return Object.fromEntries([...(drawn?.layout.nodes ?? [])].map(([id, { x, y }]) => [id, [x, y]]));
}

const LINE = {
  points: [
    { x: 50, y: 40 },
    { x: 50, y: 200 },
  ],
  label: { x: 70, y: 120 },
};

describe('a node that was dropped', () => {
  const dropped = (at: Point, ...lines: readonly string[]) =>
    provisional({
      before: ['a', 'b'],
      places: { a: [0, 0], b: [0, 200] },
      after: ['a', 'b', ...lines],
      dropped: at,
    });

  it('is where it was dropped, and moves no other', () => {
    const drawn = dropped({ x: 350, y: 120 }, 'new');
    expect(drawn?.isComplete).toBe(true);
    expect(placesOf(drawn)).toEqual({ a: [0, 0], b: [0, 200], new: [300, 100] });
  });

  it('has a straight line from border to border', () => {
    const drawn = dropped({ x: 350, y: 20 }, 'new', 'a -go> new');
    expect(drawn?.isComplete).toBe(true);
    expect(drawn?.layout.edges.get('a -go> new')).toEqual({
      points: [
        { x: 100, y: 20 },
        { x: 300, y: 20 },
      ],
      label: { x: 200, y: 20 },
    });
  });

  it('has the marker of an initial state', () => {
    const drawn = dropped({ x: 350, y: 20 }, 'new*', '/ -initial> new');
    expect(drawn?.isComplete).toBe(true);
    expect(drawn?.layout.edges.get('/ -initial> new')?.points).toEqual([
      { x: 268, y: 20 },
      { x: 300, y: 20 },
    ]);
  });

  it('is the first one', () => {
    const after = ['new*', '/ -initial> new'];
    const drawn = provisional({ before: [], places: {}, after, dropped: { x: 0, y: 0 } });
    expect(drawn?.isComplete).toBe(true);
    expect(placesOf(drawn)).toEqual({ new: [-50, -20] });
  });

  it.each([
    ['on another node', { x: 60, y: 50 }, ['new']],
    ['with another new node', { x: 350, y: 20 }, ['new', 'c']],
    ['with a line between others', { x: 350, y: 20 }, ['new', 'a -go> b']],
    ['with a line to itself', { x: 350, y: 20 }, ['new', 'new -go> new']],
    ['with lines in both directions', { x: 350, y: 20 }, ['new', 'a -go> new', 'new -on> a']],
  ] as const)('needs another layout %s', (_what, at, lines) => {
    expect(dropped(at, ...lines)?.isComplete).toBe(false);
  });
});

describe('a new node', () => {
  it('is below the node that leads to it', () => {
    const drawn = provisional({
      before: ['a', 'b'],
      places: { a: [0, 0], b: [400, 0] },
      after: ['a', 'b', 'new', 'b -go> new'],
    });
    expect(placesOf(drawn)).toEqual({ a: [0, 0], b: [400, 0], new: [400, 88] });
    expect(drawn?.layout.edges.get('b -go> new')).toEqual({
      points: [
        { x: 450, y: 40 },
        { x: 450, y: 88 },
      ],
      label: expect.objectContaining({ y: 64 }),
    });
    expect(drawn?.isComplete).toBe(false);
  });

  it('is above the node that it leads to', () => {
    const drawn = provisional({ before: ['a'], places: { a: [0, 0] }, after: ['a', 'new', 'new -go> a'] });
    expect(placesOf(drawn)).toEqual({ a: [0, 0], new: [0, -88] });
  });

  it('is below the node before it in the text, if it has no lines', () => {
    const drawn = provisional({
      before: ['a', 'b'],
      places: { a: [0, 0], b: [400, 0] },
      after: ['a', 'new', 'b'],
    });
    expect(placesOf(drawn)).toMatchObject({ new: [0, 88] });
  });

  it('is at the side if there is a node below', () => {
    const drawn = provisional({
      before: ['a', 'b'],
      places: { a: [0, 0], b: [0, 100] },
      after: ['a', 'b', 'new', 'a -go> new'],
    });
    expect(placesOf(drawn)).toEqual({ a: [0, 0], b: [0, 100], new: [148, 0] });
  });

  it('moves what is below it if there is no room, with its lines', () => {
    const drawn = provisional({
      before: ['a', 'b', 'l', 'r', 'a -go> b'],
      places: { a: [0, 0], b: [0, 200], l: [-150, 0], r: [150, 0], low: [0, 100] },
      lines: new Map([['a -go> b', LINE]]),
      after: ['a', 'b', 'l', 'r', 'low', 'a -go> b', 'new', 'a -on> new'],
    });
    expect(placesOf(drawn)).toEqual({
      a: [0, 0],
      b: [0, 288],
      l: [-150, 0],
      r: [150, 0],
      low: [0, 188],
      new: [0, 88],
    });
    expect(drawn?.layout.edges.get('a -go> b')).toEqual({
      points: [
        { x: 50, y: 40 },
        { x: 50, y: 288 },
      ],
      label: { x: 70, y: 208 },
    });
  });

  it('stays in its automata, which becomes higher', () => {
    const drawn = provisional({
      before: ['shop/', 'shop/pay', 'end'],
      places: { shop: [0, 0], 'shop/pay': [18, 34], end: [0, 150] },
      frames: { shop: { width: 136, height: 92 } },
      after: ['shop/', 'shop/pay', 'shop/new', 'end', 'shop/pay -go> shop/new'],
    });
    expect(placesOf(drawn)).toEqual({
      shop: [0, 0],
      'shop/pay': [18, 34],
      'shop/new': [18, 122],
      end: [0, 238],
    });
    expect(drawn?.layout.nodes.get('shop')).toMatchObject({ width: 136, height: 180 });
  });

  it('is the first one of an automata, which becomes a frame', () => {
    const drawn = provisional({
      before: ['shop/', 'end'],
      places: { shop: [0, 0], end: [0, 100] },
      after: ['shop/', 'shop/new', 'end'],
    });
    expect(placesOf(drawn)).toEqual({ shop: [0, 0], 'shop/new': [18, 34], end: [0, 140] });
    expect(drawn?.layout.nodes.get('shop')).toMatchObject({ width: 136, height: 92 });
  });

  it('is an automata with its states', () => {
    const drawn = provisional({
      before: ['a'],
      places: { a: [0, 0] },
      after: ['a', 'shop/', 'shop/pay', 'shop/end', 'a -go> shop'],
    });
    expect(placesOf(drawn)).toEqual({
      a: [0, 0],
      shop: [-18, 88],
      'shop/pay': [0, 122],
      'shop/end': [0, 210],
    });
    expect(drawn?.layout.nodes.get('shop')).toMatchObject({ width: 136, height: 180 });
  });
});

describe('what changes besides', () => {
  const before = ['a', 'b', 'a -go> b'];
  const places = { a: [0, 0], b: [0, 200] } as const;
  const lines = new Map([['a -go> b', LINE]]);

  it('vanishes, and nothing moves', () => {
    const drawn = provisional({ before, places, lines, after: ['a'] });
    expect(placesOf(drawn)).toEqual({ a: [0, 0] });
    expect(drawn?.layout.edges.size).toBe(0);
  });

  it('keeps its column with another size, and its lines their ends on the border', () => {
    const sizes = { a: { width: 140, height: 60 } };
    const drawn = provisional({ before, places, lines, after: before, sizes });
    expect(drawn?.layout.nodes.get('a')).toEqual({ x: -20, y: 0, width: 140, height: 60 });
    expect(drawn?.layout.edges.get('a -go> b')?.points).toEqual([
      { x: 50, y: 60 },
      { x: 50, y: 200 },
    ]);
  });

  it('keeps its place and its lines with another name', () => {
    const drawn = provisional({ before, places, lines, after: ['a', 'end', 'a -go> end'] });
    expect(placesOf(drawn)).toEqual({ a: [0, 0], end: [0, 200] });
    expect(drawn?.layout.edges.get('a -go> end')?.points).toEqual(LINE.points);
  });

  it('shares the line of a transition with the same ends', () => {
    const drawn = provisional({ before, places, lines, after: [...before, 'a -on> b'] });
    const [one, other] = ['a -go> b', 'a -on> b'].map((id) => drawn?.layout.edges.get(id));
    expect([one?.points, other?.points]).toEqual([LINE.points, LINE.points]);
    expect(one?.label.y).toBeLessThan(LINE.label.y);
    expect(other?.label.y).toBeGreaterThan(LINE.label.y);
  });

  it('leads to another node straight', () => {
    const drawn = provisional({
      before: [...before, 'c'],
      places: { ...places, c: [200, 0] },
      lines,
      after: ['a', 'b', 'c', 'a -go> c'],
    });
    expect(drawn?.layout.edges.get('a -go> c')?.points).toEqual([
      { x: 100, y: 20 },
      { x: 200, y: 20 },
    ]);
  });

  it('leads to itself', () => {
    const drawn = provisional({ before: ['a'], places: { a: [0, 0] }, after: ['a', 'a -go> a'] });
    const line = drawn?.layout.edges.get('a -go> a');
    expect(line?.points.map(({ x }) => x)).toEqual([100, 124, 124, 100]);
    expect(line?.label.x).toBeGreaterThan(124);
  });

  it('is a whole new graph, for which nothing is drawn', () => {
    expect(provisional({ before, places, lines, after: ['c', 'd'] })).toBeUndefined();
  });
});
