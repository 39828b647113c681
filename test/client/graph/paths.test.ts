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
  it('is as short as possible', () => {
    expect(shortestPath(MODEL, 'home', 'shelves')).toEqual({
      nodes: ['home', 'shelves'],
      edges: ['home -browse> shelves'],
    });
  });

  it('goes on in an automata with the state it begins with', () => {
    expect(shortestPath(MODEL, 'shelves', 'pay/card')?.nodes).toEqual([
      'shelves',
      'pay',
      'pay/address',
      'pay/card',
    ]);
  });

  it('takes the transitions of the automata around a state', () => {
    expect(shortestPath(MODEL, 'pay/card', 'home')?.edges).toEqual(['pay -cancel> home']);
    expect(shortestPath(MODEL, 'lost', 'shelves')?.edges).toEqual(['/ -help> shelves']);
  });

  it('leaves an automata that is done from its final states only', () => {
    expect(shortestPath(MODEL, 'pay/paid', 'thanks')?.edges).toEqual(['pay -DONE> thanks']);
    expect(shortestPath(MODEL, 'pay/card', 'thanks')?.edges).toEqual([
      'pay/card -ok> pay/paid',
      'pay -DONE> thanks',
    ]);
  });

  it('is not there where nothing leads, nor to the state itself', () => {
    expect(shortestPath(MODEL, 'home', 'lost')).toBeUndefined();
    expect(shortestPath(MODEL, 'home', 'home')).toBeUndefined();
  });

  it('is found in what is drawn, before transitions of an automata that are not', () => {
    const graph = graphOf('a*', 'b', 'c', '/ -jump> c', 'a -go> b', 'b -go> c');
    const drawn = modelOf(shownGraph(graph, { shortcuts: false }));
    expect(findPath(graph, drawn, 'a', 'c')?.path.nodes).toEqual(['a', 'b', 'c']);
    expect(findPath(graph, drawn, 'c', 'c')).toBeUndefined();
  });

  it('brings the automata around it, and the node from which its transitions are drawn', () => {
    const found = findPath(SHOP, modelOf(shownGraph(SHOP, { shortcuts: false })), 'pay/card', 'home');
    expect([...(found?.part.nodes ?? [])].sort()).toEqual(['', 'home', 'pay', 'pay\n\t', 'pay/card']);
  });
});

describe('a node that stands for any state', () => {
  it('belongs to its automata', () => {
    const { nodes } = shownGraph(SHOP, { shortcuts: true, anyState: 'Any state' });
    expect(nodes.filter(({ name }) => name === 'Any state').map(automataOfAnyState)).toEqual(['', 'pay']);
    expect(SHOP.nodes.some((node) => automataOfAnyState(node) !== undefined)).toBe(false);
  });
});

describe('the neighbourhood of a state', () => {
  it('is what leads to it and where it leads, with the automata around', () => {
    const part = neighboursOf(MODEL, 'shelves');
    expect([...part.nodes].sort()).toEqual(['', 'home', 'pay', 'shelves']);
    expect([...part.edges]).toContain('shelves -CHAT> shelves');
    expect(part.edges.has('home -basket> pay')).toBe(false);
  });

  it('of an automata holds its states', () => {
    expect(neighboursOf(MODEL, 'pay').nodes.has('pay/card')).toBe(true);
  });
});
