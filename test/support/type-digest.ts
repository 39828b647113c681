import type { ValueType } from '../../server/types/value-type';

const known = new WeakMap<ValueType, string>();

/** A text that is equal for types with the same values, independent of the places of members. */
export function digestOf(type: ValueType): string {
  const found = known.get(type);
  if (found !== undefined) return found;
  const digest = write(type);
  known.set(type, digest);
  return digest;
}

function write(type: ValueType): string {
  switch (type.kind) {
    case 'literal':
      return typeof type.value === 'string' ? JSON.stringify(type.value) : String(type.value);
    case 'array':
      return type.items ? `[${type.items.map(digestOf).join()}]` : `${digestOf(type.element)}[]`;
    case 'object': {
      const members = [...type.members].map(
        ([name, { type: own, optional }]) => `${JSON.stringify(name)}${optional ? '?' : ''}:${digestOf(own)}`,
      );
      return `{${members.sort().join()}${type.complete ? '' : ',…'}}`;
    }
    case 'function':
      return `f(${type.signatures.map(({ text }) => text).join()}${[...type.bound.values()].map(digestOf).join()})`;
    case 'instance':
      return `${type.name}<${type.of.map(digestOf).join()}>`;
    case 'union':
      return `(${type.of.map(digestOf).sort().join('|')})`;
    default:
      return type.kind;
  }
}
