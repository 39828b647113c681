import { expect, it } from 'vitest';
import { RestartPolicy } from '../../client/restart-policy';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

it('a server that stops over and over is started again four times', () => {
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

it('a server that stops now and then is always started again', () => {
  const policy = new RestartPolicy();
  for (let minute = 0; minute < 60; minute++) expect(policy.stopped(minute * MINUTE)).toBe(true);
});

it('what is three minutes ago counts no more', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1, 2, 3]) expect(policy.stopped(time)).toBe(true);
  expect(policy.stopped(3 * MINUTE - 1)).toBe(false);
  // The first four are too old; the one before is not.
  expect(policy.stopped(3 * MINUTE + 3)).toBe(true);
});

it('a person who asks for a new start gets four more', () => {
  const policy = new RestartPolicy();
  for (let time = 0; time < 6; time++) policy.stopped(time);
  policy.reset();
  expect([6, 7, 8, 9, 10].map((time) => policy.stopped(time))).toEqual([true, true, true, true, false]);
});

const file = (name: string, hash = '1-a') => ({ uri: `file:///${name}`, hash });

it('a file with which the server stops twice is quarantined, and the stops count no more', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1, 2]) policy.stopped(time);
  expect(policy.stopped(3, file('a.yaml'))).toBe(true);
  expect(policy.quarantined).toEqual([]);
  expect(policy.stopped(4, file('a.yaml'))).toBe(true);
  expect(policy.quarantined).toEqual([file('a.yaml')]);
  expect([5, 6, 7, 8, 9].map((time) => policy.stopped(time))).toEqual([true, true, true, true, false]);
});

it('stops with different files quarantine none of them', () => {
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

it('a file is quarantined once its text is known', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1]) policy.stopped(time, file('a.yaml', ''));
  expect(policy.quarantined).toEqual([]);
  policy.stopped(2, file('a.yaml', '1-a'));
  expect(policy.quarantined).toEqual([file('a.yaml', '1-a')]);
});

it('a text that is not known the second time is taken for the one of the first time', () => {
  const policy = new RestartPolicy();
  policy.stopped(0, file('a.yaml', '1-a'));
  policy.stopped(1, file('a.yaml', ''));
  expect(policy.quarantined).toEqual([file('a.yaml', '1-a')]);
});

it('another text of a quarantined file is quarantined at once, and each only once', () => {
  const policy = new RestartPolicy();
  for (const hash of ['1-a', '1-a', '1-b', '1-a', '1-b']) policy.stopped(0, file('a.yaml', hash));
  expect(policy.quarantined).toEqual([file('a.yaml', '1-a'), file('a.yaml', '1-b')]);
});

it('a server that stops with a file that is quarantined already is not started for ever', () => {
  const policy = new RestartPolicy();
  const started = Array.from({ length: 8 }, () => policy.stopped(0, file('a.yaml')));
  expect(started).toEqual([true, true, true, true, true, true, false, false]);
});

it('a person who asks for a new start ends all quarantines', () => {
  const policy = new RestartPolicy();
  for (const time of [0, 1]) policy.stopped(time, file('a.yaml'));
  policy.reset();
  expect(policy.quarantined).toEqual([]);
  policy.stopped(2, file('a.yaml'));
  expect(policy.quarantined).toEqual([]);
});
