import { expect, it } from 'vitest';
import { drawnCentre, neighbourGraph } from '../../../client/webview/graph/focus';
import { graphOf } from './graph';

const GRAPH = graphOf(
  'home*',
  'quiz/',
  'quiz/ask*',
  'quiz/judge',
  'bye!',
  'far',
  'home -go> quiz/ask',
  'quiz/ask -CHAT> quiz/judge',
  'quiz/judge -ALWAYS> quiz/ask',
  'quiz -DONE> home',
  'home -leave> bye',
  'bye -more> far',
);

it('has a state, its neighbours and the automata around them only', () => {
  const part = neighbourGraph(GRAPH, 'home');
  expect(part?.nodes.map(({ id }) => id)).toEqual(['', 'home', 'quiz', 'quiz/ask', 'bye']);
  expect(part?.edges.map(({ id }) => id)).toEqual([
    'home -go> quiz/ask',
    'quiz -DONE> home',
    'home -leave> bye',
  ]);
});

it('has no part around a state that was removed', () => {
  expect(neighbourGraph(GRAPH, 'removed')).toBeUndefined();
});

it('is a part only while neighbours are shown', () => {
  expect(drawnCentre({ kind: 'neighbours', of: 'home' })).toBe('home');
  expect(drawnCentre({ kind: 'choosing', from: 'home' })).toBeUndefined();
  expect(drawnCentre(undefined)).toBeUndefined();
});
