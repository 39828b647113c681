import { describe, expect, it } from 'vitest';
import { editsOf, identityOf, targetsFrom } from '../../../client/graph/edit/kinds';
import { writtenId } from '../../../server/drawing/shown-graph';
import { graphOf } from './graph';

const GRAPH = graphOf(
  '/',
  'home*',
  'bye!',
  'pay/',
  'pay/card*',
  'pay/cash',
  '/ -initial> home',
  'home -go> pay',
  'home -CHAT> bye',
  'pay/card -ok> pay/cash',
  'pay -DONE> bye',
);
// The root has no parent, as in the server's graph; there are two cases of one event.
const CASES = {
  nodes: [...GRAPH.nodes.slice(1), { ...GRAPH.nodes[0], id: 'gone', parent: '', kind: 'missing' }],
  edges: [
    ...GRAPH.edges,
    ...[0, 1, 2].map((index) => ({ ...GRAPH.edges[2], from: 'bye', id: `case ${index}` })),
  ],
} as typeof GRAPH;

const inMenu = (...ids: readonly string[]) => editsOf(CASES, ids).join(' ');

describe('the edits of', () => {
  it.each([
    ['the canvas', undefined, 'addState'],
    ['the automata', '', 'addState connect'],
    [
      'an initial state',
      'home',
      'addState connect renameState setText setFinal setButtonText duplicateState moveState extractAutomata deleteState',
    ],
    [
      'a final state',
      'bye',
      'addState connect renameState setText setInitial clearFinal setButtonText duplicateState moveState extractAutomata deleteState',
    ],
    [
      'a nested automata',
      'pay',
      'addState connect renameState setInitial duplicateState moveState extractAutomata deleteState',
    ],
    ['a missing state', 'gone', 'addState'],
    ['an initial marker', '/ -initial> home', 'retarget'],
    [
      'a button',
      'home -go> pay',
      'retarget setCondition renameEvent setButtonText moveUp moveDown deleteTransition',
    ],
    ['a message', 'home -CHAT> bye', 'retarget setCondition deleteTransition'],
    ['the first case', 'case 0', 'retarget setCondition moveDown deleteTransition'],
    ['a case between others', 'case 1', 'retarget setCondition moveUp moveDown deleteTransition'],
    ['the last case', 'case 2', 'retarget setCondition moveUp deleteTransition'],
    ['what is not there', 'removed', ''],
  ])('%s', (_what, id, kinds) => {
    expect(id === undefined ? inMenu() : inMenu(id)).toBe(kinds);
  });
});

it.each([
  ['states', ['home', 'pay'], 'moveState extractAutomata deleteState'],
  ['a state and the automata', ['home', ''], ''],
  ['a state and one that is missing', ['home', 'gone'], ''],
  ['a state and one that is not there', ['home', 'removed'], ''],
])('several: %s', (_what, ids, kinds) => {
  expect(inMenu(...ids)).toBe(kinds);
});

it('leads to all states, but to no automata around the source', () => {
  const targets = (from: string) => targetsFrom(from, CASES).map(({ id }) => id);
  expect(targets('home')).toEqual(['home', 'bye', 'pay', 'pay/card', 'pay/cash']);
  expect(targets('pay/card')).toEqual(['home', 'bye', 'pay/card', 'pay/cash']);
});

it('knows a transition again by more than its index', () => {
  const [first, second] = [0, 1].map((index) => ({ ...CASES, edges: CASES.edges.slice(index) }));
  expect(identityOf(CASES, 'case 1')).toBe(identityOf(first ?? CASES, 'case 1'));
  const other = { ...CASES, edges: CASES.edges.map((edge) => ({ ...edge, condition: 'a > 1' })) };
  expect(identityOf(CASES, 'case 1')).not.toBe(identityOf(other, 'case 1'));
  expect(identityOf(second ?? CASES, '/ -initial> home')).toBeUndefined();
  expect(identityOf(CASES, 'gone')).toBe('missing');
});

it('writes a transition that is drawn from several states at its automata', () => {
  expect(writtenId('pay\n\nok\n\n0\n\tpay\ncard')).toBe('pay\n\nok\n\n0');
  expect(writtenId('\n\t')).toBe('');
});
