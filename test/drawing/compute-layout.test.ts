import { describe, expect, it } from 'vitest';
import { computeLayout } from '../../server/drawing/compute-layout';
import { drawnNodes } from '../../server/drawing/drawn-lines';
import { labelSize } from '../../server/drawing/edge-label';
import { elkTask } from '../../server/drawing/elk-graph';
import type { Box, Layout } from '../../server/drawing/layout';
import { nodeContent } from '../../server/drawing/node-content';
import { shownGraph } from '../../server/drawing/shown-graph';
import type { StateGraph } from '../../server/drawing/state-graph';
import { lookUpNode } from '../../server/drawing/tree';
import { stateGraph } from '../../server/features/state-graph';
import { drawnProject } from '../../server/features/state-graph/state-at';
import { sample } from '../support/depth';
import { addressOf, workspaceOf } from '../support/workspace';

function graphOf(text: string): StateGraph {
  const project = drawnProject(workspaceOf([{ path: 'main.yaml', text }]), addressOf('main.yaml'));
  if (project === undefined) throw new Error('no project');
  return shownGraph(stateGraph(project).graph, { shortcuts: true });
}

/** A cycle of states, with some other transitions between them. */
function row(states: number): string {
  const lines = Array.from({ length: states }, (_, index) => {
    const other = Math.min(states - 1, Math.max(0, index + ((index * 7) % 9) - 4));
    return `  s${index}:\n    transitions:\n      next: s${(index + 1) % states}\n      other: s${other}\n`;
  });
  return `initial: s0\nstates:\n${lines.join('')}`;
}

const NESTED = `initial: home
transitions: { menu: shop }
states:
  home:
    transitions: { go: shop, in: '#list', CHAT: home, ALWAYS: gone }
  shop:
    initial: list
    transitions: { DONE: home, back: list, stay: list }
    states:
      list: { id: list, transitions: { pay: paid, also: paid, ALWAYS: sub, up: '#shop' } }
      paid: { properties: { is_final: true } }
      sub: { initial: one, states: { one: { transitions: { go: two } }, two: { transitions: { go: one } } } }
    id: shop
  empty: { initial: x, states: {} }
`;

/** States one after another; each can also skip some. */
function chain(states: number, skipped: number): string {
  const to = (index: number) => `s${Math.min(states - 1, index)}`;
  const lines = Array.from({ length: states }, (_, index) => {
    return `  s${index}: { transitions: { next: ${to(index + 1)}, skip: ${to(index + skipped + 1)} } }\n`;
  });
  return `initial: s0\nstates:\n${lines.join('')}`;
}

it.each([
  ['a few states', chain(20, 0), true],
  ['a few states with a few long lines', chain(20, 3), true],
  // It takes a minute with care.
  ['many long lines', chain(120, 6), false],
  ['many states', row(300), false],
])('columns are computed with care only if the lines cross few layers: %s', (_, text, isCareful) => {
  const { root } = elkTask(graphOf(text), () => ({ width: 100, height: 40 }));
  const strategy = root.layoutOptions?.['elk.layered.nodePlacement.strategy'];
  expect(strategy === 'NETWORK_SIMPLEX').toBe(isCareful);
});

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** The average distance that common nodes have moved, without a shift of the whole layout. */
function moved(before: Layout, after: Layout): number {
  const ways = [...before.nodes].flatMap(([id, box]) => {
    const now = after.nodes.get(id);
    return now ? [{ x: middle(now).x - middle(box).x, y: middle(now).y - middle(box).y }] : [];
  });
  return ways.reduce((sum, { x, y }) => sum + Math.hypot(x, y), 0) / ways.length;
}

function overlapping(layout: Layout): string[] {
  const all = [...layout.nodes];
  return all.flatMap(([a, one], index) =>
    all.slice(index + 1).flatMap(([b, other]) => {
      const isNested = a.startsWith(`${b}\n`) || b.startsWith(`${a}\n`);
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      return isNested || isApart ? [] : [`${a} ${b}`];
    }),
  );
}

function onBorder({ x, y }: { x: number; y: number }, box: Box): boolean {
  const isIn = x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1;
  const isDeep = x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1;
  return isIn && !isDeep;
}

function checkLayout(graph: StateGraph, layout: Layout): void {
  expect([...layout.nodes.keys()].sort()).toEqual(
    drawnNodes(graph)
      .map(({ id }) => id)
      .sort(),
  );
  expect(overlapping(layout)).toEqual([]);
  for (const { id, parent } of graph.nodes) {
    const [box, around] = [layout.nodes.get(id), lookUpNode(layout.nodes, parent)];
    if (box === undefined || around === undefined) continue;
    expect(box.x >= around.x && box.y >= around.y, id).toBe(true);
    expect(box.x + box.width <= around.x + around.width, id).toBe(true);
    expect(box.y + box.height <= around.y + around.height, id).toBe(true);
  }
  for (const { id, kind, from, to } of graph.edges) {
    const line = layout.edges.get(id);
    const [a, b] = [layout.nodes.get(from), layout.nodes.get(to)];
    if (kind !== 'initial' && (a === undefined || b === undefined)) continue;
    const [first, last] = [line?.points[0], line?.points.at(-1)];
    if (first === undefined || last === undefined || b === undefined) throw new Error(`no line ${id}`);
    if (kind !== 'initial' && a) expect(onBorder(first, a), id).toBe(true);
    expect(onBorder(last, b), id).toBe(true);
  }
}

describe('a layout', () => {
  it.each([
    ['a row', row(12)],
    ['nested states', NESTED],
    ['one state', 'initial: a\nstates: { a: {} }\n'],
    ['a standalone state', 'type: state\nrender: { text: Hello }\ntransitions: { go: shop, CHAT: home }\n'],
    ['a state without transitions', 'type: state\nrender: { text: Hello }\n'],
    ['an automata without states', 'initial: a\nstates: {}\n'],
  ])('places all nodes and edges: %s', async (_, text) => {
    const graph = graphOf(text);
    checkLayout(graph, await computeLayout(graph, nodeContent));
  });

  it('places the initial state at the top', async () => {
    const { nodes } = await computeLayout(graphOf(row(12)), nodeContent);
    const first = nodes.get('s0')?.y ?? 0;
    for (const [id, { y }] of nodes) if (id !== 's0') expect(y, id).toBeGreaterThan(first);
  });

  it('routes long back edges to the same state around the others in one lane', async () => {
    const text = row(30).replace(/other: s2\d/g, 'other: s0');
    const layout = await computeLayout(graphOf(text), nodeContent);
    const right = Math.max(...Array.from(layout.nodes.values(), ({ x, width }) => x + width));
    const lanes = new Set<number>();
    for (const { points } of layout.edges.values())
      for (const { x } of points) if (x > right + 20) lanes.add(x);
    expect(lanes.size).toBe(1);
  });

  it('places labels without overlaps', async () => {
    const graph = graphOf(NESTED);
    const { edges } = await computeLayout(graph, nodeContent);
    const labels = graph.edges.flatMap((edge) => {
      const at = edge.kind === 'initial' ? undefined : edges.get(edge.id)?.label;
      if (at === undefined) return [];
      const { width, height } = labelSize(edge);
      return [[edge.id, { x: at.x - width / 2, y: at.y - height / 2, width, height }] as const];
    });
    expect(overlapping({ width: 0, height: 0, nodes: new Map(labels), edges: new Map() })).toEqual([]);
    expect(labels.length).toBeGreaterThan(10);
  });
});

describe('a layout after an edit', () => {
  const text = row(50);
  const edits: [string, (text: string) => string, number][] = [
    ['a renamed event', (one) => one.replace('      next: s21', '      beyond: s21'), 0],
    ['a condition', (one) => one.replace('next: s21', "next: { target: s21, condition: '{{a > 1}}' }"), 0],
    ['another text', (one) => one.replace('  s20:\n', '  s20:\n    render: { text: Hello there }\n'), 3],
    [
      'an added state on an edge',
      (one) =>
        one
          .replace('next: s21', 'next: new')
          .replace('  s20:\n', '  new: { transitions: { CHAT: s21 } }\n  s20:\n'),
      110,
    ],
    ['an added state without edges', (one) => one.replace('  s20:\n', '  new: {}\n  s20:\n'), 60],
    ['an added edge', (one) => one.replace('next: s21', 'next: s21\n      more: s23'), 70],
    ['a removed edge', (one) => one.replace(/ {6}other: s.*\n/, ''), 60],
    ['a renamed state', (one) => one.replace('  s20:\n', '  s20x:\n'), 90],
    ['a removed state', (one) => one.replace(/ {2}s20:\n(?: {4}.*\n)*/, ''), 90],
  ];
  let before: ReturnType<typeof computeLayout> | undefined;
  it.each(sample(edits, 3))('moves few nodes for %s', async (_, edit, most) => {
    before ??= computeLayout(graphOf(text), nodeContent);
    const graph = graphOf(edit(text));
    expect(edit(text)).not.toBe(text);
    const after = await computeLayout(graph, nodeContent, await before);
    checkLayout(graph, after);
    expect(moved(await before, after)).toBeLessThanOrEqual(most);
  });

  it('is the same for the same graph', async () => {
    for (const one of [text, NESTED]) {
      const before = await computeLayout(graphOf(one), nodeContent);
      expect(await computeLayout(graphOf(one), nodeContent, before)).toEqual(before);
    }
  });

  it('places all nodes and edges of nested states', async () => {
    const before = await computeLayout(graphOf(NESTED), nodeContent);
    for (const changed of [
      NESTED.replace('two: {', 'three: {'),
      NESTED.replace('properties: { is_final: true }', 'transitions: { again: list, new: missing }'),
      NESTED.replace('initial: x, states: {}', 'initial: x, states: { x: {}, y: { transitions: { a: x } } }'),
      NESTED.replace(/ {2}shop:\n(?: {4}.*\n)*/, ''),
    ]) {
      const graph = graphOf(changed);
      expect(changed).not.toBe(NESTED);
      checkLayout(graph, await computeLayout(graph, nodeContent, before));
    }
  });
});
