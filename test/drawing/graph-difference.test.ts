import { expect, it } from 'vitest';
import { graphDifference } from '../../server/drawing/graph-difference';
import {
  EMPTY_NODE,
  type StateEdge,
  type StateGraph,
  type StateNode,
} from '../../server/drawing/state-graph';

const node = (id: string): StateNode => ({
  ...EMPTY_NODE,
  id,
  parent: id === '' ? undefined : '',
  name: id,
  kind: id === '' ? 'automata' : 'state',
});
const edge = (from: string, event: string, to: string, condition?: string): StateEdge => ({
  id: `${from} ${event}`,
  from,
  to,
  kind: 'event',
  event,
  condition,
});
const graph = (names: readonly string[], edges: readonly StateEdge[]): StateGraph => ({
  nodes: ['', ...names].map(node),
  edges,
});

it('has the new version with what was removed, and marks what differs', () => {
  const before = graph(['home', 'old', 'gone'], [edge('home', 'go', 'old'), edge('old', 'next', 'gone')]);
  const after = graph(['home', 'new', 'more'], [edge('home', 'go', 'new'), edge('new', 'next', 'more')]);
  const renamed: Readonly<Record<string, string>> = { '': '', home: 'home', old: 'new' };
  const found = graphDifference(before, after, {
    newIdOf: (id) => renamed[id],
    isChanged: (id) => id === 'new',
  });
  expect(found.graph.nodes.map(({ id, name }) => [id, name])).toEqual([
    ['', ''],
    ['home', 'home'],
    ['new', 'new'],
    ['more', 'more'],
    ['gone\n-', 'gone'],
  ]);
  expect([...found.nodes]).toEqual([
    ['new', 'changed'],
    ['more', 'added'],
    ['gone\n-', 'removed'],
  ]);
  // The renamed state has the same transition to it.
  expect([...found.edges]).toEqual([
    ['new next', 'added'],
    ['old next\n-', 'removed'],
  ]);
  expect(found.graph.edges.at(-1)).toMatchObject({ from: 'new', to: 'gone\n-' });
});

it('marks nothing of a version compared with itself', () => {
  const same = graph(['a', 'b'], [edge('a', 'go', 'b', 'x > 1'), edge('a', 'go', 'a')]);
  const {
    graph: found,
    nodes,
    edges,
  } = graphDifference(same, same, { newIdOf: (id) => id, isChanged: () => false });
  expect(found).toEqual(same);
  expect([nodes.size, edges.size]).toEqual([0, 0]);
});
