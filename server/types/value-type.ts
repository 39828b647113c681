import type { Signature } from './signature';

/**
 * What is known of a JavaScript value before anything runs. Shapes are immutable plain data; their size and depth
 * are bounded, so that every walk over one is short.
 *
 * A shape stands for a set of values, and always for at least all that can occur: what is not certain is
 * `UNKNOWN`. `NEVER`, the union of nothing, is what cannot be reached, or always throws; nobody claims anything
 * of it.
 */
export type ValueType = UnknownType | KnownType | UnionType;

/** What a union is made of. */
export type KnownType = LiteralType | PrimitiveType | ArrayType | ObjectType | FunctionType | InstanceType;

/** Any shape but a union. */
export type NonUnionType = UnknownType | KnownType;

export interface UnknownType {
  readonly kind: 'unknown';
}

export type PrimitiveValue = string | number | boolean | null | undefined;

/** One value. */
export interface LiteralType {
  readonly kind: 'literal';
  readonly value: PrimitiveValue;
  /**
   * Of a text, where origins are asked for: where it comes from, as the caller named it. `JSON.parse` hands it on to
   * the members (`Origin.of`).
   */
  readonly of?: unknown;
}

export interface PrimitiveType {
  readonly kind: 'string' | 'number' | 'boolean';
}

export interface ArrayType {
  readonly kind: 'array';
  /** Covers every element. `NEVER` for `[]`. */
  readonly element: ValueType;
  /** The elements one by one, when their number is known. */
  readonly items: readonly ValueType[] | undefined;
  readonly weight: TypeSize;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, MemberType>;
  /** There are no others. */
  readonly complete: boolean;
  readonly weight: TypeSize;
}

export interface MemberType {
  readonly shape: ValueType;
  /** It may be absent. */
  readonly optional: boolean;
  /** Where it is written, if that was asked for and is known; several when shapes were joined, of which some are kept. */
  readonly origins: readonly MemberOrigin[];
}

/** Where a member is written: its key, without quotes, in UTF-16 offsets of the text that `of` stands for. */
export interface MemberOrigin {
  readonly start: number;
  readonly end: number;
  /** The caller's own token for the text. */
  readonly of: unknown;
}

/** What a function is called with. */
export interface ArgumentTypes {
  readonly shapes: readonly ValueType[];
  /** More may follow, of which nothing is known: a spread list. */
  readonly open: boolean;
}

export interface FunctionType {
  readonly kind: 'function';
  /** Of a library function; empty for one that the author wrote. */
  readonly signatures: readonly Signature[];
  /** What the type parameters of the object stand for whose method this is, and `this`. */
  readonly bound: ReadonlyMap<string, ValueType>;
  /** Of a function written in the expression: what a call gives. Bounded like the inference it belongs to. */
  readonly apply: ((given: ArgumentTypes) => ValueType) | undefined;
  /** Which function it is: functions are the same only if this is. Undefined for any function whatever. */
  readonly identity: unknown;
}

/** An object whose members the library declares: a date, a map, `Math`, a class such as `Array` (`ArrayConstructor`). */
export interface InstanceType {
  readonly kind: 'instance';
  readonly type: string;
  /** The type's parameters, in order. */
  readonly of: readonly ValueType[];
  readonly weight: TypeSize;
}

/** Made by `union` only: at most one array, object and function, one instance per type, no literal beside its kind. */
export interface UnionType {
  readonly kind: 'union';
  readonly of: readonly KnownType[];
  readonly weight: TypeSize;
}

/** How large a shape is, counted as a tree. */
export interface TypeSize {
  readonly nodes: number;
  readonly depth: number;
}

const MAX_TYPE_NODES = 20_000;
export const MAX_TYPE_DEPTH = 40;
/** Longer lists are known by what their elements have in common. */
export const MAX_TUPLE_ITEMS = 64;
/** An object with more is taken as incomplete. */
const MAX_OBJECT_MEMBERS = 2_000;
/** More literals of a kind in a union than these are widened to their kind. */
export const MAX_UNION_LITERALS = 12;

const LEAF: TypeSize = { nodes: 1, depth: 1 };

export const UNKNOWN: UnknownType = { kind: 'unknown' };
export const NEVER: UnionType = { kind: 'union', of: [], weight: LEAF };
export const STRING_TYPE: PrimitiveType = { kind: 'string' };
export const NUMBER_TYPE: PrimitiveType = { kind: 'number' };
export const BOOLEAN_TYPE: PrimitiveType = { kind: 'boolean' };
export const UNDEFINED_TYPE: LiteralType = { kind: 'literal', value: undefined };
export const NULL_TYPE: LiteralType = { kind: 'literal', value: null };
export const TRUE_TYPE: LiteralType = { kind: 'literal', value: true };
export const FALSE_TYPE: LiteralType = { kind: 'literal', value: false };
/** Some function, of which nothing else is known. */
export const FUNCTION_TYPE: FunctionType = {
  kind: 'function',
  signatures: [],
  bound: new Map(),
  apply: undefined,
  identity: undefined,
};
/** Some object, of which nothing else is known. */
export const OBJECT_TYPE: ObjectType = { kind: 'object', members: new Map(), complete: false, weight: LEAF };
export const ARRAY_TYPE: ArrayType = {
  kind: 'array',
  element: UNKNOWN,
  items: undefined,
  weight: { nodes: 2, depth: 2 },
};

/** `of` names the text, when it is a string that appears somewhere. */
export function literalType(value: PrimitiveValue, of?: unknown): LiteralType {
  return of === undefined ? { kind: 'literal', value } : { kind: 'literal', value, of };
}

/** An object of the given members; beyond the bounds what is known of it shrinks. */
export function objectType(members: ReadonlyMap<string, MemberType>, complete: boolean): ObjectType {
  if (members.size > MAX_OBJECT_MEMBERS)
    return objectType(new Map([...members].slice(0, MAX_OBJECT_MEMBERS)), false);
  const weight = totalSize([...members.values()].map(({ shape }) => shape));
  if (weight) return { kind: 'object', members, complete, weight };
  const names = [...members].map(([name, member]): [string, MemberType] => [
    name,
    { ...member, shape: UNKNOWN },
  ]);
  return objectType(new Map(names), complete);
}

/** A member that is there. */
export function memberType(shape: ValueType, ...origins: MemberOrigin[]): MemberType {
  return { shape, optional: false, origins };
}

/** A list with elements of this shape, or without any. */
export function arrayType(element: ValueType): ArrayType {
  if (isNever(element)) return { kind: 'array', element, items: [], weight: { nodes: 2, depth: 2 } };
  const weight = totalSize([element]);
  return weight ? { kind: 'array', element, items: undefined, weight } : ARRAY_TYPE;
}

/** An instance of a library type. */
export function instanceType(type: string, of: readonly ValueType[] = []): InstanceType {
  const weight = totalSize(of);
  return weight
    ? { kind: 'instance', type, of, weight }
    : instanceType(
        type,
        of.map(() => UNKNOWN),
      );
}

/** Whether this is the shape of nothing at all. */
export function isNever(shape: ValueType): boolean {
  return shape.kind === 'union' && shape.of.length === 0;
}

/** The alternatives of a union; any other shape is its only one. `UNKNOWN` is one too. */
export function alternativesOf(shape: ValueType): readonly NonUnionType[] {
  return shape.kind === 'union' ? shape.of : [shape];
}

/** How large a shape is. */
export function sizeOfType(shape: ValueType): TypeSize {
  return 'weight' in shape ? shape.weight : LEAF;
}

/** The weight of what is made of the parts; undefined when that is beyond the bounds. */
export function totalSize(parts: readonly ValueType[]): TypeSize | undefined {
  let nodes = 1;
  let depth = 0;
  for (const part of parts) {
    const weight = sizeOfType(part);
    nodes += weight.nodes;
    depth = Math.max(depth, weight.depth);
  }
  return nodes > MAX_TYPE_NODES || depth >= MAX_TYPE_DEPTH ? undefined : { nodes, depth: depth + 1 };
}
