import { BOOLEAN, fields, LITERAL, objectRef } from './build';
import { citeSources } from './documents';
import { MODULES, type Module } from './modules';
import type { ObjectId, ObjectSpec, Type, Variant } from './types';
import { WIDGETS, type Widget } from './widgets';

/** One call of a module. */

/** A task with these known modules and widgets. Unless `modules` is complete, `module_type` accepts any other text. */
export function taskSpec(
  modules: readonly Module[],
  widgets: readonly Widget[],
  complete: boolean,
): ObjectSpec {
  return {
    title: 'task',
    doc: 'A call of a module. Its result is a variable for later tasks, and for `outputs`, `render` and `transitions`.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      name: {
        type: LITERAL,
        doc: 'A display label; results are read by `output_name`. `pcc` requires it.',
        source: citeSources('seed', 'types', 'tool'),
      },
      module_type: {
        type: {
          kind: 'enum',
          values: modules.map(({ type, doc }) => ({ value: type, doc, aliases: [shortName(type)] })),
          open: !complete,
        },
        required: true,
        aliases: ['module', 'type'],
        doc: 'The module to call. It is not evaluated.',
      },
      module_config: {
        type: {
          kind: 'sibling',
          key: 'module_type',
          cases: Object.fromEntries(modules.map((one) => [one.type, configType(one, widgets)])),
          otherwise: objectRef('module-config'),
        },
        required: true,
        aliases: ['config', 'configuration', 'inputs', 'params', 'parameters'],
        doc: 'The configuration of the module; its fields depend on `module_type`. Expressions are allowed at any depth.',
      },
      cache: {
        rare: true,
        type: BOOLEAN,
        default: 'false',
        doc: 'Whether the task runs only once and then repeats the cached result. `pcc` supports it only in `module_config`.',
        source: citeSources('types'),
      },
    }),
  };
}

/** The short name of a module: `LLM`. */
function shortName(type: string): string {
  return type.replace(/Module$/, '').toLowerCase();
}

/** The configuration of a module; user-defined widgets are selected by their id. */
function configType({ config }: Module, widgets: readonly Widget[]): Type {
  if (config !== 'any-widget-config') return objectRef(config);
  const variants = widgets.flatMap(({ id, config: own }): Variant[] =>
    own ? [{ type: objectRef(own), hasValue: ['widget_id', id], onlyDecided: true }] : [],
  );
  return variants.length === 0
    ? objectRef(config)
    : { kind: 'variant', variants, otherwise: objectRef(config) };
}

export const TASK_OBJECTS = {
  task: taskSpec(MODULES, WIDGETS, true),
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
