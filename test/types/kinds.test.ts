import { expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { infer } from '../../server/types/infer';
import { kindsOf } from '../../server/types/kinds';

it.each([
  ["x ? 'a' : 1", 'number string'],
  ['[1]', 'array'],
  ['({})', 'object'],
  ['null', 'null'],
  ['undefined', 'undefined'],
  ['!x', 'boolean'],
  ['x => x', 'function'],
  ['Date', 'function'],
  ['new Date()', 'object'],
  ["'a'.match(/b/)", 'array null'],
  ['x', undefined],
  ['Symbol()', undefined],
  ['null.x', ''],
])('%s', (text, expected) => {
  const { ast } = parseExpression(text);
  const kinds = ast && kindsOf(infer(ast, () => undefined).shape);
  expect(kinds && [...kinds].sort().join(' ')).toBe(expected);
});
