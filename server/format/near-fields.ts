import { nearestNames } from '../text/nearest';
import { specOf } from './objects';
import type { Field, ObjectRef } from './types';

/** The fields that an unknown key of an object may mean, the best first; `isTaken` identifies existing ones. */
export function nearFields(
  object: ObjectRef,
  key: string,
  isTaken: (name: string) => boolean,
  most?: number,
): readonly string[] {
  const open = specOf(object).fields.filter(({ name, hidden }) => !hidden && !isTaken(name));
  const near = nearestNames(
    key,
    open.map(({ name }) => name),
    most,
  );
  if (near.length > 0) return near;
  return open.filter((field) => hasAlias(field, key)).map(({ name }) => name);
}

/** Whether other formats use this name for a field or value. */
export function hasAlias(described: Pick<Field, 'aliases'> | undefined, name: string): boolean {
  return described?.aliases?.includes(name.toLowerCase()) === true;
}
