import { describe, expect, it } from 'vitest';
import type { Json } from '../../server/run/conversation/events';
import { assumedIn, transcriptOf } from './conversation';

/** An automata with these states; the first is `initial`. */
const states = (text: string, root = '') =>
  `initial: ${/^ {2}(\w+):/m.exec(text)?.[1]}\n${root}states:\n${text}`;

describe('inputs', () => {
  it('are evaluated in order and can read the context and earlier inputs', async () => {
    const text = states(
      `  a:\n    inputs:\n      one: '{{context.x + 1}}'\n      two: {type: text, value: '{{one * 2}}'}\n    render: {text: '{{one}} {{two}}'}\n`,
      `context: {x: '{{1}}'}\n`,
    );
    expect(await transcriptOf(text)).toEqual(['state a', 'message "2 4"']);
  });

  it('take `value`, then `target_inputs`, then the form, then `default_value`', async () => {
    const text = states(
      `  a:\n    render: {buttons: [{content: Go, on_click: go}]}\n    transitions:\n      go: {target: b, target_inputs: {v: passed, t: passed}}\n` +
        `  b:\n    inputs:\n      v: {type: text, value: fixed}\n      t: {type: text, default_value: usual, user_input: true}\n` +
        `      f: {type: text, default_value: usual, user_input: true}\n      d: {type: text, default_value: usual}\n      n: {type: text}\n` +
        `    render: {text: '{{[v, t, f, d, n]}}'}\n`,
    );
    expect(await transcriptOf(text, [{ click: 'Go' }, { form: { f: 'typed' } }])).toEqual([
      'state a',
      'message "" [Go -> go]',
      'form f',
      'state b by go',
      'message "fixed,passed,typed,usual,"',
    ]);
  });

  it('are empty if an optional text is cleared in the form', async () => {
    const text = states(
      `  a:\n    inputs:\n      opt: {type: text, user_input: true, validations: [{required: false}], default_value: dd}\n` +
        `      req: {type: text, user_input: true, default_value: rr}\n` +
        `      num: {type: number, user_input: true, validations: [{required: false}], default_value: 3}\n` +
        `      one: {type: text, user_input: true, validations: [{required: false}], choices: [u, v], default_value: u}\n` +
        `    render: {text: '{{JSON.stringify([opt, req, num, one])}}'}\n`,
    );
    const lines = await transcriptOf(text, [
      { form: { opt: '', req: '' } },
      { form: { opt: '', num: '', one: '' } },
    ]);
    expect(lines).toEqual([
      'form opt req num one=u|v',
      'form error `req` is required.',
      'state a',
      'message "[\\"\\",\\"rr\\",3,\\"u\\"]"',
    ]);
  });

  it('of type `IM` contain the message that caused the transition', async () => {
    const text = states(
      `  a:\n    inputs: {said: {type: IM}}\n    render: {text: '{{said ?? "nothing"}}'}\n    transitions: {CHAT: {}}\n`,
    );
    expect(await transcriptOf(text, [{ say: 'Hi' }])).toEqual([
      'state a',
      'message "nothing"',
      'state a by CHAT',
      'message "Hi"',
    ]);
  });

  it('of type `IM` contain the message in everything that is entered with it, outermost first', async () => {
    const said = (inner: string) => `inputs: {said: {type: IM, default_value: none}}, ${inner}`;
    const shown = "context: {x: '{{said}}'}, outputs: {}";
    const last = said("render: {text: '{{said}} {{context.x}} {{context.y}}'}");
    const text = states(
      `  a:\n    render: {text: A}\n    transitions: {CHAT: outer.inner}\n` +
        `  outer: {initial: inner, ${said(shown)}, states: {inner: {initial: last, ${said("context: {y: '{{said}}'}")}, states: {last: {${last}}}}}}\n`,
    );
    expect((await transcriptOf(text, [{ say: 'Hi' }])).at(-1)).toBe('message "Hi Hi Hi"');
  });

  it('with `source: IM` contain the message, unless they have a `value`', async () => {
    const text = states(
      `  a:\n    render: {text: A}\n    transitions: {CHAT: b}\n  b:\n    inputs: {one: {type: text, source: IM}, two: {type: IM, value: own}, three: {type: IM, default_value: usual}}\n` +
        `    render: {text: '{{[one, two, three]}}'}\n`,
    );
    expect((await transcriptOf(text, [{ say: 'Hi' }])).at(-1)).toBe('message "Hi,own,Hi"');
  });

  it('prefer `target_inputs` to the message, and use `default_value` without a message', async () => {
    const text = states(
      `  a:\n    render: {text: A, buttons: [{content: Go, on_click: go}]}\n    transitions: {CHAT: {target: b, target_inputs: {one: passed}}, go: b}\n` +
        `  b:\n    inputs: {one: {type: IM}, two: {type: IM, default_value: usual}}\n    render: {text: '{{[one, two]}}'}\n    transitions: {back: a}\n`,
    );
    expect((await transcriptOf(text, [{ say: 'Hi' }])).at(-1)).toBe('message "passed,Hi"');
    expect((await transcriptOf(text, [{ click: 'Go' }])).at(-1)).toBe('message ",usual"');
  });

  it('are undefined without a value, but not with an empty text', async () => {
    const text = states(
      `  a:\n    inputs: {one: {type: text}, two: {type: text, value: ''}, three: {type: text, default_value: ''}}\n    render: {text: '{{[typeof one, typeof two, typeof three]}}'}\n`,
    );
    expect((await transcriptOf(text)).at(-1)).toBe('message "undefined,string,string"');
  });
});

describe('a form', () => {
  const text = states(
    `  a:\n    render: {text: A, buttons: [{content: Go, on_click: go}]}\n    transitions: {go: b}\n` +
      `  b:\n    inputs:\n      size: {type: text, user_input: true, choices: "{{['small', 'large']}}"}\n` +
      `      count: {type: number, user_input: true, validations: [{min_number: 1}, {max_number: 9}]}\n` +
      `    render: {text: '{{count + 1}} {{size}}'}\n`,
  );

  it('opens before its state is entered and validates its values', async () => {
    const lines = await transcriptOf(text, [
      { click: 'Go' },
      { form: { size: 'huge', count: 2 } },
      { form: { size: 'large', count: '0' } },
      { form: { size: 'large', count: 10 } },
      { form: { size: 'large', cuont: 2, count: 2 } },
      { form: { size: 'large' } },
      { form: { size: 'large', count: '2' } },
    ]);
    expect(lines.slice(2)).toEqual([
      'form size=small|large count',
      'form error `size` must be one of `small`, `large`.',
      'form error `count` must be at least 1.',
      'form error `count` must be at most 9.',
      'form error The form has no field `cuont`. Did you mean `count`?',
      'form error `count` is required.',
      'state b by go',
      'message "3 large"',
    ]);
  });

  it.each<[type: string, wrong: Json, problem: string, right: Json]>([
    ['list', 'x', 'a list', ['x']],
    ['array', { a: 1 }, 'a list', ['x']],
    ['array', [], 'at least 1 item', ['x']],
    ['object', 5, 'an object', { a: 1 }],
    ['object', [1], 'an object', { a: 1 }],
    ['image', 5, 'a URL', 'https://example.com/a.png'],
  ])('accepts a value of type %s, and not %j', async (type, wrong, problem, right) => {
    const asking = states(
      `  a:\n    inputs: {v: {type: ${type}, user_input: true, validations: [{min_items: 1}]}}\n    render: {text: '{{JSON.stringify(v)}}'}\n`,
    );
    const lines = await transcriptOf(asking, [{ form: { v: wrong } }, { form: { v: right } }]);
    expect(lines[1]).toMatch(/^form error/);
    expect(lines[1]).toContain(problem);
    expect(lines.at(-1)).toBe(`message ${JSON.stringify(JSON.stringify(right))}`);
  });

  it('changes nothing if it is cancelled', async () => {
    const lines = await transcriptOf(text, [
      { click: 'Go' },
      { cancel: true },
      { click: 'Go' },
      { say: 'Hi' },
    ]);
    expect(lines.slice(2)).toEqual([
      'form size=small|large count',
      'form size=small|large count',
      'error form-open: A form is open: fill it in or cancel it first.',
    ]);
  });

  it('does not open for an input that contains the message', async () => {
    const chat = states(
      `  a:\n    render: {text: A}\n    transitions: {CHAT: b}\n  b:\n    inputs: {x: {type: IM, user_input: true}}\n    render: {text: '{{x}}'}\n`,
    );
    expect((await transcriptOf(chat, [{ say: 'Hi' }])).slice(2)).toEqual(['state b by CHAT', 'message "Hi"']);
  });

  it.each([
    ['[{required: true, error_message: Please say how many.}]', {}, '`x` is required.'],
    ['{min_number: 3, error_message: Too few}', { x: 1 }, '`x` must be at least 3.'],
  ])('shows its own message instead of the `error_message` of %s', async (validations, form, message) => {
    const text = states(
      `  a:\n    inputs:\n      x: {type: number, user_input: true, validations: ${validations}}\n    render: {text: '{{x}}'}\n`,
    );
    expect(await transcriptOf(text, [{ form }])).toEqual(['form x', `form error ${message}`]);
    const written = /error_message: (.*?)}/.exec(validations)?.[1];
    const assumed = '`error_message` of a validation or a case is never shown.';
    expect(await assumedIn(text, [{ form }, { form }])).toEqual([`${assumed} «${written}»`]);
  });

  it('reports the first failing validation', async () => {
    const checked = states(
      `  a:\n    inputs:\n      x: {type: number, user_input: true, validations: [{max_number: 9}, {min_number: 20}, {max_number: 5}]}\n    render: {text: '{{x}}'}\n`,
    );
    expect(await transcriptOf(checked, [{ form: { x: 10 } }, { form: { x: 7 } }])).toEqual([
      'form x',
      'form error `x` must be at most 9.',
      'form error `x` must be at least 20.',
    ]);
  });

  it('opens for the inputs of an automata before it is entered', async () => {
    const inner = states(
      `  a:\n    render: {text: A, buttons: [{content: Go, on_click: go}]}\n    transitions: {go: b}\n  b:\n    initial: c\n    inputs: {x: {type: text, user_input: true}}\n` +
        `    context: {y: '{{x}}!'}\n    states:\n      c: {render: {text: '{{context.y}}'}}\n`,
    );
    expect((await transcriptOf(inner, [{ click: 'Go' }, { form: { x: 'Hi' } }])).slice(2)).toEqual([
      'form x',
      'state b.c by go',
      'message "Hi!"',
    ]);
  });
});

describe('the form of the first state', () => {
  const text = states(`  a:\n    inputs: {x: {type: text, user_input: true}}\n    render: {text: '{{x}}'}\n`);

  it('stays open if it is cancelled', async () => {
    expect(await transcriptOf(text, [{ cancel: true }, { say: 'Hi' }, { form: { x: 'one' } }])).toEqual([
      'form x',
      expect.stringMatching(/^note form-first: The form stays open, because there is no state before it\. «/),
      'form x',
      'error form-open: A form is open: fill it in or cancel it first.',
      'state a',
      'message "one"',
    ]);
  });
});

describe('tasks', () => {
  const withTask = (task: string, text: string) =>
    states(`  a:\n    tasks:\n      - ${task}\n    render: {text: '${text}'}\n`);

  it('store their results under the names of their modules', async () => {
    const module = (type: string, config: string) =>
      `{name: t, module_type: ${type}, module_config: {${config}}}`;
    const cases = [
      [module('LLMModule', ''), '{{reply}}'],
      [module('LLMModule', 'output_name: x'), '{{x}}'],
      [module('AnyWidgetModule', "widget_id: '1'"), '{{result}}'],
      [module('LLMFunctionModule', 'function_parameters: [{name: city, type: string}]'), '{{city}}'],
      [
        module(
          'AnyWidgetModule',
          "widget_id: '1', output_name: r, function_parameters: [{name: n, type: number}]",
        ),
        '{{r.n + n}}',
      ],
    ] as const;
    const shown = await Promise.all(
      cases.map(async ([task, text]) => (await transcriptOf(withTask(task, text))).at(-1)),
    );
    expect(shown).toEqual([
      'message "Result of t"',
      'message "Result of t"',
      'message "Result of t"',
      'message "city"',
      'message "2"',
    ]);
  });

  it('of the Code Runner run their code', async () => {
    const task = `{name: t, module_type: AnyWidgetModule, module_config: {widget_id: '1751859390353202447', output_name: r, code: 'function main(p) { return {sum: p.a + p.b}; }', params: {a: '{{1}}', b: '{{2}}'}}}`;
    expect((await transcriptOf(withTask(task, '{{r.sum}}'))).at(-1)).toBe('message "3"');
  });

  it('ask for their result if they have no stub', async () => {
    const task = '{name: t, module_type: LLMModule, module_config: {user_prompt: "{{1 + 1}}"}}';
    const lines = await transcriptOf(withTask(task, '{{reply}}'), [{ click: 'x' }, { task: 'Hello' }], {
      taskStub: () => undefined,
    });
    expect(lines).toEqual([
      'state a',
      'ask t "Result of t"',
      'error task-open: A task waits for its result.',
      'task t {"reply":"Hello"}',
      'message "Hello"',
    ]);
  });

  it('leave their variables undefined if they fail', async () => {
    const task = '{name: t, module_type: LLMModule, module_config: {}}';
    const lines = await transcriptOf(withTask(task, '{{typeof reply}}'), [], {
      taskStub: () => ({ error: 'out of credits' }),
    });
    expect(lines).toEqual([
      'state a',
      expect.stringMatching(/^error task-failed: Task `t` failed: out of credits/),
      'task t {}',
      'message "undefined"',
    ]);
  });

  it('run once per configuration with `cache`', async () => {
    let count = 0;
    const text = states(
      `  a:\n    inputs: {said: {type: IM}}\n    tasks: [{module_type: LLMModule, module_config: {user_prompt: '{{said}}', cache: true}}]\n` +
        `    render: {text: '{{reply}}'}\n    transitions: {CHAT: a}\n`,
    );
    const lines = await transcriptOf(text, [{ say: 'x' }, { say: 'y' }, { say: 'x' }], {
      taskStub: () => ({ value: ++count }),
    });
    expect(lines.filter((line) => line.startsWith('message'))).toEqual([
      'message "1"',
      'message "2"',
      'message "3"',
      'message "2"',
    ]);
  });

  it('run in order after all inputs and can read earlier results', async () => {
    const text = states(
      `  a:\n    inputs: {i: {type: text, default_value: one}}\n    tasks:\n      - {name: s, module_type: LLMModule, module_config: {user_prompt: '{{i}}', output_name: first}}\n` +
        `      - {name: t, module_type: LLMModule, module_config: {user_prompt: '{{first}} then', output_name: second}}\n    render: {text: '{{second}}'}\n`,
    );
    const prompts: unknown[] = [];
    const lines = await transcriptOf(text, [], {
      taskStub: ({ config }) => {
        prompts.push((config as { readonly user_prompt?: unknown }).user_prompt);
        return { value: `${prompts.length}` };
      },
    });
    expect(prompts).toEqual(['one', '1 then']);
    expect(lines.at(-1)).toBe('message "2"');
  });
});

describe('outputs', () => {
  it('change the context for later outputs; plain outputs are visible after all outputs', async () => {
    const text = states(
      `  a:\n    outputs:\n      context.x: '{{context.x + 1}}'\n      y: '{{context.x}}'\n      z: '{{typeof y}}'\n    render: {text: '{{context.x}} {{y}} {{z}}'}\n`,
      `context: {x: '{{1}}'}\n`,
    );
    expect(await transcriptOf(text)).toEqual(['state a', 'message "2 2 undefined"']);
  });

  it('do not change a context variable of the same name', async () => {
    const text = states(
      `  a:\n    outputs: {x: two}\n    render: {text: '{{context.x}} {{x}}'}\n`,
      'context: {x: one}\n',
    );
    expect(await transcriptOf(text)).toEqual([
      'state a',
      'note output-not-in-context: The output `x` does not change `context.x`. Write `context.x` as its name to change that. «two»',
      'message "one two"',
    ]);
  });
});

describe('targets', () => {
  const inner = `    initial: first\n    inputs: {own: 1}\n    context: {sum: '{{own + 1}}'}\n    states:\n      first:\n        inputs: {x: {type: text, default_value: none}}\n        render: {text: '{{own}} {{context.sum}} {{x}}'}\n      second: {id: deep, render: {text: second}}\n`;
  const targetOf = async (target: string) => {
    const text = states(
      `  a:\n    render: {buttons: [{content: Go, on_click: go}]}\n    transitions: {go: ${target}}\n  b:\n    id: outer\n${inner}`,
    );
    return (await transcriptOf(text, [{ click: 'Go' }])).slice(2);
  };

  it('enter the first state of an automata after its inputs and context', async () => {
    expect(await targetOf('b')).toEqual(['state b.first by go', 'message "1 2 none"']);
  });

  it.each(['b.first', '.b', '#outer'])('are no initial states, as the rule says: %s', async (initial) => {
    const text = `initial: '${initial}'\nstates:\n  b:\n    id: outer\n${inner}`;
    expect(await transcriptOf(text)).toEqual([
      expect.stringContaining(`error target-missing: The automata has no state \`${initial}\`.`),
    ]);
  });

  it.each(['b.second', "'#deep'", "'#outer.second'"])(
    'refer to a state in an automata as %s',
    async (target) => {
      expect(await targetOf(target)).toEqual(['state b.second by go', 'message "second"']);
    },
  );

  it.each(['{}', 'a', '[{condition: true}]'])('re-enter the same state as %s', async (target) => {
    expect(await targetOf(target)).toEqual(['state a by go', 'message "" [Go -> go]']);
  });

  it('may be states without a value', async () => {
    const text = states(
      `  a:\n    render: {buttons: [{content: Go, on_click: go}]}\n    transitions: {go: b}\n  b:\n`,
    );
    expect((await transcriptOf(text, [{ click: 'Go' }])).slice(2)).toEqual(['state b by go', 'message ""']);
  });

  it('that do not exist keep the current state', async () => {
    expect(await targetOf('c')).toEqual([
      'error target-missing: There is no state `c`, so the state stays. «c»',
    ]);
  });

  it('with a dot are not beside the automata', async () => {
    const text = states(
      `  b:\n    initial: first\n    transitions: {go: .second}\n    states:\n      first: {render: {buttons: [{content: Go, on_click: go}]}}\n  second: {render: {text: second}}\n`,
    );
    expect((await transcriptOf(text, [{ click: 'Go' }])).slice(2)).toEqual([
      'error target-missing: There is no state `.second`, so the state stays. «.second»',
    ]);
  });

  it('with a leading dot are child states of an automata', async () => {
    const text = states(
      `  b:\n    initial: first\n    transitions: {go: .second}\n    states:\n      first: {render: {buttons: [{content: Go, on_click: go}]}}\n      second: {render: {text: second}}\n`,
    );
    expect((await transcriptOf(text, [{ click: 'Go' }])).slice(2)).toEqual([
      'state b.second by go',
      'message "second"',
    ]);
  });
});

describe('texts', () => {
  const shown = async (text: string) =>
    (await transcriptOf(states(`  a: {render: {text: ${JSON.stringify(text)}}}\n`))).slice(1);

  it.each([
    ["{{'a'.repeat(1000001)}}", 1_000_001, 1_000_000],
    ["a {{'a'.repeat(1200000)}} b", 1_200_000, 1_000_000],
    ["{{'a'.repeat(600000)}}{{'a'.repeat(600000)}}", 1_200_000, 1_000_000],
    ["{{'a'.repeat(1000000)}}", undefined, 1_000_000],
  ])('longer than 1,000,000 characters are cut, with a note: %s', async (text, length, shownLength) => {
    const [first = '', ...others] = await shown(text);
    const notes = length === undefined ? [] : [first.slice(0, 200)];
    const [message = ''] = length === undefined ? [first] : others;
    expect(notes.map((one) => one.replace(/ «.*/, ''))).toEqual(
      length === undefined
        ? []
        : [`note text-cut: This text has ${length} characters; only the first 1000000 are used.`],
    );
    expect(message.length - 'message ""'.length).toBe(shownLength);
  });

  it('show the source of expressions that are null or undefined', async () => {
    expect(await shown('a {{null}} b {{undefined}} c {{0}}')).toEqual([
      'note unset-in-text: `{{null}}` is null, so the text shows it as it is written. «{{null}}»',
      'note unset-in-text: `{{undefined}}` is undefined, so the text shows it as it is written. «{{undefined}}»',
      'message "a {{null}} b {{undefined}} c 0"',
    ]);
  });

  it('keep the type of a single expression, and are strings otherwise', async () => {
    const text = states(
      `  a:\n    outputs: {context.list: '{{[1]}}', context.text: ' {{[1]}}'}\n    render: {text: '{{Array.isArray(context.list)}} {{typeof context.text}}'}\n`,
      'context: {list: 0, text: 0}\n',
    );
    expect((await transcriptOf(text)).at(-1)).toBe('message "true string"');
  });

  it('can read all variables in `eval`', async () => {
    const text = states(
      `  a:\n    inputs: {x: one, class: two, a-b: three, true: four}\n    render: {text: '{{eval("x + context.y")}}'}\n`,
      'context: {y: 2}\n',
    );
    expect((await transcriptOf(text)).at(-1)).toBe('message "one2"');
  });

  it('are evaluated only once', async () => {
    expect(await shown("{{'{{1' + '}}'}}")).toEqual(['message "{{1}}"']);
  });

  it('report the place of a failing expression', async () => {
    expect(await shown('Hi {{nobody.name}} and {{[].x.y}}')).toEqual([
      "error expression-fault: ReferenceError: 'nobody' is not defined «nobody»",
      "error expression-fault: TypeError: cannot read property 'y' of undefined «y»",
      'message "Hi {{nobody.name}} and {{[].x.y}}"',
    ]);
  });
});

describe('ALWAYS', () => {
  it('takes the first case that holds without showing the message of the state', async () => {
    const text = states(
      `  a:\n    render: {text: never}\n    transitions:\n      ALWAYS: [{condition: '{{false}}', target: b}, {target: c}]\n  b: {render: {text: B}}\n  c: {render: {text: C}}\n`,
    );
    expect(await transcriptOf(text)).toEqual(['state a', 'state c by ALWAYS', 'message "C"']);
  });

  it('stays in the state if no case holds', async () => {
    const text = states(
      `  a:\n    render: {text: A}\n    transitions: {ALWAYS: [{condition: '{{0}}', target: b}]}\n  b: {render: {text: B}}\n`,
    );
    expect(await transcriptOf(text)).toEqual(['state a', 'message "A"']);
  });

  it('is not inherited from the enclosing automata', async () => {
    const text = states(
      `  inner:\n    initial: a\n    transitions: {ALWAYS: b}\n    states:\n      a: {render: {text: A}}\n  b: {render: {text: B}}\n`,
    );
    expect(await transcriptOf(text)).toEqual(['state inner.a', 'message "A"']);
  });

  it('reports an endless loop', async () => {
    const text = states(`  a: {transitions: {ALWAYS: b}}\n  b: {transitions: {ALWAYS: a}}\n`);
    const lines = await transcriptOf(text);
    expect(lines).toHaveLength(1001);
    expect(lines.at(-1)).toMatch(/^error endless: 1000 states were entered/);
  });

  it('keeps the conversation usable after an endless loop', async () => {
    const text = states(
      `  a: {render: {text: A, buttons: [{content: Go, on_click: go}, {content: On, on_click: out}]}, transitions: {go: b, out: d}}\n  b: {transitions: {ALWAYS: c, out: d}}\n  c: {transitions: {ALWAYS: b, out: d}}\n  d: {render: {text: D}}\n`,
    );
    const lines = await transcriptOf(text, [{ click: 'Go' }, { click: { event: 'out' } }]);
    expect(lines.at(-1)).toBe('message "D"');
  });

  it('shows the state in which an endless loop was interrupted, with its buttons', async () => {
    const text = states(
      `  a: {render: {text: A, buttons: [{content: Go, on_click: go}, {content: Home, on_click: home}]}, transitions: {go: b}}\n  b: {render: {text: B, buttons: [{content: Home, on_click: home}]}, transitions: {ALWAYS: c}}\n  c: {render: {text: C, buttons: [{content: Home, on_click: home}]}, transitions: {ALWAYS: b}}\n`,
      'transitions: {home: a}\n',
    );
    const lines = await transcriptOf(text, [{ click: 'Go' }, { click: 'Home' }]);
    expect(lines.slice(-4)).toEqual([
      expect.stringMatching(/^error endless/),
      'message "C" [Home -> home]',
      'state a by home',
      'message "A" [Go -> go] [Home -> home]',
    ]);
  });
});

describe('events', () => {
  const text = states(
    `  a:\n    render: {text: A, buttons: [{content: Go, on_click: go}, {content: Copy, on_click: {event: COPY, payload: {content: x}}}, {content: Lost, on_click: lost}]}\n` +
      `  inner:\n    initial: b\n    transitions: {back: a, go: c}\n    states:\n      b: {render: {text: B, buttons: [{content: Go, on_click: go}, {content: Back, on_click: back}]}, transitions: {go: c}}\n` +
      `      c: {render: {text: C, buttons: [{content: Top, on_click: top}]}}\n`,
    'transitions: {go: inner, top: a, CHAT: a}\n',
  );

  it('are handled by the state, then by its enclosing automata', async () => {
    const lines = await transcriptOf(text, [{ click: 'Go' }, { click: 'Go' }, { click: 'Top' }]);
    expect(lines.filter((line) => line.startsWith('state'))).toEqual([
      'state a',
      'state inner.b by go',
      'state inner.c by go',
      'state a by top',
    ]);
  });

  it('keep the state if they are unhandled', async () => {
    expect(
      (
        await transcriptOf(text, [{ click: 'Lost' }, { say: 'x' }, { click: 'Copy' }, { click: 'Gone' }])
      ).slice(2),
    ).toEqual([
      expect.stringMatching(/^note event-unhandled: Nothing handles `lost` here/),
      expect.stringMatching(/^note event-unhandled: Nothing handles `CHAT` here/),
      'note client-action: COPY is done by the client.',
      'error button-missing: There is no button `Gone`. The buttons are `Go`, `Copy`, `Lost`.',
    ]);
  });

  it('keep the state and add a note if no case holds', async () => {
    const text = states(
      `  a:\n    render: {text: A, buttons: [{content: Go, on_click: go}]}\n    transitions: {go: [{condition: '{{false}}', target: b}, {condition: '{{0}}', target: b}]}\n  b: {render: {text: B}}\n`,
    );
    expect((await transcriptOf(text, [{ click: 'Go' }])).slice(2)).toEqual([
      expect.stringMatching(/^note no-case: /),
    ]);
  });

  it.each(['CHAT', 'DONE'])('%s is handled only by the automata in which it is raised', async (event) => {
    const text = states(
      `  inner:\n    initial: deep\n    transitions: {${event}: b}\n    states:\n      deep:\n        initial: a\n        states:\n          a: {properties: {is_final: ${event === 'DONE'}}, render: {text: A}}\n  b: {render: {text: B}}\n`,
    );
    const lines = await transcriptOf(text, event === 'CHAT' ? [{ say: 'x' }] : []);
    expect(lines).toEqual([
      'state inner.deep.a',
      'message "A"',
      expect.stringMatching(new RegExp(`^note event-unhandled: .*${event}`)),
    ]);
  });

  it('take the first case that holds', async () => {
    const text = states(
      `  a:\n    render: {text: A, buttons: [{content: Go, on_click: go}]}\n    transitions: {go: [{condition: '{{false}}', target: b}, {condition: '{{1}}', target: c}, b]}\n  b: {render: {text: B}}\n  c: {render: {text: C}}\n`,
    );
    expect((await transcriptOf(text, [{ click: 'Go' }])).at(-1)).toBe('message "C"');
  });

  it('carry the payload of the button', async () => {
    const carrying = states(
      `  a:\n    outputs: {context.n: '{{context.n + 1}}'}\n    render: {text: '{{context.n}}', buttons: [{content: Go, on_click: {event: go, payload: {n: '{{context.n}}'}}}]}\n` +
        `    transitions: {go: {target: b, condition: '{{payload.n === 1}}', target_inputs: {n: '{{payload.n}}'}}}\n  b: {inputs: {n: {type: text}}, render: {text: 'n {{n}}'}}\n`,
      `context: {n: '{{0}}'}\n`,
    );
    expect((await transcriptOf(carrying, [{ click: 'Go' }])).slice(1)).toEqual([
      'message "1" [Go -> go {"n":1}]',
      'state b by go',
      'message "n 1"',
    ]);
  });
});

it('a click by what a button raises means that button, whatever the order of keys', async () => {
  const text = states(
    `  a:\n    render: {text: A, buttons: [{content: Go, UNSTABLE_button_id: one, on_click: {event: go, payload: {x: 1, y: {u: 2, v: 3}}}}]}\n` +
      `    transitions: {go: b}\n  b: {inputs: {id: {type: text, value: UNSTABLE_button_id}}, render: {text: 'by {{id}}'}}\n`,
  );
  const click = { event: 'go', payload: { y: { v: 3, u: 2 }, x: 1 } };
  expect((await transcriptOf(text, [{ click }])).at(-1)).toBe('message "by one"');
});

it('payloads are a snapshot of the time when the button was shown', async () => {
  const text = states(
    `  a:\n    render: {text: A, buttons: [{content: Go, on_click: {event: go, payload: {list: '{{context.list}}'}}}]}\n` +
      `    transitions: {go: [{condition: '{{context.list.push(2) && false}}', target: a}, {target: b, target_inputs: {n: '{{payload.list.length}}'}}]}\n` +
      `  b: {inputs: {n: {type: number}}, render: {text: '{{n}} of {{context.list.length}}'}}\n`,
    `context: {list: '{{[1]}}'}\n`,
  );
  expect((await transcriptOf(text, [{ click: 'Go' }])).at(-1)).toBe('message "1 of 2"');
});

it('results, inputs and outputs exist for one visit of a state', async () => {
  const text = states(
    `  a:\n    inputs: {i: '{{typeof o + typeof context.gone}}'}\n    outputs: {o: '{{1}}'}\n    render: {text: '{{i}} {{o}}'}\n    transitions: {CHAT: a}\n`,
  );
  expect((await transcriptOf(text, [{ say: 'x' }])).filter((line) => line.startsWith('message'))).toEqual([
    'message "undefinedundefined 1"',
    'message "undefinedundefined 1"',
  ]);
});

it('a failing expression keeps the conversation usable, and a failing condition is false', async () => {
  const text = states(
    `  a:\n    inputs: {i: '{{gone1}}'}\n    tasks: [{name: t, module_type: LLMModule, module_config: {user_prompt: '{{gone2}}'}}]\n    outputs: {o: '{{gone3}}', context.x: '{{gone4}}'}\n` +
      `    render: {text: '{{typeof i}} {{reply}} {{typeof o}} {{context.x}}', buttons: [{content: '{{gone5}}', on_click: go}, {content: Go, on_click: go}]}\n` +
      `    transitions: {go: [{condition: '{{gone6}}', target: a}, {target: b, target_inputs: {n: '{{gone7}}'}}]}\n  b: {inputs: {n: 1}, render: {text: 'B {{typeof n}}'}}\n`,
    'context: {x: kept}\n',
  );
  const lines = await transcriptOf(text, [{ click: 'Go' }]);
  expect(lines.flatMap((line) => /gone\d(?=»)/.exec(line) ?? [])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((at) => `gone${at}`),
  );
  expect(lines.filter((line) => /^(?:state|message)/.test(line))).toEqual([
    'state a',
    expect.stringMatching(/^message "undefined Result of t undefined/),
    'state b by go',
    expect.stringMatching(/^message "B /),
  ]);
});

describe('a final state', () => {
  it('ends the conversation in the root automata', async () => {
    const text = states(`  a: {properties: {is_final: true}, render: {text: Bye}}\n`);
    expect(await transcriptOf(text, [{ say: 'x' }])).toEqual([
      'state a',
      'message "Bye"',
      'ended',
      'error ended: The conversation is over.',
    ]);
  });

  it('raises DONE on the enclosing automata after the outputs of the automata', async () => {
    const text = states(
      `  inner:\n    initial: a\n    context: {own: '{{2}}'}\n    outputs: {context.x: '{{context.own + 1}}'}\n    transitions: {DONE: after}\n` +
        `    states:\n      a: {properties: {is_final: true}, render: {text: A}}\n  after: {render: {text: '{{context.x}} {{typeof context.own}}'}}\n`,
      'context: {x: 1}\n',
    );
    expect(await transcriptOf(text)).toEqual([
      'state inner.a',
      'message "A"',
      'state after by DONE',
      'message "3 undefined"',
    ]);
  });
});

describe('the context', () => {
  it('is that of the nearest automata that declares the variable', async () => {
    const text = states(
      `  inner:\n    initial: a\n    context: {x: inner}\n    states:\n      a:\n        outputs: {context.x: 'x!', context.y: 'y!'}\n` +
        `        render: {text: '{{context.x}} {{context.y}}', buttons: [{content: Out, on_click: out}]}\n    transitions: {out: b}\n  b: {render: {text: '{{context.x}} {{context.y}}'}}\n`,
      'context: {x: outer, y: outer}\n',
    );
    expect(
      (await transcriptOf(text, [{ click: 'Out' }])).filter((line) => line.startsWith('message')),
    ).toEqual(['message "x! y!" [Out -> out]', 'message "outer y!"']);
  });

  it('stores objects by reference', async () => {
    const text = states(
      `  a:\n    outputs: {context.copy: '{{context.list}}', n: '{{context.copy.push(3)}}'}\n    render: {text: '{{context.list.join()}}'}\n`,
      `context: {list: '{{[1, 2]}}', copy: ''}\n`,
    );
    expect((await transcriptOf(text)).at(-1)).toBe('message "1,2,3"');
  });

  it('survives transitions, unlike other variables', async () => {
    const text = states(
      `  a:\n    outputs: {y: '{{1}}', context.x: '{{2}}'}\n    transitions: {ALWAYS: b}\n  b: {render: {text: '{{typeof y}} {{context.x}}'}}\n`,
    );
    expect((await transcriptOf(text)).at(-1)).toBe('message "undefined 2"');
  });

  it('adds a new variable to the nearest automata that has a context', async () => {
    const text = states(
      `  inner:\n    initial: a\n    context: {y: 1}\n    transitions: {out: b}\n    states:\n      a:\n        outputs: {context.z: new}\n` +
        `        render: {text: '{{context.z}}', buttons: [{content: Out, on_click: out}]}\n  b: {render: {text: '{{typeof context.z}}'}}\n`,
      'context: {x: 1}\n',
    );
    expect(
      (await transcriptOf(text, [{ click: 'Out' }])).filter((line) => line.startsWith('message')),
    ).toEqual(['message "new" [Out -> out]', 'message "undefined"']);
  });
});

it('starts with a context that later variables see', async () => {
  const text = states(
    `  a: {render: {text: '{{context.y}} {{context.z}}'}}\n`,
    "context: {x: 1, y: '{{context.x + 1}}'}\n",
  );
  const start = { context: { x: 2, z: 'new' } };
  expect((await transcriptOf(text, [], { start })).at(-1)).toBe('message "3 new"');
});

it('a conversation can start in any state with any context', async () => {
  const text = states(
    `  a: {render: {text: A}}\n  b: {render: {text: '{{context.x}}'}}\n`,
    'context: {x: 1}\n',
  );
  const start = { state: 'b', context: { x: 'given' } };
  expect(await transcriptOf(text, [], { start })).toEqual(['state b', 'message "given"']);
});
