import { engine } from '../engine/engine';
import { AUTOMATA_OBJECTS } from './automata';
import { CONFIGURATION_OBJECTS } from './configuration';
import { INPUT_OBJECTS } from './input';
import { LLM_OBJECTS } from './llm';
import { MODULE_OBJECTS } from './modules';
import { OWN_OBJECTS } from './own-objects';
import { RENDER_OBJECTS } from './render';
import { SCENARIO_OBJECTS } from './scenario';
import { STATE_OBJECTS } from './state';
import { TASK_OBJECTS } from './task';
import { TRANSITION_OBJECTS } from './transition';
import type { Field, ObjectId, ObjectRef, ObjectSpec, Type } from './types';
import { VARIABLE_OBJECTS } from './variable';

/**
 * Every object of the format. Objects refer to each other by id, so that the table may be circular without circular
 * imports. To add a field, add one entry to the object's list.
 */
export const OBJECTS: Readonly<Record<ObjectId, ObjectSpec>> = {
  ...AUTOMATA_OBJECTS,
  ...STATE_OBJECTS,
  ...INPUT_OBJECTS,
  ...VARIABLE_OBJECTS,
  ...RENDER_OBJECTS,
  ...TRANSITION_OBJECTS,
  ...TASK_OBJECTS,
  ...MODULE_OBJECTS,
  ...LLM_OBJECTS,
  ...OWN_OBJECTS,
  ...SCENARIO_OBJECTS,
  ...CONFIGURATION_OBJECTS,
};

/** The fields of an object. */
export function specOf(object: ObjectRef): ObjectSpec {
  return typeof object === 'string' ? OBJECTS[object] : object;
}

const fieldsByName = engine.query(
  'fields by name',
  ({ fields }: ObjectSpec): ReadonlyMap<string, Field> => new Map(fields.map((field) => [field.name, field])),
);

/** The field of an object by its name, or undefined if the object does not list it. */
export function fieldOf(object: ObjectRef, name: string): Field | undefined {
  return fieldsByName(specOf(object)).get(name);
}

/**
 * The type that a sibling's value selects, as `LLMModule` selects the fields of `module_config`. Safe for any text,
 * including `constructor`; a missing or unknown value gives the default type.
 */
export function caseOf(type: Extract<Type, { kind: 'sibling' }>, value: string | undefined): Type {
  if (value === undefined || !Object.hasOwn(type.cases, value)) return type.otherwise;
  return type.cases[value] ?? type.otherwise;
}
