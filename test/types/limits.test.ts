import { expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { fromJson } from '../../server/types/from-json';
import { infer } from '../../server/types/infer';
import { UNKNOWN, type ValueType } from '../../server/types/value-type';

const BIG = fromJson(
  JSON.stringify(
    Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`k${i}`, { a: i, b: [`${i}`] }])),
  ),
);
const TEXT = JSON.stringify(Array.from({ length: 60 }, (_, i) => ({ [`k${i}`]: i, text: 'x'.repeat(1000) })));
const LIST = `[${Array.from({ length: 60 }, (_, i) => i).join(', ')}]`;

/** Much work for little text. */
const HEAVY: Readonly<Record<string, string>> = {
  'callbacks in callbacks': `${`${LIST}.map(x => `.repeat(12)}x${')'.repeat(12)}`,
  'large objects created repeatedly': `${LIST}.map(x => ${LIST}.map(y => ({ ...big, x, y, [x]: y })))`,
  'large lists created repeatedly': `${LIST}.reduce((all, x) => [...all, ...all, { x, ...big }], [big])`,
  'a text parsed repeatedly': `${LIST}.map(x => ${LIST}.map(y => JSON.parse(${JSON.stringify(TEXT)})))`,
  'texts that grow': `${LIST}.reduce((all, x) => all + all + 'abc', 'abc')`,
  recursion: '(function f(n, m) { return f(f(n, m), f(m, n)) + f(n + 1, m) })(0, 1)',
  'functions that create functions': `(() => { const f = n => { const g = m => f(m) + f(n); return g(n) + g(1) }; return f(1) })()`,
  'assignments to each other': `(() => { let a = 1, b = [], c = {}; ${'a = [b, c]; b = { a, c }; c = [a, b];'.repeat(30)} return a })()`,
  'a long sum': `1${' + big.k1.a'.repeat(1900)}`,
  'deep lists': `${'['.repeat(300)}${']'.repeat(300)}`,
  'deep choices': `${'(big.k1 ? '.repeat(200)}1${' : 2)'.repeat(200)}`,
  'many checks': `${'big.k1 && big.k2.a === 1 && '.repeat(300)}1`,
};

it.each(Object.entries(HEAVY))('%s', (_, text) => {
  const { ast } = parseExpression(text);
  if (ast === undefined) throw new Error('It does not parse.');
  const names = new Map<string, ValueType>([['big', BIG ?? UNKNOWN]]);
  const start = process.cpuUsage();
  expect(infer(ast, (name) => names.get(name)).type).toBeDefined();
  // In microseconds of the processor; the slowest takes a tenth of that.
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});
