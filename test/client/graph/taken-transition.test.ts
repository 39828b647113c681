import { expect, it } from 'vitest';
import type { WalkedPart } from '../../../client/graph/messages';
import { TakenTransition } from '../../../client/webview/graph/taken-transition';

const BEFORE: WalkedPart = { nodes: { a: 1 }, edges: {}, current: 'a', open: ['go', 'chat'] };
const AFTER_GO: WalkedPart = { nodes: { a: 1, b: 1 }, edges: { go: 1 }, current: 'b', open: [] };

it('the selection follows a transition that was taken in the graph, once', () => {
  const taken = new TakenTransition();
  taken.arrival(BEFORE);
  taken.take('go');
  expect(taken.arrival({ ...BEFORE, open: [] })).toBeUndefined();
  expect(taken.arrival(AFTER_GO)).toBe('b');
  expect(taken.arrival({ ...AFTER_GO, nodes: { a: 2, b: 1 }, current: 'a' })).toBeUndefined();
});

it('the selection does not follow another transition after the user cancelled', () => {
  const taken = new TakenTransition();
  taken.arrival(BEFORE);
  taken.take('chat');
  expect(taken.arrival(AFTER_GO)).toBeUndefined();
  expect(taken.arrival({ ...AFTER_GO, nodes: { a: 2, b: 1 }, edges: { go: 1, chat: 1 } })).toBeUndefined();
});

it('the selection follows a loop', () => {
  const taken = new TakenTransition();
  taken.arrival({ ...BEFORE, edges: { go: 2 } });
  taken.take('go');
  expect(taken.arrival({ nodes: { a: 2 }, edges: { go: 3 }, current: 'a', open: [] })).toBe('a');
  taken.take('go');
  expect(taken.arrival(undefined)).toBeUndefined();
});
