import { isNullish, readIndex } from './member-lookup';
import { unionOfTypes } from './union';
import { alternativesOf, isNever, UNKNOWN, type ValueType } from './value-type';

/**
 * The most likely type of `type[key]`. An unknown key (`''` at first and a number later) could be anything,
 * including `"length"`, but authors mean an element of the list or a value of the map.
 */
export function likelyElement(type: ValueType, key: ValueType): ValueType {
  const certain = readIndex(type, key);
  if (certain.kind !== 'unknown') return certain;
  const elements = alternativesOf(type).flatMap((one) => {
    if (one.kind === 'array') return [one.element];
    return one.kind === 'object' ? [...one.members.values()].map((member) => member.type) : [];
  });
  const likely = unionOfTypes(elements);
  return isNever(likely) ? UNKNOWN : likely;
}

/**
 * The type of `type[key]` if the key is that of an element: an element of a list, or a value of a map. Unknown
 * unless all of them are known.
 */
export function knownElement(type: ValueType, key: ValueType): ValueType {
  const certain = readIndex(type, key);
  // A variable that is `''` at first and set later reads nothing at first.
  if (certain.kind !== 'unknown' && !isNullish(certain)) return certain;
  const elements = alternativesOf(type).flatMap((one) => {
    if (one.kind === 'array') return [one.element];
    if (one.kind === 'object' && one.complete) return [...one.members.values()].map((member) => member.type);
    return isNullish(one) ? [] : [UNKNOWN];
  });
  const known = unionOfTypes(elements);
  return isNever(known) ? certain : known;
}
