import { isNullish, readIndex } from './member-lookup';
import { unionOfTypes } from './union';
import { alternativesOf, isNever, UNKNOWN, type ValueType } from './value-type';

/**
 * What `shape[key]` most likely gives. A key of which little is known (`''` at first and a number later) may be
 * anything, `"length"` too; but whoever writes it means an element of the list, or a value of the map.
 */
export function likelyElement(shape: ValueType, key: ValueType): ValueType {
  const certain = readIndex(shape, key);
  if (certain.kind !== 'unknown') return certain;
  const elements = alternativesOf(shape).flatMap((one) => {
    if (one.kind === 'array') return [one.element];
    return one.kind === 'object' ? [...one.members.values()].map((member) => member.shape) : [];
  });
  const likely = unionOfTypes(elements);
  return isNever(likely) ? UNKNOWN : likely;
}

/**
 * What `shape[key]` gives if the key is one of an element: of a list an element, of a map one of its values. Unknown
 * unless all of them are known.
 */
export function knownElement(shape: ValueType, key: ValueType): ValueType {
  const certain = readIndex(shape, key);
  // A variable that is `''` at first and set later reads nothing at first.
  if (certain.kind !== 'unknown' && !isNullish(certain)) return certain;
  const elements = alternativesOf(shape).flatMap((one) => {
    if (one.kind === 'array') return [one.element];
    if (one.kind === 'object' && one.complete) return [...one.members.values()].map((member) => member.shape);
    return isNullish(one) ? [] : [UNKNOWN];
  });
  const known = unionOfTypes(elements);
  return isNever(known) ? certain : known;
}
