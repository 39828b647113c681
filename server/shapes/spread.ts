import {
  alternatives,
  type MemberShape,
  OBJECT,
  type ObjectShape,
  type One,
  objectOf,
  type Shape,
  UNKNOWN,
} from './shape';
import { mapShapes, union, unionOf } from './union';

/** `{ ...target, ...source }`, and `Object.assign`: the members of the one, over which those of the other are laid. */
export function overlay(target: ObjectShape, source: Shape): ObjectShape {
  const results = alternatives(source).map((one) => overlayOne(target, one));
  const merged = unionOf(results);
  return merged.kind === 'object' ? merged : results.length === 0 ? target : OBJECT;
}

function overlayOne(target: ObjectShape, source: One): ObjectShape {
  switch (source.kind) {
    case 'object':
      return overlayObject(target, source);
    case 'number':
    case 'boolean':
    case 'function':
      return target;
    case 'literal':
      return typeof source.value === 'string' && source.value !== '' ? overlayObject(target, OBJECT) : target;
    default:
      return overlayObject(target, OBJECT);
  }
}

function overlayObject(target: ObjectShape, source: ObjectShape): ObjectShape {
  const { members, complete } = source;
  // What is not known of the source may lie over any member.
  const result = complete ? new Map(target.members) : mapShapes(target.members, () => UNKNOWN);
  for (const [name, laid] of members) result.set(name, laid.optional ? over(target, name, laid) : laid);
  return objectOf(result, target.complete && complete);
}

function over(target: ObjectShape, name: string, laid: MemberShape): MemberShape {
  const below = target.members.get(name);
  if (below === undefined) return target.complete ? laid : { ...laid, shape: UNKNOWN };
  return {
    shape: union(below.shape, laid.shape),
    optional: below.optional,
    origins: [...laid.origins, ...below.origins],
  };
}
