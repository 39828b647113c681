import { parseExpressionAt } from 'acorn';
import { expect, it } from 'vitest';
import { infer } from '../../server/types/infer';
import { admitSameValues } from '../../server/types/subtyping';
import { TypeInterner } from '../../server/types/type-interner';
import {
  ARRAY_TYPE,
  literalType,
  OBJECT_TYPE,
  STRING_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from '../../server/types/value-type';

function typeOf(text: string, of?: unknown): ValueType {
  return infer(parseExpressionAt(text, 0, { ecmaVersion: 'latest' }), () => undefined, of).type;
}

it.each([
  '1',
  '-0',
  '"text"',
  '[1, "two", [3]]',
  '({ a: 1, b: { c: [{ d: null }] } })',
  '[{ a: 1 }, { a: 2, b: 3 }]',
  'Math.random() > 0.5 ? { a: 1 } : [1]',
  'new Map([["a", { b: 1 }]])',
  'new Date()',
  'Math.max',
  '[1].map',
  '({ method: "text".padStart })',
])('shares equal types: %s', (text) => {
  const shared = new TypeInterner();
  const type = shared.share(typeOf(text));
  expect(shared.share(typeOf(text))).toBe(type);
  expect(shared.share(type)).toBe(type);
  expect(admitSameValues(type, typeOf(text))).toBe(true);
});

it.each([
  ['1', '"1"'],
  ['0', '-0'],
  ['[1]', '[[1]]'],
  ['[]', '[undefined]'],
  ['({ a: 1 })', '({ b: 1 })'],
  // The order is displayed.
  ['({ a: 1, b: 2 })', '({ b: 2, a: 1 })'],
  ['Math.max', 'Math.min'],
  ['[1].map', '["a"].map'],
  ['null', '"null"'],
])('does not share different types: %s, %s', (one, other) => {
  const shared = new TypeInterner();
  expect(shared.share(typeOf(one))).not.toBe(shared.share(typeOf(other)));
});

it('discards old types at its size limit', () => {
  const shared = new TypeInterner();
  const text = 'x'.repeat(50_000);
  const first = shared.share(literalType(`${text}0`));
  for (let key = 1; key < 100; key++) shared.share(literalType(text + key));
  expect(shared.share(literalType(`${text}0`))).not.toBe(first);
  expect(shared.share({ ...UNKNOWN })).toBe(UNKNOWN);
});

it('shares parts of types', () => {
  const shared = new TypeInterner();
  const inner = shared.share(typeOf('({ a: [1] })'));
  const outer = shared.share(typeOf('({ b: { a: [1] } })'));
  expect(outer.kind === 'object' && outer.members.get('b')?.type).toBe(inner);
});

it('keeps the constants that are compared by identity', () => {
  const shared = new TypeInterner();
  for (const type of [UNKNOWN, STRING_TYPE, UNDEFINED_TYPE, OBJECT_TYPE, ARRAY_TYPE]) {
    expect(shared.share(type)).toBe(type);
    expect(shared.share({ ...type })).toBe(type);
  }
});

it('does not share types with origins or functions of an expression', () => {
  const shared = new TypeInterner();
  for (const text of ['({ a: 1 })', '[{ a: { b: 1 } }]']) {
    const [one, other] = [typeOf(text, 'a text'), typeOf(text, 'a text')];
    expect(shared.share(one)).toBe(one);
    expect(shared.share(other)).toBe(other);
  }
  const written = typeOf('({ f: x => x })');
  expect(shared.share(written)).toBe(written);
});
