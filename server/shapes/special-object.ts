import { engine } from '../engine/engine';
import { fromJson } from './from-json';
import { stringified } from './pure';
import {
  ARRAY,
  alternatives,
  isNever,
  type Literal,
  listOf,
  literal,
  type MemberShape,
  member,
  NEVER,
  OBJECT,
  type ObjectShape,
  objectOf,
  type Shape,
  STRING,
  UNDEFINED,
  UNKNOWN,
} from './shape';
import type { SpecialCall } from './special-call';
import { overlay } from './spread';
import { tupleOf, union, unionOf } from './union';

/** Functions of `Object` and `JSON`. */
export const OBJECT_CALLS: Readonly<Record<string, SpecialCall>> = {
  'ObjectConstructor.keys': (_, [of]) =>
    listMembers(
      of,
      (name) => literal(name),
      listOf(STRING),
      () => STRING,
    ),
  'ObjectConstructor.values': (_, [of]) => {
    const same = (element: Shape) => element;
    return listMembers(of, (_name, value) => value, ARRAY, same);
  },
  'ObjectConstructor.entries': (_, [of]) => {
    const pair = (name: Shape, value: Shape) => tupleOf([name, value]);
    const ofElement = (element: Shape) => pair(STRING, element);
    return listMembers(
      of,
      (name, value) => pair(literal(name), value),
      listOf(pair(STRING, UNKNOWN)),
      ofElement,
    );
  },
  'ObjectConstructor.assign': (_, given) => assign(given),
  'ObjectConstructor.fromEntries': (_, [entries]) => fromEntries(entries),
  'ObjectConstructor.defineProperty': () => UNKNOWN,
  'ObjectConstructor.defineProperties': () => UNKNOWN,
  'JSON.parse': (_, given) => parse(given),
  'JSON.stringify': (_, given) => stringify(given),
};

/** A list of what each member gives; `anything` when they are not all known. */
function listMembers(
  of: Shape | undefined,
  each: (name: string, shape: Shape) => Shape,
  anything: Shape,
  ofElement: (element: Shape) => Shape,
): Shape {
  if (of === undefined || isNever(of)) return NEVER;
  if (of.kind === 'array') return listOf(ofElement(of.element));
  if (of.kind !== 'object' || !of.complete) return anything;
  const entries = inOrder(of).map(([name, { shape }]) => each(name, shape));
  const certain = [...of.members.values()].every(({ optional }) => !optional);
  return certain ? tupleOf(entries) : listOf(unionOf(entries));
}

/** The order in which JavaScript lists members: whole numbers first. */
function inOrder({ members }: ObjectShape): [string, MemberShape][] {
  const indices = [...members.keys()].filter((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
  if (indices.length === 0) return [...members];
  const first = indices.sort((a, b) => Number(a) - Number(b));
  const rest = [...members.keys()].filter((name) => !first.includes(name));
  return [...first, ...rest].flatMap((name) => {
    const found = members.get(name);
    return found ? [[name, found]] : [];
  });
}

function assign([target, ...sources]: readonly Shape[]): Shape {
  if (target === undefined || isNever(target)) return NEVER;
  const begin = target.kind === 'object' ? target : OBJECT;
  return target.kind === 'object' || target.kind === 'unknown' ? sources.reduce(overlayWith, begin) : UNKNOWN;
}

function overlayWith(target: ObjectShape, source: Shape): ObjectShape {
  return overlay(target, source);
}

function fromEntries(entries: Shape | undefined): Shape | undefined {
  if (entries?.kind !== 'array' || entries.items === undefined) return OBJECT;
  const members = new Map<string, MemberShape>();
  for (const entry of entries.items) {
    if (entry.kind !== 'array' || entry.items === undefined) return OBJECT;
    const [key, value = UNDEFINED] = entry.items;
    if (key?.kind !== 'literal') return OBJECT;
    members.set(String(key.value), member(value));
  }
  return objectOf(members, true);
}

/** A text that is no JSON throws. */
function parse([text, reviver]: readonly Shape[]): Shape | undefined {
  if (text === undefined || reviver !== undefined) return undefined;
  const results = alternatives(text).map((one) => {
    if (one.kind !== 'literal') return UNKNOWN;
    if (typeof one.value !== 'string') return one.value === undefined ? NEVER : one;
    return parsed(one);
  });
  return unionOf(results);
}

/** Files are texts that many expressions parse. */
const parsed = engine.query(
  'parsed JSON',
  ({ value, of }: Literal): Shape => fromJson(String(value), of) ?? NEVER,
);

/** Of nothing, and of a function, there is no JSON. */
function stringify(given: readonly Shape[]): Shape {
  const [value = UNDEFINED, ...others] = given;
  if (isNever(value)) return NEVER;
  const exact = stringified([value, ...others]);
  if (exact) return exact;
  const certain = alternatives(value).every(
    ({ kind }) =>
      kind === 'object' || kind === 'array' || kind === 'string' || kind === 'number' || kind === 'boolean',
  );
  return certain ? STRING : union(STRING, UNDEFINED);
}
