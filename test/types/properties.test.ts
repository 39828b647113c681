import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { type ConstantValue, typeOfValue } from '../../server/types/constant-value';
import { type Environment, infer } from '../../server/types/infer';
import { admitSameValues, isSupertype } from '../../server/types/subtyping';
import { typeText } from '../../server/types/type-text';
import { mapMemberTypes, tupleType, unionType, widen } from '../../server/types/union';
import {
  arrayType,
  FUNCTION_TYPE,
  instanceType,
  objectType,
  UNKNOWN,
  type ValueType,
} from '../../server/types/value-type';
import { draws } from '../support/depth';
import { admits } from './admits';
import { expressions, FREE_NAMES, values } from './random';

const RUNS = draws(300, 500);

/** A value for each name, and how much of it is known. */
const known = fc.tuple(...FREE_NAMES.map(() => fc.tuple(values, values, fc.nat(3))));
type Known = typeof known extends fc.Arbitrary<infer T> ? T : never;

describe('inference', () => {
  it('returns a type that contains the result at run time', () => {
    let ran = 0;
    fc.assert(
      fc.property(expressions, known, (text, given) => {
        const type = inferred(text, environment(given));
        const result = run(text, given);
        if (result === undefined || type === undefined) return;
        ran++;
        if (!admits(type, result.value)) {
          throw new Error(`${text}\n is inferred as ${typeText(type)}\n but gives ${print(result.value)}`);
        }
      }),
      { numRuns: RUNS },
    );
    expect(ran).toBeGreaterThan(RUNS / 10);
  });

  it('returns a wider type for wider inputs', () => {
    fc.assert(
      fc.property(expressions, known, (text, given) => {
        const more = inferred(text, environment(given, 0));
        const less = inferred(text, environment(given));
        if (more === undefined || less === undefined || isSupertype(plain(less), plain(more))) return;
        throw new Error(
          `${text}\n is inferred as ${typeText(more)}\n but from wider inputs as ${typeText(less)}`,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('terminates and is deterministic', () => {
    fc.assert(
      fc.property(expressions, (text) => {
        const [first, second] = [inferred(text, () => undefined), inferred(text, () => undefined)];
        if (first === undefined || second === undefined) return;
        expect(typeText(first)).toBe(typeText(second));
        expect(admitSameValues(first, first)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('union', () => {
  const types = fc
    .tuple(values, fc.nat(3))
    .map(([value, how]) => generalised(typeOf(value), typeOf([value]), how));

  it('is idempotent, commutative and associative', () => {
    fc.assert(
      fc.property(types, types, types, (a, b, c) => {
        expect(admitSameValues(unionType(a, a), a)).toBe(true);
        expect(admitSameValues(unionType(a, b), unionType(b, a))).toBe(true);
        expect(admitSameValues(unionType(unionType(a, b), c), unionType(a, unionType(b, c)))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('is a supertype of its parts and monotonic', () => {
    fc.assert(
      fc.property(types, types, types, (a, b, c) => {
        expect(isSupertype(unionType(a, b), a) && isSupertype(unionType(a, b), b)).toBe(true);
        expect(isSupertype(unionType(a, b, c), unionType(a, c))).toBe(true);
        expect(isSupertype(widen(a), a)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Replaces functions that the expression creates by one function: new functions are never equal. */
function plain(type: ValueType): ValueType {
  switch (type.kind) {
    case 'function':
      return FUNCTION_TYPE;
    case 'array':
      return type.items ? tupleType(type.items.map(plain)) : arrayType(plain(type.element));
    case 'object':
      return objectType(mapMemberTypes(type.members, plain), type.complete);
    case 'instance':
      return instanceType(type.name, type.of.map(plain));
    case 'union':
      return unionType(...type.of.map(plain));
    default:
      return type;
  }
}

function environment(given: Known, howMuch?: number): Environment {
  const byName = new Map<string, ValueType>(
    FREE_NAMES.map((name, i) => {
      const [value, other, how] = given[i] ?? [undefined, undefined, 0];
      return [name, generalised(typeOf(value), typeOf(other), howMuch ?? how)];
    }),
  );
  return (name) => byName.get(name);
}

/** Types of a value, from exact to unknown. */
function generalised(type: ValueType, other: ValueType, how: number): ValueType {
  if (how === 0) return type;
  if (how === 1) return unionType(type, other);
  return how === 2 ? widen(unionType(type, other)) : UNKNOWN;
}

function typeOf(value: unknown): ValueType {
  return isPlain(value) ? typeOfValue(value) : UNKNOWN;
}

function isPlain(value: unknown): value is ConstantValue {
  return value === null || typeof value !== 'object' || Object.values(value).every(isPlain);
}

function inferred(text: string, environment: Environment): ValueType | undefined {
  const { ast } = parseExpression(text);
  return ast && infer(ast, environment).type;
}

/** The result in JavaScript; undefined if it throws. */
function run(text: string, given: Known): { readonly value: unknown } | undefined {
  const parameters = given.map(([value]) => structuredClone(value));
  try {
    // The text is generated by the grammar of the test.
    const value: unknown = new Function(...FREE_NAMES, `'use strict'; return (${text});`)(...parameters);
    return { value };
  } catch {
    return undefined;
  }
}

function print(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
