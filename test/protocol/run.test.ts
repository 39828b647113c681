import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens, InlayHint } from 'vscode-languageserver';
import type { RunAnswer, RunParams } from '../../server/protocol/messages';
import type { ChatScript, ChatTurn } from '../../server/run/conversation/chat-data';
import type { ConversationEvent } from '../../server/run/conversation/events';
import { InProcessServer } from '../robustness/server';
import { ROOT } from '../support/workspace';

const MAIN = 'type: automata\ninitial: home\ncontext: { name: Ann }\nstates: !include state\n';
const HOME = `home:
  render:
    text: 'Hello {{context.name}}'
    buttons: [{ content: Go, on_click: go }]
  transitions: { go: quiz }
`;
const QUIZ = `quiz:
  inputs:
    size: { type: text, user_input: true, validations: [{ max_length: 3 }] }
  render: { text: 'Size {{size}}' }
  transitions: { CHAT: home }
`;
const FILES = {
  'main.yaml': MAIN,
  'state/home.yaml': HOME,
  'state/quiz.yaml': QUIZ,
  'main.scenario.yaml': 'scenarios: []\n',
};

let server: InProcessServer;

beforeAll(async () => {
  server = await InProcessServer.start(FILES);
});

afterAll(() => server.stop());

function script(events: readonly ConversationEvent[], more: Partial<ChatScript> = {}): ChatScript {
  return { start: {}, seed: 1, time: 0, tasks: 'ask', events, answers: [], ...more };
}

const run = async (params: Omit<RunParams, 'uri'>, file = 'main.yaml', on = server) =>
  (await on.ask('atomicState/run', { uri: `${ROOT}/${file}`, ...params })) as RunAnswer;

function linesOf(turns: readonly ChatTurn[] | undefined): readonly string[] {
  return (turns ?? []).map(({ outputs }) =>
    outputs
      .flatMap((one) =>
        one.kind === 'message'
          ? [one.text ?? '']
          : one.kind === 'form'
            ? [`form ${one.fields.map(({ name }) => name).join()}`]
            : one.kind === 'form_error'
              ? [one.message]
              : [],
      )
      .join(' '),
  );
}

const GO: ConversationEvent = { click: 'Go' };

describe('a conversation in the server', () => {
  it.each(['main.yaml', 'state/quiz.yaml', 'main.scenario.yaml'])('runs for %s', async (file) => {
    const { problems, conversation } = await run({ run: file, script: script([GO]) }, file);
    expect(problems).toEqual([]);
    expect(linesOf(conversation?.turns)).toEqual(['Hello Ann', 'form size']);
    expect(conversation).toMatchObject({
      waitsFor: 'form',
      isOver: false,
      skipped: 0,
      name: 'main.yaml',
      main: `${ROOT}/main.yaml`,
      states: ['home', 'quiz'],
    });
  });

  it('sends only new turns', async () => {
    const first = (await run({ run: 'a', script: script([GO]) })).conversation;
    const known = { revision: first?.revision ?? 0, turns: 2 };
    const events = [GO, { form: { size: 'much too large' } }];
    const second = (await run({ run: 'a', script: script(events), known })).conversation;
    expect([second?.from, linesOf(second?.turns)]).toEqual([
      1,
      ['form size', '`size` must have at most 3 characters; it has 14.'],
    ]);
    // It is known that a client of another revision knows nothing.
    const third = (await run({ run: 'a', script: script(events), known })).conversation;
    expect([third?.from, third?.turns.length]).toEqual([0, 3]);
  });

  it('runs texts of open editors, and keeps the conversation while they have errors', async () => {
    const uri = `${ROOT}/state/home.yaml`;
    await server.open(uri, HOME.replace('Hello', 'Welcome'));
    const one = await run({ run: 'b', script: script([]) });
    expect(linesOf(one.conversation?.turns)).toEqual(['Welcome Ann']);
    await server.replace(uri, HOME.replace("'Hello {{context.name}}'", '*unknown'));
    const broken = await run({ run: 'b', script: script([]) });
    expect(linesOf(broken.conversation?.turns)).toEqual(['Welcome Ann']);
    expect(broken.problems).toMatchObject([{ uri, file: 'state/home.yaml', range: { start: { line: 2 } } }]);
    await server.close(uri);
    const again = await run({ run: 'b', script: script([]) });
    expect([again.problems, linesOf(again.conversation?.turns)]).toEqual([[], ['Hello Ann']]);
  });

  it('starts in a state with a context, and becomes a scenario', async () => {
    const start = { state: 'home', context: { name: 'Bo' } };
    const { conversation } = await run({ run: 'c', script: script([GO], { start }) });
    expect(linesOf(conversation?.turns)).toEqual(['Hello Bo', 'form size']);
    const params = { run: 'c', file: `${ROOT}/scenarios/new.scenario.yaml` };
    const text = await server.ask('atomicState/runScenario', params);
    expect(text).toContain('automata: ../main.yaml\n');
    expect(text).toContain('click: Go');
    expect(await server.ask('atomicState/runScenario', { ...params, run: 'unknown' })).toBeNull();
  });

  it('reports why it cannot run', async () => {
    const { problems, conversation } = await run({ run: 'd', script: script([]) }, 'missing.yaml');
    expect(conversation).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual(['No automata was found for this file.']);
  });

  it('has a code lens at each state for clients with a command', async () => {
    const client = await InProcessServer.start(FILES, { options: { run: 'my.run' } });
    const uri = `${ROOT}/state/quiz.yaml`;
    await client.open(uri, QUIZ);
    const lenses = (await client.ask('textDocument/codeLens', { textDocument: { uri } })) as CodeLens[];
    expect(lenses.map(({ command }) => command)).toEqual([
      undefined,
      { title: 'Run from here', command: 'my.run', arguments: [uri, ['quiz']] },
    ]);
    await client.stop();
  });

  it('shows values in inlay hints and hovers if a setting enables them', async () => {
    const options = { atomicState: { run: { showValues: true } } };
    const own = await InProcessServer.start(FILES, { options });
    const uri = `${ROOT}/state/home.yaml`;
    await own.open(uri, HOME);
    const hints = async () => {
      const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
      const found = await own.ask('textDocument/inlayHint', { textDocument: { uri }, range });
      return (found as InlayHint[]).map(({ position, label }) => [position.line, position.character, label]);
    };
    const hover = async () => {
      const params = { textDocument: { uri }, position: { line: 2, character: 24 } };
      return JSON.stringify(await own.ask('textDocument/hover', params));
    };
    expect([await hints(), await hover()]).toEqual([[], expect.not.stringContaining('last run')]);
    await run({ run: 'a', script: script([GO]) }, 'main.yaml', own);
    expect(await hints()).toEqual([[2, 33, 'run: "Ann"']]);
    expect(await hover()).toContain('Value in the last run: `\\"Ann\\"`');
    // The values are those of the last conversation.
    const start = { state: 'home', context: { name: 'Bo' } };
    await run({ run: 'a', script: script([], { start }) }, 'main.yaml', own);
    expect(await hints()).toEqual([[2, 33, 'run: "Bo"']]);
    await own.replace(uri, HOME.replace('Hello', 'Hi'));
    expect(await hints()).toEqual([]);
    await run({ run: 'a', script: script([], { start }) }, 'main.yaml', own);
    expect(await hints()).toEqual([[2, 30, 'run: "Bo"']]);
    expect(own.thrown).toEqual([]);
    await own.stop();
  });

  it('executes nothing in a workspace that is not trusted', async () => {
    const careful = await InProcessServer.start(FILES, { options: { trusted: false } });
    const ask = () => run({ run: 'e', script: script([]) }, 'main.yaml', careful);
    const { problems, conversation } = await ask();
    expect(conversation).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([
      'Running an automata executes its expressions. Trust this workspace to run it.',
    ]);
    await careful.client.sendNotification('atomicState/trustGranted');
    expect(linesOf((await ask()).conversation?.turns)).toEqual(['Hello Ann']);
    await careful.stop();
  });
});

describe('modules of one’s own', () => {
  const OWN = 'modules:\n  Weather: { output_name: weather, result: { degrees: number } }\n';
  const BOT =
    "initial: home\nstates:\n  home:\n    tasks: [{ name: look, module_type: Weather, module_config: {} }]\n    render: { text: '{{weather.degrees}}' }\n    transitions: { CHAT: home }\n";

  it('name the results of a conversation, and change with their file', async () => {
    const own = await InProcessServer.start({ 'main.yaml': BOT, 'own.yaml': OWN });
    const settings = { atomicState: { modules: ['own.yaml'] } };
    await own.client.sendNotification('workspace/didChangeConfiguration', { settings });
    const played = async () =>
      (await run({ run: 'own', script: script([], { tasks: 'auto' }) }, 'main.yaml', own)).conversation
        ?.turns;
    expect(linesOf(await played())).toEqual(['1']);
    own.disk.set(`${ROOT}/own.yaml`, OWN.replace('degrees', 'celsius'));
    const changes = [{ uri: `${ROOT}/own.yaml`, type: 2 }];
    await own.client.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await expect.poll(async () => JSON.stringify(await played())).toContain('celsius');
    await own.stop();
  });

  it('send their tasks as plain data, without types', async () => {
    const own = await InProcessServer.start({ 'main.yaml': BOT, 'own.yaml': OWN });
    const settings = { atomicState: { modules: ['own.yaml'] } };
    await own.client.sendNotification('workspace/didChangeConfiguration', { settings });
    const { conversation } = await run({ run: 'asked', script: script([]) }, 'main.yaml', own);
    expect(conversation?.turns[0]?.outputs.findLast((one) => one.kind === 'ask')).toMatchObject({
      example: { degrees: 1 },
      call: { moduleType: 'Weather', result: { name: 'weather', parameters: [] } },
    });
    expect(JSON.stringify(conversation)).not.toContain('"members"');
    await own.stop();
  });
});
