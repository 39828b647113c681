import { afterEach, describe, expect, it } from 'vitest';
import { type Connect, connectToProcess, DapClient } from './client';

const BOT = `=== main.yaml
‹root|›# An agent that counts.
context:
  ‹count|›score: 0
  cart: '{{[1, 2, 3, 4, 5, 6, 7, 8]}}'
initial: menu
transitions:
  ‹leave|›leave: menu
states: !include state
=== state/menu.yaml
‹menu|›menu:
  inputs:
    ‹input|›said: {type: IM, default_value: nothing}
  tasks:
    - ‹task|›{name: judge, module_type: AnyWidgetModule, module_config: {output_name: verdict, widget_id: x, q: '{{context.score}}'}}

  # Counts.
  outputs:
    ‹output|›context.score: '{{context.score + 1}}'
    ‹plain|›double: '{{context.score * 2}}'
  ‹render|›render:
    ‹text|›text: 'Score ‹first|›{{context.score}} of ‹second|›{{context.cart.length}}'
    buttons:
      - {content: Go, on_click: {event: go, payload: {n: '{{double}}', deep: {er: '{{[1]}}'}}}}
      - {content: Again, on_click: again}
  transitions:
    ‹go|›go:
      - ‹never|›{target: menu, condition: '{{payload.n > 99}}'}
      - ‹case|›{target: inner}
    ‹again|›again: menu
=== state/inner.yaml
‹inner|›inner:
  initial: first
  context:
    ‹depth|›depth: 1
  transitions:
    ‹done|›DONE: menu
  states:
    ‹one|›first:
      ‹one-render|›render: {text: '{{context.depth}} {{context.score}}'}
      transitions: {‹always|›ALWAYS: last}
    ‹two|›last:
      ‹two-render|›render: {text: Bye}
      properties: {is_final: true}
=== other.yaml
‹other|›a: 1
`;

const GOTO = 'A conversation cannot jump to a line. Step back, or launch with a `state` to begin in.';

let open: DapClient | undefined;
afterEach(async () => {
  await open?.end();
  open = undefined;
});

function client(fixture = BOT, connect?: Connect): DapClient {
  open = new DapClient(fixture, connect);
  return open;
}

describe('a session', () => {
  it('stops at the entry, and steps over the phases of a state', async () => {
    const dap = client();
    await dap.launch({ stopOnEntry: true });
    const stops = [await dap.begin()];
    for (let count = 0; count < 9; count++) {
      // Before the state has its message.
      if (stops.at(-1) === 'step task')
        expect((await dap.request('atomicState/conversation')).context).toMatchObject({ score: 0 });
      stops.push(await dap.go('next'));
    }
    expect(stops.slice(0, 2)).toEqual([`entry 2:1`, 'step count']);
    expect(stops.slice(3)).toEqual(
      ['menu', 'input', 'task', 'output', 'plain', 'render', 'menu'].map((mark) => `step ${mark}`),
    );
    const { description } = (dap.events.findLast(({ event }) => event === 'stopped')?.body ?? {}) as {
      description?: string;
    };
    expect(description).toBe('Waiting for the user');
  });

  it('prints messages as users see them, with links to the source', async () => {
    const dap = client();
    await dap.launch();
    await dap.request('configurationDone');
    await dap.event('output');
    await expect
      .poll(() => dap.output('stdout'))
      .toEqual(['Score 1 of 8\n  [1] Go\n  [2] Again\n(:click 1)']);
    expect(dap.output('console')).toEqual(['→ menu', 'judge: {"verdict":"Result of judge"}']);
    const message = dap.events.find(({ body }) => body?.category === 'stdout')?.body;
    expect([message.source.path, message.line]).toEqual([
      dap.path('state/menu.yaml'),
      dap.place('text').line,
    ]);
  });

  it.each([
    ['', undefined],
    [', as a process', connectToProcess],
  ])('ends with the conversation%s', async (_, connect) => {
    const text = 'initial: a\nstates: {a: {render: {text: Bye}, properties: {is_final: true}}}\n';
    const dap = client(text, connect);
    await dap.launch();
    await dap.request('configurationDone');
    await dap.event('terminated');
    expect(dap.output('stdout', 'console')).toEqual(['→ a', 'Bye', 'The conversation is over.']);
  });

  it('can be paused, restarted and terminated', async () => {
    const dap = client();
    await dap.launch();
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').length).toBe(1);
    await dap.request('pause', { threadId: 1 });
    expect(await dap.stopped()).toBe('pause menu');
    await dap.breakAt('render');
    dap.write([{ path: 'state/menu.yaml', text: `# One line more.\n${dap.text('state/menu.yaml')}` }]);
    await dap.request('restart');
    await dap.event('stopped');
    // Lines are those of the new text.
    expect((await dap.frames())[0]).toMatchObject({ line: dap.place('plain').line + 1 });
    await dap.request('terminate');
    await dap.event('terminated');
  });

  it('can be paused between slow log points', async () => {
    const states = 's: {transitions: {ALWAYS: t}}\n  ‹t|›t: {transitions: {ALWAYS: s}}\n';
    const dap = client(`=== main.yaml\ninitial: s\nstates:\n  ${states}`);
    await dap.launch();
    await dap.breakAt({ at: 't', logMessage: 'slow {(() => { for (let i = 0; i < 2e6; i++); })()}' });
    await dap.request('configurationDone');
    await dap.request('pause', { threadId: 1 });
    expect(await dap.stopped()).toMatch(/^pause /);
    expect(dap.output('console').filter((line) => line.includes('slow')).length).toBeLessThan(100);
  });

  it('starts in a state with a context, events, and task results of a scenario', async () => {
    const dap = client(`${BOT}=== a.scenario.yaml
scenarios:
  - name: one
    tasks: {judge: {fine: true}}
    steps: []
  - {name: two, tasks: {judge: {error: out of credits}}, steps: []}
`);
    await dap.launch({
      state: 'inner',
      context: { score: 41 },
      standIns: { scenario: dap.path('a.scenario.yaml'), name: 'one' },
      events: [{ click: 'Again' }],
    });
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('Score 43 of 8');
    expect(dap.output('console')).toContain('judge: {"verdict":{"fine":true}}');
  });

  it('asks for task results, and replays recorded ones', async () => {
    const dap = client(`${BOT}=== rec.scenario.yaml
scenarios:
  - {name: one, steps: [{task: recorded}]}
`);
    await dap.launch({ standIns: 'ask' });
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('console').at(-1)).toContain(':task "Result of judge"');
    expect(await dap.refusal('atomicState/event', { event: 3 })).toContain('`event` must be an event');
    await dap.request('atomicState/event', { event: { task: { own: 1 } } });
    await expect.poll(() => dap.output('stdout').length).toBe(1);
    expect(dap.output('console')).toContain('judge: {"verdict":{"own":1}}');
    // An answer is a part of its turn.
    const { turns } = await dap.request('atomicState/conversation');
    const kinds = (turns as { outputs: { kind: string }[] }[]).map(({ outputs }) =>
      outputs.map(({ kind }) => kind).filter((kind) => kind !== 'note'),
    );
    expect(kinds).toEqual([['state', 'task', 'message']]);
    await dap.request('restart', {
      arguments: { program: dap.path('main.yaml'), standIns: { recorded: dap.path('rec.scenario.yaml') } },
    });
    await expect.poll(() => dap.output('stdout').length).toBe(2);
    expect(dap.output('console').at(-1)).toBe('judge: {"verdict":"recorded"}');
  });

  it.each([
    [{ program: '' }, '`program` must be the path'],
    [{ program: 'missing.yaml' }, 'missing.yaml: no such YAML or JSON file or folder.'],
    [{ program: 'other.yaml' }, 'other.yaml: This file is not an automata'],
    [{ context: [] }, '`context` must be an object.'],
    [{ standIns: 'live' }, '`standIns` must be'],
    [{ standIns: { scenario: 'none.scenario.yaml' } }, 'none.scenario.yaml: '],
    [{ events: [{ jump: 1 }] }, '`events` must be a list of events'],
  ])('is refused with %j', async (options, message) => {
    const dap = client();
    await dap.request('initialize', { adapterID: 'atomic-state' });
    const refusal = await dap.refusal('launch', { program: dap.path('main.yaml'), ...options });
    expect(refusal.slice(0, message.length)).toBe(message);
  });

  it.each([
    ['folder', ''],
    ['state file', 'state/menu.yaml'],
  ])('runs the automata of a %s', async (_, path) => {
    const dap = client();
    await dap.launch({ program: dap.path(path), stopOnEntry: true });
    expect(await dap.begin()).toBe('entry 2:1');
    expect((await dap.frames())[0]?.source?.path).toBe(dap.path('main.yaml'));
  });

  it('does not stop without debugging', async () => {
    const dap = client();
    await dap.launch({ noDebug: true });
    await dap.breakAt('render');
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').length).toBe(1);
    expect(dap.events.some(({ event }) => event === 'stopped')).toBe(false);
  });
});

describe('breakpoints', () => {
  it('stop at states, inputs, tasks, outputs, render, transitions and cases', async () => {
    const dap = client();
    await dap.launch({ events: [{ click: 'Go' }] });
    const marks = ['menu', 'input', 'task', 'output', 'plain', 'render', 'go', 'never', 'case'];
    await dap.breakAt(...marks, 'count', 'inner', 'depth', 'one', 'always', 'two-render', 'done');
    const stops = [await dap.begin()];
    while (stops.at(-1) !== 'breakpoint done') stops.push(await dap.go('continue'));
    expect(stops).toEqual(
      ['count', ...marks.slice(0, 7), 'case', 'inner', 'depth', 'one', 'always', 'two-render', 'done'].map(
        (mark) => `breakpoint ${mark}`,
      ),
    );
  });

  it('move to the next place that runs, or say why they cannot stop', async () => {
    const dap = client();
    await dap.launch();
    const { line } = dap.place('task');
    const source = { path: dap.path('state/menu.yaml') };
    const lines = [line + 1, 2, 999].map((one) => ({ line: one }));
    const { breakpoints } = await dap.request('setBreakpoints', { source, breakpoints: lines });
    expect(breakpoints).toMatchObject([
      { verified: true, line: dap.place('output').line },
      { verified: true, line: dap.place('input').line },
      { verified: false, message: 'Nothing runs at or after this line.' },
    ]);
    expect(await dap.breakAt('other')).toMatchObject([
      { verified: false, message: 'This file is not part of `main.yaml`.' },
    ]);
    const wrong = await dap.breakAt(
      { at: 'render', condition: 'a +' },
      { at: 'render', hitCondition: 'often' },
      { at: 'render', logMessage: '{1 +}' },
    );
    expect(wrong.map(({ verified }) => verified)).toEqual([false, false, false]);
    expect(wrong[1]?.message).toContain('`often` is not a hit count.');
  });

  it.each([
    ['const main = () => 1;\n', 'const main'],
    ['const main = () => 1;\n// {{context.score}}\n', undefined],
  ])('in code of a file that a task includes name the line of the task: %j', async (code, expected) => {
    const dap = client(`=== main.yaml
initial: a
states:
  a:
    tasks:
      - ‹task|›name: t
        module_type: AnyWidgetModule
        module_config:
          widget_id: '1744214047475109888'
          module_config: {code: !oneline code.js}
    render: {text: Hi}
=== code.js
‹code|›${code}`);
    await dap.launch();
    const [breakpoint] = await dap.breakAt('code');
    if (expected === undefined) expect(breakpoint).toMatchObject({ verified: true, line: 2 });
    else
      expect(breakpoint).toMatchObject({
        verified: false,
        message:
          'This file runs as one text, in which nothing can stop. Set the breakpoint at line 5 of `main.yaml`.',
      });
    expect(await dap.breakAt('task')).toMatchObject([{ verified: true, line: dap.place('task').line }]);
    expect(await dap.begin()).toBe('breakpoint task');
  });

  it('stop at expressions in a text', async () => {
    const dap = client();
    await dap.launch();
    const { line, column } = dap.place('second');
    const source = { path: dap.path('state/menu.yaml') };
    const { breakpoints: places } = await dap.request('breakpointLocations', { source, line });
    expect(places).toEqual([
      { line, column: dap.place('first').column },
      { line, column },
    ]);
    await dap.request('setBreakpoints', { source, breakpoints: [{ line, column }] });
    expect(await dap.begin()).toBe('breakpoint second');
  });

  it('support conditions, hit counts and log messages', async () => {
    const dap = client();
    const again = { click: 'Again' };
    await dap.launch({ events: [again, again, again, again] });
    await dap.breakAt(
      { at: 'output', condition: 'context.score === 2' },
      { at: 'render', hitCondition: '>= 4' },
      { at: 'again', logMessage: 'Again \\{ {context.score + 1} {[1]} }' },
      { at: 'plain', condition: 'nobody.x' },
    );
    expect(await dap.begin()).toBe('breakpoint output');
    expect(await dap.go('continue')).toBe('breakpoint render');
    expect(await dap.evaluate('context.score', 'watch')).toBe('4');
    expect(dap.output('console').filter((line) => line.startsWith('Again'))).toEqual(
      [2, 3, 4].map((score) => `Again { ${score} [1] }`),
    );
    expect(dap.output('stderr')[0]).toContain('Condition `nobody.x` of a breakpoint: ReferenceError');
  });
});

describe('faults', () => {
  const FAULTY = `initial: a
states:
  a:
    tasks:
      - {name: code, module_type: AnyWidgetModule, module_config: {output_name: x, widget_id: '1751859390353202447', code: '‹code|›nonsense('}}
    render: {text: '{{context.x}}{{‹fault|›nobody}}'}
`;

  it('pause the conversation', async () => {
    const dap = client(FAULTY);
    await dap.launch();
    expect(await dap.begin()).toBe('exception code');
    expect((await dap.request('exceptionInfo', { threadId: 1 })).exceptionId).toBe('task-failed');
    expect(await dap.go('continue')).toBe('exception fault');
    expect(await dap.request('exceptionInfo', { threadId: 1 })).toEqual({
      exceptionId: 'expression-fault',
      description: "{{nobody}}: ReferenceError: 'nobody' is not defined",
      breakMode: 'always',
    });
  });

  it('pause the conversation only if their filter is set', async () => {
    const dap = client(FAULTY);
    await dap.launch();
    await dap.request('setExceptionBreakpoints', { filters: ['expressions'] });
    expect(await dap.begin()).toBe('exception fault');
  });
});

describe('steps', () => {
  it('step into nested automata and out of them', async () => {
    const dap = client();
    await dap.launch({ events: [{ click: 'Go' }] });
    await dap.breakAt('case');
    expect(await dap.begin()).toBe('breakpoint case');
    expect(await dap.go('stepIn')).toBe('step inner');
    expect(await dap.go('stepIn')).toBe('step depth');
    expect(await dap.go('next')).toBe('step one');
    expect((await dap.frames()).map(({ name }) => name)).toEqual([
      'inner.first · inputs',
      'inner',
      'main.yaml',
    ]);
    expect(await dap.go('stepOut')).toBe('step menu');
    expect((await dap.frames()).map(({ name }) => name)).toEqual(['menu · inputs', 'main.yaml']);
  });

  it('step over nested automata', async () => {
    const dap = client();
    await dap.launch({ events: [{ click: 'Go' }] });
    await dap.breakAt('inner');
    expect(await dap.begin()).toBe('breakpoint inner');
    expect(await dap.go('next')).toBe('step menu');
  });

  it('step into expressions', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    expect([await dap.go('stepIn'), await dap.go('stepIn')]).toEqual(['step first', 'step second']);
    expect(await dap.go('stepBack')).toBe('step first');
    expect(await dap.go('stepOut')).toBe('step menu');
  });

  it('step back to earlier values, and forward again', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    expect(await dap.evaluate('context.score', 'watch')).toBe('1');
    expect([await dap.go('stepBack'), await dap.go('stepBack')]).toEqual(['step plain', 'step output']);
    expect(await dap.evaluate('context.score', 'watch')).toBe('0');
    expect(await dap.go('continue')).toBe('breakpoint render');
    expect(await dap.evaluate('context.score', 'watch')).toBe('1');
  });

  it('step back across events of the user, and replay them forward', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('output');
    await dap.begin();
    await dap.request('continue', { threadId: 1 });
    await expect.poll(() => dap.output('stdout').length).toBe(1);
    await dap.evaluate(':click again');
    expect(await dap.stopped()).toBe('breakpoint output');
    expect(await dap.evaluate('context.score', 'watch')).toBe('1');
    expect(await dap.go('reverseContinue')).toBe('breakpoint output');
    expect(await dap.evaluate('context.score', 'watch')).toBe('0');
    expect(await dap.go('reverseContinue')).toBe('entry 2:1');
    expect(await dap.go('continue')).toBe('breakpoint output');
    expect(await dap.go('continue')).toBe('breakpoint output');
    expect(await dap.evaluate('context.score', 'watch')).toBe('1');
  });

  it('are refused while the conversation runs', async () => {
    const dap = client();
    await dap.launch();
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').length).toBe(1);
    expect(await dap.refusal('stepBack', { threadId: 1 })).toBe('The conversation is not paused.');
  });
});

describe('values', () => {
  it('are grouped into scopes', async () => {
    const dap = client();
    await dap.launch({ events: [{ say: 'Hi' }, { click: 'Go' }] });
    await dap.breakAt('render', 'case');
    await dap.begin();
    expect(await dap.allVariables()).toEqual([
      'Context.score = 1',
      'Context.cart = (8) [1, 2, 3, 4, 5, …]',
      'Inputs.said = "nothing"',
      'Results.verdict = "Result of judge"',
      'Outputs.double = 2',
    ]);
    expect(await dap.allVariables(2)).toEqual(['Context.score = 1', 'Context.cart = (8) [1, 2, 3, 4, 5, …]']);
    expect(await dap.go('continue')).toBe('breakpoint case');
    expect((await dap.allVariables()).slice(-2)).toEqual(['Payload.n = 2', 'Payload.deep = {er: […]}']);
  });

  it('are listed in pages when expanded', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    const [context] = await dap.scopes();
    const cart = (await dap.variables(context?.variablesReference ?? 0))[1];
    expect(cart).toMatchObject({ indexedVariables: 8, evaluateName: 'context.cart' });
    const page = await dap.variables(cart?.variablesReference ?? 0, {
      filter: 'indexed',
      start: 6,
      count: 5,
    });
    expect(page.map(({ name, value, evaluateName }) => [name, value, evaluateName])).toEqual([
      ['6', '7', 'context.cart[6]'],
      ['7', '8', 'context.cart[7]'],
    ]);
  });

  it('are listed with the fault of each member that cannot be read, and can be changed and expanded', async () => {
    const dap = client(`=== main.yaml
initial: a
context:
  list: '{{Object.defineProperty(Array.from({length: 250}, (_, i) => ({i})), 120, {get() { throw new Error("no"); }})}}'
states:
  a:
    ‹render|›render: {text: A}
`);
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    const [context] = await dap.scopes();
    const [list] = await dap.variables(context?.variablesReference ?? 0);
    const items = await dap.variables(list?.variablesReference ?? 0);
    expect([items.length, items[0]?.value, items[120]?.value, items[249]?.value]).toEqual([
      250,
      '{i: 0}',
      '<Error: no>',
      '{i: 249}',
    ]);
    expect(await dap.variables(items[249]?.variablesReference ?? 0)).toMatchObject([
      { name: 'i', value: '249', evaluateName: 'context.list[249].i' },
    ]);
    const args = { variablesReference: list?.variablesReference, name: '249', value: '[7]' };
    expect(await dap.request('setVariable', args)).toMatchObject({ value: '(1) [7]' });
    expect(await dap.evaluate('context.list[249][0]', 'watch')).toBe('7');
  });

  it('can be changed, and keep the change after a step back', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    const [context, , , outputs] = await dap.scopes();
    const set = (variablesReference: number | undefined, name: string, value: string) =>
      dap.request('setVariable', { variablesReference, name, value });
    expect(await set(context?.variablesReference, 'score', '6 * 7')).toMatchObject({ value: '42' });
    expect(await set(outputs?.variablesReference, 'double', '"two"')).toMatchObject({ value: '"two"' });
    expect(
      await dap.refusal('setVariable', {
        variablesReference: context?.variablesReference,
        name: 'score',
        value: '6 *',
      }),
    ).not.toBe('');
    for (const container of [context, outputs]) {
      const args = { variablesReference: container?.variablesReference, name: 'scroe', value: '1' };
      expect(await dap.refusal('setVariable', args)).toBe('There is no variable `scroe` here.');
    }
    expect([await dap.go('stepBack'), await dap.evaluate('context.score', 'watch')]).toEqual([
      'step plain',
      '1',
    ]);
    expect(await dap.go('next')).toBe('breakpoint render');
    expect(await dap.evaluate('context.score + double', 'watch')).toBe('"42two"');
    await dap.request('continue', { threadId: 1 });
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('Score 42 of 8');
  });
});

it.each([
  ['evaluate', 'expression'],
  ['setBreakpoints', 'source'],
  ['variables', 'variablesReference'],
  ['setVariable', 'variablesReference'],
])('the request %s without arguments is refused in one sentence', async (command, name) => {
  const dap = client();
  await dap.launch();
  expect(await dap.refusal(command, {})).toBe(`The request \`${command}\` must have \`${name}\`.`);
});

it.each([
  [
    'attach',
    {},
    'Nothing runs that could be attached to. Use `launch` with the path of an automata as `program`.',
  ],
  ['gotoTargets', { line: 2 }, GOTO],
  ['goto', { threadId: 1, targetId: 1 }, GOTO],
  [
    'variables',
    { variablesReference: 999 },
    'This value is no longer available. Request the scopes of the stop again.',
  ],
  [
    'variables',
    { variablesReference: 0 },
    'This value is no longer available. Request the scopes of the stop again.',
  ],
])('refuses `%s` with %j, and says what to do', async (command, args, message) => {
  const dap = client();
  await dap.launch({ stopOnEntry: true });
  await dap.begin();
  expect(await dap.refusal(command, { source: { path: dap.path('main.yaml') }, ...args })).toBe(message);
});

describe('a scenario', () => {
  const file = (text: string) => `${BOT}=== a.scenario.yaml
seed: 3
scenarios:
  - ‹name|›name: one
    tasks: {judge: fine}
    steps:
      - expect: {state: menu, text: Score 1 of 8, task: {judge: {results: {verdict: fine}}}}
      - click: Go
      - click: Again
      - expect:
          ‹text-expected|›text: ${text}
      - say: Hi
`;

  it('runs to its end', async () => {
    const dap = client(file('{matches: "Score 3"}'));
    const scenario = { file: dap.path('a.scenario.yaml') };
    await dap.launch({ program: undefined, scenario });
    await dap.breakAt('case');
    expect(await dap.begin()).toBe('breakpoint case');
    await dap.request('continue', { threadId: 1 });
    expect(await dap.event('atomicState/scenarioEnded')).toEqual({ name: 'one', failures: [] });
    await dap.event('terminated');
    expect(dap.output('console').at(-1)).toBe('Scenario `one` passed.');
  });

  it('stops at an expectation that fails, and can step back from there', async () => {
    const dap = client(file('Score 4 of 8'));
    await dap.launch({ scenario: { file: dap.path('a.scenario.yaml'), name: 'one' } });
    expect(await dap.begin()).toBe('exception menu');
    const text = '`text` differs. Expected "Score 4 of 8", got "Score 3 of 8".';
    expect(await dap.request('exceptionInfo', { threadId: 1 })).toMatchObject({ description: text });
    expect(dap.output('stderr')).toEqual([text]);
    expect(await dap.go('stepBack')).toBe('step render');
    expect(await dap.go('next')).toBe('exception menu');
    await dap.request('continue', { threadId: 1 });
    const { failures } = await dap.event('atomicState/scenarioEnded');
    expect(failures).toMatchObject([
      {
        expected: 'Score 4 of 8',
        actual: 'Score 3 of 8',
        place: { line: dap.place('text-expected').line },
        at: { line: dap.place('text').line },
      },
    ]);
  });

  it.each([
    ['a click', 'click: Gone', 'There is no button `Gone`.', undefined],
    ['a form', 'form: {size: 1}', 'No form is open.', undefined],
    ['an expression', 'click: Again', "'total' is not defined", 'second'],
  ])('reports %s that fails once, at its step', async (_case, step, message, at) => {
    const bot = at === undefined ? BOT : BOT.replace('context.cart.length', 'context.score > 1 && total');
    const dap = client(`${bot}=== a.scenario.yaml
scenarios:
  - name: one
    steps:
      - expect: {state: menu}
      - ‹step|›${step}
      - expect: {state: menu}
`);
    await dap.launch({ scenario: { file: dap.path('a.scenario.yaml') } });
    expect(await dap.begin()).toMatch(/^exception /);
    const { description } = await dap.request('exceptionInfo', { threadId: 1 });
    expect(description).toContain(message);
    await dap.request('continue', { threadId: 1 });
    const { failures } = await dap.event('atomicState/scenarioEnded');
    const { line, column } = dap.place('step');
    const place = { line, column: column + step.indexOf(' ') + 1 };
    expect(failures).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(message),
        place: expect.objectContaining(place),
      }),
    ]);
    const printed = dap.events.filter(
      ({ event, body }) => event === 'output' && body.output.includes(message),
    );
    expect(printed.map(({ body }) => [body.category, body.line])).toEqual([
      ['stderr', dap.place(at ?? 'step').line],
    ]);
  });

  it('fails if it goes on after the end', async () => {
    const dap = client(`=== main.yaml
initial: bye
states:
  bye: {properties: {is_final: true}, render: {text: Bye}}
=== a.scenario.yaml
scenarios: [{name: one, steps: [say: Hi]}]
`);
    await dap.launch({ scenario: { file: dap.path('a.scenario.yaml') }, noDebug: true });
    await dap.request('configurationDone');
    const { failures } = await dap.event('atomicState/scenarioEnded');
    expect(failures).toMatchObject([{ message: 'The conversation is over.' }]);
  });

  it('passes with failures of tasks that it sets', async () => {
    const dap = client(
      file('{matches: "Score 3"}')
        .replace('judge: fine', 'judge: {error: broken}')
        .replace(/, task: .*/, '}'),
    );
    await dap.launch({ scenario: { file: dap.path('a.scenario.yaml') }, noDebug: true });
    await dap.request('configurationDone');
    expect(await dap.event('atomicState/scenarioEnded')).toEqual({ name: 'one', failures: [] });
  });

  it('is named in the error if it does not exist', async () => {
    const dap = client(file('x'));
    const scenario = { file: dap.path('a.scenario.yaml'), name: 'two' };
    await dap.request('initialize', { adapterID: 'atomic-state', pathFormat: 'path' });
    expect(await dap.refusal('launch', { scenario })).toContain('There is no scenario `two` in ');
  });
});

describe('the console', () => {
  it('assigns variables', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    expect(await dap.evaluate('double = 21 * 2')).toBe('42');
    const set = { expression: 'context.score', value: '7' };
    expect(await dap.request('setExpression', set)).toMatchObject({ value: '7' });
    expect(await dap.evaluate('double + context.score', 'watch')).toBe('49');
    expect(await dap.evaluate('context', 'clipboard')).toBe('{"score":7,"cart":[1,2,3,4,5,6,7,8]}');
  });

  it('completes variables and members', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    const labels = async (text: string) => {
      const { targets } = await dap.request('completions', { text, column: text.length + 1, frameId: 1 });
      return (targets as { label: string }[]).map(({ label }) => label);
    };
    expect(await labels('dou')).toEqual(expect.arrayContaining(['double', 'context', 'verdict']));
    expect(await labels('1 + context.')).toEqual(['score', 'cart']);
    expect(await labels('context.cart.')).toEqual(expect.arrayContaining(['length', 'map']));
    expect(await labels('context.nothing.')).toEqual([]);
  });

  it('evaluates in the paused state, and alone may change values', async () => {
    const dap = client();
    await dap.launch();
    await dap.breakAt('render');
    await dap.begin();
    expect(await dap.evaluate('{{ context.score + double }}', 'hover', 1)).toBe('3');
    expect(await dap.refusal('evaluate', { expression: 'context.score = 9', context: 'watch' })).toContain(
      'only the console',
    );
    expect(await dap.refusal('evaluate', { expression: 'nobody', context: 'watch' })).toContain(
      'not defined',
    );
    expect(await dap.evaluate('context.score = 9')).toBe('9');
    expect(await dap.evaluate('context.cart.push(9)')).toBe('9');
    expect(await dap.go('stepBack')).toBe('step plain');
    expect(await dap.go('next')).toBe('breakpoint render');
    expect(await dap.evaluate('context.score + context.cart.length', 'watch')).toBe('18');
  });

  it('does not change the random numbers of the conversation', async () => {
    const text = `initial: a\nstates:\n  a:\n    ‹render|›render: {text: '{{Math.random()}}'}\n`;
    const shown: (string | undefined)[] = [];
    for (const looks of [false, true]) {
      const dap = client(text);
      await dap.launch();
      await dap.breakAt('render');
      await dap.begin();
      if (looks) await dap.evaluate('Math.random()', 'watch');
      await dap.request('continue', { threadId: 1 });
      await expect.poll(() => dap.output('stdout').length).toBe(1);
      shown.push(dap.output('stdout')[0]);
      await dap.end();
    }
    expect(shown[1]).toBe(shown[0]);
  });

  it('sends events of users', async () => {
    const dap = client();
    await dap.launch();
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').length).toBe(1);
    expect(await dap.evaluate(':buttons')).toBe('[1] Go  [2] Again');
    expect(await dap.evaluate(':help')).toContain(':click 1');
    expect(await dap.refusal('evaluate', { expression: ':clik 1', context: 'repl' })).toContain(
      'Did you mean',
    );
    expect(await dap.refusal('evaluate', { expression: ':click 3', context: 'repl' })).toBe(
      'There is no button 3. [1] Go  [2] Again',
    );
    await dap.evaluate(':click 2');
    await expect.poll(() => dap.output('stdout').length).toBe(2);
    await dap.evaluate(':click {"event": "leave"}');
    await expect.poll(() => dap.output('stdout').length).toBe(3);
    const { targets } = await dap.request('completions', { text: ':bu', column: 4 });
    expect(targets).toContainEqual({ label: ':buttons', type: 'keyword', start: 0, length: 3 });
    const { outputs, turns, isWaiting, isPaused } = await dap.request('atomicState/conversation');
    expect([(outputs as unknown[]).length > 5, isWaiting, isPaused]).toEqual([true, true, false]);
    const events = (turns as { event?: unknown }[]).map(({ event }) => event);
    expect(events).toEqual([undefined, { click: 'Again' }, { click: { event: 'leave' } }]);
  });

  it('fills in forms', async () => {
    const dap = client(`initial: a
states:
  a: {render: {text: A, buttons: [{content: Go, on_click: go}]}, transitions: {go: b}}
  b:
    inputs: {size: {type: text, user_input: true, choices: "{{['small', 'large']}}"}}
    render: {text: '{{size}}'}
    transitions: {CHAT: a}
`);
    await dap.launch({ events: [{ click: 'Go' }] });
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('(:form {"size":"small"} or :cancel)');
    await dap.evaluate(':form {"size": "huge"}');
    await expect.poll(() => dap.output('stderr')).toEqual(['`size` must be one of `small`, `large`.']);
    await dap.evaluate(':form {"size": "large"}');
    await expect.poll(() => dap.output('stdout').at(-1)).toBe('large\n(:say Hello)');
    await dap.evaluate(':say back');
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('A\n');
  });
});
