import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../server/run/conversation/conversation';
import type { ConversationEvent, ConversationOutput, Json } from '../../server/run/conversation/events';
import type { Program } from '../../server/run/conversation/program';
import { ConversationRecorder } from '../../server/run/conversation/recorder';
import { exampleOf } from '../../server/run/conversation/tasks';
import { readScenarios } from '../../server/run/scenario/read-scenarios';
import { runScenario } from '../../server/run/scenario/run-scenario';
import { recordedScenario, scenarioFileText } from '../../server/run/scenario/text';
import { formatMessage } from '../../server/text/message';
import { draws } from '../support/depth';
import { addressOf } from '../support/workspace';
import { freshSandbox, programOfFiles } from './conversation';

/** A recorded conversation passes as a scenario, whatever was done in it. */

const EXAMPLES = join(import.meta.dirname, '../../examples');

function example(folder: string, names: RegExp): { path: string; text: string }[] {
  const files = readdirSync(join(EXAMPLES, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => names.test(file))
    .map((file) => ({ path: file, text: readFileSync(join(EXAMPLES, folder, file), 'utf8') }));
}

/** Tasks whose results are missing, errors before, between and after them, a form, and messages that are overtaken. */
const ERRORS = `initial: a
context: { n: 0 }
states:
  a:
    render: { text: 'A {{context.n}}', buttons: [{ content: Go, on_click: go }, { content: Ask, on_click: ask }, { content: Bad, on_click: no }] }
    transitions: { go: b, ask: c, CHAT: inner }
  b:
    inputs: { size: { type: number, user_input: true, validations: [{ min: 1, max: 3 }] } }
    outputs: { context.n: '{{context.n + size}}', context.m: '{{context.n.x.y}}' }
    render: { text: 'B: yes #1' }
    transitions: { CHAT: a }
  c:
    tasks:
      - { name: t, module_type: LLMModule, module_config: { output_name: r, user_prompt: '{{context.none.x}}' } }
      - { name: u, module_type: LLMFunctionModule, module_config: { user_prompt: Hi, function_name: f, function_description: F, function_parameters: [{ name: p, type: string, description: P }] } }
      - { name: v, module_type: AnyWidgetModule, module_config: { widget_id: '1744218088699596809', code: 'function main() { return 1 }', output_name: w } }
    outputs: { context.m: '{{r.x.y}}' }
    render: { text: '{{r}} {{p.length}} {{none}}' }
    transitions: { CHAT: a, again: c }
  inner:
    initial: d
    states:
      d: { render: { text: Done }, properties: { is_final: true } }
    transitions: { DONE: e }
  e: { render: { text: 'E' }, transitions: { CHAT: a } }
`;

const PROGRAMS: readonly (readonly [name: string, program: Program, asks: boolean])[] = [
  ['errors', programOfFiles([{ path: 'main.yaml', text: ERRORS }]), false],
  ['errors and requested results', programOfFiles([{ path: 'main.yaml', text: ERRORS }]), true],
  [
    'echo',
    programOfFiles(example('', /^echo\.automata\.yaml$/).map(({ text }) => ({ path: 'main.yaml', text }))),
    false,
  ],
  [
    'trivia',
    programOfFiles(example('trivia', /\.\w+$/).filter(({ path }) => !path.includes('scenario'))),
    false,
  ],
];

const number = fc.nat(9);
/** An action: a number that chooses among what is possible, and whether to do what is not. */
const action = fc.record({ kind: fc.constantFrom('click', 'say', 'form', 'wrong'), number });
type Action = { readonly kind: string; readonly number: number };

const WRONG: readonly ConversationEvent[] = [
  { click: 'Nothing' },
  { click: { event: 'nobody', payload: { a: 1 } } },
  { form: { size: 'huge' } },
  { form: {} },
  { cancel: true },
  { task: 'x' },
  { task_error: 'no' },
  { task: { p: 'yes' } },
  { say: '' },
  { click: '' },
];

function eventOf(
  { kind, number: chosen }: Action,
  outputs: readonly ConversationOutput[],
): ConversationEvent {
  const message = outputs.findLast((one) => one.kind === 'message');
  const buttons = message?.buttons.map(({ content }) => content) ?? [];
  if (kind === 'click' && buttons.length > 0) return { click: buttons[chosen % buttons.length] ?? '' };
  const form = outputs.findLast((one) => one.kind === 'form');
  if (kind === 'form' && form)
    return { form: Object.fromEntries(form.fields.map(({ name }): [string, Json] => [name, chosen])) };
  return kind === 'say' ? { say: `hello ${chosen}` } : (WRONG[chosen] ?? { cancel: true });
}

async function replay(program: Program, actions: readonly Action[], asks: boolean): Promise<string> {
  const recorder = new ConversationRecorder();
  const sandbox = await freshSandbox(7);
  const conversation = new Conversation(program, sandbox, {
    taskStub: (call) => (asks ? undefined : { value: exampleOf(call) }),
    onTask: recorder.onTask,
  });
  const outputs = [...conversation.begin()];
  recorder.add(undefined, outputs);
  const play = (event: ConversationEvent) => {
    const found = conversation.handle(event);
    recorder.add({ ...event } as Json, found);
    outputs.push(...found);
  };
  for (const one of actions) play(eventOf(one, outputs));
  // The last turn is complete.
  for (let left = 9; conversation.waitsFor === 'task' && left > 0; left--) play({ task: { p: 'end' } });
  sandbox.dispose();
  return scenarioFileText(recordedScenario('main.yaml', 7, {}, recorder.turns));
}

describe.each(PROGRAMS)('%s', (_name, program, asks) => {
  it('a recorded conversation passes again, with refused events and errors', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        const text = await replay(program, actions, asks);
        // Values of a form that are refused are no step.
        expect(text).not.toContain('form_error');
        const file = readScenarios(text, addressOf('a.scenario.yaml'));
        expect(file.problems, text).toEqual([]);
        const [scenario] = file.scenarios;
        const sandbox = await freshSandbox(7);
        const found = scenario ? runScenario(scenario, program, sandbox) : undefined;
        sandbox.dispose();
        expect(
          found?.map(({ message, expected, actual }) => [formatMessage(message), expected, actual]),
          text,
        ).toEqual([]);
      }),
      { numRuns: draws(40, 80) },
    );
  });
});
