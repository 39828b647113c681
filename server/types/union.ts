import { append } from '../text/append';
import { groupBy } from '../text/group-by';
import {
  ARRAY_TYPE,
  type ArrayType,
  alternativesOf,
  arrayType,
  BOOLEAN_TYPE,
  FUNCTION_TYPE,
  type FunctionType,
  type InstanceType,
  instanceType,
  type KnownType,
  type LiteralType,
  MAX_TUPLE_ITEMS,
  MAX_UNION_LITERALS,
  type MemberOrigin,
  type MemberType,
  NEVER,
  type NonUnionType,
  NUMBER_TYPE,
  OBJECT_TYPE,
  type ObjectType,
  objectType,
  type PrimitiveValue,
  STRING_TYPE,
  totalSize,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Limit of origins that are kept for a member. */
const MAX_ORIGINS = 4;

/**
 * The union of types: objects are merged into one (a member that only some of them have is optional), as are arrays;
 * many literals become their kind. Order and grouping make no difference.
 */
export function unionType(...types: readonly ValueType[]): ValueType {
  return unionOfTypes(types);
}

/** The union of a list of types. */
export function unionOfTypes(types: readonly ValueType[]): ValueType {
  const [first] = types;
  if (first !== undefined && types.every((type) => type === first)) return first;
  const parts = new Parts();
  for (const type of types) {
    if (type.kind === 'unknown') return UNKNOWN;
    for (const alternative of alternativesOf(type)) parts.add(alternative);
  }
  return parts.whole();
}

/** A list of exactly these elements in this order; for long lists, only the common type is kept. */
export function tupleType(items: readonly ValueType[]): ArrayType {
  const element = unionOfTypes(items);
  if (items.length > MAX_TUPLE_ITEMS) return arrayType(element);
  const weight = totalSize([element, ...items]);
  return weight ? { kind: 'array', element, items, weight } : arrayType(element);
}

/**
 * The type of a variable that begins with this value and is assigned later: literals become their kind, and tuples
 * become lists. An empty list does not restrict later elements.
 */
export function widen(type: ValueType): ValueType {
  switch (type.kind) {
    case 'literal':
      return kindOf(type.value) ?? type;
    case 'array':
      return type.items?.length === 0 ? ARRAY_TYPE : arrayType(widen(type.element));
    case 'object':
      return objectType(mapMemberTypes(type.members, widen), type.complete);
    case 'union':
      return unionOfTypes(type.of.map(widen));
    default:
      return type;
  }
}

/** The members with each type mapped. */
export function mapMemberTypes(
  members: ReadonlyMap<string, MemberType>,
  change: (type: ValueType, name: string) => ValueType,
): Map<string, MemberType> {
  return new Map([...members].map(([name, it]) => [name, { ...it, type: change(it.type, name) }]));
}

/** The kind of a string, number or boolean; other literals have none. */
function kindOf(value: PrimitiveValue): ValueType | undefined {
  if (typeof value === 'string') return STRING_TYPE;
  if (typeof value === 'number') return NUMBER_TYPE;
  return typeof value === 'boolean' ? BOOLEAN_TYPE : undefined;
}

/** Collects alternatives by kind. */
class Parts {
  private readonly kinds = new Set<'string' | 'number' | 'boolean'>();
  private readonly literals = new Map<PrimitiveValue, LiteralType>();
  private readonly objects = new Set<ObjectType>();
  private readonly arrays = new Set<ArrayType>();
  private readonly instances = new Map<string, Set<InstanceType>>();
  private readonly functions = new Set<FunctionType>();
  private unknown = false;

  add(type: NonUnionType): void {
    switch (type.kind) {
      case 'literal':
        if (!this.literals.has(type.value)) this.literals.set(type.value, type);
        break;
      case 'object':
        this.objects.add(type);
        break;
      case 'array':
        this.arrays.add(type);
        break;
      case 'function':
        this.functions.add(type);
        break;
      case 'instance': {
        const same = this.instances.get(type.name);
        if (same) same.add(type);
        else this.instances.set(type.name, new Set([type]));
        break;
      }
      case 'unknown':
        this.unknown = true;
        break;
      default:
        this.kinds.add(type.kind);
    }
  }

  whole(): ValueType {
    if (this.unknown) return UNKNOWN;
    const of: KnownType[] = [];
    if (this.objects.size > 0) of.push(mergeObjects([...this.objects]));
    if (this.arrays.size > 0) of.push(mergeArrays([...this.arrays]));
    for (const [type, same] of this.instances) of.push(mergeInstances(type, [...same]));
    if (this.functions.size > 0) of.push(mergeFunctions([...this.functions]));
    of.push(...this.primitives('string', STRING_TYPE), ...this.primitives('number', NUMBER_TYPE));
    append(of, this.primitives('boolean', BOOLEAN_TYPE));
    for (const value of [null, undefined]) {
      const literal = this.literals.get(value);
      if (literal) of.push(literal);
    }
    const [only, ...others] = of;
    if (only === undefined) return NEVER;
    if (others.length === 0) return only;
    const weight = totalSize(of);
    return weight ? { kind: 'union', of, weight } : UNKNOWN;
  }

  private primitives(kind: 'string' | 'number' | 'boolean', whole: KnownType): KnownType[] {
    if (this.kinds.has(kind)) return [whole];
    const literals = [...this.literals.values()].filter(({ value }) => typeof value === kind);
    return literals.length > (kind === 'boolean' ? 1 : MAX_UNION_LITERALS) ? [whole] : literals;
  }
}

function mergeObjects(objects: readonly ObjectType[]): ObjectType {
  const [first, ...others] = objects;
  if (first === undefined) return OBJECT_TYPE;
  if (others.length === 0) return first;
  const byName = groupBy(
    objects.flatMap(({ members }) => [...members]),
    ([name]) => name,
  );
  const incomplete = objects.filter(({ complete }) => !complete);
  const merged = new Map<string, MemberType>();
  for (const [name, entries] of byName) {
    const same = entries.map(([, member]) => member);
    // An incomplete object may have anything under an unknown name.
    const anything = incomplete.some(({ members }) => !members.has(name));
    merged.set(name, {
      type: anything ? UNKNOWN : unionOfTypes(same.map(({ type }) => type)),
      optional: same.length < objects.length || same.some(({ optional }) => optional),
      origins: mergeOrigins(same),
    });
  }
  return objectType(merged, incomplete.length === 0);
}

function mergeOrigins(members: readonly MemberType[]): readonly MemberOrigin[] {
  const merged: MemberOrigin[] = [];
  for (const { origins } of members) {
    for (const origin of origins) {
      if (merged.length >= MAX_ORIGINS) return merged;
      if (!merged.some((other) => isSameOrigin(other, origin))) merged.push(origin);
    }
  }
  return merged;
}

function isSameOrigin(a: MemberOrigin, b: MemberOrigin): boolean {
  return a.start === b.start && a.end === b.end && a.of === b.of;
}

function mergeArrays(arrays: readonly ArrayType[]): ArrayType {
  const [first, ...others] = arrays;
  if (first === undefined) return ARRAY_TYPE;
  if (others.length === 0) return first;
  const { items } = first;
  if (items && others.every((other) => other.items?.length === items.length)) {
    return tupleType(
      items.map((item, i) => unionOfTypes([item, ...others.map((other) => other.items?.[i] ?? NEVER)])),
    );
  }
  return arrayType(unionOfTypes(arrays.map(({ element }) => element)));
}

function mergeInstances(type: string, instances: readonly InstanceType[]): InstanceType {
  const [first, ...others] = instances;
  if (first === undefined || others.length === 0) return first ?? instanceType(type);
  const arity = Math.max(...instances.map(({ of }) => of.length));
  const merged = Array.from({ length: arity }, (_, i) =>
    unionOfTypes(instances.map(({ of }) => of[i] ?? UNKNOWN)),
  );
  return instanceType(type, merged);
}

function mergeFunctions(functions: readonly FunctionType[]): FunctionType {
  const [first, ...others] = functions;
  if (first?.identity === undefined) return FUNCTION_TYPE;
  if (others.some(({ identity }) => identity !== first.identity)) return FUNCTION_TYPE;
  if (others.every(({ bound, apply }) => bound === first.bound && apply === first.apply)) return first;
  // The same method of different objects, or the same source with different variables in scope.
  return first.apply || first.bound.size === 0 ? FUNCTION_TYPE : { ...first, bound: mergeBound(functions) };
}

function mergeBound(functions: readonly FunctionType[]): ReadonlyMap<string, ValueType> {
  const names = new Set(functions.flatMap(({ bound }) => [...bound.keys()]));
  return new Map(
    [...names].map((name) => [name, unionOfTypes(functions.map(({ bound }) => bound.get(name) ?? UNKNOWN))]),
  );
}
