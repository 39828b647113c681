import { describe, expect, it } from 'vitest';
import { shownContext } from '../../../client/webview/run/context-changes';
import { objectOf, readValue, writtenValue } from '../../../client/webview/run/json-input';
import { promptsOf } from '../../../client/webview/run/prompts';
import { eventText, traceLine } from '../../../client/webview/run/wording';
import { toScopePath } from '../../../server/project/names/scope-path';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { Json, ShownOutput } from '../../../server/run/conversation/events';

function turn(context: Json | undefined): ShownTurn {
  const rest = { image: undefined, audio: undefined, video: undefined, buttons: [], canChat: false };
  const outputs: ShownOutput[] =
    context === undefined
      ? []
      : [{ kind: 'message', state: toScopePath(['a']), text: '', ...rest, context, place: undefined }];
  return { event: undefined, outputs, answerCount: 0 };
}

describe('the context', () => {
  it('has the variables of the last message, with their changes', () => {
    const turns = [turn({ a: 1, b: [1], gone: 'x' }), turn(undefined), turn({ a: 1, b: [1, 2], c: null })];
    expect(shownContext(turns, undefined)).toEqual([
      { name: 'a', value: 1, isChanged: false, before: undefined },
      { name: 'b', value: [1, 2], isChanged: true, before: [1] },
      { name: 'c', value: null, isChanged: true, before: undefined },
      { name: 'gone', value: undefined, isChanged: true, before: 'x' },
    ]);
  });

  it('has no changes at the first message, and stays until the next message', () => {
    const first = [{ name: 'a', value: 1, isChanged: false, before: undefined }];
    expect(shownContext([turn({ a: 1 })], undefined)).toEqual(first);
    expect(shownContext([turn({ a: 1 }), turn(undefined)], undefined)).toEqual(first);
    expect(shownContext([turn(undefined)], undefined)).toEqual([]);
    expect(shownContext([], undefined)).toEqual([]);
  });
});

describe('the context while a task waits or the debugger pauses', () => {
  it('is the current one, with changes since the previous message', () => {
    expect(shownContext([turn(undefined)], { a: 0 })).toEqual([
      { name: 'a', value: 0, isChanged: false, before: undefined },
    ]);
    expect(shownContext([turn({ a: 0 }), turn(undefined)], { a: 1 })).toEqual([
      { name: 'a', value: 1, isChanged: true, before: 0 },
    ]);
  });
});

describe('typed text', () => {
  it.each<[Json, string]>([
    ['two\nlines', 'two\nlines'],
    [{ score: 3 }, '{\n  "score": 3\n}'],
    [[1, 'x'], '[\n  1,\n  "x"\n]'],
  ])('is a value that was formatted for editing: %j', (value, written) => {
    expect(writtenValue(value)).toBe(written);
    expect(readValue(written, value)).toEqual({ value });
  });

  it('is a string if the example is one, and JSON otherwise', () => {
    expect(readValue('3', 'example')).toEqual({ value: '3' });
    expect(readValue('3', {})).toEqual({ value: 3 });
    expect(readValue('{', {})).toHaveProperty('problem');
  });

  it('must be an object for a context', () => {
    expect(objectOf(' ')).toEqual({});
    expect(objectOf('{"a": [1]}')).toEqual({ a: [1] });
    expect(objectOf('[1]')).toBeTypeOf('string');
    expect(objectOf('{a}')).toBeTypeOf('string');
  });
});

describe('the text of an event', () => {
  it.each([
    [{ click: 'Go' }, 'Go'],
    [{ click: { event: 'go' } }, 'go'],
    [{ say: 'hi' }, 'hi'],
    [{ form: { size: 'large', count: 2 } }, 'size: large\ncount: 2'],
    [{ form: {} }, 'Form submitted'],
    [{ cancel: true } as const, 'Form cancelled'],
  ])('is formatted: %j', (event, words) => expect(eventText(event)).toBe(words));

  it('is shortened to one line in the trace', () => {
    const rest = { place: undefined, image: undefined, audio: undefined, video: undefined };
    const message = {
      ...rest,
      kind: 'message',
      state: toScopePath(['a']),
      buttons: [],
      canChat: false,
    } as const;
    const detail = (text: string) => traceLine({ ...message, text, context: null }).detail;
    expect(detail('a\n  b')).toBe('a b');
    expect(detail('x'.repeat(500))).toHaveLength(160);
  });
});

describe('the configuration of a task', () => {
  it('has the prompts of a task first', () => {
    const config = { model: 'm', system_prompt: 'Be short.', user_prompt: 'Say hi.', output_name: 'x' };
    expect(promptsOf(config).map(({ text }) => text)).toEqual(['Say hi.', 'Be short.']);
    expect(promptsOf({ content: 'Read this.', speed: 1 }).map(({ name }) => name)).toEqual(['content']);
    expect(promptsOf({ widget_id: '1', params: { a: 1 } })).toEqual([]);
  });
});
