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
  for (const [name, one] of members)
    result.set(name, one.optional ? overlayOptional(target, name, one) : one);
  return objectType(result, target.complete && complete);
}

/** A member that the source may have: otherwise the one of the target remains. */
function overlayOptional(target: ObjectType, name: string, source: MemberType): MemberType {
  const own = target.members.get(name);
  if (own === undefined) return target.complete ? source : { ...source, type: UNKNOWN };
  return {
    type: unionType(own.type, source.type),
    optional: own.optional,
    origins: [...source.origins, ...own.origins],
  };
}
