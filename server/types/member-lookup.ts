import { instantiate, type TypeBindings } from './instantiate';
import { type LibraryMember, type LibraryType, libraryType } from './library';
import type { LibraryTypeRef } from './signature';
import { tupleType, unionOfTypes, unionType } from './union';
import {
  alternativesOf,
  type InstanceType,
  isNever,
  literalType,
  MAX_UNION_LITERALS,
  type MemberOrigin,
  NEVER,
  type NonUnionType,
  STRING_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** The result of looking up one member. */
type MemberLookup =
  | FoundMember
  /** No value of the type has it: reading it gives `undefined`. */
  | { readonly kind: 'missing' }
  /** Nothing is known. */
  | { readonly kind: 'unknown' };

export interface FoundMember {
  readonly kind: 'found';
  readonly name: string;
  /** The type of the value if it exists. */
  readonly shape: ValueType;
  /** Some values of the type may lack it. */
  readonly optional: boolean;
  /** Where the author wrote it. */
  readonly origins: readonly MemberOrigin[];
  /** The library's description of a built-in member. */
  readonly library: LibraryMember | undefined;
}

const MISSING: MemberLookup = { kind: 'missing' };
const UNKNOWN_MEMBER: MemberLookup = { kind: 'unknown' };

/**
 * Looks up a member by name. In a union, one alternative with the member is sufficient; `null` and `undefined` are
 * ignored, as reading a member of them throws.
 */
export function lookUpMember(shape: ValueType, name: string): MemberLookup {
  const lookups = alternativesOf(shape)
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
    shape: unknown ? UNKNOWN : unionOfTypes(found.map((lookup) => lookup.shape)),
    optional: found.length < lookups.length || found.some(({ optional }) => optional),
    origins: found.flatMap(({ origins }) => origins),
  };
}

/**
 * All known members, own ones first and then those of the library, nearest type first. For a union, those of any
 * alternative.
 */
export function allMembers(shape: ValueType): FoundMember[] {
  const names = new Set<string>();
  for (const one of alternativesOf(shape)) for (const name of memberNames(one)) names.add(name);
  return [...names].map((name) => lookUpMember(shape, name)).filter((lookup) => lookup.kind === 'found');
}

/** The type of reading the member: includes `undefined` if it may be missing; `NEVER` if reading always throws. */
export function readMember(shape: ValueType, name: string): ValueType {
  const read = alternativesOf(shape).map((one) => {
    if (isNullish(one)) return NEVER;
    const lookup = memberOfOne(one, name);
    if (lookup.kind === 'unknown') return UNKNOWN;
    if (lookup.kind === 'missing') return UNDEFINED_TYPE;
    return lookup.optional ? unionType(lookup.shape, UNDEFINED_TYPE) : lookup.shape;
  });
  return unionOfTypes(read);
}

/** The type of `shape[key]`. */
export function readIndex(shape: ValueType, key: ValueType): ValueType {
  if (isNever(key) || isNever(shape)) return NEVER;
  const keys = alternativesOf(key);
  if (keys.length <= MAX_UNION_LITERALS && keys.every((one) => one.kind === 'literal')) {
    return unionType(
      ...keys.map((one) => (one.kind === 'literal' ? readMember(shape, String(one.value)) : NEVER)),
    );
  }
  const numeric = keys.every(
    (one) => one.kind === 'number' || (one.kind === 'literal' && typeof one.value === 'number'),
  );
  return numeric ? unionOfTypes(alternativesOf(shape).map(readAtNumber)) : readAnything(shape);
}

/** An unknown name may be one of the prototype, but reading a member of `null` throws. */
function readAnything(shape: ValueType): ValueType {
  return alternativesOf(shape).every(isNullish) ? NEVER : UNKNOWN;
}

function readAtNumber(shape: NonUnionType): ValueType {
  switch (shape.kind) {
    case 'array':
      return unionType(shape.element, UNDEFINED_TYPE);
    case 'string':
      return unionType(STRING_TYPE, UNDEFINED_TYPE);
    case 'object': {
      if (!shape.complete) return UNKNOWN;
      const numbered = [...shape.members].filter(([name]) => String(Number(name)) === name);
      return unionOfTypes([UNDEFINED_TYPE, ...numbered.map(([, { shape }]) => shape)]);
    }
    case 'literal':
      if (isNullish(shape)) return NEVER;
      return typeof shape.value === 'string' ? unionType(STRING_TYPE, UNDEFINED_TYPE) : UNDEFINED_TYPE;
    default:
      return UNKNOWN;
  }
}

/** The type of the elements in a loop or spread; `NEVER` if that throws or there are none. */
export function elementOf(shape: ValueType): ValueType {
  return unionOfTypes(alternativesOf(shape).map(elementOfOne));
}

function elementOfOne(shape: NonUnionType): ValueType {
  switch (shape.kind) {
    case 'array':
      return shape.element;
    case 'string':
      return STRING_TYPE;
    case 'literal':
      if (typeof shape.value !== 'string') return NEVER;
      return shape.value === '' ? NEVER : STRING_TYPE;
    case 'instance':
      return elementOfInstance(shape);
    case 'number':
    case 'boolean':
      return NEVER;
    default:
      return UNKNOWN;
  }
}

function elementOfInstance({ type, of }: InstanceType): ValueType {
  if (type === 'Map') return tupleType([of[0] ?? UNKNOWN, of[1] ?? UNKNOWN]);
  if (type === 'Set' || type === 'Iterator') return of[0] ?? UNKNOWN;
  const base = libraryType(type)?.bases[0];
  return base?.kind === 'array' ? instantiate(base.element, new Map()) : UNKNOWN;
}

/** Whether it is `null` or `undefined`. */
export function isNullish(shape: ValueType): boolean {
  return shape.kind === 'literal' && (shape.value === null || shape.value === undefined);
}

function memberOfOne(shape: NonUnionType, name: string): MemberLookup {
  // Legacy members such as `__proto__` are ignored.
  if (shape.kind === 'unknown' || name.startsWith('__')) return UNKNOWN_MEMBER;
  const own = ownMember(shape, name);
  if (own) return own;
  if (shape.kind === 'object' && !shape.complete) return UNKNOWN_MEMBER;
  const found = libraryMember(shape, name);
  if (found) return found;
  // The author may have added members to a function; those of classes and namespaces are known.
  return shape.kind === 'function' && shape.signatures.length === 0 ? UNKNOWN_MEMBER : MISSING;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function ownMember(shape: NonUnionType, name: string): MemberLookup | undefined {
  switch (shape.kind) {
    case 'object': {
      const own = shape.members.get(name);
      return own && { kind: 'found', name, ...own, library: undefined };
    }
    case 'array': {
      const { items } = shape;
      if (name === 'length' && items) return builtIn(shape, name, literalType(items.length));
      if (!INDEX.test(name)) return undefined;
      if (items === undefined) return plain(name, shape.element, true);
      const item = items[Number(name)];
      return item ? plain(name, item, false) : undefined;
    }
    case 'string':
      return INDEX.test(name) ? plain(name, STRING_TYPE, true) : undefined;
    case 'literal': {
      const { value } = shape;
      if (typeof value !== 'string') return undefined;
      if (name === 'length') return builtIn(shape, name, literalType(value.length));
      const char = INDEX.test(name) ? value[Number(name)] : undefined;
      return char === undefined ? undefined : plain(name, literalType(char), false);
    }
    case 'instance':
      return INDEX.test(name) && !isNever(elementOfInstance(shape))
        ? indexOfInstance(shape, name)
        : undefined;
    default:
      return undefined;
  }
}

/** The result of a match is an array; other built-ins have no numeric members. */
function indexOfInstance(shape: InstanceType, name: string): MemberLookup | undefined {
  return libraryType(shape.type)?.bases[0]?.kind === 'array' ? plain(name, STRING_TYPE, true) : undefined;
}

function plain(name: string, shape: ValueType, optional: boolean): FoundMember {
  return { kind: 'found', name, shape, optional, origins: [], library: undefined };
}

function builtIn(owner: NonUnionType, name: string, shape: ValueType): FoundMember {
  return { ...plain(name, shape, false), library: libraryMember(owner, name)?.library };
}

function memberNames(shape: NonUnionType): string[] {
  const own = shape.kind === 'object' ? [...shape.members.keys()] : [];
  return [...own, ...libraryTypesOf(shape).flatMap(({ type }) => [...type.members.keys()])];
}

function libraryMember(shape: NonUnionType, name: string): FoundMember | undefined {
  for (const { type, bindings } of libraryTypesOf(shape)) {
    const found = type.members.get(name);
    if (found === undefined) continue;
    const { signatures, optional } = found;
    const value: ValueType =
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
  readonly bindings: TypeBindings;
}

/** The library types whose members a value has, nearest first. */
function libraryTypesOf(shape: NonUnionType): BoundType[] {
  const own = nearestType(shape);
  if (own === undefined) return [];
  const found: BoundType[] = [];
  const add = (name: string, of: readonly ValueType[]) => {
    const type = libraryType(name);
    if (type === undefined || found.some((other) => other.type === type)) return;
    const bindings = new Map<string, ValueType>([['this', shape]]);
    for (const [i, parameter] of type.parameters.entries()) bindings.set(parameter, of[i] ?? UNKNOWN);
    found.push({ type, bindings });
    for (const base of type.bases) addBase(base, bindings);
    if (type.calls.length + type.constructs.length > 0) add('Function', []);
  };
  const addBase = (base: LibraryTypeRef, bindings: TypeBindings) => {
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

function nearestType(
  shape: NonUnionType,
): { readonly name: string; readonly of: readonly ValueType[] } | undefined {
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
