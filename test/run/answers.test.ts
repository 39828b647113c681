import { describe, expect, it } from 'vitest';
import { Conversation } from '../../server/run/conversation/conversation';
import type { ConversationEvent, Json } from '../../server/run/conversation/events';
import { explore } from '../../server/run/explore/explore';
import { formatMessage } from '../../server/text/message';
import { assumedIn, freshSandbox, programOfFiles, sandboxMaker, transcriptOf } from './conversation';

/** What a run does where the format leaves a choice (docs/running.md, what is assumed). */

const GO = 'buttons: [{content: Go, on_click: go}]';
const click: ConversationEvent = { click: 'Go' };

interface Case {
  /** The automata; its initial state is `a`. */
  readonly automata: string;
  readonly events?: readonly ConversationEvent[];
  /** The lines of the log, without assumptions. */
  readonly log: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'an output that fails leaves its variable, and the outputs after it are evaluated': {
    automata: `context: {x: 1, y: 2}
states:
  a:
    inputs: {i: 3}
    outputs: {context.x: '{{gone}}', context.y: 'y {{lost.it}}', i: '{{none}}', p: '{{nothing}}', context.z: '{{4}}'}
    render: {text: '{{context.x}} {{context.y}} {{i}} {{typeof p}} {{context.z}}'}
`,
    log: [
      'state a',
      "error expression-fault: ReferenceError: 'gone' is not defined «gone»",
      "error expression-fault: ReferenceError: 'lost' is not defined «lost»",
      "error expression-fault: ReferenceError: 'none' is not defined «none»",
      "error expression-fault: ReferenceError: 'nothing' is not defined «nothing»",
      'message "1 2 3 undefined 4"',
    ],
  },
  '`target_inputs` that the target does not declare are dropped, with one note': {
    automata: `states:
  a: {render: {text: A, ${GO}}, transitions: {go: {target: b, target_inputs: {x: 1, y: 2, z: 3}}}}
  b: {inputs: {y: {type: number}}, render: {text: '{{typeof x}} {{y}}', ${GO}}, transitions: {go: a}}
`,
    events: [click, click, click],
    log: [
      'state a',
      'message "A" [Go -> go]',
      'note input-dropped: `b` has no input `x`, `z`, so nothing is passed to it. «{x: 1, y: 2, z: 3}»',
      'state b by go',
      'message "undefined 2" [Go -> go]',
      'state a by go',
      'message "A" [Go -> go]',
      'state b by go',
      'message "undefined 2" [Go -> go]',
    ],
  },
  'inputs that are passed to an automata are not handed down': {
    automata: `states:
  a: {render: {text: A, ${GO}}, transitions: {go: {target: b, target_inputs: {x: passed}}}}
  b:
    initial: c
    inputs: {x: {type: text}}
    context: {from: '{{x}}'}
    states:
      c: {inputs: {x: {type: text, default_value: own}}, render: {text: '{{context.from}} {{x}}'}}
`,
    events: [click],
    log: ['state a', 'message "A" [Go -> go]', 'state b.c by go', 'message "passed own"'],
  },
  'a passed `undefined` counts as not passed, `null` is a value': {
    automata: `states:
  a: {render: {text: A, ${GO}}, transitions: {go: {target: b, target_inputs: {x: '{{undefined}}', y: '{{null}}', f: '{{payload.f}}'}}}}
  b:
    inputs: {x: {type: text, default_value: usual}, y: {type: text, default_value: usual}, f: {type: text, user_input: true}}
    render: {text: '{{JSON.stringify([x, y, f])}}'}
`,
    events: [click, { form: { f: 'typed' } }],
    log: [
      'state a',
      'message "A" [Go -> go]',
      'form f',
      'state b by go',
      'message "[\\"usual\\",null,\\"typed\\"]"',
    ],
  },
  'each function parameter is a variable after its task, undefined if the model left it out': {
    automata: `states:
  a:
    tasks: [{name: t, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: p, type: string}, {name: q, type: string}]}}]
    render: {text: '{{p}} {{typeof q}} {{q ?? "none"}}'}
`,
    events: [{ task: { p: 'given' } }],
    log: [
      'state a',
      'ask t {"p":"p","q":"q"}',
      'note task-result: The result of Task `t` has no `q`. What it leaves out is undefined. «{name: t, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: p, type: string}, {name: q, type: string}]}}»',
      'task t {"p":"given"}',
      'message "given undefined none"',
    ],
  },
  'a name of `context` that no automata declares ends with the nearest automata': {
    automata: `context: {known: 1}
states:
  a:
    initial: b
    context: {own: 1}
    states:
      b:
        outputs: {context.known: 2, context.own: 2, context.lost: 2, context.top: 2}
        render: {text: '{{context.lost}} {{context.top}}', ${GO}}
        transitions: {go: b}
    transitions: {out: c}
  c: {outputs: {context.top: 3}, render: {text: '{{context.known}} {{context.own}} {{context.lost}} {{context.top}}', ${GO}}, transitions: {go: a}}
`,
    events: [click, { click: { event: 'out' } }, click],
    log: [
      'state a.b',
      'note context-lost: No automata declares `context.lost`, so it is lost when `a` ends. «2»',
      'note context-lost: No automata declares `context.top`, so it is lost when `a` ends. «2»',
      'message "2 2" [Go -> go]',
      'state a.b by go',
      'message "2 2" [Go -> go]',
      'state c by out',
      'note unset-in-text: `{{context.own}}` is undefined, so the text shows it as it is written. «{{context.own}}»',
      'note unset-in-text: `{{context.lost}}` is undefined, so the text shows it as it is written. «{{context.lost}}»',
      'message "2 {{context.own}} {{context.lost}} 3" [Go -> go]',
      'state a.b by go',
      'message "2 2" [Go -> go]',
    ],
  },
  'a transition without a target on an automata means the automata': {
    automata: `context: {n: '{{0}}'}
states:
  a:
    initial: b
    inputs: {i: '{{context.n}}'}
    context: {m: '{{0}}'}
    states:
      b: {render: {text: 'B {{i}} {{context.m}}', ${GO}}, transitions: {go: c}}
      c: {outputs: {context.m: '{{context.m + 1}}', context.n: '{{context.n + 1}}'}, properties: {is_final: true}, render: {text: 'C {{context.m}}'}}
    transitions: {DONE: {}, again: [{condition: '{{true}}'}]}
`,
    events: [click, { click: { event: 'again' } }],
    log: [
      'state a.b',
      'message "B 0 0" [Go -> go]',
      'state a.c by go',
      'message "C 1"',
      'state a.b by DONE',
      'message "B 1 0" [Go -> go]',
      'state a.b by again',
      'message "B 1 0" [Go -> go]',
    ],
  },
  'a transition without a target on the root means the root': {
    automata: `context: {n: '{{0}}'}
transitions: {again: {}}
states:
  a: {outputs: {context.n: '{{context.n + 1}}'}, render: {text: '{{context.n}}', ${GO}}, transitions: {go: b}}
  b: {outputs: {context.n: '{{context.n + 1}}'}, render: {text: '{{context.n}}'}}
`,
    events: [click, { click: { event: 'again' } }],
    log: [
      'state a',
      'message "1" [Go -> go]',
      'state b by go',
      'message "2"',
      'state a by again',
      'message "1" [Go -> go]',
    ],
  },
  'a global variable that an expression assigns is an error at its place': {
    automata: `states:
  a: {outputs: {p: '{{counter = 41}}'}, render: {text: '{{typeof counter}}'}, transitions: {CHAT: b}}
  b: {render: {text: 'B {{counter + 1}}'}}
`,
    events: [{ say: 'Hi' }],
    log: [
      'state a',
      "error expression-fault: ReferenceError: 'counter' is not defined «counter»",
      'message "undefined"',
      'state b by CHAT',
      "error expression-fault: ReferenceError: 'counter' is not defined «counter»",
      'message "B {{counter + 1}}"',
    ],
  },
  'the Code Runner has a realm of its own': {
    automata: `context: {x: '{{1}}'}
states:
  a:
    tasks:
      - {name: t, module_type: AnyWidgetModule, module_config: {widget_id: '1751859390353202447', output_name: r, code: 'function main(params) { left = 1; Object.prototype.toJSON = () => "TJ"; params.x.push(2); return String(params.x); }', params: {x: '{{[context.x]}}'}}}
      - {name: u, module_type: AnyWidgetModule, module_config: {widget_id: '1751859390353202447', output_name: s, code: 'function main() { return typeof left; }'}}
    render: {text: '{{r}} {{s}} {{typeof left}} {{JSON.stringify({ x: context.x })}}'}
`,
    log: [
      'state a',
      'task t {"r":"1,2"}',
      'task u {"s":"undefined"}',
      'message "1,2 undefined undefined {\\"x\\":1}"',
    ],
  },
  '`payload` is an empty object where the event has none': {
    automata: `states:
  a:
    render: {text: A, buttons: [{content: Go, on_click: go}, {content: None, on_click: {event: go, payload: '{{undefined}}'}}]}
    transitions:
      go: {target: b, target_inputs: {x: '{{JSON.stringify(payload)}}'}}
      CHAT: {target: b, target_inputs: {x: '{{typeof payload.x}}'}}
  b: {inputs: {x: {type: text}}, render: {text: '{{x}}'}, transitions: {CHAT: c}}
  c: {transitions: {ALWAYS: {target: d, condition: '{{payload.x === undefined}}'}}, render: {text: C}}
  d: {render: {text: D}, transitions: {CHAT: a}}
`,
    events: [click, { say: '' }, { say: '' }, { say: '' }, { say: '' }, { say: '' }, { click: 'None' }],
    log: [
      'state a',
      'message "A" [Go -> go] [None -> go]',
      'state b by go',
      'message "{}"',
      'state c by CHAT',
      'state d by ALWAYS',
      'message "D"',
      'state a by CHAT',
      'message "A" [Go -> go] [None -> go]',
      'state b by CHAT',
      'message "undefined"',
      'state c by CHAT',
      'state d by ALWAYS',
      'message "D"',
      'state a by CHAT',
      'message "A" [Go -> go] [None -> go]',
      'state b by go',
      'message "{}"',
    ],
  },
  'the message reaches every automata and state that is entered, outermost first': {
    automata: `states:
  a: {render: {text: A}, transitions: {CHAT: b.c.d}}
  b:
    initial: c
    inputs: {one: {type: IM}}
    states:
      c:
        initial: d
        inputs: {two: {type: IM, default_value: '{{one}}?'}, from: '{{one}}!'}
        states: {d: {inputs: {three: {type: text, source: IM}}, render: {text: '{{[one, two, from, three]}}'}}}
`,
    events: [{ say: 'Hi' }],
    log: ['state a', 'message "A"', 'state b.c.d by CHAT', 'message "Hi,Hi,Hi!,Hi"'],
  },
  'braces without an expression stay text': {
    automata: `context: {x: '{{}}'}
states:
  a:
    outputs: {o: '{{ }}'}
    render: {text: 'A {{}} {{  }} {{1}} {{o}} {{context.x}}', buttons: [{content: '{{}}', on_click: go}]}
    transitions: {go: [{condition: '{{}}', target: a}]}
`,
    events: [{ click: '{{}}' }],
    log: [
      'state a',
      'message "A {{}} {{  }} 1 {{ }} {{}}" [{{}} -> go]',
      'state a by go',
      'message "A {{}} {{  }} 1 {{ }} {{}}" [{{}} -> go]',
    ],
  },
  'a message that is overtaken by ALWAYS is not shown, one that is overtaken by DONE is': {
    automata: `states:
  a: {render: {text: A}, transitions: {ALWAYS: b.c}}
  b:
    initial: c
    states: {c: {properties: {is_final: true}, render: {text: C}}}
    transitions: {DONE: d}
  d: {render: {text: D}}
`,
    log: ['state a', 'state b.c by ALWAYS', 'message "C"', 'state d by DONE', 'message "D"'],
  },
  'cancelling a form never sends a message again': {
    automata: `states:
  a: {render: {text: A, ${GO}}, transitions: {go: b.c, form: f, over: o}}
  b:
    initial: c
    states: {c: {properties: {is_final: true}, render: {text: C}}}
    transitions: {DONE: f, form: f, over: o}
  f: {inputs: {x: {type: text, user_input: true}}, render: {text: F}}
  o: {render: {text: O}, transitions: {ALWAYS: f, form: f}}
`,
    events: [
      { click: { event: 'form' } },
      { cancel: true },
      click,
      { cancel: true },
      { click: { event: 'over' } },
      { cancel: true },
      { click: { event: 'form' } },
      { cancel: true },
    ],
    log: [
      'state a',
      'message "A" [Go -> go]',
      'form x',
      'state b.c by go',
      'message "C"',
      'form x',
      'state o by over',
      'form x',
      // This one was not shown before.
      'message "O"',
      'form x',
    ],
  },
  'remarks about inputs and `context` follow the state': {
    automata: `states:
  a: {render: {text: A}, transitions: {CHAT: b}}
  b:
    initial: c
    inputs: {i: '{{one}}'}
    context: {x: '{{two}}'}
    states: {c: {inputs: {y: '{{three}}', f: {type: text, user_input: true, description: '{{four}} x'}}, render: {text: C}}}
`,
    events: [{ say: 'Hi' }, { form: { f: 'F' } }],
    log: [
      'state a',
      'message "A"',
      "error expression-fault: ReferenceError: 'one' is not defined «one»",
      "error expression-fault: ReferenceError: 'two' is not defined «two»",
      "error expression-fault: ReferenceError: 'four' is not defined «four»",
      'form f',
      'state b.c by CHAT',
      "error expression-fault: ReferenceError: 'three' is not defined «three»",
      'message "C"',
    ],
  },
};

describe('a run', () => {
  it.each(Object.entries(CASES))('%s', async (_title, { automata, events = [], log }) => {
    const asks = log.some((line) => line.startsWith('ask'));
    const options = asks ? { taskStub: () => undefined } : {};
    expect(await transcriptOf(`initial: a\n${automata}`, events, options)).toEqual(log);
  });
});

it('enters a state before remarks about its inputs, also after ALWAYS', async () => {
  const automata = `initial: a
states:
  a: {transitions: {ALWAYS: b}}
  b: {initial: c, context: {x: '{{one}}'}, states: {c: {inputs: {y: '{{two}}'}, render: {text: C}}}}
`;
  expect((await transcriptOf(automata)).map((line) => line.split(':')[0])).toEqual([
    'state a',
    'state b.c by ALWAYS',
    'error expression-fault',
    'error expression-fault',
    'message "C"',
  ]);
});

describe('a value of the context without JSON', () => {
  const CYCLE = '{{(() => { const one = {}; one.self = one; return one; })()}}';
  const VALUES: readonly (readonly [value: string, shown: Json, problem: string])[] = [
    ['{{10n}}', '[bigint 10]', '`context.x` (bigint) is shown as a text: JSON has no such integers.'],
    [CYCLE, '[object: it refers to itself]', '`context.x` (object) is shown as a text: it refers to itself.'],
    [
      '{{[{ get y() { throw 1; } }]}}',
      '[array: it cannot be read]',
      '`context.x` (array) is shown as a text: it cannot be read.',
    ],
    ['{{() => 1}}', '[function]', '`context.x` (function) is shown as a text: it has no JSON.'],
    ["{{Number('ten')}}", '[number NaN]', '`context.x` (number) is shown as a text: it has no JSON.'],
    ['{{-1 / 0}}', '[number -Infinity]', '`context.x` (number) is shown as a text: it has no JSON.'],
    ['{{Symbol()}}', '[symbol]', '`context.x` (symbol) is shown as a text: it has no JSON.'],
  ];

  it.each(VALUES)('%s is one note, and a text that says what it is', async (value, shown, problem) => {
    const program = programOfFiles([
      {
        path: 'main.yaml',
        text: `initial: a\ncontext: {before: 1, x: "${value}", after: [2], none: '{{undefined}}'}\nstates:\n  a: {render: {text: A}, transitions: {CHAT: {}}}\n`,
      },
    ]);
    const sandbox = await freshSandbox(1, () => 0);
    const conversation = new Conversation(program, sandbox);
    const outputs = [...conversation.begin(), ...conversation.handle({ say: 'Hi' })];
    const context = { before: 1, x: shown, after: [2] };
    expect(outputs.flatMap((one) => (one.kind === 'message' ? [one.context] : []))).toEqual([
      context,
      context,
    ]);
    expect(conversation.context).toEqual(context);
    const notes = outputs.flatMap((one) => (one.kind === 'note' ? [one] : []));
    expect(notes).toHaveLength(1);
    expect(formatMessage(notes[0]?.message ?? '')).toBe(problem);
    expect(notes[0]?.place).toBeDefined();
    sandbox.dispose();
  });
});

it('each assumption is reported once, whatever follows', async () => {
  const automata = `initial: a
states:
  a: {initial: b, context: {x: 1}, states: {b: {properties: {is_final: true}, render: {text: 'B {{null}} {{[1]}}'}}}, transitions: {DONE: c}}
  c: {render: {text: '{{undefined}} {{[2]}}', buttons: [{content: Go, on_click: go}]}, transitions: {go: a}}
`;
  const found = await assumedIn(automata, [click, click, click]);
  const messages = found.map((line) => line.replace(/ «.*/, ''));
  expect(messages).toHaveLength(5);
  expect(new Set(messages).size).toBe(messages.length);
});

it('explore follows a transition without a target on an automata', async () => {
  const program = programOfFiles([
    {
      path: 'main.yaml',
      text: `initial: a
states:
  a: {initial: b, states: {b: {render: {text: B, ${GO}}, transitions: {go: c}}, c: {properties: {is_final: true}, render: {text: C}}}, transitions: {DONE: {}}}
`,
    },
  ]);
  const found = explore(program, { sandbox: await sandboxMaker(), now: () => 0 });
  expect([found.isComplete, found.findings, found.steps]).toEqual([true, [], 2]);
});
