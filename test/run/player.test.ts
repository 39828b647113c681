import { expect, it } from 'vitest';
import { Conversation } from '../../server/run/conversation/conversation';
import type { ConversationEvent } from '../../server/run/conversation/events';
import { Player } from '../../server/run/conversation/player';
import { parseFixture } from '../support/fixture';
import { programOfFiles, sandboxMaker } from './conversation';

const TEXT = `=== main.yaml
context: {seen: '{{[]}}'}
initial: a
states:
  a:
    outputs: {context.seen: '{{[...context.seen, Math.random()]}}'}
    render: {text: '{{context.seen.length}} {{nobody}}', buttons: [{content: Go, on_click: b}, {content: Again, on_click: a}]}
    transitions: {a: {}, b: b}
  b:
    inputs: {n: {type: number, user_input: true}}
    render: {text: '{{n + context.seen.length}}', buttons: [{content: Back, on_click: a}]}
    transitions: {a: a}
`;

const EVENTS: readonly ConversationEvent[] = [
  { click: 'Again' },
  { click: 'Go' },
  { form: { n: 'x' } },
  { form: { n: 3 } },
  { click: 'Back' },
];

it('a player can return to every stop, and replays the same stops after it', async () => {
  const newSandbox = await sandboxMaker();
  const program = programOfFiles(parseFixture(TEXT).files);
  const player = new Player(() => {
    const sandbox = newSandbox();
    return { sandbox, conversation: new Conversation(program, sandbox, { pauses: true }) };
  });
  const state = () => [
    player.stop.position,
    player.stop.point?.kind,
    player.stops.flatMap(({ outputs }) => outputs),
  ];
  const toEnd = () => {
    const states = [state()];
    while (player.forward()) states.push(state());
    return states;
  };
  player.forward();
  const states = toEnd();
  for (const event of EVENTS) {
    player.send(event);
    states.push(...toEnd().slice(1));
  }
  expect(states.length).toBeGreaterThan(30);
  let passed = 0;
  for (const position of states.keys()) {
    player.goTo(position, () => passed++);
    expect(state()).toEqual(states[position]);
    expect(toEnd()).toEqual(states.slice(position));
  }
  // Only the stops after the previous event are replayed.
  const fromStart = (states.length * (states.length + 1)) / 2;
  expect(passed).toBeLessThan(fromStart / 3);
  player.dispose();
});
