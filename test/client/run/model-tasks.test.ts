import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ModelSetupProblem, ModelTasks } from '../../../client/run/model-tasks';
import { newScript } from '../../../client/run/script';
import { toScopePath } from '../../../server/project/scope-path';
import type { ShownTurn } from '../../../server/run/chat-data';
import type { Json, TaskQuestion } from '../../../server/run/events';
import { endpointOf, LiveModel } from '../../../server/run/live-model';
import { fail, ModelServer, stream } from '../../support/model-server';

const KEY = 'sk-a-very-secret-key-0123456789';

let server: ModelServer;
let setup: () => LiveModel | ModelSetupProblem;
/** The calls of the listener. */
let heard: string[];
let tasks: ModelTasks;

beforeEach(async () => {
  server = new ModelServer();
  await server.start();
  const url = endpointOf(server.url);
  if (typeof url === 'string') throw new Error(url);
  setup = () => new LiveModel({ url, key: KEY, model: undefined, timeoutSeconds: 5 });
  heard = [];
  tasks = new ModelTasks(async () => setup(), {
    changed: () => heard.push(`changed ${JSON.stringify(tasks.state)}`),
    added: (text) => heard.push(`text ${text}`),
    answered: (_, value) => heard.push(`answer ${JSON.stringify(value)}`),
  });
});

afterEach(() => {
  tasks.dispose();
  server.stop();
});

function question(prompt = 'Hi', more: { readonly [name: string]: Json } = {}): TaskQuestion {
  const call = {
    state: toScopePath(['a']),
    name: 'talk',
    index: 0,
    moduleType: 'LLMModule',
    config: { model: 'gpt-4', user_prompt: prompt, ...more },
    result: { name: 'reply', parameters: [] },
  };
  return { kind: 'ask', ...call, place: undefined, example: '', call };
}

const heardOf = (pattern: RegExp) => expect.poll(() => heard.join('\n')).toMatch(pattern);

it('asks once after the author has done something, and hears the text as it comes', async () => {
  server.respond = (response) => stream(response, 'Hel', 'lo', '!');
  const script = newScript(0, { tasks: 'live' });
  tasks.follow(script, question(), []);
  expect(tasks.state).toEqual({ kind: 'answering', text: '' });
  // The same conversation, displayed again.
  tasks.follow(script, question(), []);
  await heardOf(/answer "Hello!"$/);
  const texts = heard.filter((one) => one.startsWith('text ')).map((one) => one.slice('text '.length));
  expect(texts.join('')).toBe('Hello!');
  expect(server.calls.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`]);
  tasks.follow(newScript(0, { tasks: 'live' }), undefined, []);
  expect(tasks.state).toBeUndefined();
});

it('is not asked because a text was edited, nor for a restored conversation', async () => {
  server.respond = () => {};
  const script = newScript(0, { tasks: 'live' });
  tasks.hold(script);
  tasks.follow(script, question(), []);
  expect(tasks.state).toEqual({ kind: 'stopped' });
  tasks.ask(question(), []);
  await expect.poll(() => server.calls.length).toBe(1);
  for (const prompt of ['Hi t', 'Hi th', 'Hi the', 'Hi ther', 'Hi there']) {
    tasks.follow(script, question(prompt), []);
    expect(tasks.state).toEqual({ kind: 'stopped' });
  }
  tasks.follow({ ...script }, question('Hi there'), []);
  await expect.poll(() => server.calls.length).toBe(2);
  expect(server.calls[1]?.body).toMatchObject({ messages: [{ content: 'Hi there' }] });
});

it('can be stopped, and asked again', async () => {
  server.respond = () => {};
  tasks.follow(newScript(0), question(), []);
  await expect.poll(() => server.calls.length).toBe(1);
  tasks.cancel();
  expect(heard).toEqual(['changed {"kind":"stopped"}']);
  server.respond = (response) => stream(response, 'Yes');
  tasks.ask(question(), []);
  await heardOf(/answer "Yes"$/);
});

it('says what is wrong, without the key', async () => {
  server.respond = (response) => fail(response, 401, { error: { message: `Wrong key ${KEY}.` } });
  tasks.follow(newScript(0), question(), []);
  await heardOf(/changed/);
  expect(tasks.state).toEqual({
    kind: 'stopped',
    problem: { kind: 'wrong-key', host: server.host, status: 401, said: 'Wrong key ***' },
  });
  expect(heard.join()).not.toContain(KEY);
  setup = () => 'no-address';
  tasks.ask(question(), []);
  await heardOf(/no-address/);
});

it('sends what was said before to a task with a memory', async () => {
  const memory = { memory: 'auto' };
  const { call: _call, example: _example, ...common } = question('First', memory);
  const turn: ShownTurn = {
    event: undefined,
    outputs: [{ ...common, kind: 'task', results: { reply: 'One' } }],
    answerCount: 1,
  };
  tasks.follow(newScript(0), question('Second', memory), [turn]);
  await heardOf(/answer "Hello"$/);
  expect(server.calls[0]?.body).toMatchObject({
    messages: [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'One' },
      { role: 'user', content: 'Second' },
    ],
  });
});
