import { describe, expect, it } from 'vitest';
import { firstDifference } from '../../../client/run/difference';
import { backTo, newScript, resent, withAnswer, withEvent } from '../../../client/run/script';
import { normalize } from '../../../server/project/files/paths';
import { toScopePath } from '../../../server/project/names/scope-path';
import type { ChatScript, ShownTurn } from '../../../server/run/conversation/chat-data';
import type { ChatMessage, ConversationEvent } from '../../../server/run/conversation/events';

const CLICK: ConversationEvent = { click: 'Go' };
const SAY: ConversationEvent = { say: 'hi' };
const answer = (value: string) => ({ task: '[["a"],"t"]', answer: { value } });

function message(text: string, more: Partial<ChatMessage> = {}): ChatMessage {
  const media = { image: undefined, audio: undefined, video: undefined };
  const place = { address: normalize('file:///main.yaml'), start: text.length, end: 99 };
  return {
    kind: 'message',
    state: toScopePath(['a']),
    text,
    ...media,
    buttons: [],
    canChat: true,
    context: {},
    place,
    ...more,
  };
}

function turn(event: ConversationEvent | undefined, text: string, answerCount = 0): ShownTurn {
  return { event, outputs: [message(text)], answerCount };
}

const TURNS = [turn(undefined, 'one'), turn(CLICK, 'two', 1), turn(SAY, 'three', 2)];
const SCRIPT: ChatScript = {
  ...newScript(5),
  events: [CLICK, SAY],
  answers: [answer('x'), answer('y')],
};

describe('a chat script', () => {
  it('is cut after a turn, with the answers up to it', () => {
    expect(backTo(SCRIPT, TURNS, 1)).toEqual({ ...SCRIPT, events: [CLICK], answers: [answer('x')] });
    expect(backTo(SCRIPT, TURNS, 0)).toEqual({ ...SCRIPT, events: [], answers: [] });
  });

  it('continues after the turns that were played, and drops the others', () => {
    const further: ConversationEvent = { say: 'more' };
    expect(withEvent(SCRIPT, TURNS, further).events).toEqual([CLICK, SAY, further]);
    expect(withEvent(SCRIPT, TURNS.slice(0, 2), further)).toMatchObject({
      events: [CLICK, further],
      answers: [answer('x')],
    });
  });

  it('replaces a refused form', () => {
    const form = (name: string): ConversationEvent => ({ form: { name } });
    const refused: ShownTurn = {
      event: form('long'),
      outputs: [{ kind: 'form_error', field: 'name', message: 'Too long.', place: undefined }],
      answerCount: 1,
    };
    const script = { ...SCRIPT, events: [CLICK, form('long')] };
    expect(withEvent(script, [...TURNS.slice(0, 2), refused], form('Ada')).events).toEqual([
      CLICK,
      form('Ada'),
    ]);
  });

  it('repeats an event without the answers after it', () => {
    expect(resent(SCRIPT, TURNS, 1)).toEqual({ ...SCRIPT, events: [CLICK], answers: [] });
    expect(resent(SCRIPT, TURNS, 9)).toBe(SCRIPT);
  });

  it('adds the result of a task', () => {
    const { answers } = withAnswer(SCRIPT, 'key', { error: 'no' });
    expect(answers.at(-1)).toEqual({ task: 'key', answer: { error: 'no' } });
  });
});

describe('the first turn that differs', () => {
  it.each<[string, readonly ShownTurn[], number | undefined]>([
    ['is none if only places changed', TURNS.map((one) => ({ ...one })), undefined],
    ['has another text', [TURNS[0], turn(CLICK, 'zwei'), TURNS[2]].flatMap((one) => one ?? []), 1],
    ['was not repeated', TURNS.slice(0, 2), 2],
    ['is none if there are only more turns', [...TURNS, turn(SAY, 'four')], undefined],
  ])('%s', (_, now, expected) => {
    const found = firstDifference(TURNS, now);
    expect(found?.turn).toBe(expected);
    if (expected !== undefined) expect(found?.before).toBe(TURNS[expected]);
  });

  it('depends on buttons, senders and suggested replies, not on the context', () => {
    const button = { content: 'Go', event: 'go', payload: undefined, place: undefined };
    const one = (more: Partial<ChatMessage>): ShownTurn[] => [
      { event: undefined, outputs: [message('a', more)], answerCount: 0 },
    ];
    expect(firstDifference(one({ buttons: [button] }), one({}))?.turn).toBe(0);
    for (const other of [{ content: 'Stop' }, { description: 'On' }, { row: 1 }])
      expect(
        firstDifference(one({ buttons: [button] }), one({ buttons: [{ ...button, ...other }] }))?.turn,
      ).toBe(0);
    expect(
      firstDifference(one({ buttons: [button] }), one({ buttons: [{ ...button, event: 'stop' }] })),
    ).toBeUndefined();
    expect(firstDifference(one({ sender: { name: 'Ann' } }), one({ sender: { name: 'Ben' } }))?.turn).toBe(0);
    expect(firstDifference(one({ suggestedReplies: ['Yes'] }), one({}))?.turn).toBe(0);
    expect(firstDifference(one({ context: { a: 1 } }), one({ context: { a: 2 } }))).toBeUndefined();
  });
});
