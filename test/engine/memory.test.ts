import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Cell, Engine, Inputs } from '../../server/engine/engine';
import { NamedCells } from '../../server/engine/named-cells';
import { inputsOf, recordingEngine, TestInput } from './input';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Runs the garbage collection. Weak references keep their targets until the end of the turn. */
async function collected(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    collect();
  }
}

describe('an object as a key', () => {
  it('is held weakly, with the result', async () => {
    const engine = new Engine();
    const input = new TestInput(engine, 'a', 1);
    const query = engine.query('query', (key: object) => ({ of: Object.keys(key), at: input.get() }));
    const refs = (() => {
      const key = { x: 1 };
      return [new WeakRef<object>(key), new WeakRef<object>(query(key))];
    })();
    await collected();
    expect(refs.map((one) => one.deref())).toEqual([undefined, undefined]);
  });

  it('keeps its result while it is alive', async () => {
    const { engine, log } = recordingEngine();
    const query = engine.query('query', (key: { x: number }, name: string) => ({ text: `${key.x} ${name}` }));
    const key = { x: 1 };
    const ref = new WeakRef(query(key, 'a'));
    await collected();
    expect(query(key, 'a')).toBe(ref.deref());
    expect(log()).toEqual(['query a']);
  });
});

describe('results with strings as keys', () => {
  it('are dropped if they are not used for long', async () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 0);
    const query = engine.query('query', (name: string) => ({ name, at: input.get() }));
    const old = new WeakRef<object>(query('old'));
    const used = query('used');
    expect(used.name).toBe('used');
    for (let index = 0; index < 2000; index++) {
      input.set(index + 1);
      query('used');
      query(`name ${index}`);
    }
    await collected();
    expect(old.deref()).toBeUndefined();
    log();
    query('used');
    expect(log()).toEqual([]);
    expect(query('old')).toEqual({ name: 'old', at: 2000 });
  });

  it('can be dropped while other results depend on them', () => {
    const { engine } = recordingEngine();
    const input = new TestInput(engine, 'a', 0);
    const other = new TestInput(engine, 'other', 0);
    const inner = engine.query('inner', (name: string) => `${name} ${input.get()}`);
    const outer = engine.query('outer', () => inner('old'));
    outer();
    for (let index = 0; index < 2000; index++) {
      other.set(index + 1);
      inner(`name ${index}`);
    }
    expect(outer()).toBe('old 0');
    input.set(1);
    expect([outer(), inner('old')]).toEqual(['old 1', 'old 1']);
  });

  it('are all kept while they are used, however many there are', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 0);
    const other = new TestInput(engine, 'other', 0);
    const query = engine.query('query', (name: number) => name + input.get());
    const all = () => Array.from({ length: 1500 }, (_, index) => query(index));
    all();
    log();
    for (let round = 1; round < 4; round++) {
      other.set(round);
      all();
    }
    expect(log()).toEqual([]);
  });
});

/** The number of stored names. */
function sizeOf(cells: NamedCells): number {
  const map: unknown = Reflect.get(cells, 'cells');
  return map instanceof Map ? map.size : Number.NaN;
}

describe('named cells', () => {
  it('invalidate only the readers of a changed name', () => {
    const { engine, log } = recordingEngine();
    const cells = new NamedCells(engine, inputsOf(engine));
    const defined = new Set<string>();
    const query = engine.query('is defined', (name: string) => {
      cells.read(name);
      return defined.has(name);
    });
    expect([query('a'), query('b')]).toEqual([false, false]);
    log();
    defined.add('a');
    cells.change('a');
    expect([query('a'), query('b')]).toEqual([true, false]);
    expect(log()).toEqual(['is defined a']);
    defined.add('b');
    cells.changeAll();
    expect([query('a'), query('b')]).toEqual([true, true]);
  });

  it('do not accumulate', async () => {
    const engine = new Engine();
    const cells = new NamedCells(engine, inputsOf(engine));
    for (let round = 0; round < 20; round++) {
      for (let index = 0; index < 500; index++) {
        const name = `name ${round} ${index}`;
        engine.query('query', () => cells.read(name))();
      }
      await collected();
    }
    expect(sizeOf(cells)).toBeLessThan(3000);
  });

  it('are not created outside of a query', () => {
    const cells = new NamedCells(new Engine(), new Inputs());
    cells.read('a');
    expect(sizeOf(cells)).toBe(0);
  });

  it('are kept while a result depends on them', async () => {
    const engine = new Engine();
    const cells = new NamedCells(engine, inputsOf(engine));
    let value = 0;
    const query = engine.query('query', () => {
      cells.read('a');
      return value;
    });
    query();
    await collected();
    value = 1;
    cells.change('a');
    expect(query()).toBe(1);
  });

  it('make their readers pending until the name changes', () => {
    const engine = new Engine();
    const cells = new NamedCells(engine, inputsOf(engine));
    const query = engine.query('query', () => {
      cells.read('a', true);
      return 1;
    });
    expect(engine.observe(query).isPending).toBe(true);
    cells.change('a');
    expect(engine.observe(query).isPending).toBe(false);
  });

  it('can be taken over by an owner without losing readers', () => {
    const engine = new Engine();
    const cells = new NamedCells(engine, inputsOf(engine));
    let value = 0;
    let kept: Cell | undefined;
    const query = engine.query('query', () => {
      if (kept) engine.read(kept);
      else cells.read('a');
      return value;
    });
    query();
    kept = cells.take('a');
    expect(kept).toBeInstanceOf(Cell);
    value = 1;
    if (kept) engine.change(kept);
    expect(query()).toBe(1);
  });
});
