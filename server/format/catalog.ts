import { MODULES, type Module, widgetConfigSpec } from './modules';
import { fieldOf, specOf } from './objects';
import type { OwnVocabulary } from './own-modules';
import { taskSpec } from './task';
import type { Field, ObjectId, ObjectRef, ObjectSpec } from './types';
import { WIDGETS, type Widget } from './widgets';

/**
 * The format at one place: the built-in parts, and the modules, widgets and tags that the user describes. Immutable,
 * so that results can be cached by catalog.
 */
export interface Catalog {
  readonly modules: readonly Module[];
  readonly widgets: readonly Widget[];
  /** YAML tags to accept in addition to those of the format. */
  readonly tags: readonly string[];
  /** False while a description is not read or is invalid: unknown names may then be defined by the user. */
  readonly complete: boolean;
  /** The module of this `module_type`, or undefined. */
  moduleOf(type: string | undefined): Module | undefined;
  /** The widget with this id, or undefined; the id is text, without quotes. */
  widgetOf(id: string | undefined): Widget | undefined;
  /** The fields of an object, with user-defined modules among its values. */
  specOf(object: ObjectRef): ObjectSpec;
  /** The field of an object by its name, or undefined for a name that the object does not list. */
  fieldOf(object: ObjectRef, name: string): Field | undefined;
}

/** The built-in format with the user's descriptions; later descriptions override earlier ones. */
export function catalogOf(own: readonly OwnVocabulary[], tags: readonly string[]): Catalog {
  const modules = byKey([...MODULES, ...own.flatMap((one) => one.modules)], (module) => module.type);
  const widgets = byKey([...WIDGETS, ...own.flatMap((one) => one.widgets)], (widget) => widget.id);
  const complete = own.every((one) => one.complete);
  const specs: Partial<Record<ObjectId, ObjectSpec>> =
    own.length === 0
      ? {}
      : {
          task: taskSpec([...modules.values()], [...widgets.values()], complete),
          'any-widget-config': widgetConfigSpec([...widgets.values()]),
        };
  const specHere = (object: ObjectRef) => (typeof object === 'string' && specs[object]) || specOf(object);
  return {
    modules: [...modules.values()],
    widgets: [...widgets.values()],
    tags: [...new Set([...tags, ...own.flatMap((one) => one.tags)])],
    complete,
    moduleOf: (type) => (type === undefined ? undefined : modules.get(type)),
    widgetOf: (id) => (id === undefined ? undefined : widgets.get(id)),
    specOf: specHere,
    fieldOf: (object, name) => fieldOf(specHere(object), name),
  };
}

/** The format without user-defined parts. */
export const BUILT_IN_CATALOG: Catalog = catalogOf([], []);

function byKey<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [keyOf(one), one]));
}
