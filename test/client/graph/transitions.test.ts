import { describe, expect, it } from 'vitest';
import { modelOf } from '../../../client/webview/graph/model';
import { type RunPlace, transitionsAt } from '../../../client/webview/graph/neighbours';
import { graphOf } from './graph';

const MODEL = modelOf(
  graphOf(
    'home*',
    'pay/',
    'pay/card*',
    'pay/cash',
    'home -basket> pay',
    'pay -cancel> home',
    'pay/card -ok> pay/cash',
    'pay/cash -back> pay/card',
  ),
);
const IN_CARD: RunPlace = { current: 'pay/card', open: ['pay/card -ok> pay/cash', 'pay -cancel> home'] };

/** The transitions that can be selected by key. */
const keysAt = (node: string | undefined, selected: string | undefined, run?: RunPlace) =>
  transitionsAt(MODEL, node, selected, run).map(({ id }) => id);

describe('keys select the transitions', () => {
  it('of the selected state', () => {
    expect(keysAt('pay/card', 'pay/card')).toEqual(['pay/card -ok> pay/cash']);
    expect(keysAt(undefined, undefined)).toEqual([]);
    expect(keysAt('home', 'home', IN_CARD)).toEqual(['home -basket> pay']);
  });

  it('that the conversation can take, including those of enclosing automata', () => {
    const all = ['pay/card -ok> pay/cash', 'pay -cancel> home'];
    expect(keysAt('pay/card', 'pay/card', IN_CARD)).toEqual(all);
    expect(keysAt(undefined, undefined, IN_CARD)).toEqual(all);
    expect(keysAt('pay', 'pay -cancel> home', IN_CARD), 'from one to the next').toEqual(all);
    expect(keysAt('pay/cash', 'pay/cash -back> pay/card', IN_CARD)).toEqual(['pay/cash -back> pay/card']);
  });
});
