import { expect, it } from 'vitest';
import { changedGraph, graphChange } from '../../server/drawing/graph-change';
import { graphOf } from '../client/graph/graph';

const BEFORE = graphOf('/', 'home*', 'quiz', 'home -go> quiz', 'quiz -back> home');

it.each([
  ['a new text', { ...BEFORE, nodes: BEFORE.nodes.map((node) => ({ ...node, text: `Hello ${node.id}` })) }],
  ['another state', graphOf('/', 'home*', 'quiz', 'help', 'home -go> quiz', 'quiz -back> home')],
  ['a state less', graphOf('/', 'home*', 'home -go> home')],
  ['another order', graphOf('/', 'quiz', 'home*', 'quiz -back> home', 'home -go> quiz')],
  ['nothing', { nodes: [], edges: [] }],
])('a change to %s', (_what, after) => {
  const change = graphChange(BEFORE, after);
  expect(change && changedGraph(BEFORE, change)).toEqual(after);
});

it('has only what differs', () => {
  const [first, second] = BEFORE.edges;
  const edges = [first, { ...second, event: 'leave' }] as typeof BEFORE.edges;
  expect(graphChange(BEFORE, { ...BEFORE, edges })).toEqual({
    nodes: { from: BEFORE.nodes.length, deleted: 0, added: [] },
    edges: { from: 1, deleted: 1, added: [{ ...second, event: 'leave' }] },
  });
  expect(graphChange(BEFORE, structuredClone(BEFORE))).toBeUndefined();
});
