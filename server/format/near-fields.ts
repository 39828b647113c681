import { engine } from '../engine/engine';
import { nearestNames } from '../text/nearest';
import { specOf } from './objects';
import type { Field, ObjectRef } from './types';

const MAX_NEAR_FIELDS = 3;

/** The fields that an unknown key of an object may mean, the best first; `isTaken` identifies existing ones. */
export function nearFields(
  object: ObjectRef,
  key: string,
  isTaken: (name: string) => boolean,
  most = MAX_NEAR_FIELDS,
): readonly string[] {
  return nearAmong(specOf(object).fields, key, isTaken).slice(0, most);
}

/**
 * The fields of a list that an unknown key may mean by its spelling, if `isNear` agrees, or else by another word for
 * them. Each key of a map may be searched in the same long list, so the list should be the same object each time.
 */
export function nearAmong(
  fields: readonly Field[],
  key: string,
  isTaken: (name: string) => boolean,
  isNear = (_name: string) => true,
): readonly string[] {
  const { names, withAliases } = searchedFields(fields);
  // Taken names are left out afterwards: a list of the others would have to be indexed again for each key.
  const near = nearestNames(key, names, Number.POSITIVE_INFINITY).filter(
    (name) => !isTaken(name) && isNear(name),
  );
  if (near.length > 0) return near;
  return withAliases.filter((field) => hasAlias(field, key) && !isTaken(field.name)).map(({ name }) => name);
}

const searchedFields = engine.query('searched fields', (fields: readonly Field[]) => {
  const suggested = fields.filter(({ hidden }) => !hidden);
  return {
    names: suggested.map(({ name }) => name),
    withAliases: suggested.filter(({ aliases }) => aliases !== undefined),
  };
});

/** Whether other formats use this name for a field or value. */
export function hasAlias(described: Pick<Field, 'aliases'> | undefined, name: string): boolean {
  return described?.aliases?.includes(name.toLowerCase()) === true;
}
