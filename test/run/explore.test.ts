import { describe, expect, it } from 'vitest';
import { DataOrigins } from '../../server/exchange/origins';
import { SourceValue } from '../../server/run/conversation/source-value';
import { type ExploreOptions, explore } from '../../server/run/explore/explore';
import { shortenPaths, TurnPath } from '../../server/run/explore/turn-path';
import { scenarioOfPath } from '../../server/run/scenario/path-scenario';
import { parseFixture } from '../support/fixture';
import { programOfFiles, sandboxMaker } from './conversation';

/** Explores an automata with these states; the first is `initial`. */
async function explored(states: string, root = '', options: Partial<ExploreOptions> = {}) {
  const text = `initial: ${/^ {2}(\w+):/m.exec(states)?.[1]}\n${root}states:\n${states}`;
  const { files } = parseFixture(`=== main.yaml\n${text}`);
  const found = explore(programOfFiles(files), { sandbox: await sandboxMaker(), now: () => 0, ...options });
  const findings = found.findings.map(({ code, place, path }) => {
    const steps = path ? scenarioOfPath('found', path).steps : [];
    const { tasks } = path ? scenarioOfPath('found', path) : {};
    const shown = [...steps, ...(tasks ? [tasks] : [])].map((step) => JSON.stringify(step));
    return [`${code} «${text.slice(place?.start, place?.end)}»`, ...shown].join(' ');
  });
  return { ...found, findings };
}

const button = (event: string) => `render: {text: T, buttons: [{content: Go, on_click: ${event}}]}`;

describe('explore finds by the shortest path', () => {
  it('an expression that fails', async () => {
    const { findings, isComplete } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: b}\n` +
        `  b:\n    render: {text: B, buttons: [{content: Back, on_click: back}, {content: Further, on_click: further}]}\n    transitions: {back: a, further: c}\n` +
        `  c:\n    properties: {is_final: true}\n    render: {text: 'It is {{context.list.length}}'}\n`,
    );
    expect(isComplete).toBe(true);
    expect(findings).toEqual(['expression-fault «length» {"click":"Go"} {"click":"Further"}']);
  });

  it('braces and `undefined` in messages', async () => {
    const { findings } = await explored(
      `  a:\n    properties: {is_final: true}\n    render: {text: 'Hi {{context.name}}{{\`\${context.age}\`}}'}\n`,
      'context: {name: null}\n',
    );
    expect(findings).toEqual([
      'raw-braces «{{context.name}}» {"expect":{"text":{"not":{"contains":"{{context.name}}"}}}}',
      expect.stringMatching(
        /^undefined-shown «'Hi .*'» \{"expect":\{"text":\{"not":\{"contains":"undefined"\}\}\}\}$/,
      ),
    ]);
  });

  it('the braces of an expression whose source contains `undefined`', async () => {
    const { findings } = await explored(
      `  a:\n    properties: {is_final: true}\n    render: {text: 'x {{undefined}}'}\n`,
    );
    expect(findings).toEqual([
      'raw-braces «{{undefined}}» {"expect":{"text":{"not":{"contains":"{{undefined}}"}}}}',
    ]);
  });

  it('an unhandled event', async () => {
    const { findings } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: b}\n` +
        `  b:\n    render: {text: B, buttons: [{content: Back, on_click: back}, {content: Further, on_click: furhter}]}\n    transitions: {back: a}\n`,
    );
    expect(findings).toEqual(['event-unhandled «Further» {"click":"Go"} {"click":"Further"}']);
  });

  it('an endless loop, unless the result of a task can end it', async () => {
    const loop = (task: string) =>
      `  a:\n    ${button('go')}\n    transitions: {go: b}\n` +
      `  b:\n${task}    transitions: {ALWAYS: [{condition: '{{context.done}}', target: a}, {target: c}]}\n` +
      `  c:\n    transitions: {ALWAYS: b}\n`;
    const context = "context: {done: '{{false}}'}\n";
    const { findings } = await explored(loop(''), context);
    expect(findings.filter((one) => one.startsWith('endless'))).toEqual([
      expect.stringMatching(/^endless .* \{"click":"Go"\}$/s),
    ]);
    const judge =
      `    tasks: [{name: judge, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: ok, type: boolean}]}}]\n` +
      `    outputs: {context.done: '{{!ok}}'}\n`;
    const { findings: others } = await explored(loop(judge), context);
    expect(others).toEqual([]);
  });

  it('a dead end', async () => {
    const { findings } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: b}\n  b:\n    render: {text: Stuck}\n`,
    );
    expect(findings).toEqual(['dead-end «{text: Stuck}» {"click":"Go"}']);
  });

  it('unreached states and cases', async () => {
    const { findings, states, cases } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: [{condition: '{{context.n > 1}}', target: b}, {target: a}], CHAT: {condition: '{{context.n > 1}}', target: a}}\n` +
        `  b:\n    properties: {is_final: true}\n`,
      "context: {n: '{{1}}'}\n",
    );
    expect(findings).toEqual([
      'state-unreached «b»',
      expect.stringMatching(/^case-unreached «\{condition: .*target: b\}»$/),
      'case-unreached «CHAT»',
    ]);
    expect([states, cases]).toEqual([
      { reached: 1, all: 2 },
      { reached: 1, all: 3 },
    ]);
  });

  it.each([
    ['a transition of a state', '', 'gone: a'],
    ['cases of a state', '', "gone: [{condition: '{{context.n > 1}}', target: a}, {target: a}]"],
    ['the only transition to a state', '  b:\n    properties: {is_final: true}\n', 'gone: b'],
  ])('nothing about the event of a user intent, which no button raises: %s', async (_, state, transition) => {
    const { findings } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: a, ${transition}}\n${state}`,
      "context: {n: '{{1}}'}\n",
    );
    expect(findings).toEqual([]);
    const { findings: ofAutomata } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: a}\n${state}transitions: {${transition}}\n`,
      "context: {n: '{{1}}'}\n",
    );
    expect(ofAutomata).toEqual([]);
  });

  it('a JavaScript task that fails and a missing target', async () => {
    const { findings } = await explored(
      `  a:\n    tasks: [{name: run, module_type: AnyWidgetModule, module_config: {widget_id: '1751859390353202447', code: 'function main() { return gone; }'}}]\n` +
        `    ${button('go')}\n    transitions: {go: '#nowhere'}\n`,
    );
    expect(findings.map((one) => one.split(' ')[0])).toEqual(['task-failed', 'dead-end', 'target-missing']);
  });

  it('an output that sets a part of a context variable', async () => {
    const { findings } = await explored(
      `  a:\n    ${button('go')}\n    transitions: {go: b}\n` +
        `  b:\n    outputs: {context.cart.size: '{{1}}'}\n    properties: {is_final: true}\n    render: {text: B}\n`,
      'context: {cart: {size: 0}}\n',
    );
    expect(findings).toEqual([expect.stringMatching(/^wrong-output «.*» \{"click":"Go"\}$/)]);
  });

  it('an unhandled DONE event of an automata', async () => {
    const inner = (transitions: string) =>
      `  a:\n    initial: b\n${transitions}    states:\n      b:\n        ${button('go')}\n        transitions: {go: c}\n` +
      `      c:\n        properties: {is_final: true}\n        render: {text: C}\n` +
      `  d:\n    properties: {is_final: true}\n    render: {text: D}\n`;
    const { findings } = await explored(inner(''));
    expect(findings.filter((one) => one.startsWith('event-unhandled'))).toEqual([
      expect.stringMatching(/^event-unhandled .* \{"click":"Go"\}$/s),
    ]);
    const { findings: others } = await explored(inner('    transitions: {DONE: d}\n'));
    expect(others).toEqual([]);
  });
});

it('paths become shorter if a shorter one leads to a situation on them', () => {
  const step = (say: string) => ({ event: { say }, results: [] });
  const start = { path: new TurnPath(undefined, { event: undefined, results: [] }) };
  const next = (before: { path: TurnPath }, say: string) => ({ path: new TurnPath(before, step(say)) });
  const first = next(start, 'one');
  const second = next(first, 'two');
  const third = next(second, 'three');
  const fourth = new TurnPath(third, step('four'));
  const short = next(start, 'short');
  const said = () => fourth.events.flatMap(({ event }) => (event && 'say' in event ? [event.say] : []));
  expect(said()).toEqual(['one', 'two', 'three', 'four']);
  shortenPaths([
    { path: new TurnPath(short, step('to third')), to: third },
    { path: new TurnPath(start, step('to second')), to: second },
    { path: new TurnPath({ path: fourth }, step('back')), to: first },
  ]);
  expect(said()).toEqual(['short', 'to third', 'four']);
  expect(fourth.length).toBe(4);
});

describe('explore', () => {
  it('fills in forms, sends messages that conditions compare with, and tries both results of tasks', async () => {
    const { findings, states, isComplete } = await explored(
      `  a:\n    inputs: {size: {type: text, user_input: true, choices: [small, large]}, count: {type: number, user_input: true, validations: [{min_number: 3}]}}\n` +
        `    outputs: {context.size: '{{size}}'}\n    render: {text: A}\n    transitions: {CHAT: b}\n` +
        `  b:\n    inputs: {said: {type: IM}}\n    tasks: [{name: judge, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: ok, type: boolean}]}}]\n` +
        `    transitions: {ALWAYS: [{condition: '{{said === "secret" && !ok && context.size === "large"}}', target: c}, {target: d}]}\n` +
        `  c:\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n  d:\n    properties: {is_final: true}\n`,
    );
    expect([states, isComplete]).toEqual([{ reached: 4, all: 4 }, true]);
    expect(findings).toEqual([
      'expression-fault «nobody» {"form":{"size":"large","count":3}} {"say":"secret"} {"b.judge":{"ok":false}}',
    ]);
  });

  it.each([
    ['a short text', '{type: text, user_input: true, validations: [{max_length: 2}]}', 'He'],
    ['a whole number', '{type: integer, user_input: true, validations: [{min_number: 2.5}]}', 3],
    [
      'two numbers',
      '{type: number, user_input: true, validations: [{max_number: -3}, {min_number: -9}]}',
      -9,
    ],
    [
      'a list',
      '{type: array, user_input: true, validations: [{min_items: 1}, {min_items: 2}]}',
      ['item 1', 'item 2'],
    ],
    [
      'a choice',
      '{type: text, user_input: true, choices: \'{{["long", "s"]}}\', validations: [{max_length: 1}]}',
      's',
    ],
  ])('fills in forms with values that fit: %s', async (_, input, value) => {
    const { findings } = await explored(
      `  a:\n    inputs:\n      other: {type: boolean, user_input: true}\n      x: ${input}\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n`,
    );
    expect(findings).toEqual([
      `expression-fault «nobody» ${JSON.stringify({ form: { other: true, x: value } })}`,
    ]);
  });

  const OPTIONAL = 'validations: [{required: false}]';

  it.each([
    ['a cleared optional text', `text, ${OPTIONAL}`, 'x === ""', ''],
    ['a cleared optional text that has a default', `text, default_value: A, ${OPTIONAL}`, '!x', ''],
    ['a text of the longest length', 'text, validations: [{max_length: 7}]', 'x[6]', 'HelloHe'],
    ['a text of a compared length', 'text', 'x.length >= 12', 'HelloHelloHe'],
    ['an empty list', 'array', '!x.length', []],
    ['a list of the most items', 'array, validations: [{max_items: 2}]', 'x[1]', ['item 1', 'item 2']],
    ['a list of a compared length', 'array', 'x.length > 1', ['item 1', 'item 2']],
  ])('tries %s, in conditions and for faults', async (_, input, condition, value) => {
    const field = `inputs: {x: {type: ${input}, user_input: true}}`;
    const form = JSON.stringify({ form: { x: value } });
    const { findings, states, isComplete } = await explored(
      `  a:\n    ${field}\n    transitions: {ALWAYS: [{condition: '{{${condition}}}', target: c}, {target: d}]}\n` +
        `  c:\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n  d:\n    properties: {is_final: true}\n`,
    );
    expect([findings, states, isComplete]).toEqual([
      [`expression-fault «nobody» ${form}`],
      { reached: 3, all: 3 },
      true,
    ]);
    if (condition.includes('length >')) return;
    const others = await explored(
      `  a:\n    ${field}\n    render: {text: '{{(${condition}) ? nobody : 1}}'}\n    properties: {is_final: true}\n`,
    );
    expect(others.findings).toEqual([`expression-fault «nobody» ${form}`]);
  });

  it('fills in each field with a value that fits while it tries those of another', async () => {
    const input =
      '{type: text, user_input: true, choices: \'{{["long", "s", "t"]}}\', validations: [{max_length: 1}]}';
    const { findings } = await explored(
      `  a:\n    inputs:\n      x: ${input}\n      y: ${input}\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n`,
    );
    expect(findings).toEqual(['expression-fault «nobody» {"form":{"x":"s","y":"s"}}']);
  });

  it.each([
    ['contradictory validations', '{min_items: 2}, {max_items: 1}'],
    ['a list that is too long to try', '{min_items: 1000000000000}'],
  ])('does not report the first state as unreached if no value fits its form: %s', async (_, validations) => {
    const { findings } = await explored(
      `  a:\n    inputs: {x: {type: array, user_input: true, validations: [${validations}]}}\n    render: {text: A}\n`,
    );
    expect(findings).toEqual([]);
  });

  it.each([
    ['a number', 'number', 'value > 5', 6],
    ['a list of texts', 'list', "value.includes('vip')", ['vip']],
    ['a list of a minimum length', 'list', 'value.length > 3', ['value 1', 'value 1', 'value 1', 'value 1']],
    ['an empty text', 'string', '!value', ''],
  ])('tries values of the type of a parameter: %s', async (_, type, condition, value) => {
    const { findings } = await explored(
      `  a:\n    tasks: [{name: judge, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: value, type: ${type}}]}}]\n` +
        `    transitions: {ALWAYS: [{condition: "{{${condition}}}", target: c}, {target: d}]}\n` +
        `  c:\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n  d:\n    properties: {is_final: true}\n`,
    );
    expect(findings).toEqual([`expression-fault «nobody» {"a.judge":${JSON.stringify({ value })}}`]);
  });

  const judgeOf = (...parameters: readonly string[]) =>
    `    tasks: [{name: judge, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [${parameters.map((one) => `{${one}}`).join(', ')}]}}]\n`;
  const HIT_OR_END = `  c:\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n  d:\n    properties: {is_final: true}\n`;
  const MOOD_AND_SURE = judgeOf('name: mood, type: string', 'name: sure, type: boolean');

  it.each([
    ['one condition', `[{condition: "{{mood === 'angry' && !sure}}", target: c}, {target: d}]`],
    [
      'the conditions of one transition',
      `[{condition: "{{mood !== 'angry'}}", target: d}, {condition: '{{sure}}', target: d}, {target: c}]`,
    ],
  ])('tries combinations of members of a result that %s reads', async (_, cases) => {
    const { findings, isComplete } = await explored(
      `  a:\n${MOOD_AND_SURE}    transitions: {ALWAYS: ${cases}}\n${HIT_OR_END}`,
    );
    expect(findings).toEqual(['expression-fault «nobody» {"a.judge":{"mood":"angry","sure":false}}']);
    expect(isComplete).toBe(true);
  });

  it('tries combinations of members that reach a condition through other variables', async () => {
    const { findings, isComplete } = await explored(
      `  a:\n${MOOD_AND_SURE}    outputs: {context.mood: '{{mood}}', context.doubt: '{{!sure}}'}\n    ${button('go')}\n    transitions: {go: b}\n` +
        `  b:\n    transitions: {ALWAYS: [{condition: "{{context.mood === 'angry' && context.doubt}}", target: c}, {target: d}]}\n${HIT_OR_END}`,
    );
    expect(findings).toEqual([
      'expression-fault «nobody» {"click":"Go"} {"a.judge":{"mood":"angry","sure":false}}',
    ]);
    expect(isComplete).toBe(true);
  });

  it('tries combinations of the fields of a form that a condition reads', async () => {
    const { findings, isComplete } = await explored(
      `  a:\n    inputs:\n      size: {type: text, user_input: true, choices: [small, large]}\n      count: {type: number, user_input: true, validations: [{min_number: 2}]}\n      other: {type: text, user_input: true, choices: [x, y, z]}\n` +
        `    transitions: {ALWAYS: [{condition: "{{size === 'large' && count > 5}}", target: c}, {target: d}]}\n${HIT_OR_END}`,
    );
    expect(findings).toEqual(['expression-fault «nobody» {"form":{"size":"large","count":6,"other":"x"}}']);
    expect(isComplete).toBe(true);
  });

  it('combines only members that are read together', async () => {
    const { steps, isComplete } = await explored(
      `  a:\n${judgeOf(...['p', 'q', 'r'].map((name) => `name: ${name}, type: boolean`))}    ${button('go')}\n` +
        `    transitions: {go: [{condition: '{{p && q}}', target: c}, {target: d}], skip: [{condition: '{{r}}', target: c}, {target: d}]}\n` +
        `  c:\n    properties: {is_final: true}\n  d:\n    properties: {is_final: true}\n`,
    );
    // Four combinations of `p` and `q`, one with another `r`, and a click after each.
    expect([steps, isComplete]).toEqual([10, true]);
  });

  it.each([
    [
      'combinations of members',
      `  a:\n${judgeOf(...Array.from({ length: 10 }, (_, at) => `name: p${at}, type: boolean`))}` +
        `    transitions: {ALWAYS: [{condition: '{{!(${Array.from({ length: 10 }, (_, at) => `p${at}`).join(' || ')})}}', target: c}, {target: b}]}\n`,
    ],
    [
      'combinations of fields',
      `  a:\n    inputs:\n${Array.from({ length: 10 }, (_, at) => `      p${at}: {type: boolean, user_input: true}\n`).join('')}` +
        `    transitions: {ALWAYS: [{condition: '{{!(${Array.from({ length: 10 }, (_, at) => `p${at}`).join(' || ')})}}', target: c}, {target: b}]}\n`,
    ],
    [
      'messages',
      `  a:\n    render: {text: A}\n    transitions: {CHAT: e}\n` +
        `  e:\n    inputs: {said: {type: IM}}\n    transitions: {ALWAYS: [${Array.from({ length: 40 }, (_, at) => `{condition: "{{said === 'word ${at}'}}", target: ${at === 39 ? 'c' : 'b'}}`).join(', ')}, {target: b}]}\n`,
    ],
    [
      'choices',
      `  a:\n    inputs: {size: {type: text, user_input: true, choices: [${Array.from({ length: 40 }, (_, at) => `choice ${at}`).join(', ')}]}}\n` +
        `    transitions: {ALWAYS: [{condition: '{{size.endsWith(String(38 + 1))}}', target: c}, {target: b}]}\n`,
    ],
  ])('is incomplete if there are too many %s, and reports no unreached states', async (_, first) => {
    const { findings, stoppedBy } = await explored(
      `${first}  b:\n    ${button('go')}\n    transitions: {go: [{condition: '{{context.found}}', target: d}, {target: b}]}\n` +
        `  c:\n    outputs: {context.found: '{{true}}'}\n    ${button('go')}\n    transitions: {go: b}\n  d:\n    properties: {is_final: true}\n`,
      "context: {found: '{{false}}'}\n",
    );
    expect([stoppedBy, findings]).toEqual(['values', []]);
  });

  const empty = "{content: '{{context.label}}', on_click: go}";
  it.each([empty, `[${empty}]`])(
    'reports buttons without a text, and braces in forms: %s',
    async (button) => {
      const { findings } = await explored(
        `  a:
    render: {text: A, buttons: [${button}]}
    transitions: {go: b}
  b:
    inputs: {size: {type: text, description: 'Your {{context.label}}', user_input: true, choices: ['{{context.label}} x']}}
    properties: {is_final: true}
`,
        "context: {label: '{{null}}'}\n",
      );
      expect(findings.map((one) => one.split(' {')[0])).toEqual([
        "undefined-shown «'{{context.label}}'»",
        'raw-braces «{{context.label}}»',
      ]);
    },
  );

  it('reports a form that nobody can fill in', async () => {
    const { findings } = await explored(
      `  a:
    inputs: {size: {type: text, user_input: true, choices: '{{[]}}'}}
    properties: {is_final: true}
`,
    );
    expect(findings[0]).toMatch(/^dead-end/);
  });

  const COUNTDOWN = `  a:
    outputs: {context.money: '{{context.money - 100}}'}
    ${button('pay')}
    transitions: {pay: [{condition: '{{context.money < 500}}', target: b}, {target: a}]}
  b: {properties: {is_final: true}}
`;

  it('follows a large number that becomes small', async () => {
    const { findings, states } = await explored(COUNTDOWN, "context: {money: '{{1000}}'}\n");
    expect([findings, states]).toEqual([[], { reached: 2, all: 2 }]);
  });

  it('is incomplete if a large number may become small later, and reports no unreached states', async () => {
    const { findings, stoppedBy } = await explored(COUNTDOWN, "context: {money: '{{1000000}}'}\n");
    expect([findings, stoppedBy]).toEqual([[], 'values']);
  });

  it('follows a state that only a number above the limit reaches', async () => {
    const { findings, states } = await explored(
      `  a:
    inputs: {v: {type: integer, user_input: true}}
    render: {text: A, buttons: [{content: Go, on_click: {event: go, payload: {v: '{{v}}'}}}]}
    transitions: {go: [{condition: '{{payload.v > 1000}}', target: b}, {target: a}]}
  b:
    ${button('next')}
    transitions: {next: c}
  c: {properties: {is_final: true}}
`,
    );
    expect([findings, states]).toEqual([[], { reached: 3, all: 3 }]);
  });

  it('tries different results for tasks without names in two states of one turn', async () => {
    const judge = (parameter: string, type: string) =>
      `    tasks: [{module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: ${parameter}, type: ${type}}]}}]\n`;
    const { findings, states } = await explored(
      `  a:\n${judge('ok', 'boolean')}    transitions: {ALWAYS: [{condition: '{{ok}}', target: b}, {target: d}]}\n` +
        `  b:\n${judge('score', 'number')}    transitions: {ALWAYS: [{condition: '{{score > 5}}', target: c}, {target: d}]}\n` +
        `  c:\n    render: {text: '{{nobody}}'}\n    properties: {is_final: true}\n  d:\n    properties: {is_final: true}\n`,
    );
    expect(states).toEqual({ reached: 4, all: 4 });
    expect(findings).toEqual(['expression-fault «nobody» {"task":{"ok":true}} {"task":{"score":6}}']);
  });

  it('does not report faults that depend on results of tasks that are not run', async () => {
    const { findings } = await explored(
      `  a:\n    tasks: [{name: t, module_type: AnyWidgetModule, module_config: {widget_id: '1', output_name: r}}, {name: u, module_type: LLMModule, module_config: {}}]\n` +
        `    outputs: {context.parts: '{{r.data.items}}', context.json: '{{JSON.parse(reply)}}'}\n` +
        `    render: {text: 'Here {{context.parts}} {{\`\${context.parts}\`}}'}\n    properties: {is_final: true}\n`,
    );
    expect(findings).toEqual([]);
  });

  it('ends although counters and lists grow without limit', async () => {
    const { isComplete, findings } = await explored(
      `  a:\n    outputs: {context.n: '{{context.n + 1}}', context.all: '{{[...context.all, context.n]}}'}\n    ${button('go')}\n` +
        `    transitions: {go: [{condition: '{{context.n > 20}}', target: b}, {target: a}]}\n  b:\n    properties: {is_final: true}\n`,
      "context: {n: '{{0}}', all: '{{[]}}'}\n",
    );
    expect([isComplete, findings]).toEqual([true, []]);
  });

  it('reports that it is incomplete at its limits, and then no unreached states', async () => {
    const states =
      `  a:\n    outputs: {context.n: '{{context.n + 1}}'}\n    ${button('go')}\n` +
      `    transitions: {go: [{condition: '{{context.n > 20}}', target: b}, {target: a}]}\n  b:\n    properties: {is_final: true}\n`;
    const root = "context: {n: '{{0}}'}\n";
    const steps = await explored(states, root, { maxSteps: 5 });
    expect([steps.isComplete, steps.stoppedBy, steps.steps, steps.findings]).toEqual([false, 'steps', 5, []]);
    let time = 0;
    const timed = await explored(states, root, { maxMilliseconds: 3, now: () => time++ });
    expect([timed.stoppedBy, timed.findings]).toEqual(['time', []]);
  });

  /** A place with many messages and results of a task, from which menus lead on, and work that is counted. */
  const TOWN = `  start:
    inputs: {name: {type: text, user_input: true}}
    ${button('go')}
    transitions: {go: talk, CHAT: talk}
  talk:
    inputs: {said: {type: IM}}
    tasks: [{name: t, module_type: LLMModule, module_config: {user_prompt: '{{said}}'}}]
    outputs: {context.memory: '{{[...context.memory, said, reply]}}'}
    ${button('go')}
    transitions: {go: m1, CHAT: [${Array.from({ length: 15 }, (_, at) => `{condition: "{{context.memory.at(-1) === 'word ${at}' || context.memory[0] === 'name ${at}'}}", target: talk}`).join(', ')}, {target: talk}]}
${Array.from({ length: 12 }, (_, at) => `  m${at + 1}:\n    ${button('go')}\n    transitions: {go: ${at === 11 ? 'work' : `m${at + 2}`}}\n`).join('')}  work:
    outputs: {context.done: '{{context.done + 1}}'}
    render: {text: T, buttons: [{content: Again, on_click: again}, {content: Pay, on_click: pay}]}
    transitions: {again: work, pay: pay}
  pay:
    ${button('go')}
    transitions: {go: [{condition: '{{context.done >= 30}}', target: rich}, {target: poor}]}
  poor:
    ${button('go')}
    transitions: {go: start}
  rich:
    render: {text: '{{nobody}}'}
    properties: {is_final: true}
`;

  it('searches what is new first: states behind many values, and counters', async () => {
    const context = "context: {memory: '{{[]}}', done: '{{0}}'}\n";
    const { states, findings, steps } = await explored(TOWN, context, { maxSteps: 400 });
    expect([states, steps]).toEqual([{ reached: 18, all: 18 }, 400]);
    const [finding = '', ...others] = findings;
    expect(others).toEqual([]);
    expect(finding).toMatch(/^expression-fault «nobody» \{"form":/);
    // Go, 13 menus, 29 times Again, Pay, Go.
    expect(finding.split('{"click":')).toHaveLength(1 + 14 + 29 + 2);
  });

  it('is incomplete if the situations whose events are to be tried need too much memory', async () => {
    const states = `  a:\n    outputs: {context.all: '{{context.all + "0123456789"}}', context.n: '{{context.n + 1}}'}\n    render: {text: T, buttons: [{content: Go, on_click: go}, {content: End, on_click: end}]}\n    transitions: {go: a, end: [{condition: '{{context.n > 7}}', target: b}, {target: a}]}\n  b: {properties: {is_final: true}}\n`;
    const root = "context: {all: '', n: '{{0}}'}\n";
    expect((await explored(states, root)).isComplete).toBe(true);
    const { stoppedBy, findings } = await explored(states, root, { maxKeptLength: 200 });
    expect([stoppedBy, findings]).toEqual(['values', []]);
  });

  describe('with observed values', () => {
    const counting = `  a:\n    outputs: {context.n: '{{context.n + 1}}'}\n    ${button('go')}\n    transitions: {go: a}\n`;
    const asking = `  a:\n    inputs: {said: {type: IM}}\n    outputs: {context.said: '{{said}}'}\n    render: {text: T}\n    transitions: {CHAT: a}\n`;
    const valuesOf = async (name: string, states: string, root: string, observed: readonly string[]) => {
      const values = new Set<unknown>();
      const { isComplete } = await explored(states, root, {
        observed: observed.map((text) => new SourceValue(new DataOrigins(), text, undefined)),
        onTurn: ({ outputs }) => {
          for (const one of outputs)
            if (one.kind === 'message')
              values.add((one.context as { readonly [name: string]: unknown })[name]);
        },
      });
      expect(isComplete).toBe(true);
      return [...values];
    };

    it('distinguishes the values of their variables, as far as those of conditions', async () => {
      const root = "context: {n: '{{0}}'}\n";
      // Without effect on conditions, situations are visited up to a small limit only.
      expect((await valuesOf('n', counting, root, [])).length).toBe(202);
      const tested = await valuesOf('n', counting, root, ['{{context.n > 230}}']);
      expect(tested).toContain(231);
      expect(await valuesOf('n', counting, root, ['{{context.m > 230}}'])).not.toContain(231);
    });

    it('tries the values that they compare with', async () => {
      const root = 'context: {said: ""}\n';
      expect(await valuesOf('said', asking, root, [])).toEqual([undefined, 'Hello']);
      expect(await valuesOf('said', asking, root, ["{{context.said === 'wipe'}}"])).toEqual([
        undefined,
        'Hello',
        'wipe',
      ]);
    });

    it('distinguishes more numbers that are shown than of those that are only counted', async () => {
      const root = "context: {n: '{{0}}'}\n";
      const { isComplete, steps } = await explored(counting, root, {
        observed: [new SourceValue(new DataOrigins(), '{{context.n}} points', undefined)],
      });
      expect([isComplete, steps]).toEqual([true, 212]);
    });
  });

  it('returns the same result each time', async () => {
    const states = `  a:\n    inputs: {said: {type: IM}}\n    render: {text: '{{Math.random()}} {{none}}'}\n    transitions: {CHAT: a}\n`;
    expect(await explored(states)).toEqual(await explored(states));
  });
});
