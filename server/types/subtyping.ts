import { isEqualData } from '../text/equality';
import {
  type ArrayType,
  alternativesOf,
  type FunctionType,
  type InstanceType,
  type ObjectType,
  UNKNOWN,
  type ValueType,
} from './value-type';

/**
 * Whether `general` certainly includes every value of `special`. False means that they differ or that not enough is
 * known.
 */
export function isSupertype(general: ValueType, special: ValueType): boolean {
  if (general === special || general.kind === 'unknown') return true;
  return alternativesOf(special).every((each) => alternativesOf(general).some((one) => coversOne(one, each)));
}

/** Whether two types have the same values, regardless of member origins. */
export function admitSameValues(a: ValueType, b: ValueType): boolean {
  return a === b || (isSupertype(a, b) && isSupertype(b, a));
}

/** Whether two types have the same values and the same description: members and alternatives are in the same order. */
export function isEqualType(a: ValueType, b: ValueType): boolean {
  return a === b || (hasSameOrder(a, b) && admitSameValues(a, b));
}

function hasSameOrder(a: ValueType, b: ValueType): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'literal':
      return b.kind === 'literal' && sameValue(a.value, b.value);
    case 'array':
      return b.kind === 'array' && hasSameOrder(a.element, b.element) && areInSameOrder(a.items, b.items);
    case 'object':
      return (
        b.kind === 'object' &&
        isEqualData([...a.members.keys()], [...b.members.keys()]) &&
        areInSameOrder(memberTypesOf(a), memberTypesOf(b))
      );
    case 'instance':
      return b.kind === 'instance' && areInSameOrder(a.of, b.of);
    case 'union':
      return b.kind === 'union' && areInSameOrder(a.of, b.of);
    default:
      return a.kind === b.kind;
  }
}

function areInSameOrder(a: readonly ValueType[] = [], b: readonly ValueType[] = []): boolean {
  return a.length === b.length && a.every((type, index) => hasSameOrder(type, b[index] ?? UNKNOWN));
}

function memberTypesOf({ members }: ObjectType): readonly ValueType[] {
  return Array.from(members.values(), ({ type }) => type);
}

function coversOne(general: ValueType, special: ValueType): boolean {
  if (general === special) return true;
  switch (general.kind) {
    case 'literal':
      return special.kind === 'literal' && sameValue(special.value, general.value);
    case 'string':
    case 'number':
    case 'boolean':
      return (
        special.kind === general.kind || (special.kind === 'literal' && typeof special.value === general.kind)
      );
    case 'array':
      return special.kind === 'array' && coversArray(general, special);
    case 'object':
      return special.kind === 'object' && coversObject(general, special);
    case 'function':
      return special.kind === 'function' && coversFunction(general, special);
    case 'instance':
      return special.kind === 'instance' && coversInstance(general, special);
    case 'unknown':
      return true;
    default:
      return false;
  }
}

/** As keys of a `Map`: NaN equals itself, and 0 equals -0. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || Object.is(a, b);
}

function coversArray(general: ArrayType, special: ArrayType): boolean {
  const { items } = general;
  if (items === undefined) return isSupertype(general.element, special.element);
  return (
    special.items?.length === items.length &&
    special.items.every((item, i) => isSupertype(items[i] ?? UNKNOWN, item))
  );
}

function coversObject(general: ObjectType, special: ObjectType): boolean {
  if (general.complete && !special.complete) return false;
  for (const [name, wanted] of general.members) {
    const given = special.members.get(name);
    if (given) {
      if (given.optional && !wanted.optional) return false;
      if (!isSupertype(wanted.type, given.type)) return false;
    } else if (!wanted.optional || !(special.complete || wanted.type.kind === 'unknown')) return false;
  }
  return !general.complete || [...special.members.keys()].every((name) => general.members.has(name));
}

function coversFunction(general: FunctionType, special: FunctionType): boolean {
  if (general.identity === undefined) return true;
  if (general.identity !== special.identity || general.apply !== special.apply) return false;
  return [...general.bound].every(([name, type]) => isSupertype(type, special.bound.get(name) ?? UNKNOWN));
}

function coversInstance(general: InstanceType, special: InstanceType): boolean {
  if (general.name !== special.name) return false;
  return general.of.every((type, i) => isSupertype(type, special.of[i] ?? UNKNOWN));
}
