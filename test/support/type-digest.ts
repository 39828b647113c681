import type { ValueType } from '../../server/types/value-type';

const known = new WeakMap<ValueType, string>();

/** A text that is equal for types with the same values, independent of the places of members. */
export function digestOf(shape: ValueType): string {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const digest = write(shape);
  known.set(shape, digest);
  return digest;
}

function write(shape: ValueType): string {
  switch (shape.kind) {
    case 'literal':
      return typeof shape.value === 'string' ? JSON.stringify(shape.value) : String(shape.value);
    case 'array':
      return shape.items ? `[${shape.items.map(digestOf).join()}]` : `${digestOf(shape.element)}[]`;
    case 'object': {
      const members = [...shape.members].map(
        ([name, { shape: own, optional }]) =>
          `${JSON.stringify(name)}${optional ? '?' : ''}:${digestOf(own)}`,
      );
      return `{${members.sort().join()}${shape.complete ? '' : ',…'}}`;
    }
    case 'function':
      return `f(${shape.signatures.map(({ text }) => text).join()}${[...shape.bound.values()].map(digestOf).join()})`;
    case 'instance':
      return `${shape.type}<${shape.of.map(digestOf).join()}>`;
    case 'union':
      return `(${shape.of.map(digestOf).sort().join('|')})`;
    default:
      return shape.kind;
  }
}
