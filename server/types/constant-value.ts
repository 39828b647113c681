import { computedType } from './operators';
import { tupleType } from './union';
import { type MemberType, memberType, objectType, type PrimitiveValue, type ValueType } from './value-type';

/** A JSON value, or `undefined`. */
export type ConstantValue =
  | PrimitiveValue
  | readonly ConstantValue[]
  | { readonly [name: string]: ConstantValue };

/** The only value of the type; undefined if there may be others, or if it is not plain data. */
export function constantValue(shape: ValueType): { readonly value: ConstantValue } | undefined {
  switch (shape.kind) {
    case 'literal':
      return { value: shape.value };
    case 'array': {
      if (shape.items === undefined) return undefined;
      const items = constantValues(shape.items);
      return items && { value: items };
    }
    case 'object': {
      const entries: [string, ConstantValue][] = [];
      if (!shape.complete) return undefined;
      for (const [name, { shape: inner, optional }] of shape.members) {
        const exact = optional ? undefined : constantValue(inner);
        if (exact === undefined) return undefined;
        entries.push([name, exact.value]);
      }
      return { value: Object.fromEntries(entries) };
    }
    default:
      return undefined;
  }
}

/** The values of all types; undefined if one of them has several. */
export function constantValues(shapes: readonly ValueType[]): ConstantValue[] | undefined {
  const values: ConstantValue[] = [];
  for (const shape of shapes) {
    const exact = constantValue(shape);
    if (exact === undefined) return undefined;
    values.push(exact.value);
  }
  return values;
}

/** The type of exactly this value, within the size limits. */
export function typeOfValue(value: ConstantValue): ValueType {
  if (typeof value !== 'object' || value === null) return computedType(value);
  if (isList(value)) return tupleType(value.map(typeOfValue));
  const entries = Object.entries(value).map(([name, each]): [string, MemberType] => [
    name,
    memberType(typeOfValue(each)),
  ]);
  return objectType(new Map(entries), true);
}

function isList(value: ConstantValue): value is readonly ConstantValue[] {
  return Array.isArray(value);
}
