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
  readonly type: ValueType;
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
export function lookUpMember(type: ValueType, name: string): MemberLookup {
  const lookups = alternativesOf(type)
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
    type: unknown ? UNKNOWN : unionOfTypes(found.map((lookup) => lookup.type)),
    optional: found.length < lookups.length || found.some(({ optional }) => optional),
    origins: found.flatMap(({ origins }) => origins),
  };
}

/**
 * All known members, own ones first and then those of the library, nearest type first. For a union, those of any
 * alternative.
 */
export function allMembers(type: ValueType): FoundMember[] {
  const names = new Set<string>();
  for (const one of alternativesOf(type)) for (const name of memberNames(one)) names.add(name);
  return [...names].map((name) => lookUpMember(type, name)).filter((lookup) => lookup.kind === 'found');
}

/** The type of reading the member: includes `undefined` if it may be missing; `NEVER` if reading always throws. */
export function readMember(type: ValueType, name: string): ValueType {
  const read = alternativesOf(type).map((one) => {
    if (isNullish(one)) return NEVER;
    const lookup = memberOfOne(one, name);
    if (lookup.kind === 'unknown') return UNKNOWN;
    if (lookup.kind === 'missing') return UNDEFINED_TYPE;
    return lookup.optional ? unionType(lookup.type, UNDEFINED_TYPE) : lookup.type;
  });
  return unionOfTypes(read);
}

/** The type of `type[key]`. */
export function readIndex(type: ValueType, key: ValueType): ValueType {
  if (isNever(key) || isNever(type)) return NEVER;
  const keys = alternativesOf(key);
  if (keys.length <= MAX_UNION_LITERALS && keys.every((one) => one.kind === 'literal')) {
    return unionType(
      ...keys.map((one) => (one.kind === 'literal' ? readMember(type, String(one.value)) : NEVER)),
    );
  }
  const numeric = keys.every(
    (one) => one.kind === 'number' || (one.kind === 'literal' && typeof one.value === 'number'),
  );
  return numeric ? unionOfTypes(alternativesOf(type).map(readAtNumber)) : readAnything(type);
}

/** An unknown name may be one of the prototype, but reading a member of `null` throws. */
function readAnything(type: ValueType): ValueType {
  return alternativesOf(type).every(isNullish) ? NEVER : UNKNOWN;
}

function readAtNumber(type: NonUnionType): ValueType {
  switch (type.kind) {
    case 'array':
      return unionType(type.element, UNDEFINED_TYPE);
    case 'string':
      return unionType(STRING_TYPE, UNDEFINED_TYPE);
    case 'object': {
      if (!type.complete) return UNKNOWN;
      const numbered = [...type.members].filter(([name]) => String(Number(name)) === name);
      return unionOfTypes([UNDEFINED_TYPE, ...numbered.map(([, { type }]) => type)]);
    }
    case 'literal':
      if (isNullish(type)) return NEVER;
      return typeof type.value === 'string' ? unionType(STRING_TYPE, UNDEFINED_TYPE) : UNDEFINED_TYPE;
    default:
      return UNKNOWN;
  }
}

/** The type of the elements in a loop or spread; `NEVER` if that throws or there are none. */
export function elementOf(type: ValueType): ValueType {
  return unionOfTypes(alternativesOf(type).map(elementOfOne));
}

function elementOfOne(type: NonUnionType): ValueType {
  switch (type.kind) {
    case 'array':
      return type.element;
    case 'string':
      return STRING_TYPE;
    case 'literal':
      if (typeof type.value !== 'string') return NEVER;
      return type.value === '' ? NEVER : STRING_TYPE;
    case 'instance':
      return elementOfInstance(type);
    case 'number':
    case 'boolean':
      return NEVER;
    default:
      return UNKNOWN;
  }
}

function elementOfInstance({ name, of }: InstanceType): ValueType {
  if (name === 'Map') return tupleType([of[0] ?? UNKNOWN, of[1] ?? UNKNOWN]);
  if (name === 'Set' || name === 'Iterator') return of[0] ?? UNKNOWN;
  const base = libraryType(name)?.bases[0];
  return base?.kind === 'array' ? instantiate(base.element, new Map()) : UNKNOWN;
}

/** Whether it is `null` or `undefined`. */
export function isNullish(type: ValueType): boolean {
  return type.kind === 'literal' && (type.value === null || type.value === undefined);
}

function memberOfOne(type: NonUnionType, name: string): MemberLookup {
  // Legacy members such as `__proto__` are ignored.
  if (type.kind === 'unknown' || name.startsWith('__')) return UNKNOWN_MEMBER;
  const own = ownMember(type, name);
  if (own) return own;
  if (type.kind === 'object' && !type.complete) return UNKNOWN_MEMBER;
  const found = libraryMember(type, name);
  if (found) return found;
  // The author may have added members to a function; those of classes and namespaces are known.
  return type.kind === 'function' && type.signatures.length === 0 ? UNKNOWN_MEMBER : MISSING;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function ownMember(type: NonUnionType, name: string): MemberLookup | undefined {
  switch (type.kind) {
    case 'object': {
      const own = type.members.get(name);
      return own && { kind: 'found', name, ...own, library: undefined };
    }
    case 'array': {
      const { items } = type;
      if (name === 'length' && items) return builtIn(type, name, literalType(items.length));
      if (!INDEX.test(name)) return undefined;
      if (items === undefined) return plain(name, type.element, true);
      const item = items[Number(name)];
      return item ? plain(name, item, false) : undefined;
    }
    case 'string':
      return INDEX.test(name) ? plain(name, STRING_TYPE, true) : undefined;
    case 'literal': {
      const { value } = type;
      if (typeof value !== 'string') return undefined;
      if (name === 'length') return builtIn(type, name, literalType(value.length));
      const char = INDEX.test(name) ? value[Number(name)] : undefined;
      return char === undefined ? undefined : plain(name, literalType(char), false);
    }
    case 'instance':
      return INDEX.test(name) && !isNever(elementOfInstance(type)) ? indexOfInstance(type, name) : undefined;
    default:
      return undefined;
  }
}

/** The result of a match is an array; other built-ins have no numeric members. */
function indexOfInstance(type: InstanceType, name: string): MemberLookup | undefined {
  return libraryType(type.name)?.bases[0]?.kind === 'array' ? plain(name, STRING_TYPE, true) : undefined;
}

function plain(name: string, type: ValueType, optional: boolean): FoundMember {
  return { kind: 'found', name, type, optional, origins: [], library: undefined };
}

function builtIn(owner: NonUnionType, name: string, type: ValueType): FoundMember {
  return { ...plain(name, type, false), library: libraryMember(owner, name)?.library };
}

function memberNames(type: NonUnionType): string[] {
  const own = type.kind === 'object' ? [...type.members.keys()] : [];
  return [...own, ...libraryTypesOf(type).flatMap(({ library }) => [...library.members.keys()])];
}

function libraryMember(type: NonUnionType, name: string): FoundMember | undefined {
  for (const { library, bindings } of libraryTypesOf(type)) {
    const found = library.members.get(name);
    if (found === undefined) continue;
    const { signatures, optional } = found;
    const value: ValueType =
      found.type === undefined
        ? {
            kind: 'function',
            signatures,
            bound: bindings,
            apply: undefined,
            identity: `${library.name}.${name}`,
          }
        : instantiate(found.type, bindings);
    return { kind: 'found', name, type: value, optional, origins: [], library: found };
  }
  return undefined;
}

interface BoundType {
  readonly library: LibraryType;
  readonly bindings: TypeBindings;
}

/** The library types whose members a value has, nearest first. */
function libraryTypesOf(type: NonUnionType): BoundType[] {
  const own = nearestType(type);
  if (own === undefined) return [];
  const found: BoundType[] = [];
  const add = (name: string, of: readonly ValueType[]) => {
    const library = libraryType(name);
    if (library === undefined || found.some((other) => other.library === library)) return;
    const bindings = new Map<string, ValueType>([['this', type]]);
    for (const [i, parameter] of library.parameters.entries()) bindings.set(parameter, of[i] ?? UNKNOWN);
    found.push({ library, bindings });
    for (const base of library.bases) addBase(base, bindings);
    if (library.calls.length + library.constructs.length > 0) add('Function', []);
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
  type: NonUnionType,
): { readonly name: string; readonly of: readonly ValueType[] } | undefined {
  switch (type.kind) {
    case 'string':
      return { name: 'String', of: [] };
    case 'number':
      return { name: 'Number', of: [] };
    case 'boolean':
      return { name: 'Boolean', of: [] };
    case 'literal': {
      const { value } = type;
      if (typeof value === 'string') return { name: 'String', of: [] };
      if (typeof value === 'number') return { name: 'Number', of: [] };
      return typeof value === 'boolean' ? { name: 'Boolean', of: [] } : undefined;
    }
    case 'array':
      return { name: 'Array', of: [type.element] };
    case 'object':
      return { name: 'Object', of: [] };
    case 'function':
      return { name: 'Function', of: [] };
    case 'instance':
      return { name: type.name, of: type.of };
    default:
      return undefined;
  }
}
