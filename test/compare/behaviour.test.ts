import { describe, expect, it } from 'vitest';
import { compareAutomata } from '../../server/compare/compare';
import { runTask } from '../../server/engine/task';
import type { Program } from '../../server/run/conversation/program';
import { sandboxMaker } from '../run/conversation';
import { sample } from '../support/depth';
import {
  comparedBehaviour,
  differenceOf,
  exampleAgents,
  missesOf,
  plantedChanges,
  programFor,
  renamed,
} from './agents';

it.each(exampleAgents())('$name does not differ from itself', { timeout: 60_000 }, async (agent) => {
  const sandbox = await sandboxMaker();
  const { behaviour, turns } = comparedBehaviour(programFor(agent), programFor(agent), sandbox, 40);
  expect(behaviour).toEqual([]);
  expect(turns).toBeLessThanOrEqual(3 * 40);
});

/** Changes that few turns lead to; `planted.slow.test.ts` has the others. */
const SHALLOW = new Set([
  'bakery: a target of a message',
  'bakery: the text of a button that another one has as well',
  'bakery: a removed transition',
  'bakery: a prompt',
  'trivia: a question',
  'echo: a memory',
]);

it('some planted changes are reported with a conversation that shows them', { timeout: 60_000 }, async () => {
  const some = plantedChanges().filter(({ title }) => SHALLOW.has(title));
  expect(some.length).toBe(SHALLOW.size);
  expect(missesOf(sample(some, 3), await sandboxMaker(), 80)).toEqual([]);
});

describe('no difference in behaviour is reported for a renamed', () => {
  const words: [what: string, agent: string, word: RegExp, other: string][] = [
    ['state', 'bakery', /\bmenu\b/g, 'counter'],
    ['nested state', 'bakery', /\bmill\b(?=:|\n)/g, 'stones'],
    ['state with tasks', 'bakery', /\bask\b/g, 'question_desk'],
    ['state with a form', 'bakery', /\bcheckout\b/g, 'desk'],
    ['task', 'bakery', /- name: reply/g, '- name: respond'],
    ['result of a task', 'bakery', /\banswer(?=\}|\n)/g, 'response'],
    ['event', 'bakery', /\bfinish\b/g, 'leave'],
    ['variable', 'bakery', /\btotal\b/g, 'sum'],
    ['state of another file', 'trivia', /\bjudge\b(?=:|\n)/g, 'decide'],
  ];
  it.each(sample(words, 3))('%s', { timeout: 60_000 }, async (_title, name, word, other) => {
    const agent = exampleAgents().find((one) => one.name.includes(name));
    if (agent === undefined) throw new Error(name);
    const sandbox = await sandboxMaker();
    const found = differenceOf(programFor(agent), programFor(renamed(agent, word, other)), sandbox, 40);
    expect(found.behaviour).toEqual([]);
    expect(found.structure).not.toEqual([]);
  });
});

it('a state and the events with its name are renamed together', async () => {
  const text = `initial: home
states:
  home:
    render: { text: Home, buttons: [{ content: Go, on_click: place }] }
    transitions: { place: place }
  place:
    render: { text: Place, buttons: [{ content: Again, on_click: place }] }
    transitions: { place: place }
`;
  const found = differenceOf(
    inOneFile(text),
    inOneFile(text.replace(/\bplace\b/g, 'room')),
    await sandboxMaker(),
    20,
  );
  expect(found.behaviour).toEqual([]);
  expect(found.structure.map(({ change, name, was }) => [change, name, was])).toEqual([
    ['renamed', 'home.room', 'home.place'],
    ['renamed', 'room', 'place'],
    ['renamed', 'room.room', 'place.place'],
  ]);
});

function inOneFile(text: string): Program {
  return programFor({ files: [{ path: 'main.yaml', text }], main: 'main.yaml' });
}

/** A clock that stops after the exploration of the old version, which therefore gets less far than the other one. */
function stoppingClock(calls: number): () => number {
  let milliseconds = 0;
  return () => Math.min(++milliseconds, calls);
}

it('no fault appears in a state that only the longer exploration reaches', async () => {
  const text = `initial: home
context: { n: '{{0}}' }
states:
  home:
    render: { text: Home, buttons: [{ content: Shop, on_click: shop }] }
    transitions: { shop: shop }
  shop:
    outputs: { context.n: '{{context.n + 1}}' }
    render: { text: Shop, buttons: [{ content: Again, on_click: again }, { content: Back, on_click: back }] }
    transitions: { back: home, again: [{ condition: '{{context.n > 4}}', target: many }, { target: shop }] }
  many:
    render: { text: Many }
`;
  const before = inOneFile(text);
  const after = inOneFile(text.replace('content: Shop', 'content: Go'));
  const sandbox = await sandboxMaker();
  const found = runTask(
    compareAutomata(before, after, { sandbox, now: stoppingClock(7), maxSteps: 200, maxMilliseconds: 4 }),
  );
  expect(found.undecided.why).toEqual([{ version: 'before', stoppedBy: 'time' }]);
  expect(found.behaviour.map(({ kind }) => kind)).toEqual(['text']);
});

describe('a state that is not final any more and leads nowhere', () => {
  const version = (isFinal: boolean) =>
    inOneFile(`initial: a
states:
  a:
    render: { text: A, buttons: [{ content: Go, on_click: go }, { content: Run, on_click: run }] }
    transitions: { go: b, run: b }
  b: { render: { text: B }, properties: { is_final: ${isFinal} } }
`);
  it.each([
    [true, 'fault-appears'],
    [false, 'fault-disappears'],
  ])('was final: %s', async (wasFinal, kind) => {
    const { behaviour } = differenceOf(version(wasFinal), version(!wasFinal), await sandboxMaker(), 20);
    expect(behaviour.map((one) => [one.kind, one.state, one.conversations])).toEqual([[kind, 'b', 2]]);
    const [change] = behaviour;
    const ended = [change?.before, change?.after].map((outputs) =>
      outputs?.some((one) => one.kind === 'ended'),
    );
    expect(ended).toEqual([wasFinal, !wasFinal]);
  });
});

it('the same versions have the same differences', {
  timeout: 60_000,
}, async () => {
  const sandbox = await sandboxMaker();
  const agent = exampleAgents().find(({ name }) => name === 'bakery');
  const planted = plantedChanges().find(({ title }) => title.endsWith('a target of a message'));
  if (agent === undefined || planted === undefined) throw new Error('no agent');
  const compared = () => {
    const after = programFor({ ...agent, files: planted.change(agent.files) });
    return comparedBehaviour(programFor(agent), after, sandbox, 50);
  };
  const once = compared();
  expect(JSON.stringify(compared())).toBe(JSON.stringify(once));
  expect(once.behaviour.length).toBeGreaterThan(0);
  // Where limits cut the explorations, both directions play conversations that the other one did not get to.
  expect(once.turns).toBeLessThanOrEqual(3.5 * 50);
});
