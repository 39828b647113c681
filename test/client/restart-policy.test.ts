import { expect, it } from 'vitest';
import { RestartPolicy } from '../../client/restart-policy';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

it('restarts a server that stops repeatedly four times', () => {
  const policy = new RestartPolicy();
  expect([0, 1, 2, 3, 4, 5].map((second) => policy.stopped(second * SECOND))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('always restarts a server that stops now and then', () => {
  const policy = new RestartPolicy();
  for (let minute = 0; minute < 60; minute++) expect(policy.stopped(minute * MINUTE)).toBe(true);
});

it('does not count stops older than three minutes', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1, 2, 3]) expect(policy.stopped(time)).toBe(true);
  expect(policy.stopped(3 * MINUTE - 1)).toBe(false);
  // The first four are too old; the one before is not.
  expect(policy.stopped(3 * MINUTE + 3)).toBe(true);
});

it('allows four more restarts after a restart by the user', () => {
  const policy = new RestartPolicy();
  for (let time = 0; time < 6; time++) policy.stopped(time);
  policy.reset();
  expect([6, 7, 8, 9, 10].map((time) => policy.stopped(time))).toEqual([true, true, true, true, false]);
});

const file = (name: string, hash = '1-a') => ({ uri: `file:///${name}`, hash });

it('quarantines a file after two stops, and resets the count', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1, 2]) policy.stopped(time);
  expect(policy.stopped(3, file('a.yaml'))).toBe(true);
  expect(policy.quarantined).toEqual([]);
  expect(policy.stopped(4, file('a.yaml'))).toBe(true);
  expect(policy.quarantined).toEqual([file('a.yaml')]);
  expect([5, 6, 7, 8, 9].map((time) => policy.stopped(time))).toEqual([true, true, true, true, false]);
});

it('quarantines no file if each stop has a different one', () => {
  const policy = new RestartPolicy();
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => policy.stopped(0, file(name)))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(policy.quarantined).toEqual([]);
});

it('quarantines a file once its hash is known', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1]) policy.stopped(time, file('a.yaml', ''));
  expect(policy.quarantined).toEqual([]);
  policy.stopped(2, file('a.yaml', '1-a'));
  expect(policy.quarantined).toEqual([file('a.yaml', '1-a')]);
});

it('uses the first hash of a file if the second is unknown', () => {
  const policy = new RestartPolicy();
  policy.stopped(0, file('a.yaml', '1-a'));
  policy.stopped(1, file('a.yaml', ''));
  expect(policy.quarantined).toEqual([file('a.yaml', '1-a')]);
});

it('quarantines another text of a quarantined file at once, and each text only once', () => {
  const policy = new RestartPolicy();
  for (const hash of ['1-a', '1-a', '1-b', '1-a', '1-b']) policy.stopped(0, file('a.yaml', hash));
  expect(policy.quarantined).toEqual([file('a.yaml', '1-a'), file('a.yaml', '1-b')]);
});

it('stops restarting a server that stops with a quarantined file', () => {
  const policy = new RestartPolicy();
  const started = Array.from({ length: 8 }, () => policy.stopped(0, file('a.yaml')));
  expect(started).toEqual([true, true, true, true, true, true, false, false]);
});

it('ends all quarantines after a restart by the user', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1]) policy.stopped(time, file('a.yaml'));
  policy.reset();
  expect(policy.quarantined).toEqual([]);
  policy.stopped(2, file('a.yaml'));
  expect(policy.quarantined).toEqual([]);
});
