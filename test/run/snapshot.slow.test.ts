import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../server/run/conversation/conversation';
import type { ConversationEvent, ConversationOutput } from '../../server/run/conversation/events';
import type { Program } from '../../server/run/conversation/program';
import type { Sandbox } from '../../server/run/sandbox/sandbox';
import { draws, IS_COMPLETE } from '../support/depth';
import { drawProject } from '../support/projects';
import { freshSandbox, programOfFiles, sandboxMaker } from './conversation';

/** Values that are data, that share parts, that change other values, and that are not plain data. */
const VALUES = [
  '0',
  '-0',
  '1 / 0',
  'undefined',
  '[undefined, NaN, 10n, null, -0]',
  'new Date(5)',
  '"\\ud800 \\u2028 text"',
  'context.a',
  '[context.a, context.a, context.b]',
  '({ x: context.b, __proto__: null })',
  'JSON.parse(\'{"__proto__": 1, "2": 2, "1": 1}\')',
  '(() => { const one = { list: [] }; one.self = one; return one; })()',
  '(Array.isArray(context.a) && context.a.push(1), context.b)',
  '(context.b && typeof context.b === "object" ? ((context.b.k = 1), context.b.k) : 1)',
  '[, 1]',
  'Object.freeze({ a: 1 })',
  'Object.assign([1], { more: 2 })',
  'Math.random()',
  'context',
  'said',
  '() => context.a',
  'new Map([[1, 2]])',
  'new (class Own { x = 1; })()',
  'new Proxy({ p: 1 }, { get: (one, name) => one[name] ?? 7 })',
  'Object.assign(Math, { n: (Math.n ?? 0) + 1 }).n',
  'typeof Math.n === "undefined" ? "none" : Math.n',
  '(Array.prototype.extra = 1, 2)',
  '(Object.prototype.extra ??= 1, 2)',
  '[].extra',
  'Symbol.for("s")',
  'Object.defineProperty({}, "g", { get: () => Math.random(), enumerable: true })',
];

const SHOWN = [
  '{{typeof context.a}} {{typeof context.b}} {{context.a === context.b}} {{Object.is(context.a, -0)}}',
  '{{(() => { try { return JSON.stringify([context.a, context.b]); } catch { return "none"; } })()}}',
  '{{Array.isArray(context.a) && context.a[0] === context.a[1]}} {{context.a instanceof Date}}',
  '{{Math.random()}} {{Object.keys(context).join()}} {{context.b?.self === context.b}} {{context.a?.extra}}',
  '{{plain}} {{typeof local}} {{local === context.a}}',
].join(' | ');

const EVENTS: readonly ConversationEvent[] = [
  { click: 'Go' },
  { click: 'In' },
  { say: 'hello' },
  { form: { field: 'x' } },
  { cancel: true },
  { click: { event: 'go', payload: { k: [1] } } },
];

/** The values that are data: they come first. */
const DATA = VALUES.slice(0, VALUES.indexOf('[, 1]'));

const values = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...DATA) },
  { weight: 1, arbitrary: fc.constantFrom(...VALUES) },
);

const expressions = fc.tuple(values, values, values, values, values);

function programOf([a, b, c, d, e]: readonly [string, string, string, string, string]): Program {
  const outputs = (x: string, y: string) =>
    `{ plain: ${quoted(x)}, context.a: ${quoted(y)}, context.b: ${quoted(x)} }`;
  return programOfFiles([
    {
      path: 'main.yaml',
      text: `initial: one
context: { a: ${quoted(a)}, b: ${quoted(b)} }
transitions: { in: nested, CHAT: one }
states:
  one:
    inputs: { said: { type: IM }, local: ${quoted(e)} }
    outputs: ${outputs(c, d)}
    render:
      text: ${JSON.stringify(SHOWN)}
      buttons:
        - { content: Go, on_click: { event: go, payload: { k: ${quoted(e)}, a: '{{context.a}}' } } }
        - { content: In, on_click: in }
    transitions:
      CHAT: { target: one }
      go: { target: two, target_inputs: { local: '{{payload.a ?? payload.k}}' } }
  two:
    inputs: { said: { type: IM }, local: { type: text }, field: { type: text, user_input: true } }
    tasks: [{ name: t, module_type: LLMModule, module_config: { cache: true, prompt: '{{typeof local}}' } }]
    outputs: ${outputs(e, a)}
    render: { text: ${JSON.stringify(SHOWN)}, buttons: [{ content: Go, on_click: go }, { content: In, on_click: in }] }
    transitions: { CHAT: one, go: [{ condition: '{{typeof context.b === "number"}}', target: one }, { target: two }] }
  nested:
    initial: inner
    context: { a: ${quoted(c)} }
    inputs: { given: ${quoted(d)} }
    states:
      inner:
        inputs: { said: { type: IM }, local: '{{given}}' }
        outputs: ${outputs(b, e)}
        render: { text: ${JSON.stringify(SHOWN)}, buttons: [{ content: Go, on_click: go }] }
        transitions: { CHAT: inner, go: end }
      end: { properties: { is_final: true }, outputs: { context.b: '{{given}}' }, render: { text: '{{typeof given}}' } }
    transitions: { DONE: two }
`,
    },
  ]);
}

function quoted(expression: string): string {
  return JSON.stringify(`{{${expression}}}`);
}

/** Plays events; after some of them, resumes the conversation in a new sandbox or in the same one. */
function played(
  program: Program,
  events: readonly ConversationEvent[],
  newSandbox: () => Sandbox,
  isResumed: (index: number) => 'new' | 'same' | undefined,
) {
  let sandbox = newSandbox();
  let conversation = new Conversation(program, sandbox);
  let resumed = 0;
  const turns: (readonly ConversationOutput[])[] = [conversation.begin()];
  for (const [index, event] of events.entries()) {
    const how = isResumed(index);
    const snapshot = how && conversation.snapshot();
    if (snapshot) {
      resumed++;
      if (how === 'new' || !sandbox.reset()) {
        sandbox.dispose();
        sandbox = newSandbox();
      }
      conversation = new Conversation(program, sandbox);
      // As if written to a file and read from it.
      conversation.resume(JSON.parse(JSON.stringify(snapshot)));
    }
    turns.push(conversation.handle(event));
  }
  sandbox.dispose();
  return { turns, resumed };
}

describe('a conversation resumed from a snapshot', () => {
  it('continues as if it were replayed', { timeout: 60_000 }, async () => {
    const newSandbox = await sandboxMaker();
    let resumed = 0;
    const ways = fc.array(fc.constantFrom('new', 'same', undefined), { minLength: 8, maxLength: 8 });
    const events = fc.array(fc.constantFrom(...EVENTS), { maxLength: 8 });
    fc.assert(
      fc.property(expressions, events, ways, (written, taken, how) => {
        const program = programOf(written);
        const whole = played(program, taken, newSandbox, () => undefined);
        const parts = played(program, taken, newSandbox, (index) => how[index]);
        resumed += parts.resumed;
        expect(parts.turns).toEqual(whole.turns);
      }),
      { seed: 1, numRuns: draws(20, 60) },
    );
    expect(resumed).toBeGreaterThan(IS_COMPLETE ? 60 : 10);
  });

  it('continues as if it were replayed in random projects', { timeout: 60_000 }, async () => {
    const newSandbox = await sandboxMaker();
    const choices = fc.array(fc.nat(99), { minLength: 200, maxLength: 400 });
    let resumed = 0;
    fc.assert(
      fc.property(choices, (all) => {
        let at = 0;
        const draw = <T>(from: readonly T[]): T => from[(all[at++] ?? 0) % from.length] as T;
        const files = drawProject(draw);
        if (files[0]?.path !== 'main.yaml') return;
        let program: Program;
        try {
          program = programOfFiles(files);
        } catch {
          return;
        }
        const names = ['go', 'next', 'go.on', 'CHAT'];
        const events = Array.from({ length: 6 }, (): ConversationEvent => {
          const event = draw(names);
          return event === 'CHAT' ? { say: 'hi' } : { click: { event, payload: { a: 1, key: [2] } } };
        });
        const whole = played(program, events, newSandbox, () => undefined);
        const parts = played(program, events, newSandbox, () => 'same');
        resumed += parts.resumed;
        expect(parts.turns).toEqual(whole.turns);
      }),
      { seed: 2, numRuns: draws(15, 40) },
    );
    expect(resumed).toBeGreaterThan(IS_COMPLETE ? 60 : 10);
  });

  it('has no snapshot if values are not plain data or built-ins were changed', async () => {
    const saved = async (expression: string) => {
      const sandbox = await freshSandbox();
      const value = sandbox.evaluate(expression, [], []);
      const isData = typeof value === 'number' && sandbox.save([value])?.isData;
      sandbox.dispose();
      return isData;
    };
    for (const data of ['1', '[{ a: [1n] }]', 'new Date()', '(x => [x, { x }])({})'])
      expect(await saved(data), data).toBe(true);
    const others = [
      '() => 1',
      'new Map()',
      '/a/g',
      'new Error("x")',
      'new Proxy({}, {})',
      'Proxy.revocable({}, {}).proxy',
      'Reflect.construct(Proxy, [[], {}])',
      'Object.create(null)',
      '[,]',
      'Object.freeze([])',
      '({ get a() { return 1; } })',
      '({ [Symbol()]: 1 })',
      '(Math.x = 1)',
      'delete Map.prototype.get',
      '(Array.prototype.x = 1)',
      '(String.prototype.trim = () => "")',
      '([].values().__proto__.next = 0)',
      'Object.setPrototypeOf(Array, null) && 1',
    ];
    for (const other of others) expect(await saved(other), other).toBe(false);
  });
});
