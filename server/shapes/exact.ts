import { computed } from './operators';
import { type MemberShape, member, objectOf, type PrimitiveValue, type Shape } from './shape';
import { tupleOf } from './union';

/** A value as JSON has it, and `undefined`. */
export type Value = PrimitiveValue | readonly Value[] | { readonly [name: string]: Value };

/** The one value of the shape; undefined when there may be others, or it is no plain value. */
export function exactValue(shape: Shape): { readonly value: Value } | undefined {
  switch (shape.kind) {
    case 'literal':
      return { value: shape.value };
    case 'array': {
      if (shape.items === undefined) return undefined;
      const items = exactValues(shape.items);
      return items && { value: items };
    }
    case 'object': {
      const entries: [string, Value][] = [];
      if (!shape.complete) return undefined;
      for (const [name, { shape: inner, optional }] of shape.members) {
        const exact = optional ? undefined : exactValue(inner);
        if (exact === undefined) return undefined;
        entries.push([name, exact.value]);
      }
      return { value: Object.fromEntries(entries) };
    }
    default:
      return undefined;
  }
}

/** The values of all; undefined if one of them has several. */
export function exactValues(shapes: readonly Shape[]): Value[] | undefined {
  const values: Value[] = [];
  for (const shape of shapes) {
    const exact = exactValue(shape);
    if (exact === undefined) return undefined;
    values.push(exact.value);
  }
  return values;
}

/** The shape of exactly this value, as far as the bounds allow. */
export function shapeOfValue(value: Value): Shape {
  if (typeof value !== 'object' || value === null) return computed(value);
  if (isList(value)) return tupleOf(value.map(shapeOfValue));
  const entries = Object.entries(value).map(([name, each]): [string, MemberShape] => [
    name,
    member(shapeOfValue(each)),
  ]);
  return objectOf(new Map(entries), true);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
