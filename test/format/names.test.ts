import { describe, expect, test } from 'vitest';
import {
  eventNameProblem,
  isEventName,
  isKeyName,
  isReserved,
  isSnakeCase,
  keyNameProblem,
  type NameFaultKind,
  RESERVED_NAMES,
} from '../../server/format/names';
import { msg } from '../../server/text/message';

/** The table of the format: which texts are valid names, by kind. */
const TABLE: readonly { texts: readonly string[]; key: boolean; event: boolean }[] = [
  { texts: ['type_a', 'ids', '1a', 'a_1', 'blocks'], key: true, event: true },
  { texts: ['type', 'id', 'payload', '123'], key: false, event: false },
  {
    texts: ['_a', 'a_', 'a__b', 'aB', 'A', 'a-b', 'a b'],
    key: false,
    event: false,
  },
  { texts: ['a.b', 'goto.some_place', 'a.1a'], key: false, event: true },
  {
    texts: ['type.a', 'a.type', 'a.1', 'a..b', '..a', 'context.x'],
    key: false,
    event: false,
  },
  { texts: ['.a', '.a.b', '#a', '#a.b'], key: false, event: false },
  { texts: [''], key: false, event: false },
  // Not in the format's table; they follow from its patterns.
  { texts: ['#', '.', '#.a', '##a', 'a.', 'é', 'a\n', '\ta'], key: false, event: false },
];

describe.each(TABLE.flatMap(({ texts, ...expected }) => texts.map((text) => ({ text, ...expected }))))(
  '$text',
  ({ text, key, event }) => {
    test(`${key ? 'is' : 'is not'} a key`, () => expect(isKeyName(text)).toBe(key));
    test(`${event ? 'is' : 'is not'} an event`, () => expect(isEventName(text)).toBe(event));
  },
);

test('reserved names are exactly the eleven names of fields', () => {
  const words = 'type id properties inputs outputs tasks render transitions states context payload';
  expect([...RESERVED_NAMES]).toEqual(words.split(' '));
  expect(words.split(' ').filter(isReserved)).toHaveLength(11);
  for (const free of ['Type', 'ids', 'name', 'condition', 'buttons', ''])
    expect(isReserved(free)).toBe(false);
});

test.each([
  ['question_idx', true],
  ['l1', true],
  ['type', true],
  ['12', false],
  ['a.b', false],
  ['userName', false],
  ['a_', false],
  ['', false],
])('"%s" is snake case: %s', (text, expected) => {
  expect(isSnakeCase(text)).toBe(expected);
});

type Fault = [kind: NameFaultKind, segment: string];

test.each<[text: string, key: Fault, event: Fault | undefined]>([
  ['', ['empty', ''], ['empty', '']],
  ['go home', ['blank', 'go home'], ['blank', 'go home']],
  ['.a', ['dot', '.a'], ['leading-dot', '.a']],
  ['a.b', ['dot', 'a.b'], undefined],
  ['a..b', ['dot', 'a..b'], ['empty-segment', '']],
  ['a.type', ['dot', 'a.type'], ['reserved', 'type']],
  ['id', ['reserved', 'id'], ['reserved', 'id']],
  ['12', ['digits', '12'], ['digits', '12']],
  ['goHome', ['upper-case', 'goHome'], ['upper-case', 'goHome']],
  ['a-b', ['not-snake-case', 'a-b'], ['not-snake-case', 'a-b']],
  ['#a', ['not-snake-case', '#a'], ['not-snake-case', '#a']],
])('the problem of "%s"', (text, key, event) => {
  const found = [keyNameProblem(text), eventNameProblem(text)];
  expect(found.map((fault) => fault && [fault.kind, fault.segment])).toEqual([key, event]);
});

test('the reason completes a sentence that begins with the name', () => {
  expect(eventNameProblem('go home')?.reason).toEqual(msg('contains a space'));
  expect(eventNameProblem('a.type')?.reason).toEqual(msg`contains the reserved word \`${'type'}\``);
});

test('checks a long name in linear time', () => {
  expect(keyNameProblem(`${'a_'.repeat(50_000)}-`)?.kind).toBe('not-snake-case');
});
