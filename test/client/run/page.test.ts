import { describe, expect, it } from 'vitest';
import { shownContext } from '../../../client/webview/run/context-changes';
import { objectOf, readValue, writtenValue } from '../../../client/webview/run/json-input';
import { eventText, shortened } from '../../../client/webview/run/wording';
import { toScopePath } from '../../../server/project/scope-path';
import type { ShownTurn } from '../../../server/run/chat-data';
import type { Json, ShownOutput } from '../../../server/run/events';

const TEXTS = { cancelled: 'Form cancelled', submitted: 'Form submitted' };

function turn(context: Json | undefined): ShownTurn {
  const rest = { image: undefined, audio: undefined, video: undefined, buttons: [], canChat: false };
  const outputs: ShownOutput[] =
    context === undefined
      ? []
      : [{ kind: 'message', state: toScopePath(['a']), text: '', ...rest, context, place: undefined }];
  return { event: undefined, outputs, answerCount: 0 };
}

describe('the context', () => {
  it('has the variables of the last message, and what has changed', () => {
    const turns = [turn({ a: 1, b: [1], gone: 'x' }), turn(undefined), turn({ a: 1, b: [1, 2], c: null })];
    expect(shownContext(turns, undefined)).toEqual([
      { name: 'a', value: 1, isChanged: false, before: undefined },
      { name: 'b', value: [1, 2], isChanged: true, before: [1] },
      { name: 'c', value: null, isChanged: true, before: undefined },
      { name: 'gone', value: undefined, isChanged: true, before: 'x' },
    ]);
  });

  it('has no changes at the beginning, and stays while nothing is shown', () => {
    const first = [{ name: 'a', value: 1, isChanged: false, before: undefined }];
    expect(shownContext([turn({ a: 1 })], undefined)).toEqual(first);
    expect(shownContext([turn({ a: 1 }), turn(undefined)], undefined)).toEqual(first);
    expect(shownContext([turn(undefined)], undefined)).toEqual([]);
    expect(shownContext([], undefined)).toEqual([]);
  });
});

describe('the context while a task waits or the debugger pauses', () => {
  it('is that of the present, with what has changed since the message before', () => {
    expect(shownContext([turn(undefined)], { a: 0 })).toEqual([
      { name: 'a', value: 0, isChanged: false, before: undefined },
    ]);
    expect(shownContext([turn({ a: 0 }), turn(undefined)], { a: 1 })).toEqual([
      { name: 'a', value: 1, isChanged: true, before: 0 },
    ]);
  });
});

describe('what is typed', () => {
  it.each<[Json, string]>([
    ['two\nlines', 'two\nlines'],
    [{ score: 3 }, '{\n  "score": 3\n}'],
    [[1, 'x'], '[\n  1,\n  "x"\n]'],
  ])('is a value as it was offered: %j', (value, written) => {
    expect(writtenValue(value)).toBe(written);
    expect(readValue(written, value)).toEqual({ value });
  });

  it('is a text where a text was offered, and else has to be JSON', () => {
    expect(readValue('3', 'example')).toEqual({ value: '3' });
    expect(readValue('3', {})).toEqual({ value: 3 });
    expect(readValue('{', {})).toHaveProperty('problem');
  });

  it('is an object for a context', () => {
    expect(objectOf(' ')).toEqual({});
    expect(objectOf('{"a": [1]}')).toEqual({ a: [1] });
    expect(objectOf('[1]')).toBeTypeOf('string');
    expect(objectOf('{a}')).toBeTypeOf('string');
  });
});

describe('the words', () => {
  it.each([
    [{ click: 'Go' }, 'Go'],
    [{ click: { event: 'go' } }, 'go'],
    [{ say: 'hi' }, 'hi'],
    [{ form: { size: 'large', count: 2 } }, 'size: large\ncount: 2'],
    [{ form: {} }, 'Form submitted'],
    [{ cancel: true } as const, 'Form cancelled'],
  ])('of %j', (event, words) => expect(eventText(event, TEXTS)).toBe(words));

  it('are one line of the trace', () => {
    expect(shortened('a\n  b')).toBe('a b');
    expect(shortened('x'.repeat(500))).toHaveLength(160);
  });
});
