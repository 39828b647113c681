import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { GLOBALS, isGlobal, KEYWORDS } from '../../server/expression/globals';

/** The globals of a new engine, without those that are not part of ECMAScript. */
const ENGINE_ONLY = new Set(['console', 'WebAssembly']);
const builtIn: string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)');

test.each(builtIn.filter((name) => !ENGINE_ONLY.has(name)))('%s is a global', (name) => {
  expect(isGlobal(name)).toBe(true);
});

test.each(
  'window document console process require fetch setTimeout Buffer name toString constructor __proto__'.split(
    ' ',
  ),
)('%s is not a global', (name) => {
  expect(isGlobal(name)).toBe(false);
});

test('arguments is allowed, although only functions have it', () => {
  expect(isGlobal('arguments')).toBe(true);
});

describe('the list', () => {
  test('contains no name twice', () => {
    const names = [...GLOBALS, ...KEYWORDS].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
  test.each(GLOBALS.filter(({ suggested }) => suggested))(
    '$name is documented and has the right kind',
    (entry) => {
      expect(entry.documentation).toMatch(/\.$/);
      expect(entry.detail).not.toBe('');
      const type: string = runInNewContext(`typeof ${entry.name}`);
      const kinds: Readonly<Record<string, string>> = {
        function: 'function',
        class: 'function',
        object: 'object',
      };
      expect(type === kinds[entry.kind] || entry.kind === 'constant').toBe(true);
    },
  );
  test.each(['eval', 'globalThis', 'Promise', 'BigInt', 'Intl'])('%s is not suggested', (name) => {
    expect(GLOBALS.find((entry) => entry.name === name)?.suggested).toBe(false);
  });
  test.each(['JSON', 'Math', 'Number', 'String', 'undefined'])('%s is suggested', (name) => {
    expect(GLOBALS.find((entry) => entry.name === name)?.suggested).toBe(true);
  });
});
