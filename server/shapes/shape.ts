import type { Signature } from './signature';

/**
 * What is known of a JavaScript value before anything runs. Shapes are immutable plain data; their size and depth
 * are bounded, so that every walk over one is short.
 *
 * A shape stands for a set of values, and always for at least all that can occur: what is not certain is
 * `UNKNOWN`. `NEVER`, the union of nothing, is what cannot be reached, or always throws; nobody claims anything
 * of it.
 */
export type Shape = Unknown | Known | UnionShape;

/** What a union is made of. */
export type Known = Literal | Primitive | ArrayShape | ObjectShape | FunctionShape | InstanceShape;

/** Any shape but a union. */
export type One = Unknown | Known;

export interface Unknown {
  readonly kind: 'unknown';
}

export type PrimitiveValue = string | number | boolean | null | undefined;

/** One value. */
export interface Literal {
  readonly kind: 'literal';
  readonly value: PrimitiveValue;
  /**
   * Of a text, where origins are asked for: where it comes from, as the caller named it. `JSON.parse` hands it on to
   * the members (`Origin.of`).
   */
  readonly of?: unknown;
}

export interface Primitive {
  readonly kind: 'string' | 'number' | 'boolean';
}

export interface ArrayShape {
  readonly kind: 'array';
  /** Covers every element. `NEVER` for `[]`. */
  readonly element: Shape;
  /** The elements one by one, when their number is known. */
  readonly items: readonly Shape[] | undefined;
  readonly weight: Weight;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, MemberShape>;
  /** There are no others. */
  readonly complete: boolean;
  readonly weight: Weight;
}

export interface MemberShape {
  readonly shape: Shape;
  /** It may be absent. */
  readonly optional: boolean;
  /** Where it is written, if that was asked for and is known; several when shapes were joined, of which some are kept. */
  readonly origins: readonly Origin[];
}

/** Where a member is written: its key, without quotes, in UTF-16 offsets of the text that `of` stands for. */
export interface Origin {
  readonly start: number;
  readonly end: number;
  /** The caller's own token for the text. */
  readonly of: unknown;
}

/** What a function is called with. */
export interface Arguments {
  readonly shapes: readonly Shape[];
  /** More may follow, of which nothing is known: a spread list. */
  readonly open: boolean;
}

export interface FunctionShape {
  readonly kind: 'function';
  /** Of a library function; empty for one that the author wrote. */
  readonly signatures: readonly Signature[];
  /** What the type parameters of the object stand for whose method this is, and `this`. */
  readonly bound: ReadonlyMap<string, Shape>;
  /** Of a function written in the expression: what a call gives. Bounded like the inference it belongs to. */
  readonly apply: ((given: Arguments) => Shape) | undefined;
  /** Which function it is: functions are the same only if this is. Undefined for any function whatever. */
  readonly identity: unknown;
}

/** An object whose members the library declares: a date, a map, `Math`, a class such as `Array` (`ArrayConstructor`). */
export interface InstanceShape {
  readonly kind: 'instance';
  readonly type: string;
  /** The type's parameters, in order. */
  readonly of: readonly Shape[];
  readonly weight: Weight;
}

/** Made by `union` only: at most one array, object and function, one instance per type, no literal beside its kind. */
export interface UnionShape {
  readonly kind: 'union';
  readonly of: readonly Known[];
  readonly weight: Weight;
}

/** How large a shape is, counted as a tree. */
export interface Weight {
  readonly nodes: number;
  readonly depth: number;
}

export const MAX_NODES = 20_000;
export const MAX_DEPTH = 40;
/** Longer lists are known by what their elements have in common. */
export const MAX_ITEMS = 64;
/** An object with more is taken as incomplete. */
export const MAX_MEMBERS = 2_000;
/** More literals of a kind in a union than these are widened to their kind. */
export const MAX_LITERALS = 12;

const LEAF: Weight = { nodes: 1, depth: 1 };

export const UNKNOWN: Unknown = { kind: 'unknown' };
export const NEVER: UnionShape = { kind: 'union', of: [], weight: LEAF };
export const STRING: Primitive = { kind: 'string' };
export const NUMBER: Primitive = { kind: 'number' };
export const BOOLEAN: Primitive = { kind: 'boolean' };
export const UNDEFINED: Literal = { kind: 'literal', value: undefined };
export const NULL: Literal = { kind: 'literal', value: null };
export const TRUE: Literal = { kind: 'literal', value: true };
export const FALSE: Literal = { kind: 'literal', value: false };
/** Some function, of which nothing else is known. */
export const FUNCTION: FunctionShape = {
  kind: 'function',
  signatures: [],
  bound: new Map(),
  apply: undefined,
  identity: undefined,
};
/** Some object, of which nothing else is known. */
export const OBJECT: ObjectShape = { kind: 'object', members: new Map(), complete: false, weight: LEAF };
export const ARRAY: ArrayShape = {
  kind: 'array',
  element: UNKNOWN,
  items: undefined,
  weight: { nodes: 2, depth: 2 },
};

/** `of` names the text, when it is a string that stands somewhere. */
export function literal(value: PrimitiveValue, of?: unknown): Literal {
  return of === undefined ? { kind: 'literal', value } : { kind: 'literal', value, of };
}

/** An object of the given members; beyond the bounds what is known of it shrinks. */
export function objectOf(members: ReadonlyMap<string, MemberShape>, complete: boolean): ObjectShape {
  if (members.size > MAX_MEMBERS) return objectOf(new Map([...members].slice(0, MAX_MEMBERS)), false);
  const weight = weigh([...members.values()].map(({ shape }) => shape));
  if (weight) return { kind: 'object', members, complete, weight };
  const names = [...members].map(([name, member]): [string, MemberShape] => [
    name,
    { ...member, shape: UNKNOWN },
  ]);
  return objectOf(new Map(names), complete);
}

/** A member that is there. */
export function member(shape: Shape, ...origins: Origin[]): MemberShape {
  return { shape, optional: false, origins };
}

/** A list with elements of this shape, or without any. */
export function listOf(element: Shape): ArrayShape {
  if (isNever(element)) return { kind: 'array', element, items: [], weight: { nodes: 2, depth: 2 } };
  const weight = weigh([element]);
  return weight ? { kind: 'array', element, items: undefined, weight } : ARRAY;
}

/** An instance of a library type. */
export function instanceOf(type: string, of: readonly Shape[] = []): InstanceShape {
  const weight = weigh(of);
  return weight
    ? { kind: 'instance', type, of, weight }
    : instanceOf(
        type,
        of.map(() => UNKNOWN),
      );
}

/** Whether this is the shape of nothing at all. */
export function isNever(shape: Shape): boolean {
  return shape.kind === 'union' && shape.of.length === 0;
}

/** The alternatives of a union; any other shape is its only one. `UNKNOWN` is one too. */
export function alternatives(shape: Shape): readonly One[] {
  return shape.kind === 'union' ? shape.of : [shape];
}

/** How large a shape is. */
export function weightOf(shape: Shape): Weight {
  return 'weight' in shape ? shape.weight : LEAF;
}

/** The weight of what is made of the parts; undefined when that is beyond the bounds. */
export function weigh(parts: readonly Shape[]): Weight | undefined {
  let nodes = 1;
  let depth = 0;
  for (const part of parts) {
    const weight = weightOf(part);
    nodes += weight.nodes;
    depth = Math.max(depth, weight.depth);
  }
  return nodes > MAX_NODES || depth >= MAX_DEPTH ? undefined : { nodes, depth: depth + 1 };
}
