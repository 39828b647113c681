import { engine } from '../engine/engine';
import { addToGroup } from '../text/group-by';
import { type Pair, pairOf } from '../yaml/tree/tree';
import { fieldOf, specOf } from './objects';
import type { Field, ObjectRef, ObjectSpec, Type } from './types';

/**
 * The field of an object in which a name is a field, if the object itself does not have it: `render` for `text` of a
 * state. Undefined if there is none, or several.
 */
export function fieldTaking(object: ObjectRef, name: string): Field | undefined {
  const taking = innerFields(object).takenBy.get(name) ?? [];
  // Objects are preferred to the items of a list: `properties` before `tasks` for `cache`.
  const direct = taking.filter(({ type }) => type.kind === 'object');
  const [only, ...others] = direct.length > 0 ? direct : taking;
  return others.length === 0 ? only : undefined;
}

export function hasField(object: ObjectRef, name: string): boolean {
  const field = fieldOf(object, name);
  return field !== undefined && !field.hidden;
}

/** Whether a key of `transitions` is no event, but a field of a case that is written next to the event. */
export function isFieldOfCase({ name, value }: Pair): boolean {
  if (name === 'condition') return value.kind === 'scalar' && value.value.includes('{{');
  return name === 'target_inputs' && value.kind === 'map' && pairOf(value, 'target') === undefined;
}

/** The fields of the objects that an object contains in its own fields. */
interface InnerFields {
  readonly names: readonly string[];
  /** By their names, the fields of the outer object that contain them. */
  readonly takenBy: ReadonlyMap<string, readonly Field[]>;
}

export function innerFields(object: ObjectRef): InnerFields {
  return innerFieldsOf(specOf(object));
}

/** Each unknown key of a long map is searched, so the fields are collected once. */
const innerFieldsOf = engine.query('inner fields', (spec: ObjectSpec): InnerFields => {
  const takenBy = new Map<string, Field[]>();
  for (const outer of spec.fields) {
    if (outer.hidden) continue;
    const inner = objectsIn(outer)
      .map(specOf)
      .filter((one) => one !== spec);
    const names = inner.flatMap(({ fields }) => fields.flatMap(({ name, hidden }) => (hidden ? [] : [name])));
    for (const name of new Set(names)) addToGroup(takenBy, name, outer);
  }
  return { names: [...takenBy.keys()], takenBy };
});

/** The objects that a field contains, directly or in lists; for maps with names of the author, only states. */
function objectsIn({ name, type }: Field): readonly ObjectRef[] {
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
