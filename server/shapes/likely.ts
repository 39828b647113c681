import { readIndex } from './members';
import { alternatives, isNever, type Shape, UNKNOWN } from './shape';
import { union } from './union';

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
  const likely = union(...elements);
  return isNever(likely) ? UNKNOWN : likely;
}
