import { expect, it } from 'vitest';
import { Conversation } from '../../server/run/conversation/conversation';
import type { ConversationEvent, ConversationOutput } from '../../server/run/conversation/events';
import type { PausePoint } from '../../server/run/conversation/points';
import type { Sandbox } from '../../server/run/sandbox/sandbox';
import { formatMessage } from '../../server/text/message';
import { parseFixture } from '../support/fixture';
import { freshSandbox, programOfFiles } from './conversation';

const TEXT = `=== main.yaml
context: {score: 0}
initial: menu
transitions:
  leave: menu
states:
  menu:
    inputs: {said: {type: IM}}
    tasks:
      - {name: judge, module_type: AnyWidgetModule, output_name: verdict, module_config: {widget_id: 'x', q: '{{context.score}}'}}
    outputs: {context.score: '{{context.score + 1}}', double: '{{context.score * 2}}'}
    render:
      text: 'Score {{context.score}} {{nobody}}'
      buttons: [{content: Go, on_click: {event: go, payload: {n: '{{double}}'}}}]
    transitions:
      go:
        - {target: menu, condition: '{{payload.n > 99}}'}
        - {target: inner}
  inner:
    initial: first
    states:
      first:
        render: {text: First}
        transitions: {ALWAYS: {target: second}}
      second: {render: {text: Second}}
`;

const EVENTS: readonly ConversationEvent[] = [{ click: 'Go' }, { click: { event: 'leave' } }, { say: 'Hi' }];

/** Runs a conversation; returns its outputs and the pause points between them. */
async function run(pauses: boolean) {
  const { files } = parseFixture(TEXT);
  const calls = { count: 0 };
  const sandbox = counted(await freshSandbox(), calls);
  const conversation = new Conversation(programOfFiles(files), sandbox, { pauses });
  const outputs: ConversationOutput[] = [];
  const points: string[] = [];
  const go = (step: readonly ConversationOutput[]) => {
    outputs.push(...step);
    for (let { point } = conversation; point; { point } = conversation) {
      points.push(`${conversation.moment?.phase} ${textOf(point)}`);
      outputs.push(...conversation.proceed());
    }
    points.push(`${conversation.moment?.phase} in ${conversation.moment?.scope.name}`);
  };
  go(conversation.begin());
  for (const event of EVENTS) go(conversation.handle(event));
  return { outputs, points, calls: calls.count };
}

function counted(sandbox: Sandbox, calls: { count: number }): Sandbox {
  return new Proxy(sandbox, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        // Limits the time only.
        if (name !== 'step') calls.count++;
        return Reflect.apply(member, target, args);
      };
    },
  });
}

function textOf({ kind, origin, at, fault }: PausePoint): string {
  if (fault) return `${kind} ${formatMessage(fault.message)}`;
  const { key, node } = origin ?? {};
  const { start, end } = (at === undefined ? key : node) ?? node ?? { start: 0, end: 0 };
  return `${kind} ${(origin?.text ?? '').slice(start, end).split('\n')[0]?.slice(0, 20)}`;
}

it('a conversation pauses at each pause point', async () => {
  const { points } = await run(true);
  expect(points.slice(0, 26)).toEqual([
    'inputs automata context: {score: 0}',
    'context context score',
    'inputs state menu',
    'inputs input said',
    'tasks task {name: judge, module',
    "tasks expression '{{context.score}}'",
    'outputs output context.score',
    "outputs expression '{{context.score + 1",
    'outputs output double',
    "outputs expression '{{context.score * 2",
    'render render render',
    "render expression 'Score {{context.sco",
    "render expression 'Score {{context.sco",
    "render fault ReferenceError: 'nobody' is not defined",
    "render expression '{{double}}'",
    'waiting in menu',
    'transitions transition go',
    "transitions expression '{{payload.n > 99}}'",
    'transitions case {target: inner}',
    'inputs automata inner',
    'inputs state first',
    'transitions transition ALWAYS',
    'inputs state second',
    'render render render',
    'waiting in second',
    'transitions transition leave',
  ]);
});

it('pauses change neither the outputs nor the number of calls of the sandbox', async () => {
  const [plain, paused] = [await run(false), await run(true)];
  expect(paused.outputs).toEqual(plain.outputs);
  expect(paused.calls).toBe(plain.calls);
  expect(plain.points).toHaveLength(EVENTS.length + 1);
});
