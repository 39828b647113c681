import { describe, expect, it } from 'vitest';
import { Cell, Engine, Inputs } from '../../server/engine/engine';
import { isEqualData } from '../../server/text/equality';
import { recordingEngine, TestInput } from './input';

describe('a query', () => {
  it('is executed once while nothing changes', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 1);
    const double = engine.query('double', () => input.get() * 2);
    expect([double(), double()]).toEqual([2, 2]);
    expect(log()).toEqual(['double']);
    input.set(2);
    expect([double(), double()]).toEqual([4, 4]);
    expect(log()).toEqual(['double']);
  });

  it('is not executed again if an input that it does not read changes', () => {
    const { engine, log } = recordingEngine();
    const [read, other] = [new TestInput(engine, 'read', 1), new TestInput(engine, 'other', 1)];
    const query = engine.query('query', () => read.get());
    query();
    log();
    other.set(2);
    expect(query()).toBe(1);
    expect(log()).toEqual([]);
  });

  it('is executed once for each list of keys', () => {
    const { engine, log } = recordingEngine();
    const query = engine.query('query', (a: string, b: number, c: object) => `${a} ${b} ${Object.keys(c)}`);
    const [one, other] = [{ x: 1 }, { x: 1 }];
    expect(query('a', 1, one)).toBe('a 1 x');
    query('a', 1, other);
    query('a', 2, one);
    query('a', 1, one);
    expect(log()).toEqual(['query a 1', 'query a 1', 'query a 2']);
  });

  it('replaces its dependencies if another branch runs', () => {
    const { engine, log } = recordingEngine();
    const isFirst = new TestInput(engine, 'is first', true);
    const [first, second] = [new TestInput(engine, 'first', 1), new TestInput(engine, 'second', 2)];
    const query = engine.query('query', () => (isFirst.get() ? first.get() : second.get()));
    query();
    isFirst.set(false);
    expect(query()).toBe(2);
    log();
    first.set(7);
    expect(query()).toBe(2);
    expect(log()).toEqual([]);
    second.set(8);
    expect(query()).toBe(8);
  });

  it('caches nothing if it throws, and can be called again', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 0);
    const inverse = engine.query('inverse', () => {
      if (input.get() === 0) throw new Error('Division by zero');
      return 1 / input.get();
    });
    const outer = engine.query('outer', () => inverse());
    expect(() => outer()).toThrow('Division by zero');
    expect(() => outer()).toThrow('Division by zero');
    expect(engine.isRecording).toBe(false);
    expect(log()).toEqual(['outer', 'inverse', 'outer', 'inverse']);
    input.set(2);
    expect(outer()).toBe(0.5);
    // An error is not a result: earlier results are computed again.
    input.set(0);
    expect(() => outer()).toThrow('Division by zero');
    input.set(2);
    expect(outer()).toBe(0.5);
  });
});

describe('early cutoff', () => {
  it('does not execute readers of an equal result', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 1);
    const sign = engine.query('sign', () => Math.sign(input.get()));
    const text = engine.query('text', () => `sign ${sign()}`);
    text();
    log();
    input.set(5);
    expect(text()).toBe('sign 1');
    expect(log()).toEqual(['sign']);
    input.set(-5);
    expect(text()).toBe('sign -1');
    expect(log()).toEqual(['sign', 'text']);
  });

  it('keeps the previous object if `equals` returns true', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'words', 'b a');
    const words = engine.query('words', () => input.get().split(' ').sort(), { equals: isEqualData });
    const count = engine.query('count', () => words().length);
    const before = words();
    count();
    log();
    input.set('a b');
    expect(count()).toBe(2);
    expect(words()).toBe(before);
    expect(log()).toEqual(['words']);
  });

  it('applies after several changes without a call in between', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 1);
    const sign = engine.query('sign', () => Math.sign(input.get()));
    const text = engine.query('text', () => `${sign()}`);
    text();
    log();
    input.set(-1);
    input.set(3);
    expect(text()).toBe('1');
    expect(log()).toEqual(['sign']);
  });

  it('does not miss a change that another reader has already verified', () => {
    const { engine } = recordingEngine();
    const input = new TestInput(engine, 'a', 1);
    const sign = engine.query('sign', () => Math.sign(input.get()));
    const text = engine.query('text', () => `${sign()}`);
    text();
    input.set(-1);
    expect(sign()).toBe(-1);
    new TestInput(engine, 'other', 1).set(2);
    expect(text()).toBe('-1');
  });
});

describe('verification', () => {
  it('does not execute a former dependency that is no longer read', () => {
    const { engine, log } = recordingEngine();
    const list = new TestInput<readonly number[]>(engine, 'list', [1, 2]);
    const length = engine.query('length', () => list.get().length);
    const last = engine.query('last', () => {
      const value = list.get()[length() - 1];
      if (value === undefined) throw new Error('There is no last one.');
      return value;
    });
    const query = engine.query('query', () => (length() > 0 ? last() : 0));
    expect(query()).toBe(2);
    log();
    list.set([]);
    expect(query()).toBe(0);
    expect(log()).toEqual(['length', 'query']);
  });

  it('stops at the first dependency that has changed', () => {
    const { engine, log } = recordingEngine();
    const [a, b] = [new TestInput(engine, 'a', 1), new TestInput(engine, 'b', 1)];
    const [first, second] = [engine.query('first', () => a.get()), engine.query('second', () => b.get())];
    const query = engine.query('query', () => (first() === 1 ? second() : 0));
    query();
    log();
    a.set(2);
    b.set(2);
    expect(query()).toBe(0);
    expect(log()).toEqual(['first', 'query']);
  });
});

describe('a cycle', () => {
  it('throws, and leaves the engine usable', () => {
    const { engine } = recordingEngine();
    const input = new TestInput(engine, 'a', true);
    const first: () => number = engine.query('first', () => (input.get() ? second() : 1));
    const second = engine.query('second', (): number => first() + 1);
    expect(() => first()).toThrow('The query first depends on itself.');
    expect(() => second()).toThrow('The query second depends on itself.');
    expect(engine.isRecording).toBe(false);
    input.set(false);
    expect([first(), second()]).toEqual([1, 2]);
  });
});

describe('inputs', () => {
  it('must not be changed by a query', () => {
    const { engine } = recordingEngine();
    const input = new TestInput(engine, 'a', 1);
    const query = engine.query('query', () => input.set(2));
    expect(() => query()).toThrow('A query must not change the input a.');
  });

  it('are not tracked outside of a query', () => {
    const engine = new Engine();
    const cell = new Cell(new Inputs(), 'a');
    expect(engine.isRecording).toBe(false);
    expect(() => engine.read(cell)).not.toThrow();
  });
});

describe('pending inputs', () => {
  function setUp() {
    const { engine, log } = recordingEngine();
    const file = new TestInput<string | undefined>(engine, 'file', undefined);
    engine.setPending(file.cell, true);
    const text = engine.query('text', () => file.get() ?? '');
    const length = engine.query('length', () => text().length);
    const other = engine.query('other', () => 1);
    const isPending = (read: () => unknown) => engine.observe(read).isPending;
    return { engine, file, length, other, isPending, log };
  }

  it('make exactly the results pending that read them', () => {
    const { length, other, isPending } = setUp();
    expect(isPending(length)).toBe(true);
    // Also cached.
    expect(isPending(length)).toBe(true);
    expect(isPending(other)).toBe(false);
  });

  it('stop being pending once they are known, even if the value is the same', () => {
    const { engine, file, length, isPending } = setUp();
    expect(isPending(length)).toBe(true);
    engine.setPending(file.cell, false);
    expect(isPending(length)).toBe(false);
    engine.setPending(file.cell, true);
    expect(isPending(length)).toBe(true);
    file.set('abc');
    engine.setPending(file.cell, false);
    expect(engine.observe(length)).toEqual({ value: 3, isPending: false });
  });

  it('make a query pending that only observes a reader', () => {
    const { engine, length, isPending } = setUp();
    const observing = engine.query('observing', () => engine.observe(length).isPending);
    expect(isPending(observing)).toBe(true);
  });

  it('cause no execution by becoming pending', () => {
    const { engine, file, length, log } = setUp();
    length();
    log();
    engine.setPending(file.cell, true);
    length();
    expect(log()).toEqual([]);
  });
});
