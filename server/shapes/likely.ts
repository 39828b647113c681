import { isNullish, readIndex } from './members';
import { alternatives, isNever, type Shape, UNKNOWN } from './shape';
import { unionOf } from './union';

/**
 * What `shape[key]` most likely gives. A key of which little is known (`''` at first and a number later) may be
 * anything, `"length"` too; but whoever writes it means an element of the list, or a value of the map.
 */
export function likelyElement(shape: Shape, key: Shape): Shape {
  const certain = readIndex(shape, key);
  if (certain.kind !== 'unknown') return certain;
  const elements = alternatives(shape).flatMap((one) => {
    if (one.kind === 'array') return [one.element];
    return one.kind === 'object' ? [...one.members.values()].map((member) => member.shape) : [];
  });
  const likely = unionOf(elements);
  return isNever(likely) ? UNKNOWN : likely;
}

/**
 * What `shape[key]` gives if the key is one of an element: of a list an element, of a map one of its values. Unknown
 * unless all of them are known.
 */
export function knownElement(shape: Shape, key: Shape): Shape {
  const certain = readIndex(shape, key);
  // A variable that is `''` at first and set later reads nothing at first.
  if (certain.kind !== 'unknown' && !isNullish(certain)) return certain;
  const elements = alternatives(shape).flatMap((one) => {
    if (one.kind === 'array') return [one.element];
    if (one.kind === 'object' && one.complete) return [...one.members.values()].map((member) => member.shape);
    return isNullish(one) ? [] : [UNKNOWN];
  });
  const known = unionOf(elements);
  return isNever(known) ? certain : known;
}
