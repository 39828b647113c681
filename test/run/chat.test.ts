import { describe, expect, it, vi } from 'vitest';
import { Chat } from '../../server/run/conversation/chat';
import type { ChatScript, ChatTurn } from '../../server/run/conversation/chat-data';
import { Conversation } from '../../server/run/conversation/conversation';
import type { ConversationEvent } from '../../server/run/conversation/events';
import type { Program } from '../../server/run/conversation/program';
import type { Sandbox } from '../../server/run/sandbox/sandbox';
import { parseFixture } from '../support/fixture';
import { programOfFiles, sandboxMaker } from './conversation';

const COUNTER = `type: automata
initial: home
context: { count: 0 }
states:
  home:
    outputs: { context.count: '{{context.count + 1}}' }
    render:
      text: 'Visit {{context.count}}'
      buttons:
        - { content: Again, on_click: again }
        - { content: Greet, on_click: greet }
    transitions: { again: home, greet: greeting, CHAT: home }
  greeting:
    tasks:
      - { name: hello, module_type: LLMModule, module_config: { output_name: words, user_prompt: Hi } }
    render: { text: '{{words}}', buttons: [{ content: Back, on_click: back }] }
    transitions: { back: home }
`;

const programOf = (text: string) => programOfFiles(parseFixture(`=== main.yaml\n${text}`).files);

const AGAIN: ConversationEvent = { click: 'Again' };
const GREET: ConversationEvent = { click: 'Greet' };
const HELLO = '[["greeting"],"hello"]';

function script(events: readonly ConversationEvent[], more: Partial<ChatScript> = {}): ChatScript {
  return { start: {}, seed: 1, time: 0, tasks: 'ask', events, answers: [], ...more };
}

async function newChat(): Promise<Chat> {
  return new Chat(await sandboxMaker());
}

/** Plays all events; returns the index of the first turn that may have changed. */
function play(chat: Chat, program: Program, what: ChatScript): number {
  const playing = chat.play(program, what);
  for (;;) {
    const { done, value } = playing.next();
    if (done) return value;
  }
}

function texts(turns: readonly ChatTurn[]): readonly string[] {
  return turns.map(({ outputs }) =>
    outputs
      .flatMap((one) => (one.kind === 'message' ? [one.text ?? ''] : one.kind === 'ask' ? ['?'] : []))
      .join(' '),
  );
}

describe('Chat', () => {
  it('plays only the new event', async () => {
    const chat = await newChat();
    const program = programOf(COUNTER);
    expect(play(chat, program, script([AGAIN, AGAIN]))).toBe(0);
    const handle = vi.spyOn(Conversation.prototype, 'handle');
    expect(play(chat, program, script([AGAIN, AGAIN, AGAIN]))).toBe(3);
    expect(handle).toHaveBeenCalledTimes(1);
    handle.mockRestore();
    expect(texts(chat.turns)).toEqual(['Visit 1', 'Visit 2', 'Visit 3', 'Visit 4']);
    chat.dispose();
  });

  it('goes back in a long conversation with few replayed events', async () => {
    const chat = await newChat();
    const program = programOf(COUNTER);
    const events = Array.from({ length: 1000 }, () => AGAIN);
    play(chat, program, script(events));
    expect(texts(chat.turns).at(-1)).toBe('Visit 1001');
    const handle = vi.spyOn(Conversation.prototype, 'handle');
    const from = play(chat, program, script(events.slice(0, 720)));
    expect(handle.mock.calls.length).toBeLessThan(25);
    handle.mockRestore();
    // The replayed turns are the same as before.
    expect(from).toBe(721);
    expect(chat.turns).toHaveLength(721);
    expect(texts(chat.turns).at(-1)).toBe('Visit 721');
    play(chat, program, script([...events.slice(0, 720), { say: 'hi' }]));
    expect(texts(chat.turns).at(-1)).toBe('Visit 722');
    chat.dispose();
  });

  it('asks for the results of tasks and continues with the answers', async () => {
    const chat = await newChat();
    const program = programOf(COUNTER);
    play(chat, program, script([GREET]));
    expect(chat.waitsFor).toBe('task');
    expect(texts(chat.turns)).toEqual(['Visit 1', '?']);
    const answers = [{ task: HELLO, answer: { value: 'Good day' } }];
    const back: ConversationEvent = { click: 'Back' };
    play(chat, program, script([GREET, back], { answers }));
    expect(texts(chat.turns)).toEqual(['Visit 1', 'Good day', 'Visit 2']);
    expect(chat.turns.map(({ answerCount }) => answerCount)).toEqual([0, 1, 1]);
    // Without its result, it is asked for again.
    play(chat, program, script([GREET]));
    expect(texts(chat.turns)).toEqual(['Visit 1', '?']);
    play(chat, program, script([GREET], { tasks: 'auto' }));
    expect(texts(chat.turns)).toEqual(['Visit 1', 'Result of hello']);
    chat.dispose();
  });

  it('gives the current context while a task waits for its result', async () => {
    const chat = await newChat();
    const asking = `    tasks: [{ name: hello, module_type: LLMModule, module_config: { output_name: words, user_prompt: Hi } }]`;
    const program = programOf(COUNTER.replace('  home:\n', `  home:\n${asking}\n`));
    play(chat, program, script([]));
    expect([chat.waitsFor, chat.context]).toEqual(['task', { count: 0 }]);
    const answers = [{ task: '[["home"],"hello"]', answer: { value: 'Good day' } }];
    play(chat, program, script([], { answers }));
    expect([chat.waitsFor, chat.context]).toEqual([undefined, { count: 1 }]);
    chat.dispose();
    expect(chat.context).toBeUndefined();
  });

  it('replays the events after an edit, up to the first one that is no longer possible', async () => {
    const chat = await newChat();
    const answers = [{ task: HELLO, answer: { value: 'Good day' } }];
    const done = script([AGAIN, GREET, { click: 'Back' }], { answers });
    play(chat, programOf(COUNTER), done);
    expect(play(chat, programOf(COUNTER.replace('Visit', 'Time')), done)).toBe(0);
    expect(texts(chat.turns)).toEqual(['Time 1', 'Time 2', 'Good day', 'Time 3']);
    play(chat, programOf(COUNTER.replace('content: Greet', 'content: Welcome')), done);
    expect(texts(chat.turns)).toEqual(['Visit 1', 'Visit 2', '']);
    expect(chat.turns.at(-1)?.outputs).toMatchObject([{ kind: 'error', code: 'button-missing' }]);
    play(chat, programOf(COUNTER), done);
    expect(texts(chat.turns)).toEqual(['Visit 1', 'Visit 2', 'Good day', 'Visit 3']);
    chat.dispose();
  });

  it('assigns results to their tasks after a task is inserted', async () => {
    const chat = await newChat();
    const answers = [{ task: HELLO, answer: { value: 'Good day' } }];
    const done = script([GREET], { answers });
    play(chat, programOf(COUNTER), done);
    const task =
      "{ name: first, module_type: LLMModule, module_config: { output_name: w, user_prompt: '' } }";
    play(chat, programOf(COUNTER.replace('tasks:\n', `tasks:\n      - ${task}\n`)), done);
    expect(chat.waitsFor).toBe('task');
    const first = { task: '[["greeting"],"first"]', answer: { error: 'no network' } };
    play(
      chat,
      programOf(COUNTER.replace('tasks:\n', `tasks:\n      - ${task}\n`)),
      script([GREET], { answers: [...answers, first] }),
    );
    expect(texts(chat.turns)).toEqual(['Visit 1', 'Good day']);
    chat.dispose();
  });

  it('starts in a given state with a given context', async () => {
    const chat = await newChat();
    const start = { state: 'home', context: { count: 41 } };
    play(chat, programOf(COUNTER), script([], { start }));
    expect(texts(chat.turns)).toEqual(['Visit 42']);
    play(chat, programOf(COUNTER), script([AGAIN], { start: { state: 'gone' } }));
    expect(chat.turns[0]?.outputs).toMatchObject([{ kind: 'error', code: 'start-missing' }]);
    expect(chat.turns).toHaveLength(1);
    chat.dispose();
  });

  it('converts the conversation to a scenario', async () => {
    const chat = await newChat();
    const answers = [{ task: HELLO, answer: { value: 'Good day' } }];
    play(chat, programOf(COUNTER), script([GREET], { answers, seed: 7 }));
    expect(chat.scenario('../main.yaml')).toBe(`automata: ../main.yaml
seed: 7
scenarios:
  - name: recorded
    steps:
      - expect:
          state: home
          text: Visit 1
          buttons:
            - Again
            - Greet
      - click: Greet
      - task: Good day
      - expect:
          state: greeting
          text: Good day
          buttons:
            - Back
`);
    chat.dispose();
  });

  it('gives no scenario that would be read as something else', async () => {
    const chat = await newChat();
    const start = { context: { count: Number.POSITIVE_INFINITY } };
    play(chat, programOf(COUNTER), script([AGAIN], { start }));
    expect(chat.scenario('main.yaml')).toBeUndefined();
    chat.dispose();
  });

  it('leaves a refused event out of the scenario', async () => {
    const chat = await newChat();
    play(chat, programOf(COUNTER), script([AGAIN]));
    const before = chat.scenario('main.yaml');
    play(chat, programOf(COUNTER), script([AGAIN, { click: 'Nothing' }]));
    expect(chat.turns).toHaveLength(3);
    expect(chat.scenario('main.yaml')).toBe(before);
    chat.dispose();
  });

  it('keeps at most one sandbox alive', async () => {
    const newSandbox = await sandboxMaker();
    let alive = 0;
    const counted = () => {
      const sandbox: Sandbox = newSandbox();
      alive++;
      const dispose = sandbox.dispose.bind(sandbox);
      sandbox.dispose = () => {
        alive--;
        dispose();
      };
      return sandbox;
    };
    const chat = new Chat(counted);
    const program = programOf(COUNTER);
    play(chat, program, script([AGAIN, AGAIN]));
    play(chat, program, script([]));
    play(chat, programOf(COUNTER), script([AGAIN]));
    expect(alive).toBe(1);
    chat.dispose();
    expect(alive).toBe(0);
  });
});
