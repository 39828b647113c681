import type { Signature } from './signature';

/**
 * Static knowledge about a JavaScript value. Types are immutable plain data of limited size and depth, so that every
 * walk is short.
 *
 * A type is a set of values that includes at least all that can occur: if nothing is certain, it is `UNKNOWN`.
 * `NEVER`, the empty union, is the type of expressions that are unreachable or always throw; no finding is based on
 * it.
 */
export type ValueType = UnknownType | KnownType | UnionType;

/** A type that a union can contain. */
export type KnownType = LiteralType | PrimitiveType | ArrayType | ObjectType | FunctionType | InstanceType;

/** Any type but a union. */
export type NonUnionType = UnknownType | KnownType;

interface UnknownType {
  readonly kind: 'unknown';
}

export type PrimitiveValue = string | number | boolean | null | undefined;

/** One value. */
export interface LiteralType {
  readonly kind: 'literal';
  readonly value: PrimitiveValue;
  /**
   * The caller's token for the text of a string, if origins are requested. `JSON.parse` passes it on to the members
   * (`MemberOrigin.of`).
   */
  readonly of?: unknown;
}

interface PrimitiveType {
  readonly kind: 'string' | 'number' | 'boolean';
}

export interface ArrayType {
  readonly kind: 'array';
  /** The union of all elements. `NEVER` for `[]`. */
  readonly element: ValueType;
  /** The elements individually, if their number is known. */
  readonly items: readonly ValueType[] | undefined;
  readonly weight: TypeSize;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, MemberType>;
  /** It has no further members. */
  readonly complete: boolean;
  readonly weight: TypeSize;
}

export interface MemberType {
  readonly type: ValueType;
  /** It may be missing. */
  readonly optional: boolean;
  /** Its definitions, if origins are requested and known; a union keeps only some of them. */
  readonly origins: readonly MemberOrigin[];
}

/** The definition of a member: its key, without quotes, in UTF-16 offsets of the text that `of` identifies. */
export interface MemberOrigin {
  readonly start: number;
  readonly end: number;
  /** The caller's token for the text. */
  readonly of: unknown;
}

/** The arguments of a call. */
export interface ArgumentTypes {
  readonly types: readonly ValueType[];
  /** Unknown arguments may follow: a spread list. */
  readonly open: boolean;
}

export interface FunctionType {
  readonly kind: 'function';
  /** The overloads of a library function; empty for an author's function. */
  readonly signatures: readonly Signature[];
  /** Values of the type parameters of the method's object, and `this`. */
  readonly bound: ReadonlyMap<string, ValueType>;
  /** The result of calling a function of the expression. Limited like the inference that it belongs to. */
  readonly apply: ((given: ArgumentTypes) => ValueType) | undefined;
  /** The identity of the function: functions are the same only if this is. Undefined for arbitrary functions. */
  readonly identity: unknown;
}

/**
 * An object with members that the library declares: a date, a map, `Math`, a class such as `Array`
 * (`ArrayConstructor`).
 */
export interface InstanceType {
  readonly kind: 'instance';
  /** Its name in the library of JavaScript. */
  readonly name: string;
  /** The type arguments, in order. */
  readonly of: readonly ValueType[];
  readonly weight: TypeSize;
}

/**
 * Created by `union` only: at most one array, object and function, one instance per type, no literal next to its
 * kind.
 */
export interface UnionType {
  readonly kind: 'union';
  readonly of: readonly KnownType[];
  readonly weight: TypeSize;
}

/** The size of a type, counted as a tree. */
interface TypeSize {
  readonly nodes: number;
  readonly depth: number;
}

const MAX_TYPE_NODES = 20_000;
export const MAX_TYPE_DEPTH = 40;
/** Longer lists only keep the common type of their elements. */
export const MAX_TUPLE_ITEMS = 64;
/** An object with more members is treated as incomplete. */
const MAX_OBJECT_MEMBERS = 2_000;
/** If a union has more literals of a kind, they are widened to the kind. */
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
/** A function about which nothing else is known. */
export const FUNCTION_TYPE: FunctionType = {
  kind: 'function',
  signatures: [],
  bound: new Map(),
  apply: undefined,
  identity: undefined,
};
/** An object about which nothing else is known. */
export const OBJECT_TYPE: ObjectType = { kind: 'object', members: new Map(), complete: false, weight: LEAF };
export const ARRAY_TYPE: ArrayType = {
  kind: 'array',
  element: UNKNOWN,
  items: undefined,
  weight: { nodes: 2, depth: 2 },
};

/** `of` identifies the text of a string, if it is written somewhere. */
export function literalType(value: PrimitiveValue, of?: unknown): LiteralType {
  return of === undefined ? { kind: 'literal', value } : { kind: 'literal', value, of };
}

/** An object with these members; beyond the size limits, less is kept. */
export function objectType(members: ReadonlyMap<string, MemberType>, complete: boolean): ObjectType {
  if (members.size > MAX_OBJECT_MEMBERS)
    return objectType(new Map([...members].slice(0, MAX_OBJECT_MEMBERS)), false);
  const weight = totalSize([...members.values()].map(({ type }) => type));
  if (weight) return { kind: 'object', members, complete, weight };
  const names = [...members].map(([name, member]): [string, MemberType] => [
    name,
    { ...member, type: UNKNOWN },
  ]);
  return objectType(new Map(names), complete);
}

/** A member that always exists. */
export function memberType(type: ValueType, ...origins: MemberOrigin[]): MemberType {
  return { type, optional: false, origins };
}

/** A list with elements of this type, or an empty one. */
export function arrayType(element: ValueType): ArrayType {
  if (isNever(element)) return { kind: 'array', element, items: [], weight: { nodes: 2, depth: 2 } };
  const weight = totalSize([element]);
  return weight ? { kind: 'array', element, items: undefined, weight } : ARRAY_TYPE;
}

/** An instance of a library type. */
export function instanceType(name: string, of: readonly ValueType[] = []): InstanceType {
  const weight = totalSize(of);
  return weight
    ? { kind: 'instance', name, of, weight }
    : instanceType(
        name,
        of.map(() => UNKNOWN),
      );
}

/** Whether the type has no values. */
export function isNever(type: ValueType): boolean {
  return type.kind === 'union' && type.of.length === 0;
}

/** The alternatives of a union; any other type, including `UNKNOWN`, is its only alternative. */
export function alternativesOf(type: ValueType): readonly NonUnionType[] {
  return type.kind === 'union' ? type.of : [type];
}

/** The size of a type. */
export function sizeOfType(type: ValueType): TypeSize {
  return 'weight' in type ? type.weight : LEAF;
}

/** The size of a type with these parts; undefined if it exceeds the limits. */
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
