import { expect, it } from 'vitest';
import { LatestResult } from '../../server/engine/latest-result';
import { runTask, type Task } from '../../server/engine/task';
import { isEqualData } from '../../server/text/equality';
import { recordingEngine, TestInput } from './input';

it('a task returns its result after all steps', () => {
  function* counting(to: number): Task<number> {
    let sum = 0;
    for (let index = 1; index <= to; index++) {
      sum += index;
      yield;
    }
    return sum;
  }
  expect(runTask(counting(4))).toBe(10);
  expect(runTask(counting(0))).toBe(0);
});

it('a task that restarts after a change executes only stale and missing results', () => {
  const { engine, log } = recordingEngine();
  const inputs = Array.from({ length: 5 }, (_, index) => new TestInput(engine, `input ${index}`, index));
  const query = engine.query('query', (index: number) => inputs[index]?.get());
  function* all(): Task<void> {
    for (const index of inputs.keys()) {
      query(index);
      yield;
    }
  }
  const first = all();
  for (let step = 0; step < 3; step++) first.next();
  expect(log()).toEqual(['query 0', 'query 1', 'query 2']);
  inputs[1]?.set(7);
  runTask(all());
  expect(log()).toEqual(['query 1', 'query 3', 'query 4']);
});

it.each<readonly [string, unknown, unknown, boolean]>([
  ['numbers', Number.NaN, Number.NaN, true],
  ['lists', [1, [2]], [1, [2]], true],
  ['lists in a different order', [1, 2], [2, 1], false],
  ['lists of different lengths', [1], [1, undefined], false],
  ['objects', { a: 1, b: { c: [] } }, { b: { c: [] }, a: 1 }, true],
  ['objects with different names', { a: undefined }, { b: undefined }, false],
  ['sets', new Set([1, 2]), new Set([1, 2]), true],
  ['sets in a different order', new Set([1, 2]), new Set([2, 1]), false],
  ['maps', new Map([['a', [1]]]), new Map([['a', [1]]]), true],
  [
    'maps in a different order',
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
    new Map([
      ['b', 2],
      ['a', 1],
    ]),
    false,
  ],
  ['maps with different keys', new Map([['a', undefined]]), new Map([['b', undefined]]), false],
  ['a list and an object', [], {}, false],
  ['a set and a map', new Set(), new Map(), false],
  ['null and an object', null, {}, false],
])('data is compared by value: %s', (_, a, b, isEqual) => {
  expect(isEqualData(a, b)).toBe(isEqual);
  expect(isEqualData(b, a)).toBe(isEqual);
});

it('the latest result of an object is stored with its argument', () => {
  const latest = new LatestResult<object, number, string>();
  const [one, other] = [{}, {}];
  latest.set(one, 1, 'a');
  latest.set(one, 2, 'b');
  expect(latest.get(one)).toEqual({ argument: 2, value: 'b' });
  expect(latest.get(other)).toBeUndefined();
});
