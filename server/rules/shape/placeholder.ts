import { namesInUnit } from '../../facts/place';
import type { Catalog } from '../../format/catalog';
import { MODULES } from '../../format/modules';
import { isEventName } from '../../format/names';
import { fieldOf, specOf } from '../../format/objects';
import type { ObjectRef, ObjectSpec } from '../../format/types';
import { enclosingStep, type Step } from '../../format/walk';
import { childrenOf } from '../../project/names/resolve';
import { ROOT_PATH } from '../../project/names/scope-path';
import { type MapNode, textOf } from '../../yaml/tree/tree';
import type { Writable } from '../../yaml/write/values';
import type { Subject } from '../rule';

/** The initial value of a field that a quick fix adds: valid, and close to what the surrounding text suggests. */
export function placeholderValue(
  subject: Subject,
  step: Step,
  map: MapNode,
  object: ObjectRef,
  name: string,
): Writable {
  if (typeof object !== 'string') return userFieldPlaceholder(object, name);
  switch (`${object}.${name}`) {
    case 'automata.initial':
      return firstChild(subject, step) ?? 'home';
    case 'automata.states':
      return { [textOf(map, 'initial') ?? rootInitial(subject, step) ?? 'home']: {} };
    case 'input.type':
      return 'text';
    case 'button.content':
      return 'Continue';
    case 'button.on_click':
      return eventFor(map);
    case 'event.event':
      return eventFor(enclosingStep(step, 'button')?.node);
    case 'task.module_type':
      return moduleTypeFor(map);
    case 'task.module_config':
      return configFor(textOf(map, 'module_type') ?? moduleTypeFor(map), step.catalog);
    case 'function-parameter.name':
      return 'value';
    case 'function-parameter.type':
      return 'string';
    default:
      return moduleField(name);
  }
}

function firstChild({ project, source, unit }: Subject, step: Step): string | undefined {
  const path = project.pathIn(source.address, [...unit.path, ...namesInUnit(step)]);
  return childrenOf(project, path)[0]?.name.text;
}

/** The `initial` of a file whose root is in several units. */
function rootInitial({ project }: Subject, step: Step): string | undefined {
  if (step.parent !== undefined) return undefined;
  return project.scopes(ROOT_PATH).find((entry) => entry.scope.initial)?.scope.initial?.text;
}

/** An event named after the button that raises it. */
function eventFor(button: Step['node']): string {
  const content = button?.kind === 'map' ? textOf(button, 'content') : undefined;
  const words = content?.includes('{{') === false ? content.toLowerCase().match(/[a-z\d]+/g) : undefined;
  const name = words?.slice(0, 4).join('_');
  return name !== undefined && isEventName(name) ? name : 'next';
}

/** The module type whose configuration accepts the existing keys. */
function moduleTypeFor(task: MapNode): string {
  const config = task.pairs.find((pair) => pair.name === 'module_config')?.value;
  const keys = config?.kind === 'map' ? config.pairs.map((pair) => pair.name) : [];
  if (keys.length === 0 || keys.includes('widget_id')) return 'AnyWidgetModule';
  const fits = MODULES.filter(({ config: id }) => {
    const { extra, fields } = specOf(id);
    return extra !== 'open' && keys.every((key) => fields.some((field) => field.name === key));
  });
  return (fits.length === 1 ? fits[0]?.type : undefined) ?? 'AnyWidgetModule';
}

function configFor(moduleType: string, catalog: Catalog): Writable {
  const module = catalog.moduleOf(moduleType);
  if (module === undefined) return {};
  const { fields, oneOf = [] } = specOf(module.config);
  const needed = fields.filter((field) => field.required || field.name === oneOf[0]);
  return Object.fromEntries(
    needed.map((field) => [
      field.name,
      typeof module.config === 'string'
        ? moduleField(field.name)
        : userFieldPlaceholder(module.config, field.name),
    ]),
  );
}

/** A placeholder for a field of a user-defined module. */
function userFieldPlaceholder(object: ObjectSpec, name: string): Writable {
  const field = fieldOf(object, name);
  const type = field?.type.kind === 'union' ? field.type.of[0] : field?.type;
  if (type?.kind === 'enum') return field?.default ?? type.values[0]?.value ?? '';
  if (type?.kind === 'list') return [];
  if (type?.kind === 'object' || type?.kind === 'map') return {};
  return moduleField(name);
}

const MODULE_FIELDS: ReadonlyMap<string, Writable> = new Map<string, Writable>([
  ['model', 'gpt-35-turbo-16k'],
  ['output_name', 'result'],
  ['function_parameters', []],
]);

function moduleField(name: string): Writable {
  return MODULE_FIELDS.get(name) ?? '';
}
