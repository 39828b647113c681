import { expect, it } from 'vitest';
import { walkedPart } from '../../../client/graph/walked';
import { EMPTY_NODE, type StateEdge, type StateNode } from '../../../server/drawing/state-graph';
import { toScopePath } from '../../../server/project/names/scope-path';

function node(id: string, parent: string | undefined, kind: StateNode['kind'] = 'state'): StateNode {
  return { ...EMPTY_NODE, id, parent, name: id, kind };
}

function edge(from: string, event: string, to: string): StateEdge {
  return { id: `${from} ${event} ${to}`, from, to, kind: 'event', event, condition: undefined };
}

const GRAPH = {
  nodes: [
    node('', undefined, 'automata'),
    node('a', ''),
    node('b', '', 'automata'),
    node('b\nc', 'b'),
    node('d', ''),
  ],
  edges: [
    { ...edge('', '', 'a'), kind: 'initial' as const },
    edge('a', 'go', 'b'),
    edge('a', 'go', 'd'),
    { ...edge('', 'home', 'a'), raisedBy: ['b\nc', 'd'] },
    edge('d', 'home', 'a'),
  ],
};

it('the states and transitions of a conversation are counted', () => {
  const walked = [
    { path: toScopePath(['a']), event: undefined },
    { path: toScopePath(['b', 'c']), event: 'go' },
    { path: toScopePath(['a']), event: 'home' },
  ];
  expect(walkedPart(GRAPH, { main: '', walked: [...walked, ...walked.slice(1)], events: [] })).toEqual({
    nodes: { a: 3, 'b\nc': 2 },
    // The transition of `d` was not taken, that of the automata was.
    edges: { '  a': 1, 'a go b': 2, ' home a': 2, ' home a\n\tb\nc': 2 },
    current: 'a',
    open: [],
  });
  expect(walkedPart(GRAPH, { main: '', walked: [], events: [] })).toEqual({
    nodes: {},
    edges: {},
    current: undefined,
    open: [],
  });
});

it.each([
  [['a'], ['go', 'home', 'other'], ['a go b', 'a go d', ' home a']],
  // The state's own transition takes precedence.
  [['d'], ['home'], ['d home a']],
  [['b', 'c'], ['home'], [' home a', ' home a\n\tb\nc']],
  [['a'], [''], []],
])('the open transitions of a conversation in %j with the events %j', (path, events, open) => {
  expect(
    walkedPart(GRAPH, { main: '', walked: [{ path: toScopePath(path), event: undefined }], events }).open,
  ).toEqual(open);
});

it('a state may have the name of a member of each object', () => {
  const walked = ['constructor', '__proto__'].map((name) => ({
    path: toScopePath([name]),
    event: undefined,
  }));
  const { nodes } = walkedPart({ nodes: [], edges: [] }, { main: '', walked, events: [] });
  expect(Object.entries(nodes)).toEqual([
    ['constructor', 1],
    ['__proto__', 1],
  ]);
});
