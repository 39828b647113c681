import { fieldOf, specOf } from './objects';
import type { Field, ObjectRef, Type } from './types';

/**
 * The field of an object in which a name is a field, if the object itself does not have it: `render` for `text` of a
 * state. Undefined if there is none, or several.
 */
export function fieldTaking(object: ObjectRef, name: string): Field | undefined {
  const takes = (inner: ObjectRef) => inner !== object && hasField(inner, name);
  const taking = specOf(object).fields.filter((field) => !field.hidden && objectsIn(field).some(takes));
  // Objects are preferred to the items of a list: `properties` before `tasks` for `cache`.
  const direct = taking.filter(({ type }) => type.kind === 'object');
  const [only, ...others] = direct.length > 0 ? direct : taking;
  return others.length === 0 ? only : undefined;
}

export function hasField(object: ObjectRef, name: string): boolean {
  const field = fieldOf(object, name);
  return field !== undefined && !field.hidden;
}

/** The objects that a field contains, directly or in lists; for maps with names of the author, only states. */
export function objectsIn({ name, type }: Field): readonly ObjectRef[] {
  return objectsOf(type, name === 'states');
}

function objectsOf(type: Type, inMaps: boolean): readonly ObjectRef[] {
  switch (type.kind) {
    case 'object':
      return [type.object];
    case 'list':
      return objectsOf(type.item, inMaps);
    case 'map':
      return inMaps ? objectsOf(type.value, inMaps) : [];
    case 'union':
      return type.of.flatMap((one) => objectsOf(one, inMaps));
    case 'variant':
      return [...type.variants.map((one) => one.type), type.otherwise].flatMap((one) =>
        objectsOf(one, inMaps),
      );
    case 'sibling':
      return [...Object.values(type.cases), type.otherwise].flatMap((one) => objectsOf(one, inMaps));
    default:
      return [];
  }
}
