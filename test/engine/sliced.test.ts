import { expect, it } from 'vitest';
import { runTask, type Task } from '../../server/engine/task';
import { recordingEngine, TestInput } from './input';

/** A query that adds inputs, one per step. */
function adding() {
  const { engine, log } = recordingEngine();
  const inputs = Array.from({ length: 4 }, (_, index) => new TestInput(engine, `input ${index}`, index));
  const steps: number[] = [];
  const sum = engine.slicedQuery('sum', function* (from: number): Task<number> {
    let result = 0;
    for (let index = from; index < inputs.length; index++) {
      steps.push(index);
      result += inputs[index]?.get() ?? 0;
      yield;
    }
    return result;
  });
  /** The numbers of the inputs that were added since the last call. */
  const added = () => steps.splice(0);
  return { engine, inputs, sum, added, log };
}

it('a sliced query runs step by step, or at once', () => {
  const { sum, added, log } = adding();
  const task = sum.asTask(0);
  task.next();
  expect(added()).toEqual([0]);
  expect(runTask(task)).toBe(6);
  expect(added()).toEqual([1, 2, 3]);
  expect(sum(0)).toBe(6);
  expect(sum(2)).toBe(5);
  expect(runTask(sum.asTask(2))).toBe(5);
  expect(added()).toEqual([2, 3]);
  expect(log()).toEqual(['sum 0', 'sum 2']);
});

it('all callers of a sliced query continue the same partial execution', () => {
  const { sum, added } = adding();
  const [first, second] = [sum.asTask(0), sum.asTask(0)];
  first.next();
  second.next();
  first.next();
  expect(sum(0)).toBe(6);
  expect(runTask(first)).toBe(6);
  expect(runTask(second)).toBe(6);
  expect(added()).toEqual([0, 1, 2, 3]);
});

it('a partial execution continues after a change, and restarts if it has read the changed input', () => {
  const { inputs, sum, added } = adding();
  const task = sum.asTask(0);
  task.next();
  task.next();
  inputs[3]?.set(10);
  task.next();
  expect(added()).toEqual([0, 1, 2]);
  inputs[1]?.set(20);
  expect(runTask(task)).toBe(32);
  expect(added()).toEqual([0, 1, 2, 3]);
  inputs[2]?.set(0);
  expect(sum(0)).toBe(30);
});

it('a result that was computed in steps depends on the inputs of all steps', () => {
  const { engine, inputs, sum, log } = adding();
  const twice = engine.query('twice', () => 2 * sum(1));
  const task = sum.asTask(1);
  task.next();
  expect(twice()).toBe(12);
  inputs[0]?.set(5);
  expect(twice()).toBe(12);
  inputs[2]?.set(5);
  expect(twice()).toBe(18);
  expect(log()).toEqual(['twice', 'sum 1', 'sum 1', 'twice']);
});

it('a sliced query that failed restarts', () => {
  const { engine } = recordingEngine();
  let fails = true;
  const query = engine.slicedQuery('query', function* (): Task<number> {
    yield;
    if (fails) throw new Error('failed');
    return 1;
  });
  expect(() => runTask(query.asTask())).toThrow('failed');
  fails = false;
  expect(runTask(query.asTask())).toBe(1);
});
