import { describe, expect, it } from 'vitest';
import { event, fail, ModelServer, stream } from '../support/model-server';
import { CommandFolder } from './command';

const task = (name: string) =>
  `{ name: ${name}, module_type: LLMModule, module_config: { model: m, user_prompt: ${name}, output_name: ${name} } }`;

const BOT = {
  'main.yaml': `initial: a
states:
  a:
    tasks: [${task('first')}, ${task('second')}]
    render: { text: '{{first}} {{second}}' }
    transitions: { CHAT: a }
`,
  'recorded.scenario.yaml': `automata: main.yaml
scenarios:
  - name: recorded
    tasks: { first: recorded }
    steps: []
`,
};

/** The texts of messages, and the names of requested tasks. */
function textsIn(out: string): readonly string[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { message?: { text: string }; ask?: { name: string } })
    .flatMap(({ message, ask }) => message?.text ?? (ask ? `ask ${ask.name}` : []));
}

describe('the results of tasks', () => {
  const folder = new CommandFolder();
  const run = async (input: string, ...args: readonly string[]) =>
    textsIn((await folder.runWith(input, 'run', 'main.yaml', '--format', 'jsonl', ...args)).out);

  it('are recorded, otherwise typed at a prompt', async () => {
    folder.write(BOT);
    const answer = '{"task":"typed"}\n';
    expect(await run(answer, '--tasks', 'ask', '--recorded', 'recorded.scenario.yaml')).toEqual([
      'ask second',
      'recorded typed',
    ]);
  });

  it('are recorded, otherwise examples', async () => {
    folder.write(BOT);
    expect(await run('', '--recorded', 'recorded.scenario.yaml')).toEqual(['recorded Result of second']);
    expect(await run('')).toEqual(['Result of first Result of second']);
  });

  it('are recorded, otherwise answers of a model', async () => {
    folder.write(BOT);
    const server = new ModelServer();
    await server.start();
    server.respond = (response) => stream(response, 'answered');
    const args = ['--tasks', 'live', '--model-url', server.url];
    expect(await run('', ...args, '--recorded', 'recorded.scenario.yaml')).toEqual(['recorded answered']);
    expect(server.calls).toHaveLength(1);
    server.stop();
  });

  it('are in a scenario those of `tasks`, otherwise of the next step, otherwise examples', async () => {
    folder.write({
      ...BOT,
      'main.scenario.yaml': `scenarios:
  - name: by tasks, although a step follows
    tasks: { first: given, second: given }
    steps: [{ expect: { text: given given } }]
  - name: by tasks, then by a step
    tasks: { first: given }
    steps: [{ task: stepped }, { expect: { text: given stepped } }]
  - name: by tasks, then an example
    tasks: { second: given }
    steps: [{ expect: { text: Result of first given } }]
  - name: by its path before its name, and by its name before its module type
    tasks: { LLMModule: type, first: name, a.first: path }
    steps: [{ expect: { text: path type } }]
`,
    });
    const { code, out } = await folder.run('test', 'main.scenario.yaml');
    expect([code, out]).toEqual([0, expect.stringContaining('4 passed')]);
  });

  it('are the same for the same seed', async () => {
    folder.write({
      'main.yaml': BOT['main.yaml'].replace("'{{first}} {{second}}'", "'{{first}} {{Math.random()}}'"),
    });
    const say = '{"say":"x"}\n';
    const first = await run(say, '--seed', '3');
    expect(first[0]).toMatch(/^Result of first 0\.\d+$/);
    expect(first[0]).not.toBe(first[1]);
    expect(await run(say, '--seed', '3')).toEqual(first);
    expect(await run(say, '--seed', '4')).not.toEqual(first);
    const byDefault = await run(say);
    expect(await run(say, '--seed', '1')).toEqual(byDefault);
  });

  it('and random numbers follow the seed of a scenario file', async () => {
    folder.write({
      'main.yaml':
        "initial: a\nstates:\n  a: { render: { text: '{{Math.random()}}' }, transitions: { CHAT: a } }\n",
    });
    const conversation = async (seed: string) =>
      textsIn((await folder.runWith('', 'run', 'main.yaml', '--format', 'jsonl', '--seed', seed)).out)[0];
    const [three, four] = [await conversation('3'), await conversation('4')];
    expect(three).not.toBe(four);
    const scenario = (text: string | undefined) =>
      `seed: 3\nscenarios: [{ steps: [{ expect: { text: '${text}' } }] }]\n`;
    folder.write({ 'a.scenario.yaml': scenario(three), 'b.scenario.yaml': scenario(four) });
    expect((await folder.run('test', 'a.scenario.yaml')).code).toBe(0);
    expect((await folder.run('test', 'b.scenario.yaml')).code).toBe(1);
  });
});

describe('the time of `Date`', () => {
  const folder = new CommandFolder();
  const bot = `initial: a
states:
  a:
    render: { text: "{{Date.now()}} {{new Date().toISOString()}}" }
    transitions: { CHAT: a }
`;

  it('is the start time in a conversation', async () => {
    folder.write({ 'main.yaml': bot });
    const before = Date.now();
    const { out } = await folder.runWith('{"say":"x"}\n', 'run', 'main.yaml', '--format', 'jsonl');
    const [first, second] = textsIn(out);
    expect(second).toBe(first);
    const [time = '', text = ''] = first?.split(' ') ?? [];
    expect(Number(time)).toBeGreaterThanOrEqual(before);
    expect(Number(time)).toBeLessThanOrEqual(Date.now());
    expect(new Date(Number(time)).toISOString()).toBe(text);
  });

  it('is 1970 in a scenario', async () => {
    folder.write({
      'main.yaml': bot,
      'main.scenario.yaml': `scenarios:
  - name: the beginning
    steps: [{ expect: { text: 0 1970-01-01T00:00:00.000Z } }]
`,
    });
    expect(await folder.run('test')).toMatchObject({ code: 0 });
  });
});

describe('the answer of a model', () => {
  const folder = new CommandFolder();

  it('is printed while it arrives, and only once', async () => {
    folder.write(BOT);
    const server = new ModelServer();
    await server.start();
    const seen: string[] = [];
    server.respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(event({ content: 'One ' }));
      // The rest is sent after the beginning was shown.
      const timer = setInterval(() => {
        const shown = folder.printed.split('cancels)\n').at(-1) ?? '';
        if (shown !== 'One ') return;
        clearInterval(timer);
        seen.push(shown);
        response.end(`${event({ content: 'two' })}${event({}, 'stop')}data: [DONE]\n\n`);
      }, 5);
    };
    const { out } = await folder.runWith(
      '',
      'run',
      'main.yaml',
      '--tasks',
      'live',
      '--model-url',
      server.url,
    );
    server.stop();
    expect(seen).toEqual(['One ', 'One ']);
    expect(out).toContain('  first: the model answers (Ctrl+C cancels)\nOne two\n');
    expect(out).toContain('\nOne two One two\n');
  });

  it('uses environment variables, which options override', async () => {
    folder.write(BOT);
    const server = new ModelServer();
    await server.start();
    server.respond = (response) => fail(response, 500, {});
    const names = ['ATOMIC_STATE_MODEL_URL', 'ATOMIC_STATE_MODEL'] as const;
    const before = names.map((name) => process.env[name]);
    try {
      [process.env.ATOMIC_STATE_MODEL_URL, process.env.ATOMIC_STATE_MODEL] = [server.url, 'from environment'];
      await run('live');
      await run('live', '--model', 'from option');
      process.env.ATOMIC_STATE_MODEL_URL = 'http://127.0.0.1:9';
      await run('live', '--model-url', server.url);
    } finally {
      for (const [at, name] of names.entries()) {
        const value = before[at];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      server.stop();
    }
    const models = server.calls.map(({ body }) => body.model);
    const [environment, option] = ['from environment', 'from option'];
    expect(models).toEqual([environment, environment, option, option, environment, environment]);
  });

  async function run(tasks: string, ...args: readonly string[]) {
    return await folder.runWith('', 'run', 'main.yaml', '--tasks', tasks, '--format', 'jsonl', ...args);
  }
});
