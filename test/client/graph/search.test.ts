import { expect, it } from 'vitest';
import { modelOf } from '../../../client/webview/graph/model';
import { searchNodes } from '../../../client/webview/graph/search';
import { graphOf } from './graph';

const GRAPH = graphOf('home*', 'go_home', 'basket', 'pay', 'basket -PayNow> pay', 'home -look> basket');
const [, home, ...others] = GRAPH.nodes;
const MODEL = modelOf({
  ...GRAPH,
  nodes: home
    ? [{ ...home, text: 'Welcome to the shop', tasks: ['greet'], inputs: ['nick'] }, ...others]
    : [],
});

it('sorts names that begin with the query before names that contain it', () => {
  expect(searchNodes(MODEL, 'home')).toEqual(['home', 'go_home']);
});

it('searches events, texts, tasks and inputs, ignoring case', () => {
  expect(searchNodes(MODEL, 'PAY')).toEqual(['pay', 'basket']);
  for (const words of ['to the SHOP', 'greet', 'nick']) expect(searchNodes(MODEL, words)).toEqual(['home']);
});

it('finds nothing for an empty query or without a match', () => {
  expect(searchNodes(MODEL, '  ')).toEqual([]);
  expect(searchNodes(MODEL, 'nowhere')).toEqual([]);
});
