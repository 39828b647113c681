import { mapMemberTypes, unionOfTypes, unionType } from './union';
import {
  alternativesOf,
  type MemberType,
  type NonUnionType,
  OBJECT_TYPE,
  type ObjectType,
  objectType,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** `{ ...target, ...source }` and `Object.assign`: the members of the target, overridden by those of the source. */
export function overlay(target: ObjectType, source: ValueType): ObjectType {
  const results = alternativesOf(source).map((one) => overlayOne(target, one));
  const merged = unionOfTypes(results);
  return merged.kind === 'object' ? merged : results.length === 0 ? target : OBJECT_TYPE;
}

function overlayOne(target: ObjectType, source: NonUnionType): ObjectType {
  switch (source.kind) {
    case 'object':
      return overlayObject(target, source);
    case 'number':
    case 'boolean':
    case 'function':
      return target;
    case 'literal':
      return typeof source.value === 'string' && source.value !== ''
        ? overlayObject(target, OBJECT_TYPE)
        : target;
    default:
      return overlayObject(target, OBJECT_TYPE);
  }
}

function overlayObject(target: ObjectType, source: ObjectType): ObjectType {
  const { members, complete } = source;
  // Unknown members of the source may override any member.
  const result = complete ? new Map(target.members) : mapMemberTypes(target.members, () => UNKNOWN);
  for (const [name, laid] of members) result.set(name, laid.optional ? over(target, name, laid) : laid);
  return objectType(result, target.complete && complete);
}

function over(target: ObjectType, name: string, laid: MemberType): MemberType {
  const below = target.members.get(name);
  if (below === undefined) return target.complete ? laid : { ...laid, shape: UNKNOWN };
  return {
    shape: unionType(below.shape, laid.shape),
    optional: below.optional,
    origins: [...laid.origins, ...below.origins],
  };
}
