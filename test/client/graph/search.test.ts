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

it('finds names that begin with the words before those that hold them', () => {
  expect(searchNodes(MODEL, 'home')).toEqual(['home', 'go_home']);
});

it('finds by event, text, tasks and inputs, whatever the size of letters', () => {
  expect(searchNodes(MODEL, 'PAY')).toEqual(['pay', 'basket']);
  for (const words of ['to the SHOP', 'greet', 'nick']) expect(searchNodes(MODEL, words)).toEqual(['home']);
});

it('finds nothing without words', () => {
  expect(searchNodes(MODEL, '  ')).toEqual([]);
  expect(searchNodes(MODEL, 'nowhere')).toEqual([]);
});
