import { computedType } from './operators';
import { tupleType } from './union';
import { type MemberType, memberType, objectType, type PrimitiveValue, type ValueType } from './value-type';

/** A JSON value, or `undefined`. */
export type ConstantValue =
  | PrimitiveValue
  | readonly ConstantValue[]
  | { readonly [name: string]: ConstantValue };

/** The only value of the type; undefined if there may be others, or if it is not plain data. */
export function constantValue(type: ValueType): { readonly value: ConstantValue } | undefined {
  switch (type.kind) {
    case 'literal':
      return { value: type.value };
    case 'array': {
      if (type.items === undefined) return undefined;
      const items = constantValues(type.items);
      return items && { value: items };
    }
    case 'object': {
      const entries: [string, ConstantValue][] = [];
      if (!type.complete) return undefined;
      for (const [name, { type: inner, optional }] of type.members) {
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
export function constantValues(types: readonly ValueType[]): ConstantValue[] | undefined {
  const values: ConstantValue[] = [];
  for (const type of types) {
    const exact = constantValue(type);
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
