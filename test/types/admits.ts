import { alternativesOf, type NonUnionType, type ValueType } from '../../server/types/value-type';

/** Whether a type contains a value of a run. */
export function admits(shape: ValueType, value: unknown): boolean {
  return alternativesOf(shape).some((one) => admitsOne(one, value));
}

function admitsOne(shape: NonUnionType, value: unknown): boolean {
  switch (shape.kind) {
    case 'unknown':
      return true;
    case 'literal':
      return shape.value === value || Object.is(shape.value, value);
    case 'string':
    case 'number':
    case 'boolean':
    case 'function':
      return typeof value === shape.kind;
    case 'array': {
      const { items, element } = shape;
      if (!Array.isArray(value)) return false;
      // Missing elements are read as undefined.
      const all = Array.from(value);
      if (items === undefined) return all.every((item) => admits(element, item));
      return items.length === all.length && items.every((item, i) => admits(item, all[i]));
    }
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      for (const [name, { shape: inner, optional }] of shape.members) {
        if (!(name in value)) {
          if (!optional) return false;
        } else if (!admits(inner, Reflect.get(value, name))) return false;
      }
      return !shape.complete || Object.keys(value).every((name) => shape.members.has(name));
    }
    case 'instance':
      return admitsInstance(shape.type, shape.of, value);
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
