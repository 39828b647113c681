import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { infer } from '../../server/types/infer';
import { parseYaml } from '../../server/yaml/read/parse';
import { NESTED_EXPRESSIONS, NESTED_FILES } from './nested-texts';

const isUnfinished = (name: string) => name.startsWith('unclosed');

describe.each(Object.entries(NESTED_EXPRESSIONS))('%s', (name, family) => {
  it('are parsed at a realistic depth', () => {
    if (!isUnfinished(name)) expect(parseExpression(family(40)).problem).toBeUndefined();
  });

  it.each([150, 300, 600, 1200, 5000, 10_000])('result in a tree or a problem at a depth of %d', (n) => {
    const { ast, problem } = parseExpression(family(n));
    expect((ast === undefined) !== (problem === undefined)).toBe(true);
    if (ast) infer(ast, () => undefined);
    if (n >= 5000) expect(problem?.kind).toBe('limit');
  });
});

/** Calls a function with less of the stack left. */
function deeper<T>(frames: number, call: () => T): T {
  return frames === 0 ? call() : deeper(frames - 1, call);
}

/** The least `n` up to 4,096 for which something is too deep. */
function leastDeep(isTooDeep: (n: number) => boolean): number {
  let most = 4096;
  for (let least = 1; least < most; ) {
    const middle = Math.floor((least + most) / 2);
    if (isTooDeep(middle)) most = middle;
    else least = middle + 1;
  }
  return most;
}

const FRAMES = 1500;

// Where the limit is the end of the stack, V8 may abort the process.
it.each(['parentheses', 'template literals', 'functions', 'lists', 'groups'])(
  'the limit for %s does not depend on the free stack',
  (name) => {
    const isTooDeep = (n: number) =>
      parseExpression(NESTED_EXPRESSIONS[name]?.(n) ?? '').problem?.kind === 'limit';
    const limit = leastDeep(isTooDeep);
    expect(limit).toBeLessThan(4096);
    expect(deeper(FRAMES, () => leastDeep(isTooDeep))).toBe(limit);
  },
);

it.each(['items on one line', 'flow lists', 'flow maps'])(
  'the limit for %s in YAML does not depend on the free stack',
  (name) => {
    const isTooDeep = (n: number) => parseYaml(NESTED_FILES[name]?.(n) ?? '').root === undefined;
    const limit = leastDeep(isTooDeep);
    expect(limit).toBeLessThan(4096);
    expect(deeper(FRAMES, () => leastDeep(isTooDeep))).toBe(limit);
  },
);
