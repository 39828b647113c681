import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { event, fail, ModelServer, stream } from '../support/model-server';
import { CLI, CommandFolder } from './command';

const KEY = 'sk-a-very-secret-key-0123456789';

const BOT = {
  'main.yaml': `initial: a
states:
  a:
    inputs: {said: {type: IM, default_value: hi}}
    tasks:
      - {name: voice, module_type: TtsModule, module_config: {content: x, output_name: sound}}
      - name: talk
        module_type: LLMModule
        module_config: {model: gpt-4, system_prompt: Be kind., user_prompt: '{{said}}', temperature: '0.5', memory: [{role: user, content: before}]}
    render: {text: 'It says {{reply}}'}
    transitions: {CHAT: a}
`,
};

const FUNCTION = `initial: a
states:
  a:
    tasks:
      - name: city
        module_type: LLMFunctionModule
        module_config: {model: gpt-4, user_prompt: I live in Rome, function_name: find city, function_description: d, function_parameters: [{name: city, type: string, description: c}, {name: all, type: list, description: l}]}
    render: {text: '{{city}} {{all.length}}'}
`;

describe('`run --tasks live`', () => {
  const folder = new CommandFolder();
  let server: ModelServer;
  beforeEach(async () => {
    server = new ModelServer();
    await server.start();
  });
  afterEach(() => server.stop());

  interface Options {
    readonly key?: string | undefined;
    readonly url?: string;
    readonly args?: readonly string[];
    /** Text to write to standard input when the output contains the text. */
    readonly after?: readonly (readonly [text: string, line: string])[];
  }

  /** Runs the bot up to the end of the input; in a process if it gets further input later. */
  async function run(input: string, { key = KEY, url = server.url, args = [], after = [] }: Options = {}) {
    const { ATOMIC_STATE_API_KEY: _key, ...others } = process.env;
    const environment = { ...others, ...(key === '' ? {} : { ATOMIC_STATE_API_KEY: key }) };
    const command = ['run', 'main.yaml', '--tasks', 'live', '--model-url', url, '--format', 'jsonl', ...args];
    if (after.length === 0) {
      folder.environment = environment;
      return folder.runWith(input, ...command);
    }
    const child = spawn(process.execPath, [CLI, ...command], { cwd: folder.path, env: environment });
    let out = '';
    const waiting = [...after];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const [next] = waiting;
      if (next && out.includes(next[0])) {
        waiting.shift();
        child.stdin.write(`${next[1]}\n`);
        if (waiting.length === 0) child.stdin.end();
      }
    });
    child.stdin.write(input);
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, out, err: '' };
  }

  /** The message of the failed task. */
  const errorIn = (out: string) =>
    out
      .split('\n')
      .filter((line) => line.includes('task-failed'))
      .map((line) => (JSON.parse(line) as { error: { message: string } }).error.message)[0];

  it('sends prompts to the endpoint, and joins its stream', async () => {
    folder.write(BOT);
    server.respond = (response) => stream(response, 'Hel', 'lo 世界', '!');
    const { code, out } = await run('{"say":"How are you?"}\n');
    expect([code, out]).toEqual([0, expect.stringContaining('"text":"It says Hello 世界!"')]);
    expect(out).not.toContain('"ask"');
    expect(out).toContain('speech.mp3');
    expect(server.calls[1]).toEqual({
      authorization: `Bearer ${KEY}`,
      body: {
        model: 'gpt-4',
        stream: true,
        temperature: 0.5,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'before' },
          { role: 'user', content: 'How are you?' },
        ],
      },
    });
  });

  it('supports function calls, and answers that are not streamed', async () => {
    folder.write({ 'main.yaml': FUNCTION });
    const call = { function: { name: 'find_city', arguments: '{"city":"Rome","all":[1,2]}' } };
    server.respond = (response) =>
      fail(response, 200, {
        choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }],
      });
    expect((await run('', { args: ['--model', 'own'] })).out).toContain('"text":"Rome 2"');
    expect(server.calls[0]?.body).toMatchObject({
      model: 'own',
      tool_choice: { type: 'function', function: { name: 'find_city' } },
    });
    const pieces = ['{"city":', '"Rome","all":[', '1]}'].map((piece) =>
      event({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    );
    server.respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`${pieces.join('')}${event({}, 'tool_calls')}`);
    };
    expect((await run('')).out).toContain('"text":"Rome 1"');
  });

  it.each<[string, ModelServer['respond'], string, string?]>([
    [
      'a missing key',
      (response) => fail(response, 401, {}),
      'requires an API key; set `ATOMIC_STATE_API_KEY`',
      '',
    ],
    [
      'a wrong key',
      (response) => fail(response, 401, { error: { message: `Incorrect API key provided: ${KEY}.` } }),
      'does not accept the API key (401); set `ATOMIC_STATE_API_KEY`: Incorrect API key provided: ***',
    ],
    [
      'a limit',
      (response) => fail(response, 429, { error: { message: 'Slow down.' } }, { 'Retry-After': '20' }),
      'allows no more requests now, or no credits are left (429); try again in 20 s: Slow down',
    ],
    [
      'a wrong model',
      (response) => fail(response, 404, { error: { message: 'No such model.' } }),
      'does not know the model `gpt-4`, or the address is wrong (404): No such model',
    ],
    ['an error', (response) => fail(response, 503, 'busy'), 'has an error (503): busy'],
    [
      'another address',
      (response) => fail(response, 307, {}, { Location: 'http://example.com' }),
      'sends requests on to another address (307); name that one',
    ],
    [
      'a stream that ends early',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end(event({ content: 'Hel' }));
      },
      'cannot be used: it ended too early',
    ],
    [
      'a malformed stream',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end('data: {"choices": [\n\n');
      },
      'cannot be used: it is not in the format of OpenAI-compatible endpoints',
    ],
    [
      'an error within the stream',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end(`${event({ content: 'Hel' })}data: {"error":{"message":"overloaded \\u001b[2J"}}\n\n`);
      },
      'cannot be used: it reports an error: overloaded [2J',
    ],
    [
      'a page',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        response.end('<html>');
      },
      'cannot be used: it is not in the format of OpenAI-compatible endpoints',
    ],
    [
      'a closed connection',
      (_response, request) => request.socket.destroy(),
      'cannot be reached: the connection was closed',
    ],
  ])('explains %s, and continues', async (_what, respond, message, key) => {
    folder.write(BOT);
    server.respond = respond;
    const { code, out } = await run('', key === undefined ? {} : { key });
    expect([code, errorIn(out)]).toEqual([0, expect.stringContaining(message)]);
    expect(out).toContain('"message":{"state":"a"');
    expect(out).not.toContain(KEY);
  });

  it('explains an unreachable address, and a timeout', async () => {
    folder.write(BOT);
    const gone = new ModelServer();
    await gone.start();
    const { url, host } = gone;
    gone.stop();
    expect(errorIn((await run('', { url })).out)).toBe(
      `Task \`talk\` failed: \`${host}\` cannot be reached: nothing answers at this address.`,
    );
    server.respond = () => {};
    expect(errorIn((await run('', { args: ['--model-timeout', '1'] })).out)).toBe(
      'Task `talk` failed: the model did not answer within 1 s.',
    );
  });

  it('can be cancelled', async () => {
    folder.write(BOT);
    server.respond = () => {};
    const { out } = await run('', { after: [['"state":"a"', '{"cancel":true}']] });
    expect(errorIn(out)).toBe('Task `talk` failed: the request was cancelled.');
  });

  it('never writes the key', async () => {
    folder.write(BOT);
    // The server sends the key back, in two pieces.
    server.respond = (response) => stream(response, `Key ${KEY.slice(0, 9)}`, `${KEY.slice(9)}!`);
    const { out, err } = await run('{"say":"x"}\n', { args: ['--record', 'found.scenario.yaml'] });
    expect(out).toContain('It says Key ***!');
    const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'utf8'));
    expect(files).toHaveLength(2);
    for (const text of [out, err, ...files]) expect(text).not.toContain(KEY);
    for (const key of [`${KEY}\n\u00e9`, `${KEY} x`]) {
      const refused = await run('', { key });
      expect([refused.code, refused.err]).toEqual([
        2,
        expect.stringContaining('contains characters that a key cannot have'),
      ]);
      expect(refused.out + refused.err).not.toContain(KEY);
    }
    const inAddress = await run('', { url: `http://user:${KEY}@127.0.0.1:9/v1` });
    expect([inAddress.code, inAddress.out + inAddress.err]).toEqual([2, expect.not.stringContaining(KEY)]);
    const inQuery = await run('', { url: `http://127.0.0.1:9/v1?key=${KEY}` });
    expect(inQuery.out + inQuery.err).not.toContain(KEY);
  });

  it('records answers, and replays them without the model', async () => {
    folder.write(BOT);
    let count = 0;
    server.respond = (response) => stream(response, `answer ${++count}`);
    await run('{"say":"x"}\n{"say":"y"}\n', { args: ['--record', 'found.scenario.yaml'] });
    expect((await folder.run('test')).out).toContain('1 passed, 0 failed');
    const replay = ['run', 'main.yaml', '--recorded', 'found.scenario.yaml', '--format', 'jsonl'];
    const { out } = await folder.runWith('{"say":"y"}\n{"say":"new"}\n', ...replay);
    const texts = [...out.matchAll(/"text":"(.*?)"/g)].map((match) => match[1]);
    // By its prompt, otherwise by its turn.
    expect(texts).toEqual(['It says answer 1', 'It says answer 3', 'It says answer 3']);
    expect((await folder.run('run', 'main.yaml', '--recorded', 'main.yaml')).code).toBe(2);
  });

  it('requires an address', async () => {
    folder.write(BOT);
    const { code, err } = await folder.run('run', 'main.yaml', '--tasks', 'live');
    expect([code, err]).toEqual([2, expect.stringContaining('needs the address of a model')]);
    expect((await folder.run('run', 'main.yaml', '--model', 'x')).err).toContain('need `--tasks live`');
  });
});
