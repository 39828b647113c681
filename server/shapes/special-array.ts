import { append } from '../text/append';
import { exactValues, shapeOfValue } from './exact';
import { repeated } from './fixpoint';
import { elementOf, readMember } from './members';
import { decided } from './pure';
import {
  type ArrayShape,
  alternatives,
  BOOLEAN,
  FALSE,
  instanceOf,
  isNever,
  listOf,
  literal,
  MAX_ITEMS,
  NEVER,
  NUMBER,
  type Shape,
  TRUE,
  UNDEFINED,
  UNKNOWN,
} from './shape';
import type { Callback, SpecialCall } from './special-call';
import { truthiness, truthyPart } from './truth';
import { tupleOf, union } from './union';

type ArrayCall = (receiver: ArrayShape, given: readonly Shape[], callback: Callback) => Shape | undefined;

/** Methods of an array; of a receiver that is none nothing is known. */
const METHODS: Readonly<Record<string, ArrayCall>> = {
  map: (receiver, _, callback) => onEach(receiver, callback, tupleOf),
  flatMap: (receiver, _, callback) =>
    onEach(receiver, callback, (results) => flatten(tupleOf(results))) ??
    flatten(listOf(callback(receiver.element, NUMBER, receiver))),
  filter: (receiver, [predicate], callback) => {
    if (predicate?.kind === 'instance' && predicate.type === 'BooleanConstructor') {
      const { items } = receiver;
      if (items === undefined || !decided(items)) return listOf(truthyPart(receiver.element));
    }
    return onEach(receiver, callback, (results) => {
      const truths = decided(results);
      return truths && tupleOf((receiver.items ?? []).filter((_, i) => truths[i]));
    });
  },
  find: (receiver, _, callback) => first(receiver, callback, true, (at) => receiver.items?.[at] ?? UNDEFINED),
  findIndex: (receiver, _, callback) => first(receiver, callback, true, literal),
  some: (receiver, _, callback) => first(receiver, callback, true, (at) => literal(at >= 0)),
  every: (receiver, _, callback) => first(receiver, callback, false, (at) => literal(at < 0)),
  reduce: (receiver, given, callback) => reduce(receiver, receiver.items, given, callback),
  reduceRight: (receiver, given, callback) => reduce(receiver, receiver.items?.toReversed(), given, callback),
  slice: ({ items }, given) => {
    const bounds = exactValues(given);
    const [start, end] = bounds ?? [];
    if (items === undefined || bounds === undefined || !isBound(start) || !isBound(end)) return undefined;
    return tupleOf(items.slice(start, end));
  },
  concat: (receiver, given) => flatten(tupleOf([receiver, ...given])),
  flat: (receiver, [depth]) =>
    depth === undefined || (depth.kind === 'literal' && depth.value === 1) ? flatten(receiver) : undefined,
  at: ({ items }, [index]) => {
    if (items === undefined || index?.kind !== 'literal' || typeof index.value !== 'number') return undefined;
    return items.at(index.value) ?? UNDEFINED;
  },
  reverse: ({ items }) => items && tupleOf(items.toReversed()),
  toReversed: ({ items }) => items && tupleOf(items.toReversed()),
  sort: sorted,
  toSorted: sorted,
  fill: ({ element }, [value = UNDEFINED, ...bounds]) =>
    listOf(bounds.length > 0 ? union(element, value) : value),
  copyWithin: ({ element }) => listOf(element),
  join: (receiver, given) => onValues('join', receiver, given),
  includes: (receiver, given) => onValues('includes', receiver, given),
  indexOf: (receiver, given) => onValues('indexOf', receiver, given),
  lastIndexOf: (receiver, given) => onValues('lastIndexOf', receiver, given),
};

/** Functions of the class `Array`, and what is changed through a method and returned. */
const OTHERS: Readonly<Record<string, SpecialCall>> = {
  ArrayConstructor: (_, given) => construct(given),
  'new ArrayConstructor': (_, given) => construct(given),
  'ArrayConstructor.of': (_, given) => tupleOf(given),
  'ArrayConstructor.isArray': (_, [value = UNDEFINED]) => isArray(value),
  'ArrayConstructor.from': (_, [source, map]) => (map || source === undefined ? undefined : listFrom(source)),
  'Map.set': (receiver, [key = UNDEFINED, value = UNDEFINED]) =>
    receiver.kind === 'instance'
      ? instanceOf('Map', [union(receiver.of[0] ?? UNKNOWN, key), union(receiver.of[1] ?? UNKNOWN, value)])
      : undefined,
  'Set.add': (receiver, [value = UNDEFINED]) =>
    receiver.kind === 'instance' ? instanceOf('Set', [union(receiver.of[0] ?? UNKNOWN, value)]) : undefined,
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

/** Uses the results of the callback for each element; undefined if they are not known one by one. */
function onEach(
  receiver: ArrayShape,
  callback: Callback,
  use: (results: Shape[]) => Shape | undefined,
): Shape | undefined {
  const results = receiver.items?.map((item, i) => callback(item, literal(i), receiver));
  return results?.some(isNever) ? NEVER : results && use(results);
}

/** Where the callback first gives `wanted`, -1 for nowhere; undefined if that is not decided. */
function first(
  receiver: ArrayShape,
  callback: Callback,
  wanted: boolean,
  use: (at: number) => Shape,
): Shape | undefined {
  for (const [i, item] of (receiver.items ?? []).entries()) {
    const result = callback(item, literal(i), receiver);
    if (isNever(result)) return NEVER;
    const truth = truthiness(result);
    if (truth === undefined) return undefined;
    if (truth === wanted) return use(i);
  }
  return receiver.items && use(-1);
}

/**
 * One by one where the elements are known. Otherwise the accumulator is what it begins with, or what the callback
 * makes of that, provided that this does not grow further.
 */
function reduce(
  receiver: ArrayShape,
  items: readonly Shape[] | undefined,
  given: readonly Shape[],
  callback: Callback,
): Shape | undefined {
  const [, initial] = given;
  if (items) {
    const from = given.length > 1 ? 0 : 1;
    const start = given.length > 1 ? (initial ?? UNDEFINED) : (items[0] ?? NEVER);
    return items.slice(from).reduce((sum, item) => callback(sum, item, NUMBER, receiver), start);
  }
  const start = given.length > 1 ? (initial ?? UNDEFINED) : receiver.element;
  return repeated(start, (sum) => callback(sum, receiver.element, NUMBER, receiver));
}

function sorted({ items, element }: ArrayShape, given: readonly Shape[], callback: Callback): Shape {
  if (given.length > 0) callback(element, element);
  return items && items.length < 2 ? tupleOf(items) : listOf(element);
}

/** One level less of lists inside of a list. */
function flatten({ items, element }: ArrayShape): Shape {
  const flat: Shape[] = [];
  for (const item of items ?? []) {
    const kept = inside(item);
    if (kept === undefined) return listOf(flatElement(element));
    append(flat, kept);
  }
  return items ? tupleOf(flat) : listOf(flatElement(element));
}

/** What takes the place of an element; undefined if that is not known one by one. */
function inside(item: Shape): readonly Shape[] | undefined {
  if (item.kind === 'array') return item.items;
  return item.kind === 'union' || item.kind === 'unknown' || item.kind === 'instance' ? undefined : [item];
}

function flatElement(element: Shape): Shape {
  return union(
    ...alternatives(element).map((one) => {
      // The result of a match is an array as well.
      if (one.kind === 'instance') return UNKNOWN;
      return one.kind === 'array' ? one.element : one;
    }),
  );
}

/** Methods that give the same for the same plain values. */
function onValues(
  method: 'join' | 'includes' | 'indexOf' | 'lastIndexOf',
  receiver: ArrayShape,
  given: readonly Shape[],
): Shape | undefined {
  const values = exactValues(receiver.items ?? [UNKNOWN]);
  const [first, ...others] = given;
  if (values === undefined || others.length > 0) return undefined;
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  if (method === 'join') {
    if (first === undefined) return shapeOfValue(values.join());
    return first.kind === 'literal'
      ? shapeOfValue(values.join(first.value === undefined ? ',' : String(first.value)))
      : undefined;
  }
  return first?.kind === 'literal' ? shapeOfValue(values[method](first.value)) : undefined;
}

function isBound(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number';
}

function construct(given: readonly Shape[]): Shape | undefined {
  const [length, ...others] = given;
  if (length === undefined || others.length > 0) return tupleOf(given);
  const isNumber =
    length.kind === 'number' || (length.kind === 'literal' && typeof length.value === 'number');
  return isNumber ? listOf(UNDEFINED) : undefined;
}

function isArray(value: Shape): Shape {
  if (isNever(value)) return NEVER;
  const all = alternatives(value);
  if (all.every(({ kind }) => kind === 'array')) return TRUE;
  return all.some(({ kind }) => kind === 'array' || kind === 'unknown' || kind === 'instance')
    ? BOOLEAN
    : FALSE;
}

function listFrom(source: Shape): Shape | undefined {
  if (source.kind === 'array') return source;
  if (source.kind === 'literal' && typeof source.value === 'string') {
    const chars = source.value.length > MAX_ITEMS ? undefined : [...source.value];
    return chars ? tupleOf(chars.map((char) => literal(char))) : listOf(elementOf(source));
  }
  if (source.kind !== 'object' || !source.complete) return undefined;
  const length = readMember(source, 'length');
  return length.kind === 'number' || length.kind === 'literal' ? listOf(UNKNOWN) : undefined;
}
