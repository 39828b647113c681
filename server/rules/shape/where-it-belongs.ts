import { fieldOf, specOf } from '../../format/objects';
import type { ObjectRef, Type } from '../../format/types';
import type { Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';

/**
 * Where a field does belong that an object does not have: in what one of the object's own fields holds, or in an
 * object around it. Undefined if nowhere near, or in several places. A sentence with a blank before it.
 */
export function suggestPlacement(step: Step, object: ObjectRef, name: string): Message | undefined {
  const below = specOf(object).fields.filter(
    (field) =>
      !field.hidden && objectsIn(field.type).some((inner) => inner !== object && hasField(inner, name)),
  );
  const [only] = below;
  if (only && below.length === 1) {
    return only.name === 'states'
      ? msg(' It belongs in one of its states.')
      : msg` It belongs in \`${only.name}\`.`;
  }
  for (let at = step.parent; at !== undefined; at = at.parent) {
    const outer = objectAt(at);
    if (outer === undefined || outer === object) continue;
    if (hasField(outer, name)) return msg` It belongs in the ${msg(specOf(outer).title)} around it.`;
  }
  return undefined;
}

/** A name like it that what one of the object's own fields holds has, as `didYouMean` says it. */
export function suggestNestedField(object: ObjectRef, name: string): Message | undefined {
  const found = specOf(object).fields.flatMap((field) => {
    if (field.hidden) return [];
    const inner = objectsIn(field.type).filter((one) => one !== object);
    const names = inner.flatMap((one) => specOf(one).fields.filter(({ hidden }) => !hidden));
    const [near] = nearestNames(
      name,
      names.map((one) => one.name),
      1,
    );
    return near === undefined ? [] : [msg` Did you mean \`${near}\` in \`${field.name}\`?`];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The object at a step; a map of states at the root stands for the automata that it is a part of. */
function objectAt({ type, parent }: Step): ObjectRef | undefined {
  if (type.kind === 'object') return type.object;
  return parent === undefined && type.kind === 'map' && type.keys === 'state' ? 'automata' : undefined;
}

function hasField(object: ObjectRef, name: string): boolean {
  const field = fieldOf(object, name);
  return field !== undefined && !field.hidden;
}

/** The objects that a type takes, itself or in its lists and maps. */
function objectsIn(type: Type): readonly ObjectRef[] {
  switch (type.kind) {
    case 'object':
      return [type.object];
    case 'list':
      return objectsIn(type.item);
    case 'map':
      return objectsIn(type.value);
    case 'union':
      return type.of.flatMap(objectsIn);
    case 'variant':
      return [...type.variants.flatMap((variant) => objectsIn(variant.type)), ...objectsIn(type.otherwise)];
    case 'sibling':
      return [...Object.values(type.cases).flatMap(objectsIn), ...objectsIn(type.otherwise)];
    default:
      return [];
  }
}
