import { describe, expect, it } from 'vitest';
import { Cell } from '../../server/engine/engine';
import { inputsOf, recordingEngine, TestInput } from './input';

describe('a trace', () => {
  it('explains a result and what it depends on', () => {
    const { engine } = recordingEngine();
    const [a, b] = [new TestInput(engine, 'a', 1), new TestInput(engine, 'b', 1)];
    const inner = engine.query('inner', (name: string) => (name === 'a' ? a : b).get());
    const outer = engine.query('outer', (_: object, name: string) => inner(name) + b.get());
    const key = {};
    expect(engine.trace(outer, key, 'a')).toBe('not computed');
    outer(key, 'a');
    expect(engine.trace(outer, key, 'a').split('\n')).toEqual([
      'outer a: executed 1 ×, changed in revision 1, verified in revision 1, cause: first use',
      '  inner a: executed 1 ×, changed in revision 1, verified in revision 1, cause: first use',
      '    a: input, changed in revision 0',
      '  b: input, changed in revision 0',
    ]);
    a.set(2);
    engine.setPending(b.cell, true);
    outer(key, 'a');
    expect(engine.trace(outer, key, 'a').split('\n')).toEqual([
      'outer a: executed 2 ×, changed in revision 3, verified in revision 3, pending, cause: inner a',
      '  inner a: executed 2 ×, changed in revision 3, verified in revision 3, cause: a',
      '    a: input, changed in revision 2',
      '  b: input, changed in revision 3, pending',
    ]);
  });

  it('does not verify or compute anything', () => {
    const { engine, log } = recordingEngine();
    const input = new TestInput(engine, 'a', 1);
    const query = engine.query('query', () => input.get());
    query();
    input.set(2);
    log();
    expect(engine.trace(query)).toMatch(
      /^query: executed 1 ×, changed in revision 1, verified in revision 1,/,
    );
    expect(log()).toEqual([]);
  });

  it('says that the last execution failed', () => {
    const { engine } = recordingEngine();
    const query = engine.query('query', () => {
      throw new Error('no');
    });
    expect(query).toThrow('no');
    expect(engine.trace(query)).toBe(
      'query: executed 1 ×, changed in revision 0, not verified, cause: first use',
    );
  });

  it('follows each dependency once', () => {
    const { engine } = recordingEngine();
    const input = new TestInput(engine, 'input', 1);
    const chain = engine.query('chain', (left: number): number =>
      left === 0 ? input.get() : chain(left - 1) + chain(Math.max(0, left - 2)),
    );
    chain(5);
    const lines = engine.trace(chain, 5).split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'chain 5',
      '  chain 4',
      '    chain 3',
      '    chain 2',
      '      chain 1',
      '      chain 0',
      '  chain 3',
      '    chain 2',
      '    chain 1',
      '      chain 0',
    ]);
  });

  it('has at most 200 lines, and counts dependencies that it leaves out', () => {
    const { engine } = recordingEngine();
    const inputs = Array.from({ length: 150 }, (_, index) => new TestInput(engine, `input ${index}`, 1));
    const sum = engine.query('sum', (_name: string) => inputs.reduce((total, one) => total + one.get(), 0));
    const total = engine.query('total', () => sum('a') + sum('b') + sum('c'));
    total();
    const lines = engine.trace(total).split('\n');
    expect(lines).toHaveLength(200);
    const sums = lines.filter((line) => line.startsWith('  sum '));
    expect(sums.map((line) => /not shown: (\d+)$/.exec(line)?.[1])).toEqual([undefined, '104', '150']);
  });

  it.each([
    ['text of file:///home/me/a%20b/main.yaml', 'text of main.yaml'],
    ['text of file:///home/me/%E7%8A%B6%E6%80%81%20(1).yaml', 'text of 状态 (1).yaml'],
    ['file/http://github/100%', 'file/100%'],
    ['rootKey/vscode-vfs://github/me/state', 'rootKey/state'],
    ['untitled:Untitled-1', 'untitled:Untitled-1'],
    ['child/quiz\nhome', 'child/quiz.home'],
    ['handlerAt/home\n\ngo on', 'handlerAt/home.go on'],
    ['emitter/{{context.secret}}', 'emitter/…'],
    ['id/say "secret"', 'id/…'],
    [`word/${'x'.repeat(81)}`, 'word/…'],
  ])('shows names only: %j', (label, shown) => {
    const { engine } = recordingEngine();
    const cell = new Cell(inputsOf(engine), label);
    const read = engine.query('read', (_key: string) => engine.read(cell));
    const key = label.replace(/^[a-z]+(?: of |\/)/i, '');
    read(key);
    const [first, second] = engine.trace(read, key).split('\n');
    expect(second).toBe(`  ${shown}: input, changed in revision 0`);
    expect(first).not.toMatch(/secret|home\/me|github/);
  });
});
