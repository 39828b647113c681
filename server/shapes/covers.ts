import { isEqualData } from '../engine/equality';
import {
  type ArrayShape,
  alternatives,
  type FunctionShape,
  type InstanceShape,
  type ObjectShape,
  type Shape,
  UNKNOWN,
} from './shape';

/**
 * Whether `general` certainly admits every value that `special` admits. False says nothing: a difference, or not
 * enough known.
 */
export function covers(general: Shape, special: Shape): boolean {
  if (general === special || general.kind === 'unknown') return true;
  return alternatives(special).every((each) => alternatives(general).some((one) => coversOne(one, each)));
}

/** Whether two shapes admit the same values; where the members are written makes no difference. */
export function sameShape(a: Shape, b: Shape): boolean {
  return a === b || (covers(a, b) && covers(b, a));
}

/** Whether two shapes admit the same values, and are described alike: with members and alternatives in the same order. */
export function isEqualShape(a: Shape, b: Shape): boolean {
  return a === b || (sameShape(a, b) && hasSameOrder(a, b));
}

function hasSameOrder(a: Shape, b: Shape): boolean {
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
        areInSameOrder(shapesOf(a), shapesOf(b))
      );
    case 'instance':
      return b.kind === 'instance' && areInSameOrder(a.of, b.of);
    case 'union':
      return b.kind === 'union' && areInSameOrder(a.of, b.of);
    default:
      return a.kind === b.kind;
  }
}

function areInSameOrder(a: readonly Shape[] = [], b: readonly Shape[] = []): boolean {
  return a.length === b.length && a.every((shape, index) => hasSameOrder(shape, b[index] ?? UNKNOWN));
}

function shapesOf({ members }: ObjectShape): readonly Shape[] {
  return Array.from(members.values(), ({ shape }) => shape);
}

function coversOne(general: Shape, special: Shape): boolean {
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

/** As in a map of literals: NaN is itself, and the zeros are one. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || Object.is(a, b);
}

function coversArray(general: ArrayShape, special: ArrayShape): boolean {
  const { items } = general;
  if (items === undefined) return covers(general.element, special.element);
  return (
    special.items?.length === items.length &&
    special.items.every((item, i) => covers(items[i] ?? UNKNOWN, item))
  );
}

function coversObject(general: ObjectShape, special: ObjectShape): boolean {
  if (general.complete && !special.complete) return false;
  for (const [name, wanted] of general.members) {
    const given = special.members.get(name);
    if (given) {
      if (given.optional && !wanted.optional) return false;
      if (!covers(wanted.shape, given.shape)) return false;
    } else if (!wanted.optional || !(special.complete || wanted.shape.kind === 'unknown')) return false;
  }
  return !general.complete || [...special.members.keys()].every((name) => general.members.has(name));
}

function coversFunction(general: FunctionShape, special: FunctionShape): boolean {
  if (general.identity === undefined) return true;
  if (general.identity !== special.identity || general.apply !== special.apply) return false;
  return [...general.bound].every(([name, shape]) => covers(shape, special.bound.get(name) ?? UNKNOWN));
}

function coversInstance(general: InstanceShape, special: InstanceShape): boolean {
  if (general.type !== special.type) return false;
  return general.of.every((shape, i) => covers(shape, special.of[i] ?? UNKNOWN));
}
