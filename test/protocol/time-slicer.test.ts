import { afterEach, expect, it, vi } from 'vitest';
import type { Task } from '../../server/engine/task';
import { ChangeSignal } from '../../server/protocol/change-signal';
import { nextEventLoopTurn, TimeSlicer } from '../../server/protocol/time-slicer';

afterEach(() => vi.restoreAllMocks());

/** The number of turns of the library between a read message and its written answer. */
const TURNS = 4;

it('a request waits for one slice only, however many turns of the event loop it takes', async () => {
  let time = 0;
  // Each step takes longer than a stretch.
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 10));
  let steps = 0;
  let before: number | undefined;
  function* work(): Task<void> {
    while (before === undefined) {
      steps++;
      yield;
    }
  }
  const working = new TimeSlicer(new ChangeSignal()).finish(work);
  for (let turn = 0; turn < TURNS; turn++) await nextEventLoopTurn();
  before = steps;
  await working;
  expect(before).toBe(1);
});

it('work with priority delays only other work of its server', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 10));
  const [one, other] = [new ChangeSignal(), new ChangeSignal()];
  const finished: string[] = [];
  let isLong = true;
  function* long(): Task<void> {
    while (isLong) yield;
  }
  function* short(): Task<void> {
    yield;
  }
  const run = (name: string, signal: ChangeSignal) =>
    new TimeSlicer(signal).finish(short).then(() => finished.push(name));
  const first = new TimeSlicer(one).finishFirst(long());
  const waiting = run('same server', one);
  await run('other server', other);
  expect(finished).toEqual(['other server']);
  isLong = false;
  await Promise.all([first, waiting]);
  expect(finished).toEqual(['other server', 'same server']);
});
