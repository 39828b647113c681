import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryGlobal, libraryType } from '../../server/types/library';
import { readSignature, readType } from '../../server/types/notation';

const ROOT = join(import.meta.dirname, '../..');

it('library-data.ts is up to date: run `npm run builtins`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'builtins-'));
  try {
    const fresh = join(folder, 'library-data.ts');
    execFileSync(process.execPath, [join(ROOT, 'scripts/builtins.mjs'), fresh]);
    expect(readFileSync(join(ROOT, 'server/types/library-data.ts'), 'utf8')).toBe(
      readFileSync(fresh, 'utf8'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('library', () => {
  /** The members of built-in objects of this engine, except deprecated ones and those of other editions. */
  const HOLDERS: readonly (readonly [string, object])[] = [
    ['String', String.prototype],
    ['Array', Array.prototype],
    ['Number', Number.prototype],
    ['Boolean', Boolean.prototype],
    ['Date', Date.prototype],
    ['RegExp', RegExp.prototype],
    ['Map', Map.prototype],
    ['Set', Set.prototype],
    ['Function', Function.prototype],
    ['Object', Object.prototype],
    ['Error', Error.prototype],
    ['Math', Math],
    ['JSON', JSON],
    ['Reflect', Reflect],
    ['ObjectConstructor', Object],
    ['ArrayConstructor', Array],
    ['StringConstructor', String],
    ['NumberConstructor', Number],
    ['DateConstructor', Date],
    ['MapConstructor', Map],
    ['SymbolConstructor', Symbol],
  ];

  it.each(HOLDERS)('%s has all members of the engine', (name, holder) => {
    const known = new Set(
      [name, 'Object', 'Function'].flatMap((type) => [...(libraryType(type)?.members.keys() ?? [])]),
    );
    const missing = Object.getOwnPropertyNames(holder).filter(
      (member) => !member.startsWith('__') && !known.has(member),
    );
    expect(missing).toEqual([]);
  });

  it('omits globals that expressions do not have', () => {
    for (const name of ['Promise', 'BigInt', 'Intl', 'fetch', 'console', 'setTimeout']) {
      expect(libraryGlobal(name), name).toBeUndefined();
    }
  });

  it('marks members of newer editions and deprecated members', () => {
    const text = libraryType('String')?.members;
    expect(text?.get('at')?.since).toBe(2022);
    expect(text?.get('trim')?.since).toBeUndefined();
    expect(text?.get('substr')?.deprecated).toBe(true);
    expect(text?.get('trim')?.doc).toMatch(/^Removes /);
  });
});

describe('notation', () => {
  it('reads types', () => {
    expect(readType('(T | string)[]')).toEqual({
      kind: 'array',
      element: { kind: 'union', of: [named('T'), named('string')] },
    });
    expect(readType('Map<K, [string, V]> | null')).toEqual({
      kind: 'union',
      of: [
        {
          kind: 'name',
          name: 'Map',
          of: [named('K'), { kind: 'tuple', items: [named('string'), named('V')] }],
        },
        named('null'),
      ],
    });
    expect(readType('"a" | -1 | true')).toEqual({
      kind: 'union',
      of: ['a', -1, true].map((value) => ({ kind: 'literal', value })),
    });
  });

  it('reads signatures with callbacks', () => {
    const { typeParameters, parameters, returns, text } = readSignature(
      '<U>(callbackfn: (value: T, index?: number) => U, ...rest: string[]): U[]',
    );
    expect(typeParameters).toEqual(['U']);
    expect(parameters.map(({ name, optional, rest, text: shown }) => [name, optional, rest, shown])).toEqual([
      ['callbackfn', false, false, 'callbackfn: (value: T, index?: number) => U'],
      ['rest', false, true, '...rest: string[]'],
    ]);
    expect(parameters[1]?.type).toEqual(named('string'));
    expect(returns).toEqual({ kind: 'array', element: named('U') });
    expect(text).toBe('<U>(callbackfn: (value: T, index?: number) => U, ...rest: string[]): U[]');
  });
});

function named(name: string) {
  return { kind: 'name', name, of: [] };
}
