import { parseExpressionAt } from 'acorn';
import { expect, it } from 'vitest';
import { sameShape } from '../../server/shapes/covers';
import { infer } from '../../server/shapes/infer';
import { ARRAY, literal, OBJECT, type Shape, STRING, UNDEFINED, UNKNOWN } from '../../server/shapes/shape';
import { SharedShapes } from '../../server/shapes/shared';

function shapeOf(text: string, of?: unknown): Shape {
  return infer(parseExpressionAt(text, 0, { ecmaVersion: 'latest' }), () => undefined, of).shape;
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
])('equal shapes are one object: %s', (text) => {
  const shared = new SharedShapes();
  const shape = shared.share(shapeOf(text));
  expect(shared.share(shapeOf(text))).toBe(shape);
  expect(shared.share(shape)).toBe(shape);
  expect(sameShape(shape, shapeOf(text))).toBe(true);
});

it.each([
  ['1', '"1"'],
  ['0', '-0'],
  ['[1]', '[[1]]'],
  ['[]', '[undefined]'],
  ['({ a: 1 })', '({ b: 1 })'],
  // People see the order.
  ['({ a: 1, b: 2 })', '({ b: 2, a: 1 })'],
  ['Math.max', 'Math.min'],
  ['[1].map', '["a"].map'],
  ['null', '"null"'],
])('others are not: %s, %s', (one, other) => {
  const shared = new SharedShapes();
  expect(shared.share(shapeOf(one))).not.toBe(shared.share(shapeOf(other)));
});

it('what many keys in a long text or a large object leave behind is forgotten', () => {
  const shared = new SharedShapes();
  const text = 'x'.repeat(50_000);
  const first = shared.share(literal(`${text}0`));
  for (let key = 1; key < 100; key++) shared.share(literal(text + key));
  expect(shared.share(literal(`${text}0`))).not.toBe(first);
  expect(shared.share({ ...UNKNOWN })).toBe(UNKNOWN);
});

it('parts are shared, too', () => {
  const shared = new SharedShapes();
  const inner = shared.share(shapeOf('({ a: [1] })'));
  const outer = shared.share(shapeOf('({ b: { a: [1] } })'));
  expect(outer.kind === 'object' && outer.members.get('b')?.shape).toBe(inner);
});

it('what is compared with everywhere stays itself', () => {
  const shared = new SharedShapes();
  for (const shape of [UNKNOWN, STRING, UNDEFINED, OBJECT, ARRAY]) {
    expect(shared.share(shape)).toBe(shape);
    expect(shared.share({ ...shape })).toBe(shape);
  }
});

it('shapes with origins and functions that an expression wrote are left as they are', () => {
  const shared = new SharedShapes();
  for (const text of ['({ a: 1 })', '[{ a: { b: 1 } }]']) {
    const [one, other] = [shapeOf(text, 'a text'), shapeOf(text, 'a text')];
    expect(shared.share(one)).toBe(one);
    expect(shared.share(other)).toBe(other);
  }
  const written = shapeOf('({ f: x => x })');
  expect(shared.share(written)).toBe(written);
});
