import { afterEach, beforeEach, expect, it } from 'vitest';
import { ModelTasks } from '../../../client/run/model-tasks';
import { newScript } from '../../../client/run/script';
import { toScopePath } from '../../../server/project/names/scope-path';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { Json, TaskQuestion } from '../../../server/run/conversation/events';
import { endpointOf, LiveModel } from '../../../server/run/model/live-model';
import { MODEL_PROBLEMS, type ModelProblem } from '../../../server/run/model/problem';
import { fail, ModelServer, stream } from '../../support/model-server';

const KEY = 'sk-a-very-secret-key-0123456789';

let server: ModelServer;
let setup: () => LiveModel | ModelProblem;
/** The calls of the listener. */
let calls: string[];
let tasks: ModelTasks;

beforeEach(async () => {
  server = new ModelServer();
  await server.start();
  const url = endpointOf(server.url);
  if (!(url instanceof URL)) throw new Error(server.url);
  setup = () => new LiveModel({ url, key: KEY, model: undefined, timeoutSeconds: 5 });
  calls = [];
  tasks = new ModelTasks(async () => setup(), {
    changed: () => calls.push(`changed ${JSON.stringify(tasks.state)}`),
    added: (text) => calls.push(`text ${text}`),
    answered: (_, value) => calls.push(`answer ${JSON.stringify(value)}`),
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

const waitForCall = (pattern: RegExp) => expect.poll(() => calls.join('\n')).toMatch(pattern);

it('sends one request after an action of the author, and streams the text', async () => {
  server.respond = (response) => stream(response, 'Hel', 'lo', '!');
  const script = newScript(0, { tasks: 'live' });
  tasks.follow(script, question(), []);
  expect(tasks.state).toEqual({ kind: 'answering', text: '' });
  // The same conversation, displayed again.
  tasks.follow(script, question(), []);
  await waitForCall(/answer "Hello!"$/);
  const texts = calls.filter((one) => one.startsWith('text ')).map((one) => one.slice('text '.length));
  expect(texts.join('')).toBe('Hello!');
  expect(server.calls.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`]);
  tasks.follow(newScript(0, { tasks: 'live' }), undefined, []);
  expect(tasks.state).toBeUndefined();
});

it('sends no request after an edit, nor for a restored conversation', async () => {
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

it('can be cancelled, and sent again', async () => {
  server.respond = () => {};
  tasks.follow(newScript(0), question(), []);
  await expect.poll(() => server.calls.length).toBe(1);
  tasks.cancel();
  expect(calls).toEqual(['changed {"kind":"stopped"}']);
  server.respond = (response) => stream(response, 'Yes');
  tasks.ask(question(), []);
  await waitForCall(/answer "Yes"$/);
});

it('explains errors without the key', async () => {
  server.respond = (response) => fail(response, 401, { error: { message: `Wrong key ${KEY}.` } });
  tasks.follow(newScript(0), question(), []);
  await waitForCall(/changed/);
  expect(tasks.state).toEqual({
    kind: 'stopped',
    problem: MODEL_PROBLEMS.wrongKey({ host: server.host, status: 401, said: 'Wrong key ***' }),
  });
  expect(calls.join()).not.toContain(KEY);
  setup = () => MODEL_PROBLEMS.noAddress;
  tasks.ask(question(), []);
  await waitForCall(/No language model is set up/);
});

it('sends earlier messages to a task with a memory', async () => {
  const memory = { memory: 'auto' };
  const { call: _call, example: _example, ...common } = question('First', memory);
  const turn: ShownTurn = {
    event: undefined,
    outputs: [{ ...common, kind: 'task', results: { reply: 'One' } }],
    answerCount: 1,
  };
  tasks.follow(newScript(0), question('Second', memory), [turn]);
  await waitForCall(/answer "Hello"$/);
  expect(server.calls[0]?.body).toMatchObject({
    messages: [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'One' },
      { role: 'user', content: 'Second' },
    ],
  });
});
