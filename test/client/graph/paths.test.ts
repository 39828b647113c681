import { describe, expect, it } from 'vitest';
import { findPath } from '../../../client/webview/graph/focus';
import { automataOfAnyState, modelOf } from '../../../client/webview/graph/model';
import { neighboursOf } from '../../../client/webview/graph/neighbours';
import { shortestPath } from '../../../client/webview/graph/paths';
import { shownGraph } from '../../../server/drawing/shown-graph';
import { graphOf } from './graph';

const SHOP = graphOf(
  'home*',
  'shelves',
  'pay/',
  'pay/address*',
  'pay/card',
  'pay/paid!',
  'thanks',
  'lost',
  '/ -initial> home',
  '/ -help> shelves',
  'home -browse> shelves',
  'home -basket> pay',
  'shelves -CHAT> shelves',
  'shelves -take> pay',
  'pay -initial> pay/address',
  'pay -cancel> home',
  'pay -DONE> thanks',
  'pay/address -next> pay/card',
  'pay/card -ok> pay/paid',
);
const MODEL = modelOf(SHOP);

describe('a path', () => {
  it('is the shortest', () => {
    expect(shortestPath(MODEL, 'home', 'shelves')).toEqual({
      nodes: ['home', 'shelves'],
      edges: ['home -browse> shelves'],
    });
  });

  it('enters an automata at its initial state', () => {
    expect(shortestPath(MODEL, 'shelves', 'pay/card')?.nodes).toEqual([
      'shelves',
      'pay',
      'pay/address',
      'pay/card',
    ]);
  });

  it('follows transitions of enclosing automata', () => {
    expect(shortestPath(MODEL, 'pay/card', 'home')?.edges).toEqual(['pay -cancel> home']);
    expect(shortestPath(MODEL, 'lost', 'shelves')?.edges).toEqual(['/ -help> shelves']);
  });

  it('leaves an automata by `DONE` from its final states only', () => {
    expect(shortestPath(MODEL, 'pay/paid', 'thanks')?.edges).toEqual(['pay -DONE> thanks']);
    expect(shortestPath(MODEL, 'pay/card', 'thanks')?.edges).toEqual([
      'pay/card -ok> pay/paid',
      'pay -DONE> thanks',
    ]);
  });

  it('is undefined to an unreachable state and to the state itself', () => {
    expect(shortestPath(MODEL, 'home', 'lost')).toBeUndefined();
    expect(shortestPath(MODEL, 'home', 'home')).toBeUndefined();
  });

  it('prefers transitions that are drawn', () => {
    const graph = graphOf('a*', 'b', 'c', '/ -jump> c', 'a -go> b', 'b -go> c');
    const drawn = modelOf(shownGraph(graph, { shortcuts: false }));
    expect(findPath(graph, drawn, 'a', 'c')?.path.nodes).toEqual(['a', 'b', 'c']);
    expect(findPath(graph, drawn, 'c', 'c')).toBeUndefined();
  });

  it('includes enclosing automata and the node that their transitions start from', () => {
    const found = findPath(SHOP, modelOf(shownGraph(SHOP, { shortcuts: false })), 'pay/card', 'home');
    expect([...(found?.part.nodes ?? [])].sort()).toEqual(['', 'home', 'pay', 'pay\n\t', 'pay/card']);
  });
});

describe('a node for any state', () => {
  it('belongs to its automata', () => {
    const { nodes } = shownGraph(SHOP, { shortcuts: true, anyState: 'Any state' });
    expect(nodes.filter(({ name }) => name === 'Any state').map(automataOfAnyState)).toEqual(['', 'pay']);
    expect(SHOP.nodes.some((node) => automataOfAnyState(node) !== undefined)).toBe(false);
  });
});

describe('the neighbours of a state', () => {
  it('are its sources and targets, with enclosing automata', () => {
    const part = neighboursOf(MODEL, 'shelves');
    expect([...part.nodes].sort()).toEqual(['', 'home', 'pay', 'shelves']);
    expect([...part.edges]).toContain('shelves -CHAT> shelves');
    expect(part.edges.has('home -basket> pay')).toBe(false);
  });

  it('include the states of an automata', () => {
    expect(neighboursOf(MODEL, 'pay').nodes.has('pay/card')).toBe(true);
  });
});
