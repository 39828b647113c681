import { engine } from '../engine/engine';
import { fromJson } from './from-json';
import { stringifyResult } from './pure-calls';
import type { SpecialCall } from './special-call';
import { overlay } from './spread';
import { tupleType, unionOfTypes, unionType } from './union';
import {
  ARRAY_TYPE,
  alternativesOf,
  arrayType,
  isNever,
  type LiteralType,
  literalType,
  type MemberType,
  memberType,
  NEVER,
  OBJECT_TYPE,
  type ObjectType,
  objectType,
  STRING_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Functions of `Object` and `JSON`. */
export const OBJECT_CALLS: Readonly<Record<string, SpecialCall>> = {
  'ObjectConstructor.keys': (_, [of]) =>
    listMembers(
      of,
      (name) => literalType(name),
      arrayType(STRING_TYPE),
      () => STRING_TYPE,
    ),
  'ObjectConstructor.values': (_, [of]) => {
    const same = (element: ValueType) => element;
    return listMembers(of, (_name, value) => value, ARRAY_TYPE, same);
  },
  'ObjectConstructor.entries': (_, [of]) => {
    const pair = (name: ValueType, value: ValueType) => tupleType([name, value]);
    const ofElement = (element: ValueType) => pair(STRING_TYPE, element);
    return listMembers(
      of,
      (name, value) => pair(literalType(name), value),
      arrayType(pair(STRING_TYPE, UNKNOWN)),
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

/** A list of results for each member; `otherwise` if not all members are known. */
function listMembers(
  of: ValueType | undefined,
  each: (name: string, type: ValueType) => ValueType,
  otherwise: ValueType,
  ofElement: (element: ValueType) => ValueType,
): ValueType {
  if (of === undefined || isNever(of)) return NEVER;
  if (of.kind === 'array') return arrayType(ofElement(of.element));
  if (of.kind !== 'object' || !of.complete) return otherwise;
  const entries = inOrder(of).map(([name, { type }]) => each(name, type));
  const certain = [...of.members.values()].every(({ optional }) => !optional);
  return certain ? tupleType(entries) : arrayType(unionOfTypes(entries));
}

/** The order in which JavaScript lists members: whole numbers first. */
function inOrder({ members }: ObjectType): [string, MemberType][] {
  const indices = [...members.keys()].filter((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
  if (indices.length === 0) return [...members];
  const first = indices.sort((a, b) => Number(a) - Number(b));
  const rest = [...members.keys()].filter((name) => !first.includes(name));
  return [...first, ...rest].flatMap((name) => {
    const found = members.get(name);
    return found ? [[name, found]] : [];
  });
}

function assign([target, ...sources]: readonly ValueType[]): ValueType {
  if (target === undefined || isNever(target)) return NEVER;
  if (target.kind !== 'object' && target.kind !== 'unknown') return UNKNOWN;
  const initial = target.kind === 'object' ? target : OBJECT_TYPE;
  return sources.reduce((result: ObjectType, source) => overlay(result, source), initial);
}

function fromEntries(entries: ValueType | undefined): ValueType | undefined {
  if (entries?.kind !== 'array' || entries.items === undefined) return OBJECT_TYPE;
  const members = new Map<string, MemberType>();
  for (const entry of entries.items) {
    if (entry.kind !== 'array' || entry.items === undefined) return OBJECT_TYPE;
    const [key, value = UNDEFINED_TYPE] = entry.items;
    if (key?.kind !== 'literal') return OBJECT_TYPE;
    members.set(String(key.value), memberType(value));
  }
  return objectType(members, true);
}

/** Invalid JSON throws. */
function parse([text, reviver]: readonly ValueType[]): ValueType | undefined {
  if (text === undefined || reviver !== undefined) return undefined;
  const results = alternativesOf(text).map((one) => {
    if (one.kind !== 'literal') return UNKNOWN;
    if (typeof one.value !== 'string') return one.value === undefined ? NEVER : one;
    return parsed(one);
  });
  return unionOfTypes(results);
}

/** Many expressions parse the text of the same file. */
const parsed = engine.query(
  'parsed JSON',
  ({ value, of }: LiteralType): ValueType => fromJson(String(value), of) ?? NEVER,
);

/** `undefined` and functions have no JSON. */
function stringify(given: readonly ValueType[]): ValueType {
  const [value = UNDEFINED_TYPE, ...others] = given;
  if (isNever(value)) return NEVER;
  const exact = stringifyResult([value, ...others]);
  if (exact) return exact;
  const certain = alternativesOf(value).every(
    ({ kind }) =>
      kind === 'object' || kind === 'array' || kind === 'string' || kind === 'number' || kind === 'boolean',
  );
  return certain ? STRING_TYPE : unionType(STRING_TYPE, UNDEFINED_TYPE);
}
