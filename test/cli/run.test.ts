import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder, resultsOf } from './command';

const BOT = {
  'bot/main.yaml':
    'initial: home\ncontext:\n  count: "{{0}}"\n  code: !oneline code.js\nstates: !include state\n',
  'bot/code.js': 'function main(params) {\r\n  return params.missing.x;\r\n}\r\n',
  'bot/state/home.yaml': `home:
  outputs:
    context.count: '{{context.count + 1}}'
  render:
    text: 'Visit {{context.count}} {{nobody}}'
    buttons:
      - content: Again
        on_click: again
      - content: Order
        on_click: order
  transitions:
    again: home
    order: order
    CHAT: home
order:
  inputs:
    size: { type: text, user_input: true, choices: [small, large] }
  tasks:
    - name: confirm
      module_type: LLMModule
      module_config: { user_prompt: '{{size}}', output_name: reply }
  properties: { is_final: true }
  render: { text: '{{reply}}' }
`,
};

const MAIN = 'initial: a\nstates:\n  a: {render: {text: A}}\n';

/** The lines of machine-readable output. */
function jsonLines(out: string): unknown[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe('`run`', () => {
  const folder = new CommandFolder();

  it('reads events and writes outputs as lines of JSON', async () => {
    folder.write(BOT);
    const events = ['{"click":"Order"}', '{"form":{"size":"huge"}}', '{"form":{"size":"large"}}'];
    const { code, out } = await folder.runWith(
      `${events.join('\n')}\n`,
      'run',
      'bot/main.yaml',
      '--format',
      'jsonl',
    );
    expect(jsonLines(out)).toEqual([
      { state: 'home' },
      {
        error: {
          code: 'expression-fault',
          message: "ReferenceError: 'nobody' is not defined",
          file: 'bot/state/home.yaml',
          line: 5,
        },
      },
      {
        message: {
          state: 'home',
          text: 'Visit 1 {{nobody}}',
          buttons: [
            { content: 'Again', event: 'again' },
            { content: 'Order', event: 'order' },
          ],
        },
        context: { count: 1, code: BOT['bot/code.js'].replaceAll('\r', '') },
      },
      {
        form: {
          state: 'order',
          fields: [
            { name: 'size', label: 'size', type: 'text', choices: ['small', 'large'], required: true },
          ],
        },
      },
      { form_error: { field: 'size', message: '`size` must be one of `small`, `large`.' } },
      { state: 'order', event: 'order' },
      {
        task: {
          state: 'order',
          name: 'confirm',
          module_type: 'LLMModule',
          config: { user_prompt: 'large', output_name: 'reply' },
          results: { reply: 'Result of confirm' },
        },
      },
      { message: { state: 'order', text: 'Result of confirm', buttons: [] }, context: expect.anything() },
      { ended: true },
    ]);
    expect(code).toBe(0);
  });

  it('reports lines that are not events, and continues', async () => {
    folder.write(BOT);
    const one = 'An event must have exactly one of `click`, `say`, `form`, `cancel`, `task` or `task_error`.';
    const click = '`click` must be the content of a button, or an object with its `event`.';
    const form = '`form` must be an object with the values of the fields.';
    const cases: readonly (readonly [line: string, message: string])[] = [
      ['nothing', 'This line is not JSON.'],
      ['{"say":"a"} {"say":"b"}', 'This line is not JSON.'],
      ['7', one],
      ['null', one],
      ['["say"]', one],
      ['{"clik":"Again"}', one],
      ['{"click":"Again","say":"Hi"}', one],
      ['{"click":5}', click],
      ['{"click":null}', click],
      ['{"click":{"payload":{}}}', click],
      ['{"click":{"event":7}}', click],
      ['{"say":5}', '`say` must be a text.'],
      ['{"say":["Hi"]}', '`say` must be a text.'],
      ['{"form":"large"}', form],
      ['{"form":[]}', form],
      ['{"cancel":false}', '`cancel` must be true.'],
      ['{"task_error":7}', '`task_error` must be a text.'],
    ];
    const { code, out } = await folder.runWith(
      `${[...cases.map(([line]) => line), '{"say":"Hi"}'].join('\n')}\n`,
      'run',
      'bot/main.yaml',
      '--format',
      'jsonl',
    );
    const lines = jsonLines(out).filter((line) => JSON.stringify(line).startsWith('{"error":{"message"'));
    expect(lines).toEqual(cases.map(([, message]) => ({ error: { message } })));
    expect(out).toContain('"text":"Visit 2');
    expect(code).toBe(0);
  });

  it('reports cancelled forms, senders and suggested replies', async () => {
    folder.write({
      'main.yaml': `initial: a
states:
  a:
    render:
      text: A
      sender: { name: '{{"Ada"}}', avatar: https://example.com/a.png }
      suggested_reply: [Hi, '{{1 + 1}} more']
      buttons: [{ content: Go, on_click: go }]
    transitions: { go: b }
  b: { inputs: { size: { type: text, user_input: true } }, render: { text: B, suggested_reply: '{{[size]}}' } }
`,
    });
    const lines = ['{"click":"Go"}', '{"cancel":true}', '{"click":"Go"}', '{"form":{"size":"x"}}'];
    const { out } = await folder.runWith(
      `${lines.join('\n')}\n`,
      ...['run', 'main.yaml', '--format', 'jsonl'],
    );
    const form = { form: expect.anything() };
    expect(jsonLines(out)).toEqual([
      { state: 'a' },
      {
        message: {
          state: 'a',
          text: 'A',
          buttons: [{ content: 'Go', event: 'go' }],
          sender: { name: 'Ada', avatar: 'https://example.com/a.png' },
          suggested_reply: ['Hi', '2 more'],
        },
        context: {},
      },
      form,
      { cancelled: true },
      form,
      { state: 'b', event: 'go' },
      { message: { state: 'b', text: 'B', buttons: [], suggested_reply: ['x'] }, context: {} },
    ]);
  });

  it('writes a line for each output', async () => {
    folder.write({
      'main.yaml': `initial: ask
states:
  ask:
    inputs:
      size: { type: text, name: Size, description: How big?, user_input: true, default_value: small, choices: [small, large] }
    tasks: [{ name: t, module_type: LLMModule, module_config: { user_prompt: '{{size}}' } }]
    outputs: { context.size: '{{size}}' }
    render:
      text: 'Yes {{reply}} {{null}}'
      image: https://example.com/a.png
      audio: https://example.com/a.mp3
      buttons: [{ content: Go, description: More, on_click: { event: go, payload: { n: '{{1}}' } } }]
    transitions: { go: { target: end, condition: '{{nobody}}' }, out: end }
  end: { properties: { is_final: true }, render: { text: Bye } }
context: { size: '' }
`,
    });
    const lines = [
      '{"cancel":true}',
      '{"form":{"size":"huge"}}',
      '{"form":{}}',
      '{"task":{"a":1}}',
      '{"click":"Go"}',
      '{"click":{"event":"out","payload":{}}}',
      '{"task_error":"x"}',
    ];
    const { code, out } = await folder.runWith(
      `${lines.join('\n')}\n`,
      ...['run', 'main.yaml', '--tasks', 'ask', '--format', 'jsonl'],
    );
    const form = {
      form: {
        state: 'ask',
        fields: [
          {
            name: 'size',
            label: 'Size',
            description: 'How big?',
            type: 'text',
            default: 'small',
            choices: ['small', 'large'],
            required: true,
          },
        ],
      },
    };
    const task = { state: 'ask', name: 't', module_type: 'LLMModule', config: { user_prompt: 'small' } };
    const at = (line: number) => ({ file: 'main.yaml', line });
    expect(jsonLines(out)).toEqual([
      form,
      {
        note: {
          code: 'form-first',
          message: 'The form stays open, because there is no state before it.',
          ...at(5),
        },
      },
      form,
      { form_error: { field: 'size', message: '`Size` must be one of `small`, `large`.' } },
      { state: 'ask' },
      { ask: { ...task, example: 'Result of t' } },
      { task: { ...task, results: { reply: { a: 1 } } } },
      {
        note: {
          code: 'assumed',
          message: 'assumed: Lists and objects within a text become text as in JavaScript.',
          ...at(9),
        },
      },
      {
        note: {
          code: 'unset-in-text',
          message: '`{{null}}` is null, so the text shows it as it is written.',
          ...at(9),
        },
      },
      {
        note: {
          code: 'assumed',
          message: 'assumed: `null` and `undefined` within a text leave the expression as it is written.',
          ...at(9),
        },
      },
      {
        message: {
          state: 'ask',
          text: 'Yes [object Object] {{null}}',
          image: 'https://example.com/a.png',
          audio: 'https://example.com/a.mp3',
          buttons: [{ content: 'Go', description: 'More', event: 'go', payload: { n: 1 } }],
        },
        context: { size: 'small' },
      },
      { error: { code: 'expression-fault', message: "ReferenceError: 'nobody' is not defined", ...at(13) } },
      {
        note: { code: 'no-case', message: 'No condition of `go` holds, so the state stays.', ...at(13) },
      },
      { state: 'end', event: 'out' },
      { message: { state: 'end', text: 'Bye', buttons: [] }, context: { size: 'small' } },
      { ended: true },
      { error: { code: 'no-question', message: 'No task waits for a result.' } },
    ]);
    expect(code).toBe(0);
  });

  it('runs a conversation in a terminal, with numbered buttons and forms', async () => {
    folder.write(BOT);
    const { code, out } = await folder.runWith('2\n2\n', 'run', 'bot/main.yaml');
    expect(out).toContain("error: ReferenceError: 'nobody' is not defined (bot/state/home.yaml:5)");
    expect(out).toContain('  [1] Again\n  [2] Order\n');
    expect(out).toContain('[1] small  [2] large\nsize: ');
    expect(out.trim()).toMatch(/Result of confirm\n+The conversation is over\.$/);
    expect(code).toBe(0);
  });

  it('validates each field when it is entered, and asks for it again', async () => {
    folder.write({
      'main.yaml': `initial: a
states:
  a: { render: { text: A }, transitions: { CHAT: b } }
  b:
    inputs:
      age: { type: integer, user_input: true, validations: [{ min_number: 18, error_message: No }] }
      name: { type: text, user_input: true }
      size: { type: text, user_input: true, choices: [small, large] }
    properties: { is_final: true }
    render: { text: '{{name}} {{age + 1}} {{size}}' }
`,
    });
    const lines = ['Hi', 'x', '7', '30', '', 'Ann', 'huge', '2'];
    const args = ['run', 'main.yaml', '--record', 'first.scenario.yaml'];
    const { out } = await folder.runWith(`${lines.join('\n')}\n`, ...args);
    expect(out.match(/.* (?:must|is required).*|^Ann.*/gm)).toEqual([
      '`age` must be a number.',
      'age: `age` must be at least 18.',
      'age: name: `name` is required.',
      'size: `size` must be one of `small`, `large`.',
      'Ann 31 large',
    ]);
    expect(out.split('assumed: ').length).toBe(2);
    expect(readFileSync(join(folder.path, 'first.scenario.yaml'), 'utf8')).not.toContain('form_error');
    expect((await folder.run('test')).code).toBe(0);
  });

  it('prompts for the results of tasks', async () => {
    folder.write(BOT);
    const args = ['run', 'bot/main.yaml', '--tasks', 'ask', '--start', 'order'];
    const { out } = await folder.runWith('1\n{"text": "Thanks"}\n', ...args);
    expect(out).toContain('Its result, as text or JSON; Enter takes "Result of confirm":');
    expect(out).toContain('→ order');
  });

  it('starts with a context', async () => {
    folder.write(BOT);
    const args = ['run', 'bot/main.yaml', '--context', '{"count": 7}', '--format', 'jsonl'];
    expect((await folder.run(...args)).out).toContain('Visit 8');
    const { code, err } = await folder.run('run', 'bot/main.yaml', '--context', '7');
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      '`--context` must be a JSON object, such as \'{"score": 3}\'.',
    ]);
  });

  it('records a scenario that passes, and does not replace a file', async () => {
    folder.write({ ...BOT, 'bot/state/home.yaml': BOT['bot/state/home.yaml'].replace(' {{nobody}}', '') });
    const args = ['run', 'bot/main.yaml', '--record', 'bot/first.scenario.yaml'];
    await folder.runWith('Again\nhello\n2\n1\n', ...args);
    expect(readFileSync(join(folder.path, 'bot/first.scenario.yaml'), 'utf8')).toContain(
      'automata: main.yaml',
    );
    expect((await folder.run('test')).out).toContain('1 passed, 0 failed');
    expect((await folder.runWith('1\n', ...args)).code).toBe(2);
  });

  it('records results of tasks, and replays them in a scenario', async () => {
    folder.write({ ...BOT, 'bot/state/home.yaml': BOT['bot/state/home.yaml'].replace(' {{nobody}}', '') });
    const events = ['{"click":"Order"}', '{"form":{"size":"large"}}', '{"task":"Thanks"}'].join('\n');
    const file = 'bot/first.scenario.yaml';
    const args = ['run', 'bot/main.yaml', '--tasks', 'ask', '--format', 'jsonl', '--record', file];
    await folder.runWith(`${events}\n`, ...args);
    expect(readFileSync(join(folder.path, file), 'utf8')).toContain('- task: Thanks');
    expect((await folder.run('test')).out).toContain('1 passed, 0 failed');
  });

  it.each(['run', 'explore', 'export'])('`%s` accepts a folder or a state file', async (name) => {
    folder.write({
      'bot/main.yaml': 'initial: home\nstates: !include state\n',
      'bot/state/home.yaml': 'home: {render: {text: Hi}}\n',
    });
    const [ofMain, ...others] = await Promise.all(
      ['bot/main.yaml', 'bot', '.', 'bot/state/home.yaml'].map((path) =>
        folder.run(name, path, ...(name === 'export' ? ['--force'] : [])),
      ),
    );
    expect(ofMain?.out).not.toBe('');
    expect(others).toEqual([ofMain, ofMain, ofMain]);
  });

  it('`run` lists the automata of a folder with several', async () => {
    const name = 'run';
    const one = 'initial: a\nstates: {a: {render: {text: Hi}}}\n';
    folder.write({ 'b/main.yaml': one, 'a b.automata.yaml': one, 'none/text.yaml': 'a: 1\n' });
    const several = await folder.run(name, '.');
    expect([several.code, several.out, several.err]).toEqual([
      2,
      '',
      '.: There are several automata: `a b.automata.yaml`, `b/main.yaml`. Name one of them.\n',
    ]);
    expect(await folder.run(name, 'none')).toMatchObject({
      code: 2,
      err: 'none: There is no automata in this folder.\n',
    });
    expect(await folder.run(name, 'none/text.yaml')).toMatchObject({
      code: 2,
      err: 'none/text.yaml: This file is not an automata, and no automata includes it. It has no `states` at its root.\n',
    });
    expect(await folder.run(name, 'gone')).toMatchObject({
      code: 2,
      err: 'gone: no such YAML or JSON file or folder.\n',
    });
  });

  it.each([
    ['initial: a\nrender: 5\nstates: {}\n', 'Its `states` have no state'],
    ['initial: a\nstates:\n', 'Its `states` have no state'],
    ['initial: a\nrender: 5\nstates: {a: {}}\n', 'Its `render` is not that of a state file'],
    ['initial: a\nstates: {a: {render: 5}}\n', 'Its `render` is not that of a state file'],
    ['initial: a\nstates: {a: 5}\n', 'Its `states` are a list or plain values, as in other state machines'],
    ['initial: a\nstates: {a: {}}\n', 'It has nothing that only state files have'],
  ])('reports why a file is not recognized as an automata: %j', async (text, reason) => {
    folder.write({ 'odd.yaml': text, 'marked.yaml': `# atomic-state\n${text}` });
    expect(await folder.run('run', 'odd.yaml')).toEqual({
      code: 2,
      out: '',
      err: `odd.yaml: ${reason}, so this file is not recognized as an automata. Begin it with the comment \`# atomic-state\` if it is one.\n`,
    });
    expect((await folder.run('run', 'marked.yaml')).err).not.toContain('recognized');
  });

  it('reports why an automata cannot run', async () => {
    folder.write({ 'main.yaml': 'initial: a\nstates: !include gone\n' });
    const { code, err } = await folder.run('run', 'main.yaml');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Folder `gone` does not exist in the workspace.'),
    ]);
    expect((await folder.run('run', 'nothing.yaml')).code).toBe(2);
  });

  it.each([
    [
      'included texts',
      'bot/code.js',
      'bot/main.yaml:4:18: error: `code.js` is larger than `atomicState.limits.maxFileSize`, so it is not read.',
    ],
    [
      'included states',
      'bot/state/large.yaml',
      'error: `large.yaml` in this folder is larger than `atomicState.limits.maxFileSize`, so it is not read.',
    ],
    ['recorded scenarios', 'rec.scenario.yaml', 'rec.scenario.yaml: this file is larger than'],
  ])('reads %s up to the size limit of their folder', async (_, large, message) => {
    const filled = (path: string, size: number) => {
      const text = path.endsWith('.js') ? '// ' : '# ';
      return `${text.padEnd(size, 'x')}\n${path.endsWith('.js') ? '1' : 'scenarios: [{ name: a, steps: [] }]'}\n`;
    };
    const files = (size: number, limit: number) => ({
      ...BOT,
      'rec.scenario.yaml': filled('rec.scenario.yaml', 10),
      [large]: filled(large, size),
      '.vscode/settings.json': `{ "atomicState.limits.maxFileSize": ${limit} }`,
    });
    const run = () => folder.run('run', 'bot/main.yaml', '--recorded', 'rec.scenario.yaml');
    folder.write(files(3000, 2000));
    const refused = await run();
    expect(refused.code).toBeGreaterThan(0);
    expect(refused.err).toContain(message);
    folder.write(files(5_300_000, 6_000_000));
    expect(await run()).toMatchObject({ code: 0, err: '' });
  });

  it('reads as many aliases as the settings allow, in each command', async () => {
    const aliases = `[&a 1${', *a'.repeat(1001)}]`;
    folder.write({
      'main.yaml': `context: {x: ${aliases}}\ninitial: a\nstates: !include state\n`,
      'state/a.yaml': `a: {properties: {x: ${aliases}}}\n`,
      'one.yaml': `context: {x: ${aliases}}\ninitial: a\nstates: {a: {}}\n`,
      'a.scenario.yaml': `scenarios: [{steps: [{expect: &e {}}${', {expect: *e}'.repeat(1001)}]}]\n`,
    });
    const codes = async () => {
      const exported = await folder.run('export', 'main.yaml');
      const imported = await folder.run('import', 'one.yaml', 'copy');
      const updated = await folder.run('test', 'a.scenario.yaml', '--update');
      return [exported.code, imported.code, updated.code];
    };
    expect(await codes()).toEqual([1, 1, 2]);
    folder.write({ '.vscode/settings.json': '{"atomicState.limits.maxAliases": 2000}' });
    expect(await codes()).toEqual([0, 0, 0]);
  });

  it('exits with 1 if the initial state is missing, and with 2 if the start state is', async () => {
    folder.write({ 'main.yaml': 'initial: gone\nstates: {home: {render: {text: Hi}}}\n' });
    const lost = await folder.run('run', 'main.yaml', '--format', 'jsonl');
    expect([lost.code, lost.out]).toEqual([1, expect.stringContaining('"code":"target-missing"')]);
    expect((await folder.run('run', 'main.yaml', '--start', 'home')).code).toBe(0);
    const wrong = await folder.run('run', 'main.yaml', '--start', 'hme');
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('There is no state `hme` in main.yaml. Did you mean `home`?'),
    ]);
  });

  it('keeps the form of the first state open when cancelled, and otherwise repeats the previous message', async () => {
    folder.write(BOT);
    const first = await folder.runWith(':cancel\n', 'run', 'bot/main.yaml', '--start', 'order');
    expect(first.out).toContain(
      'note: The form stays open, because there is no state before it. (bot/state/home.yaml:17)',
    );
    expect(first.out.match(/size: /g)).toHaveLength(2);
    const { out } = await folder.runWith('Order\n:cancel\n', 'run', 'bot/main.yaml');
    expect(out.match(/Visit 1/g)).toHaveLength(2);
  });
});

describe('`test`', () => {
  const folder = new CommandFolder();
  const bot = { ...BOT, 'bot/state/home.yaml': BOT['bot/state/home.yaml'].replace(' {{nobody}}', '') };
  const scenarios = `scenarios:
  - name: counts
    steps:
      - expect: { text: Visit 1 }
      - click: Again
      - expect: { text: { matches: '^Visit \\d$' }, context: { count: 2 } }
  - name: is wrong
    steps:
      - say: Hi
      - expect: { state: home, text: Visit 3 }
  - name: clicks what is not there
    steps:
      - click: Agian
`;

  it('prints the expected and the actual value, with its source', async () => {
    folder.write({ ...bot, 'bot/first.scenario.yaml': scenarios });
    const { code, out } = await folder.run('test');
    expect(resultsOf(out)).toBe(`bot/first.scenario.yaml
  passed  counts
  FAILED  is wrong
    bot/first.scenario.yaml:10: \`text\` differs.
      expected: Visit 3
      actual:   Visit 2
      from bot/state/home.yaml:5
  FAILED  clicks what is not there
    bot/first.scenario.yaml:13: There is no button \`Agian\`. Did you mean \`Again\`?

1 passed, 2 failed
`);
    expect(code).toBe(1);
  });

  it('prints results for programs', async () => {
    folder.write({ ...bot, 'bot/first.scenario.yaml': scenarios });
    expect(JSON.parse((await folder.run('test', '--format', 'json', '--filter', 'wrong')).out)).toEqual({
      passed: 0,
      failed: 1,
      scenarios: [
        {
          file: 'bot/first.scenario.yaml',
          name: 'is wrong',
          status: 'failed',
          seconds: expect.any(Number),
          transcript: expect.any(Array),
          failures: [
            {
              line: 10,
              message: '`text` differs.',
              expected: 'Visit 3',
              actual: 'Visit 2',
              at: { file: 'bot/state/home.yaml', line: 5 },
            },
          ],
        },
      ],
    });
    expect((await folder.run('test', '--format', 'tap')).out).toContain(
      'not ok 2 - bot/first.scenario.yaml: is wrong\n',
    );
    expect((await folder.run('test', '--format', 'junit')).out).toContain(
      ' tests="3" failures="2" errors="0" skipped="0" ',
    );
    expect((await folder.run('test', '--format', 'github')).out).toContain(
      '::error file=bot/first.scenario.yaml,line=10,',
    );
  });

  it.each([
    ['scenarios: []\n', 2, 'There are no scenarios to run.'],
    ['scenario: []\n', 2, 'first.scenario.yaml:1: error: A scenario file needs a list of `scenarios`.'],
    [
      'scenarios:\n  - steps: [{clikc: x}]\n',
      2,
      'first.scenario.yaml:2: error: A step must have exactly one of',
    ],
    [
      'scenarios:\n  - steps:\n      - expect: 5\n',
      2,
      'first.scenario.yaml:3: error: `expect` expects a map, not the number 5.',
    ],
    ['scenarios: [\n', 2, 'error:'],
    ['automata: gone.yaml\nscenarios: []\n', 2, 'gone.yaml: no such YAML or JSON file or folder.'],
  ])('reports the error of %j', async (text, expected, message) => {
    folder.write({ ...bot, 'bot/first.scenario.yaml': text });
    const { code, err } = await folder.run('test', 'bot');
    expect([code, err]).toEqual([expected, expect.stringContaining(message)]);
  });

  it.each<[string, Readonly<Record<string, string>>, number, string]>([
    ['the only automata of a folder', { 'bot/agent.yaml': MAIN }, 0, '1 passed'],
    [
      'an automata beside its export',
      { 'bot/agent.yaml': MAIN, 'bot/agent.json': '{"initial": "a", "states": {}}' },
      0,
      '1 passed',
    ],
    [
      'several automata',
      { 'bot/a.automata.yaml': MAIN, 'bot/b.automata.yaml': MAIN },
      2,
      'there are several automata in',
    ],
    [
      'no automata',
      { 'other/main.yaml': MAIN },
      2,
      'bot/test/first.scenario.yaml: there is no automata in its folder or a parent folder. Name one with `automata`.',
    ],
  ])('finds %s above a scenario file', async (_, files, expected, message) => {
    const steps = 'scenarios: [{name: begins, steps: [{expect: {text: A}}]}]\n';
    folder.write({ ...files, 'bot/test/first.scenario.yaml': steps });
    const { code, out, err } = await folder.run('test', 'bot');
    expect([code, out + err]).toEqual([expected, expect.stringContaining(message)]);
  });

  it.each([
    ["context: { score: '0' }", 'expected: "0"', 'actual:   0'],
    ["context: { name: 'null' }", 'expected: "null"', 'actual:   null'],
    ['error: { contains: fails }', 'expected: {"contains":"fails"}', 'actual:   ""'],
  ])('shows what differs between values that look the same, or are empty: %s', async (...lines) => {
    const [expected, ...shown] = lines;
    folder.write({
      'main.yaml': 'initial: a\ncontext: {score: 0, name: null}\nstates: {a: {render: {text: A}}}\n',
      'main.scenario.yaml': `scenarios: [{steps: [{expect: {${expected}}}]}]\n`,
    });
    expect((await folder.run('test')).out).toContain(shown.map((line) => `      ${line}\n`).join(''));
    expect((await folder.run('test', '--format', 'github')).out).toContain(
      shown.map((line) => line.replace(/: +/, ': ')).join('%0A'),
    );
  });

  it('aligns the lines of a value', async () => {
    folder.write({
      'main.yaml': 'initial: a\nstates:\n  a: {render: {text: "One\\ntwo\\nthree"}}\n',
      'main.scenario.yaml': 'scenarios: [{name: n, steps: [{expect: {text: "One\\n2\\n3"}}]}]\n',
    });
    expect((await folder.run('test')).out).toContain(
      '      expected: 2\n                3\n      actual:   two\n                three\n',
    );
  });

  it('reports a failed event before the differences that it causes', async () => {
    const text = `scenarios:
  - name: clicks what is not there
    steps:
      - click: Agian
      - click: Order
      - expect: { form: [size] }
  - name: expects too much
    steps:
      - click: Agian
      - expect: { context: { count: 2 } }
  - name: expects the error
    steps:
      - click: Agian
      - expect: { error: { contains: There is no button } }
      - click: Order
      - form: { size: huge }
      - expect: { form_error: no }
`;
    folder.write({ ...bot, 'bot/first.scenario.yaml': text });
    const { scenarios: found } = JSON.parse((await folder.run('test', '--format', 'json')).out) as {
      readonly scenarios: readonly {
        readonly failures: readonly {
          readonly line: number;
          readonly message: string;
          readonly at?: object;
        }[];
      }[];
    };
    const missing = 'There is no button `Agian`. Did you mean `Again`?';
    expect(
      found.map(({ failures }) => failures.map(({ line, message, at }) => ({ line, message, at }))),
    ).toEqual([
      [{ line: 4, message: missing }],
      [
        { line: 9, message: missing },
        { line: 10, message: '`context.count` differs.', at: { file: 'bot/state/home.yaml', line: 5 } },
      ],
      [{ line: 17, message: '`form_error` differs.', at: { file: 'bot/state/home.yaml', line: 17 } }],
    ]);
  });

  it('fails for code that throws, but not for an error that the scenario sets', async () => {
    const task = (name: string, config: string) =>
      `{name: ${name}, module_type: AnyWidgetModule, module_config: {${config}}}`;
    const code = "widget_id: '1751859390353202447', code: 'function main() { throw new Error(\"no\"); }'";
    const text = `scenarios:
  - name: gives an error
    tasks: { slow: { error: out of credits } }
    steps: [{ expect: { text: A } }]
  - name: expects the error that it gives
    tasks: { slow: { error: out of credits } }
    steps: [{ expect: { error: { contains: credits }, text: A } }]
  - name: gives an error by the path of the task
    tasks: { a.slow: { error: out of credits } }
    steps: [{ expect: { error: 'Task \`slow\` failed: out of credits.' } }]
  - name: gives an error in a step
    steps: [{ task_error: out of credits }, { expect: { error: { matches: credits }, text: A } }]
  - name: expects another error
    tasks: { slow: { error: out of credits } }
    steps: [{ expect: { error: { contains: time } } }]
  - name: expects no error
    tasks: { slow: { error: out of credits } }
    steps: [{ expect: { error: '' } }]
  - name: throws
    start: { state: b }
    steps: [{ expect: { text: B } }]
  - name: expects what is thrown
    start: { state: b }
    steps: [{ expect: { error: { contains: 'Error: no' } } }]
`;
    folder.write({
      'main.yaml': `initial: a
states:
  a: {tasks: [${task('slow', "widget_id: '1'")}], render: {text: A}}
  b: {tasks: [${task('t', code)}], render: {text: B}}
`,
      'main.scenario.yaml': text,
    });
    expect(resultsOf((await folder.run('test')).out)).toBe(`main.scenario.yaml
  passed  gives an error
  passed  expects the error that it gives
  passed  gives an error by the path of the task
  passed  gives an error in a step
  FAILED  expects another error
    main.scenario.yaml:15: \`error\` does not meet \`contains\`.
      expected: {"contains":"time"}
      actual:   Task \`slow\` failed: out of credits.
      from main.yaml:3
  FAILED  expects no error
    main.scenario.yaml:18: \`error\` differs.
      expected: ""
      actual:   Task \`slow\` failed: out of credits.
      from main.yaml:3
  FAILED  throws
    main.scenario.yaml:19: Task \`t\` failed: Error: no.
      from main.yaml:4
  passed  expects what is thrown

5 passed, 3 failed
`);
  });

  it('supports results by task, state and module type, and all fields of scenarios', async () => {
    const task = (name: string, type: string, config: string) =>
      `{name: ${name}, module_type: ${type}, module_config: {${config}}}`;
    folder.write({
      'bot/main.yaml': `initial: menu
context: {cart: '{{[1]}}'}
states:
  menu:
    tasks:
      - ${task('greet', 'LLMModule', 'user_prompt: Hi, output_name: hello')}
      - ${task('judge', 'AnyWidgetModule', "widget_id: '1', output_name: verdict")}
      - ${task('voice', 'TtsModule', 'content: x, output_name: sound')}
      - ${task('slow_widget', 'AnyWidgetModule', "widget_id: '2', output_name: slow")}
    render:
      text: '{{hello}} {{verdict.score}} {{typeof slow}} {{context.cart.length}}'
      audio: '{{sound}}'
      buttons: [{content: Pizza, on_click: pizza}, {content: Salad, on_click: {event: salad, payload: {a: 1}}}]
    transitions: {pizza: order, salad: {target: confirm, condition: '{{payload.a === 2}}'}}
  order:
    inputs:
      size: {type: text, user_input: true, choices: [small, large]}
      count: {type: number, user_input: true}
    outputs: {context.cart: '{{[{size, count}]}}'}
    render: {text: Notes?}
    transitions: {CHAT: confirm}
  confirm:
    properties: {is_final: true}
    inputs: {said: {type: IM}}
    tasks: [${task('judge', 'AnyWidgetModule', "widget_id: '1', params: {size: large}")}]
    render: {text: '{{context.cart[0]?.count}} pizzas, {{said ?? "no message"}}'}
`,
      'bot/main.scenario.yaml': `seed: 7
scenarios:
  - name: orders a pizza
    start: { state: menu, context: { cart: [] } }
    tasks:
      menu.greet: Hello!
      judge: { score: 3 }
      TtsModule: https://example.com/a.mp3
      slow_widget: { error: out of credits }
    steps:
      - expect: { state: menu, text: Hello! 3 undefined 0, audio: https://example.com/a.mp3, buttons: [Pizza, Salad] }
      - click: Pizza
      - form: { size: large }
      - expect: { form_error: { contains: is required } }
      - form: { size: large, count: 2 }
      - say: no onions
      - expect: { state: confirm, text: { matches: '^2 pizzas' }, context: { cart: { length: 1 } } }
      - expect: { task: { judge: { params: { size: large } } }, where: '{{context.cart.length > 0}}', ended: true }
  - name: raises an event with a payload of its own
    steps:
      - click: { event: salad, payload: { a: 2 } }
      - expect: { state: confirm, text: { contains: no message } }
`,
    });
    expect(await folder.run('test')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('2 passed'),
    });
  });

  it('reports a missing automata with its path from the current folder', async () => {
    folder.write({ 'bot/a.scenario.yaml': 'automata: gone.yaml\nscenarios: []\n' });
    expect(await folder.run('test')).toMatchObject({
      code: 2,
      err: 'bot/gone.yaml: no such YAML or JSON file or folder.\n',
    });
  });

  it('matches patterns in the sandbox, with a time limit', async () => {
    const step = "- expect: { text: { not: { matches: '^(V|Vi|i|s|is|t| |1)+x$' } } }";
    folder.write({
      ...bot,
      'bot/first.scenario.yaml': `scenarios:\n  - name: slow\n    steps:\n      ${step}\n`,
    });
    expect((await folder.run('test')).code).toBe(0);
  });

  it('prints the coverage', async () => {
    const one = scenarios.slice(0, scenarios.indexOf('  - name: is wrong'));
    folder.write({ ...bot, 'bot/first.scenario.yaml': one });
    const { code, out } = await folder.run('test', '--coverage');
    expect(out.slice(out.indexOf('Coverage'))).toBe(
      `Coverage             states  transitions  cases  tasks  outputs  expressions  lines not reached
bot/main.yaml             -            -      -      -        -          1/1
bot/state/home.yaml     1/2          1/3    1/3    0/1      1/1          2/4  13-15, 19, 21, 23
all files               1/2          1/3    1/3    0/1      1/1          3/5
`,
    );
    expect(code).toBe(0);
  });

  it('writes the coverage as LCOV', async () => {
    const one = scenarios.slice(0, scenarios.indexOf('  - name: is wrong'));
    const cases = "    again:\n      - { condition: '{{context.count > 5}}', target: order }\n      - home";
    const state = bot['bot/state/home.yaml'].replace('    again: home', cases);
    folder.write({ ...bot, 'bot/state/home.yaml': state, 'bot/first.scenario.yaml': one });
    const { out, err } = await folder.run('test', '--coverage', '--coverage-format', 'lcov');
    const record = out.split('end_of_record\n').find((text) => text.includes('home.yaml')) ?? '';
    expect(record.split('\n').filter((line) => /^(?:SF|FN|BR)/.test(line))).toEqual([
      'SF:bot/state/home.yaml',
      'FN:1,home',
      'FN:17,order',
      'FNDA:2,home',
      'FNDA:0,order',
      'FNF:2',
      'FNH:1',
      'BRDA:13,0,0,0',
      'BRDA:14,0,1,1',
      'BRDA:15,1,0,-',
      'BRDA:16,2,0,-',
      'BRF:4',
      'BRH:1',
    ]);
    expect(record).toContain('\nDA:13,1\nDA:14,1\nDA:15,0\nDA:16,0\nDA:17,0\n');
    expect(err).toContain('1 passed, 0 failed');
    expect((await folder.run('test', '--coverage-format', 'lcov')).code).toBe(2);
  });

  it('fills in empty expectations with `--update`, and keeps the rest', async () => {
    const written = `\ufeff# Mine
scenarios:
  - name:   "first"
    steps:
      - expect: {}   # at the beginning
      - click: Order
      - expect: {}
      - form: { size: huge }
      - expect: { }
      - form: { size: large }\r
      - expect: {}
`;
    folder.write({ ...bot, 'bot/first.scenario.yaml': written });
    expect((await folder.run('test', '--update')).err).toBe(
      'bot/first.scenario.yaml: 4 expectations filled in.\n',
    );
    expect(readFileSync(join(folder.path, 'bot/first.scenario.yaml'), 'utf8')).toBe(
      written
        .replace('expect: {}', 'expect: { state: home, text: Visit 1, buttons: [Again, Order] }')
        .replace('expect: {}', 'expect: { form: [size] }')
        .replace('expect: { }', "expect: { form_error: '`size` must be one of `small`, `large`.' }")
        .replace('expect: {}', 'expect: { state: order, text: Result of confirm, ended: true }'),
    );
    expect(await folder.run('test', '--update')).toMatchObject({ code: 0, err: '' });
  });

  it('passes the scenarios of the examples', async () => {
    const examples = join(import.meta.dirname, '../../examples');
    expect(existsSync(examples)).toBe(true);
    expect((await folder.run('test', examples)).out).toContain('6 passed, 0 failed');
  });
});
