import { type Bindings, instantiate } from './instantiate';
import { type LibraryMember, type LibraryType, libraryType } from './library';
import {
  alternatives,
  type InstanceShape,
  isNever,
  literal,
  MAX_LITERALS,
  NEVER,
  type One,
  type Origin,
  type Shape,
  STRING,
  UNDEFINED,
  UNKNOWN,
} from './shape';
import type { Type } from './signature';
import { tupleOf, union, unionOf } from './union';

/** The answer to the question for one member. */
export type MemberLookup =
  | FoundMember
  /** No value of the shape has it: reading it gives `undefined`. */
  | { readonly kind: 'missing' }
  /** Nothing can be said. */
  | { readonly kind: 'unknown' };

export interface FoundMember {
  readonly kind: 'found';
  readonly name: string;
  /** Of the value when it is there. */
  readonly shape: Shape;
  /** Some value of the shape may be without it. */
  readonly optional: boolean;
  /** Where the author wrote it. */
  readonly origins: readonly Origin[];
  /** What the library says of it, for a member that is built in. */
  readonly library: LibraryMember | undefined;
}

const MISSING: MemberLookup = { kind: 'missing' };
const UNKNOWN_MEMBER: MemberLookup = { kind: 'unknown' };

/**
 * Looks up a member by name. Of a union it is enough that one alternative has it; `null` and `undefined` are left
 * out, as reading a member of them throws.
 */
export function memberOf(shape: Shape, name: string): MemberLookup {
  const lookups = alternatives(shape)
    .filter((one) => !isNullish(one))
    .map((one) => memberOfOne(one, name));
  const found = lookups.filter((lookup) => lookup.kind === 'found');
  const [first] = found;
  if (first === undefined) {
    return lookups.length > 0 && lookups.every(({ kind }) => kind === 'missing') ? MISSING : UNKNOWN_MEMBER;
  }
  if (lookups.length === 1) return first;
  const unknown = lookups.some(({ kind }) => kind === 'unknown');
  return {
    ...first,
    shape: unknown ? UNKNOWN : unionOf(found.map((lookup) => lookup.shape)),
    optional: found.length < lookups.length || found.some(({ optional }) => optional),
    origins: found.flatMap(({ origins }) => origins),
  };
}

/**
 * All members that are known, own ones first and then those of the library, nearest type first. Of a union, those
 * that any alternative has.
 */
export function members(shape: Shape): FoundMember[] {
  const names = new Set<string>();
  for (const one of alternatives(shape)) for (const name of memberNames(one)) names.add(name);
  return [...names].map((name) => memberOf(shape, name)).filter((lookup) => lookup.kind === 'found');
}

/** What reading the member gives: `undefined` where it may be missing, `NEVER` where that always throws. */
export function readMember(shape: Shape, name: string): Shape {
  const read = alternatives(shape).map((one) => {
    if (isNullish(one)) return NEVER;
    const lookup = memberOfOne(one, name);
    if (lookup.kind === 'unknown') return UNKNOWN;
    if (lookup.kind === 'missing') return UNDEFINED;
    return lookup.optional ? union(lookup.shape, UNDEFINED) : lookup.shape;
  });
  return unionOf(read);
}

/** What `shape[key]` gives. */
export function readIndex(shape: Shape, key: Shape): Shape {
  if (isNever(key) || isNever(shape)) return NEVER;
  const keys = alternatives(key);
  if (keys.length <= MAX_LITERALS && keys.every((one) => one.kind === 'literal')) {
    return union(
      ...keys.map((one) => (one.kind === 'literal' ? readMember(shape, String(one.value)) : NEVER)),
    );
  }
  const numeric = keys.every(
    (one) => one.kind === 'number' || (one.kind === 'literal' && typeof one.value === 'number'),
  );
  return numeric ? unionOf(alternatives(shape).map(readAtNumber)) : readAnything(shape);
}

/** A name that is not known may be one of the prototype; but nothing can be read of `null`. */
function readAnything(shape: Shape): Shape {
  return alternatives(shape).every(isNullish) ? NEVER : UNKNOWN;
}

function readAtNumber(shape: One): Shape {
  switch (shape.kind) {
    case 'array':
      return union(shape.element, UNDEFINED);
    case 'string':
      return union(STRING, UNDEFINED);
    case 'object': {
      if (!shape.complete) return UNKNOWN;
      const numbered = [...shape.members].filter(([name]) => String(Number(name)) === name);
      return unionOf([UNDEFINED, ...numbered.map(([, { shape }]) => shape)]);
    }
    case 'literal':
      if (isNullish(shape)) return NEVER;
      return typeof shape.value === 'string' ? union(STRING, UNDEFINED) : UNDEFINED;
    default:
      return UNKNOWN;
  }
}

/** What a loop over the value, or spreading it, gives one by one; `NEVER` where that throws or there is nothing. */
export function elementOf(shape: Shape): Shape {
  return unionOf(alternatives(shape).map(elementOfOne));
}

function elementOfOne(shape: One): Shape {
  switch (shape.kind) {
    case 'array':
      return shape.element;
    case 'string':
      return STRING;
    case 'literal':
      if (typeof shape.value !== 'string') return NEVER;
      return shape.value === '' ? NEVER : STRING;
    case 'instance':
      return elementOfInstance(shape);
    case 'number':
    case 'boolean':
      return NEVER;
    default:
      return UNKNOWN;
  }
}

function elementOfInstance({ type, of }: InstanceShape): Shape {
  if (type === 'Map') return tupleOf([of[0] ?? UNKNOWN, of[1] ?? UNKNOWN]);
  if (type === 'Set' || type === 'Iterator') return of[0] ?? UNKNOWN;
  const base = libraryType(type)?.bases[0];
  return base?.kind === 'array' ? instantiate(base.element, new Map()) : UNKNOWN;
}

/** Whether it is `null` or `undefined`. */
export function isNullish(shape: Shape): boolean {
  return shape.kind === 'literal' && (shape.value === null || shape.value === undefined);
}

function memberOfOne(shape: One, name: string): MemberLookup {
  // What every object has of old, such as `__proto__`, and nobody should touch.
  if (shape.kind === 'unknown' || name.startsWith('__')) return UNKNOWN_MEMBER;
  const own = ownMember(shape, name);
  if (own) return own;
  if (shape.kind === 'object' && !shape.complete) return UNKNOWN_MEMBER;
  const found = libraryMember(shape, name);
  if (found) return found;
  // The author may have given members to a function; of classes and namespaces all are known.
  return shape.kind === 'function' && shape.signatures.length === 0 ? UNKNOWN_MEMBER : MISSING;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function ownMember(shape: One, name: string): MemberLookup | undefined {
  switch (shape.kind) {
    case 'object': {
      const own = shape.members.get(name);
      return own && { kind: 'found', name, ...own, library: undefined };
    }
    case 'array': {
      const { items } = shape;
      if (name === 'length' && items) return builtIn(shape, name, literal(items.length));
      if (!INDEX.test(name)) return undefined;
      if (items === undefined) return plain(name, shape.element, true);
      const item = items[Number(name)];
      return item ? plain(name, item, false) : undefined;
    }
    case 'string':
      return INDEX.test(name) ? plain(name, STRING, true) : undefined;
    case 'literal': {
      const { value } = shape;
      if (typeof value !== 'string') return undefined;
      if (name === 'length') return builtIn(shape, name, literal(value.length));
      const char = INDEX.test(name) ? value[Number(name)] : undefined;
      return char === undefined ? undefined : plain(name, literal(char), false);
    }
    case 'instance':
      return INDEX.test(name) && !isNever(elementOfInstance(shape))
        ? indexOfInstance(shape, name)
        : undefined;
    default:
      return undefined;
  }
}

/** The result of a match is an array; other built-ins have no numbers for names. */
function indexOfInstance(shape: InstanceShape, name: string): MemberLookup | undefined {
  return libraryType(shape.type)?.bases[0]?.kind === 'array' ? plain(name, STRING, true) : undefined;
}

function plain(name: string, shape: Shape, optional: boolean): FoundMember {
  return { kind: 'found', name, shape, optional, origins: [], library: undefined };
}

function builtIn(owner: One, name: string, shape: Shape): FoundMember {
  return { ...plain(name, shape, false), library: libraryMember(owner, name)?.library };
}

function memberNames(shape: One): string[] {
  const own = shape.kind === 'object' ? [...shape.members.keys()] : [];
  return [...own, ...libraryTypesOf(shape).flatMap(({ type }) => [...type.members.keys()])];
}

function libraryMember(shape: One, name: string): FoundMember | undefined {
  for (const { type, bindings } of libraryTypesOf(shape)) {
    const found = type.members.get(name);
    if (found === undefined) continue;
    const { signatures, optional } = found;
    const value: Shape =
      found.type === undefined
        ? {
            kind: 'function',
            signatures,
            bound: bindings,
            apply: undefined,
            identity: `${type.name}.${name}`,
          }
        : instantiate(found.type, bindings);
    return { kind: 'found', name, shape: value, optional, origins: [], library: found };
  }
  return undefined;
}

interface BoundType {
  readonly type: LibraryType;
  readonly bindings: Bindings;
}

/** The library types whose members a value has, nearest first. */
function libraryTypesOf(shape: One): BoundType[] {
  const own = nearestType(shape);
  if (own === undefined) return [];
  const found: BoundType[] = [];
  const add = (name: string, of: readonly Shape[]) => {
    const type = libraryType(name);
    if (type === undefined || found.some((other) => other.type === type)) return;
    const bindings = new Map<string, Shape>([['this', shape]]);
    for (const [i, parameter] of type.parameters.entries()) bindings.set(parameter, of[i] ?? UNKNOWN);
    found.push({ type, bindings });
    for (const base of type.bases) addBase(base, bindings);
    if (type.calls.length + type.constructs.length > 0) add('Function', []);
  };
  const addBase = (base: Type, bindings: Bindings) => {
    if (base.kind === 'array') add('Array', [instantiate(base.element, bindings)]);
    if (base.kind === 'name')
      add(
        base.name,
        base.of.map((each) => instantiate(each, bindings)),
      );
  };
  add(own.name, own.of);
  add('Object', []);
  return found;
}

function nearestType(shape: One): { readonly name: string; readonly of: readonly Shape[] } | undefined {
  switch (shape.kind) {
    case 'string':
      return { name: 'String', of: [] };
    case 'number':
      return { name: 'Number', of: [] };
    case 'boolean':
      return { name: 'Boolean', of: [] };
    case 'literal': {
      const { value } = shape;
      if (typeof value === 'string') return { name: 'String', of: [] };
      if (typeof value === 'number') return { name: 'Number', of: [] };
      return typeof value === 'boolean' ? { name: 'Boolean', of: [] } : undefined;
    }
    case 'array':
      return { name: 'Array', of: [shape.element] };
    case 'object':
      return { name: 'Object', of: [] };
    case 'function':
      return { name: 'Function', of: [] };
    case 'instance':
      return { name: shape.type, of: shape.of };
    default:
      return undefined;
  }
}
