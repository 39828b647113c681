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
