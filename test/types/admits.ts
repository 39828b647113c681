import { alternativesOf, type NonUnionType, type ValueType } from '../../server/types/value-type';

/** Whether a type contains a value of a run. */
export function admits(type: ValueType, value: unknown): boolean {
  return alternativesOf(type).some((one) => admitsOne(one, value));
}

function admitsOne(type: NonUnionType, value: unknown): boolean {
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'literal':
      return type.value === value || Object.is(type.value, value);
    case 'string':
    case 'number':
    case 'boolean':
    case 'function':
      return typeof value === type.kind;
    case 'array': {
      const { items, element } = type;
      if (!Array.isArray(value)) return false;
      // Missing elements are read as undefined.
      const all = Array.from(value);
      if (items === undefined) return all.every((item) => admits(element, item));
      return items.length === all.length && items.every((item, i) => admits(item, all[i]));
    }
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      for (const [name, { type: inner, optional }] of type.members) {
        if (!(name in value)) {
          if (!optional) return false;
        } else if (!admits(inner, Reflect.get(value, name))) return false;
      }
      return !type.complete || Object.keys(value).every((name) => type.members.has(name));
    }
    case 'instance':
      return admitsInstance(type.name, type.of, value);
  }
}

function admitsInstance(type: string, of: readonly ValueType[], value: unknown): boolean {
  if (type === 'Map') {
    if (!(value instanceof Map)) return false;
    return [...value].every(
      ([key, each]) => (of[0] ? admits(of[0], key) : true) && (of[1] ? admits(of[1], each) : true),
    );
  }
  if (type === 'Set')
    return value instanceof Set && [...value].every((each) => (of[0] ? admits(of[0], each) : true));
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
