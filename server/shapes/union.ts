import { append } from '../text/append';
import {
  ARRAY,
  type ArrayShape,
  alternatives,
  BOOLEAN,
  FUNCTION,
  type FunctionShape,
  type InstanceShape,
  instanceOf,
  type Known,
  type Literal,
  listOf,
  MAX_ITEMS,
  MAX_LITERALS,
  type MemberShape,
  NEVER,
  NUMBER,
  OBJECT,
  type ObjectShape,
  type One,
  type Origin,
  objectOf,
  type PrimitiveValue,
  type Shape,
  STRING,
  UNKNOWN,
  weigh,
} from './shape';

/** Of a member that is written in many places, this many are remembered. */
const MAX_ORIGINS = 4;

/**
 * The shape of what has one of the shapes: objects are merged into one (a member which only some of them have is
 * optional), so are arrays; many literals become their kind. Order and grouping make no difference.
 */
export function union(...shapes: readonly Shape[]): Shape {
  return unionOf(shapes);
}

/** The union of any number of shapes. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (first !== undefined && shapes.every((shape) => shape === first)) return first;
  const parts = new Parts();
  for (const shape of shapes) {
    if (shape.kind === 'unknown') return UNKNOWN;
    for (const alternative of alternatives(shape)) parts.add(alternative);
  }
  return parts.whole();
}

/** A list of exactly these elements, in this order; of many only what they have in common is kept. */
export function tupleOf(items: readonly Shape[]): ArrayShape {
  const element = unionOf(items);
  if (items.length > MAX_ITEMS) return listOf(element);
  const weight = weigh([element, ...items]);
  return weight ? { kind: 'array', element, items, weight } : listOf(element);
}

/**
 * What a variable may hold that begins with this value and is written to later: literals become their kind, a
 * list of known length any list of such elements. An empty list says nothing of what comes.
 */
export function widen(shape: Shape): Shape {
  switch (shape.kind) {
    case 'literal':
      return kindOf(shape.value) ?? shape;
    case 'array':
      return shape.items?.length === 0 ? ARRAY : listOf(widen(shape.element));
    case 'object':
      return objectOf(mapShapes(shape.members, widen), shape.complete);
    case 'union':
      return unionOf(shape.of.map(widen));
    default:
      return shape;
  }
}

/** The members with something else done to each shape. */
export function mapShapes(
  members: ReadonlyMap<string, MemberShape>,
  change: (shape: Shape, name: string) => Shape,
): Map<string, MemberShape> {
  return new Map([...members].map(([name, it]) => [name, { ...it, shape: change(it.shape, name) }]));
}

/** The kind of a text, number or truth value; the others have none beside themselves. */
function kindOf(value: PrimitiveValue): Shape | undefined {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'number') return NUMBER;
  return typeof value === 'boolean' ? BOOLEAN : undefined;
}

/** Collects alternatives by kind. */
class Parts {
  private readonly kinds = new Set<'string' | 'number' | 'boolean'>();
  private readonly literals = new Map<PrimitiveValue, Literal>();
  private readonly objects = new Set<ObjectShape>();
  private readonly arrays = new Set<ArrayShape>();
  private readonly instances = new Map<string, Set<InstanceShape>>();
  private readonly functions = new Set<FunctionShape>();
  private unknown = false;

  add(shape: One): void {
    switch (shape.kind) {
      case 'literal':
        if (!this.literals.has(shape.value)) this.literals.set(shape.value, shape);
        break;
      case 'object':
        this.objects.add(shape);
        break;
      case 'array':
        this.arrays.add(shape);
        break;
      case 'function':
        this.functions.add(shape);
        break;
      case 'instance': {
        const same = this.instances.get(shape.type);
        if (same) same.add(shape);
        else this.instances.set(shape.type, new Set([shape]));
        break;
      }
      case 'unknown':
        this.unknown = true;
        break;
      default:
        this.kinds.add(shape.kind);
    }
  }

  whole(): Shape {
    if (this.unknown) return UNKNOWN;
    const of: Known[] = [];
    if (this.objects.size > 0) of.push(mergeObjects([...this.objects]));
    if (this.arrays.size > 0) of.push(mergeArrays([...this.arrays]));
    for (const [type, same] of this.instances) of.push(mergeInstances(type, [...same]));
    if (this.functions.size > 0) of.push(mergeFunctions([...this.functions]));
    of.push(...this.primitives('string', STRING), ...this.primitives('number', NUMBER));
    append(of, this.primitives('boolean', BOOLEAN));
    for (const nothing of [null, undefined]) append(of, found(this.literals.get(nothing)));
    const [only, ...others] = of;
    if (only === undefined) return NEVER;
    if (others.length === 0) return only;
    const weight = weigh(of);
    return weight ? { kind: 'union', of, weight } : UNKNOWN;
  }

  private primitives(kind: 'string' | 'number' | 'boolean', whole: Known): Known[] {
    if (this.kinds.has(kind)) return [whole];
    const literals = [...this.literals.values()].filter(({ value }) => typeof value === kind);
    return literals.length > (kind === 'boolean' ? 1 : MAX_LITERALS) ? [whole] : literals;
  }
}

function found<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

function mergeObjects(objects: readonly ObjectShape[]): ObjectShape {
  const [first, ...others] = objects;
  if (first === undefined) return OBJECT;
  if (others.length === 0) return first;
  const byName = new Map<string, MemberShape[]>();
  for (const { members } of objects) {
    for (const [name, it] of members) {
      const same = byName.get(name);
      if (same) same.push(it);
      else byName.set(name, [it]);
    }
  }
  const incomplete = objects.filter(({ complete }) => !complete);
  const merged = new Map<string, MemberShape>();
  for (const [name, same] of byName) {
    // An object that is not known completely may hold anything under a name that is not known of it.
    const anything = incomplete.some(({ members }) => !members.has(name));
    merged.set(name, {
      shape: anything ? UNKNOWN : unionOf(same.map(({ shape }) => shape)),
      optional: same.length < objects.length || same.some(({ optional }) => optional),
      origins: mergeOrigins(same),
    });
  }
  return objectOf(merged, incomplete.length === 0);
}

function mergeOrigins(members: readonly MemberShape[]): readonly Origin[] {
  const merged: Origin[] = [];
  for (const { origins } of members) {
    for (const origin of origins) {
      if (merged.length >= MAX_ORIGINS) return merged;
      if (!merged.some((other) => isSameOrigin(other, origin))) merged.push(origin);
    }
  }
  return merged;
}

function isSameOrigin(a: Origin, b: Origin): boolean {
  return a.start === b.start && a.end === b.end && a.of === b.of;
}

function mergeArrays(arrays: readonly ArrayShape[]): ArrayShape {
  const [first, ...others] = arrays;
  if (first === undefined) return ARRAY;
  if (others.length === 0) return first;
  const { items } = first;
  if (items && others.every((other) => other.items?.length === items.length)) {
    return tupleOf(
      items.map((item, i) => unionOf([item, ...others.map((other) => other.items?.[i] ?? NEVER)])),
    );
  }
  return listOf(unionOf(arrays.map(({ element }) => element)));
}

function mergeInstances(type: string, instances: readonly InstanceShape[]): InstanceShape {
  const [first, ...others] = instances;
  if (first === undefined || others.length === 0) return first ?? instanceOf(type);
  const arity = Math.max(...instances.map(({ of }) => of.length));
  const merged = Array.from({ length: arity }, (_, i) =>
    unionOf(instances.map(({ of }) => of[i] ?? UNKNOWN)),
  );
  return instanceOf(type, merged);
}

function mergeFunctions(functions: readonly FunctionShape[]): FunctionShape {
  const [first, ...others] = functions;
  if (first?.identity === undefined) return FUNCTION;
  if (others.some(({ identity }) => identity !== first.identity)) return FUNCTION;
  if (others.every(({ bound, apply }) => bound === first.bound && apply === first.apply)) return first;
  // The same method of different objects, or the same text with different variables around it.
  return first.apply || first.bound.size === 0 ? FUNCTION : { ...first, bound: mergeBound(functions) };
}

function mergeBound(functions: readonly FunctionShape[]): ReadonlyMap<string, Shape> {
  const names = new Set(functions.flatMap(({ bound }) => [...bound.keys()]));
  return new Map(
    [...names].map((name) => [name, unionOf(functions.map(({ bound }) => bound.get(name) ?? UNKNOWN))]),
  );
}
