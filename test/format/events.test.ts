import { expect, test } from 'vitest';
import { CLIENT_ACTIONS, clientActionOf, SPECIAL_EVENTS, specialEventOf } from '../../server/format/events';
import { isEventName } from '../../server/format/names';

test.each([
  ['CHAT', 'state'],
  ['ALWAYS', 'state'],
  ['DONE', 'automata'],
  ['chat', undefined],
  ['COPY', undefined],
  ['', undefined],
])('the special event "%s" belongs to: %s', (name, expected) => {
  expect(specialEventOf(name)?.on).toBe(expected);
});

test.each([
  ['COPY', ['content']],
  ['DOWNLOAD', ['url']],
  ['OPEN', ['url']],
  ['CHAT', undefined],
  ['copy', undefined],
])('the client action "%s" needs: %j', (name, expected) => {
  expect(clientActionOf(name)?.payload.map((key) => key.name)).toEqual(expected);
});

test.each([...SPECIAL_EVENTS, ...CLIENT_ACTIONS])(
  '$name is documented and not a valid event name',
  (event) => {
    expect(event.doc).toMatch(/^[A-Z].*\.$/s);
    expect(event.source).not.toBe('');
    expect(isEventName(event.name)).toBe(false);
  },
);
