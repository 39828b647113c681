import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { covers, sameShape } from '../../server/shapes/covers';
import { describe as tell } from '../../server/shapes/describe';
import { shapeOfValue, type Value } from '../../server/shapes/exact';
import { type Environment, infer } from '../../server/shapes/infer';
import { FUNCTION, instanceOf, listOf, objectOf, type Shape, UNKNOWN } from '../../server/shapes/shape';
import { mapShapes, tupleOf, union, widen } from '../../server/shapes/union';
import { admits } from './admits';
import { expressions, NAMES, values } from './random';

const RUNS = 1000;

/** A value for each name, and for each a choice of how much is known of it. */
const known = fc.tuple(...NAMES.map(() => fc.tuple(values, values, fc.nat(3))));
type Known = typeof known extends fc.Arbitrary<infer T> ? T : never;

describe('inference', () => {
  it('has room for what a run gives', () => {
    let ran = 0;
    fc.assert(
      fc.property(expressions, known, (text, given) => {
        const shape = inferred(text, environment(given));
        const result = run(text, given);
        if (result === undefined || shape === undefined) return;
        ran++;
        if (!admits(shape, result.value)) {
          throw new Error(`${text}\n is told to be ${tell(shape)}\n but gives ${print(result.value)}`);
        }
      }),
      { numRuns: RUNS },
    );
    expect(ran).toBeGreaterThan(RUNS / 10);
  });

  it('says no more when less is known', () => {
    fc.assert(
      fc.property(expressions, known, (text, given) => {
        const more = inferred(text, environment(given, 0));
        const less = inferred(text, environment(given));
        if (more === undefined || less === undefined || covers(plain(less), plain(more))) return;
        throw new Error(`${text}\n is told to be ${tell(more)}\n but with less known ${tell(less)}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('ends on any expression, and tells the same again', () => {
    fc.assert(
      fc.property(expressions, (text) => {
        const [first, second] = [inferred(text, () => undefined), inferred(text, () => undefined)];
        if (first === undefined || second === undefined) return;
        expect(tell(first)).toBe(tell(second));
        expect(sameShape(first, first)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('union', () => {
  const shapes = fc
    .tuple(values, fc.nat(3))
    .map(([value, how]) => generalised(shapeOf(value), shapeOf([value]), how));

  it('is idempotent, commutative and associative', () => {
    fc.assert(
      fc.property(shapes, shapes, shapes, (a, b, c) => {
        expect(sameShape(union(a, a), a)).toBe(true);
        expect(sameShape(union(a, b), union(b, a))).toBe(true);
        expect(sameShape(union(union(a, b), c), union(a, union(b, c)))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('covers its parts, and grows with them', () => {
    fc.assert(
      fc.property(shapes, shapes, shapes, (a, b, c) => {
        expect(covers(union(a, b), a) && covers(union(a, b), b)).toBe(true);
        expect(covers(union(a, b, c), union(a, c))).toBe(true);
        expect(covers(widen(a), a)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

/** With any function in the place of one that the expression makes: no two of them are the same. */
function plain(shape: Shape): Shape {
  switch (shape.kind) {
    case 'function':
      return FUNCTION;
    case 'array':
      return shape.items ? tupleOf(shape.items.map(plain)) : listOf(plain(shape.element));
    case 'object':
      return objectOf(mapShapes(shape.members, plain), shape.complete);
    case 'instance':
      return instanceOf(shape.type, shape.of.map(plain));
    case 'union':
      return union(...shape.of.map(plain));
    default:
      return shape;
  }
}

function environment(given: Known, howMuch?: number): Environment {
  const byName = new Map<string, Shape>(
    NAMES.map((name, i) => {
      const [value, other, how] = given[i] ?? [undefined, undefined, 0];
      return [name, generalised(shapeOf(value), shapeOf(other), howMuch ?? how)];
    }),
  );
  return (name) => byName.get(name);
}

/** From exactly the value to nothing known. */
function generalised(shape: Shape, other: Shape, how: number): Shape {
  if (how === 0) return shape;
  if (how === 1) return union(shape, other);
  return how === 2 ? widen(union(shape, other)) : UNKNOWN;
}

function shapeOf(value: unknown): Shape {
  return isPlain(value) ? shapeOfValue(value) : UNKNOWN;
}

function isPlain(value: unknown): value is Value {
  return value === null || typeof value !== 'object' || Object.values(value).every(isPlain);
}

function inferred(text: string, environment: Environment): Shape | undefined {
  const { ast } = parseExpression(text);
  return ast && infer(ast, environment).shape;
}

/** What JavaScript makes of it; undefined when it throws. */
function run(text: string, given: Known): { readonly value: unknown } | undefined {
  const parameters = given.map(([value]) => structuredClone(value));
  try {
    // The grammar of the test makes the text.
    const value: unknown = new Function(...NAMES, `'use strict'; return (${text});`)(...parameters);
    return { value };
  } catch {
    return undefined;
  }
}

function print(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
