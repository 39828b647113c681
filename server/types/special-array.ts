import { append } from '../text/append';
import { constantValues, typeOfValue } from './constant-value';
import { typeFixpoint } from './fixpoint';
import { elementOf, readMember } from './member-lookup';
import { knownTruthValues } from './pure-calls';
import type { Callback, SpecialCall } from './special-call';
import { truthiness, truthyPart } from './truth';
import { tupleType, unionType } from './union';
import {
  type ArrayType,
  alternativesOf,
  arrayType,
  BOOLEAN_TYPE,
  FALSE_TYPE,
  instanceType,
  isNever,
  literalType,
  MAX_TUPLE_ITEMS,
  NEVER,
  NUMBER_TYPE,
  TRUE_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

type ArrayCall = (
  receiver: ArrayType,
  given: readonly ValueType[],
  callback: Callback,
) => ValueType | undefined;

/** Methods of an array; if the receiver is not an array, nothing is known. */
const METHODS: Readonly<Record<string, ArrayCall>> = {
  map: (receiver, _, callback) => onEach(receiver, callback, tupleType),
  flatMap: (receiver, _, callback) =>
    onEach(receiver, callback, (results) => flatten(tupleType(results))) ??
    flatten(arrayType(callback(receiver.element, NUMBER_TYPE, receiver))),
  filter: (receiver, [predicate], callback) => {
    if (predicate?.kind === 'instance' && predicate.name === 'BooleanConstructor') {
      const { items } = receiver;
      if (items === undefined || !knownTruthValues(items)) return arrayType(truthyPart(receiver.element));
    }
    return onEach(receiver, callback, (results) => {
      const truths = knownTruthValues(results);
      return truths && tupleType((receiver.items ?? []).filter((_, i) => truths[i]));
    });
  },
  find: (receiver, _, callback) =>
    first(receiver, callback, true, (at) => receiver.items?.[at] ?? UNDEFINED_TYPE),
  findIndex: (receiver, _, callback) => first(receiver, callback, true, literalType),
  some: (receiver, _, callback) => first(receiver, callback, true, (at) => literalType(at >= 0)),
  every: (receiver, _, callback) => first(receiver, callback, false, (at) => literalType(at < 0)),
  reduce: (receiver, given, callback) => reduce(receiver, receiver.items, given, callback),
  reduceRight: (receiver, given, callback) => reduce(receiver, receiver.items?.toReversed(), given, callback),
  slice: ({ items }, given) => {
    const bounds = constantValues(given);
    const [start, end] = bounds ?? [];
    if (items === undefined || bounds === undefined || !isBound(start) || !isBound(end)) return undefined;
    return tupleType(items.slice(start, end));
  },
  concat: (receiver, given) => flatten(tupleType([receiver, ...given])),
  flat: (receiver, [depth]) =>
    depth === undefined || (depth.kind === 'literal' && depth.value === 1) ? flatten(receiver) : undefined,
  at: ({ items }, [index]) => {
    if (items === undefined || index?.kind !== 'literal' || typeof index.value !== 'number') return undefined;
    return items.at(index.value) ?? UNDEFINED_TYPE;
  },
  reverse: ({ items }) => items && tupleType(items.toReversed()),
  toReversed: ({ items }) => items && tupleType(items.toReversed()),
  sort: sorted,
  toSorted: sorted,
  fill: ({ element }, [value = UNDEFINED_TYPE, ...bounds]) =>
    arrayType(bounds.length > 0 ? unionType(element, value) : value),
  copyWithin: ({ element }) => arrayType(element),
  join: (receiver, given) => onValues('join', receiver, given),
  includes: (receiver, given) => onValues('includes', receiver, given),
  indexOf: (receiver, given) => onValues('indexOf', receiver, given),
  lastIndexOf: (receiver, given) => onValues('lastIndexOf', receiver, given),
};

/** Functions of the class `Array`, and methods that mutate and return their object. */
const OTHERS: Readonly<Record<string, SpecialCall>> = {
  ArrayConstructor: (_, given) => construct(given),
  'new ArrayConstructor': (_, given) => construct(given),
  'ArrayConstructor.of': (_, given) => tupleType(given),
  'ArrayConstructor.isArray': (_, [value = UNDEFINED_TYPE]) => isArray(value),
  'ArrayConstructor.from': (_, [source, map]) => (map || source === undefined ? undefined : listFrom(source)),
  'Map.set': (receiver, [key = UNDEFINED_TYPE, value = UNDEFINED_TYPE]) =>
    receiver.kind === 'instance'
      ? instanceType('Map', [
          unionType(receiver.of[0] ?? UNKNOWN, key),
          unionType(receiver.of[1] ?? UNKNOWN, value),
        ])
      : undefined,
  'Set.add': (receiver, [value = UNDEFINED_TYPE]) =>
    receiver.kind === 'instance'
      ? instanceType('Set', [unionType(receiver.of[0] ?? UNKNOWN, value)])
      : undefined,
};

export const ARRAY_CALLS: Readonly<Record<string, SpecialCall>> = {
  ...Object.fromEntries(
    Object.entries(METHODS).map(([name, call]): [string, SpecialCall] => [
      `Array.${name}`,
      (receiver, given, callback) =>
        receiver.kind === 'array' ? call(receiver, given, callback) : undefined,
    ]),
  ),
  ...OTHERS,
};

/** Combines the results of the callback for each element; undefined if the elements are not known individually. */
function onEach(
  receiver: ArrayType,
  callback: Callback,
  use: (results: ValueType[]) => ValueType | undefined,
): ValueType | undefined {
  const results = receiver.items?.map((item, i) => callback(item, literalType(i), receiver));
  return results?.some(isNever) ? NEVER : results && use(results);
}

/** The first index for which the callback returns `wanted`, or -1; undefined if that is not certain. */
function first(
  receiver: ArrayType,
  callback: Callback,
  wanted: boolean,
  use: (at: number) => ValueType,
): ValueType | undefined {
  for (const [i, item] of (receiver.items ?? []).entries()) {
    const result = callback(item, literalType(i), receiver);
    if (isNever(result)) return NEVER;
    const truth = truthiness(result);
    if (truth === undefined) return undefined;
    if (truth === wanted) return use(i);
  }
  return receiver.items && use(-1);
}

/**
 * Reduces element by element if the elements are known. Otherwise the accumulator is the union of its initial value
 * and the callback's result, provided that this does not grow further.
 */
function reduce(
  receiver: ArrayType,
  items: readonly ValueType[] | undefined,
  given: readonly ValueType[],
  callback: Callback,
): ValueType | undefined {
  const [, initial] = given;
  if (items) {
    const from = given.length > 1 ? 0 : 1;
    const start = given.length > 1 ? (initial ?? UNDEFINED_TYPE) : (items[0] ?? NEVER);
    return items.slice(from).reduce((sum, item) => callback(sum, item, NUMBER_TYPE, receiver), start);
  }
  const start = given.length > 1 ? (initial ?? UNDEFINED_TYPE) : receiver.element;
  return typeFixpoint(start, (sum) => callback(sum, receiver.element, NUMBER_TYPE, receiver));
}

function sorted({ items, element }: ArrayType, given: readonly ValueType[], callback: Callback): ValueType {
  if (given.length > 0) callback(element, element);
  return items && items.length < 2 ? tupleType(items) : arrayType(element);
}

/** Flattens nested lists by one level. */
function flatten({ items, element }: ArrayType): ValueType {
  const flat: ValueType[] = [];
  for (const item of items ?? []) {
    const kept = inside(item);
    if (kept === undefined) return arrayType(flatElement(element));
    append(flat, kept);
  }
  return items ? tupleType(flat) : arrayType(flatElement(element));
}

/** The elements that replace an element; undefined if they are not known individually. */
function inside(item: ValueType): readonly ValueType[] | undefined {
  if (item.kind === 'array') return item.items;
  return item.kind === 'union' || item.kind === 'unknown' || item.kind === 'instance' ? undefined : [item];
}

function flatElement(element: ValueType): ValueType {
  return unionType(
    ...alternativesOf(element).map((one) => {
      // The result of a match is an array as well.
      if (one.kind === 'instance') return UNKNOWN;
      return one.kind === 'array' ? one.element : one;
    }),
  );
}

/** Methods that return the same result for equal plain values. */
function onValues(
  method: 'join' | 'includes' | 'indexOf' | 'lastIndexOf',
  receiver: ArrayType,
  given: readonly ValueType[],
): ValueType | undefined {
  const values = constantValues(receiver.items ?? [UNKNOWN]);
  const [first, ...others] = given;
  if (values === undefined || others.length > 0) return undefined;
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  if (method === 'join') {
    if (first === undefined) return typeOfValue(values.join());
    return first.kind === 'literal'
      ? typeOfValue(values.join(first.value === undefined ? ',' : String(first.value)))
      : undefined;
  }
  return first?.kind === 'literal' ? typeOfValue(values[method](first.value)) : undefined;
}

function isBound(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number';
}

function construct(given: readonly ValueType[]): ValueType | undefined {
  const [length, ...others] = given;
  if (length === undefined || others.length > 0) return tupleType(given);
  const isNumber =
    length.kind === 'number' || (length.kind === 'literal' && typeof length.value === 'number');
  return isNumber ? arrayType(UNDEFINED_TYPE) : undefined;
}

function isArray(value: ValueType): ValueType {
  if (isNever(value)) return NEVER;
  const all = alternativesOf(value);
  if (all.every(({ kind }) => kind === 'array')) return TRUE_TYPE;
  return all.some(({ kind }) => kind === 'array' || kind === 'unknown' || kind === 'instance')
    ? BOOLEAN_TYPE
    : FALSE_TYPE;
}

function listFrom(source: ValueType): ValueType | undefined {
  if (source.kind === 'array') return source;
  if (source.kind === 'literal' && typeof source.value === 'string') {
    const chars = source.value.length > MAX_TUPLE_ITEMS ? undefined : [...source.value];
    return chars ? tupleType(chars.map((char) => literalType(char))) : arrayType(elementOf(source));
  }
  if (source.kind !== 'object' || !source.complete) return undefined;
  const length = readMember(source, 'length');
  return length.kind === 'number' || length.kind === 'literal' ? arrayType(UNKNOWN) : undefined;
}
