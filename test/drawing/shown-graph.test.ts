import { expect, it } from 'vitest';
import { shownGraph } from '../../server/drawing/shown-graph';
import {
  EMPTY_NODE,
  type StateEdge,
  type StateGraph,
  type StateNode,
} from '../../server/drawing/state-graph';

const state = (id: string, kind: StateNode['kind'] = 'state'): StateNode => ({
  ...EMPTY_NODE,
  id,
  parent: id === '' ? undefined : '',
  name: id,
  kind,
});
const edge = (from: string, to: string, raisedBy?: readonly string[]): StateEdge => {
  const id = `${from}>${to}`;
  return { id, from, to, kind: 'event', event: 'go', condition: undefined, ...(raisedBy && { raisedBy }) };
};
const ways = ({ edges }: StateGraph) => edges.map(({ from, to }) => `${from}>${to}`);

const GRAPH: StateGraph = {
  nodes: [
    state('', 'automata'),
    ...['a', 'b', 'c', 'd', 'e'].map((id) => state(id)),
    state('gone', 'missing'),
  ],
  edges: [
    edge('', 'gone'),
    edge('', 'c', ['a', 'b']),
    edge('', 'd', ['a', 'b', 'c', 'd', 'e']),
    edge('a', 'b'),
  ],
};

it('draws transitions of an automata from the states that raise their events, if they are few', () => {
  const shown = shownGraph(GRAPH, { shortcuts: false });
  expect(ways(shown)).toEqual(['a>c', 'b>c', 'a>b']);
  expect(new Set(shown.edges.map(({ id }) => id)).size).toBe(3);
  // Elements without a transition from shown ones are not shown.
  expect(shown.nodes.map(({ id }) => id)).not.toContain('gone');
});

it('draws them once, from a node for any state, on request', () => {
  const shown = shownGraph(GRAPH, { shortcuts: true, anyState: 'any' });
  const any = shown.nodes.find(({ name }) => name === 'any');
  expect(any?.parent).toBe('');
  expect(ways(shown)).toEqual([`${any?.id}>gone`, `${any?.id}>c`, `${any?.id}>d`, 'a>b']);
});
