import type { Catalog } from '../format/catalog';
import type { ResultType } from '../format/result-type';
import type { WidgetResult } from '../format/widgets';
import {
  arrayType,
  BOOLEAN_TYPE,
  memberType,
  NUMBER_TYPE,
  OBJECT_TYPE,
  objectType,
  STRING_TYPE,
  UNKNOWN,
  type ValueType,
} from '../types/value-type';
import { type MapNode, pairOf, textOf, valueAt } from '../yaml/tree';
import { typeOfDeclared } from './written';

/** Types of the results of tasks, from the documentation of the format or the descriptions of the user. */

/** The type of the result of a task of a state; unknown if the module or widget is unknown. */
export function typeOfResult(catalog: Catalog, task: MapNode): ValueType {
  const type = textOf(task, 'module_type');
  const module = type === undefined ? undefined : catalog.moduleOf(type);
  if (module?.result) return fromDescription(module.result);
  if (type === 'LLMModule' || type === 'TtsModule') return STRING_TYPE;
  const config = valueAt(task, 'module_config');
  if (type !== 'AnyWidgetModule' || config?.kind !== 'map') return UNKNOWN;
  const widget = catalog.widgetOf(textOf(config, 'widget_id') ?? '');
  if (widget === undefined) return UNKNOWN;
  const hasFunction = pairOf(config, 'function_parameters') !== undefined;
  return hasFunction && widget.resultWithFunction ? parametersOf(config) : fromWidget(widget.result);
}

/** The type of one parameter that a language model fills in, as declared. */
export function typeOfParameter(task: MapNode, name: string): ValueType {
  const config = valueAt(task, 'module_config');
  const parameters = config?.kind === 'map' ? valueAt(config, 'function_parameters') : undefined;
  if (parameters?.kind !== 'seq') return UNKNOWN;
  for (const item of parameters.items) {
    if (item.kind !== 'map' || textOf(item, 'name') !== name) continue;
    return typeOfDeclared(textOf(item, 'type')) ?? UNKNOWN;
  }
  return UNKNOWN;
}

function parametersOf(config: MapNode): ValueType {
  const parameters = valueAt(config, 'function_parameters');
  if (parameters?.kind !== 'seq') return OBJECT_TYPE;
  const members = parameters.items.flatMap((item) => {
    const name = item.kind === 'map' ? textOf(item, 'name') : undefined;
    if (item.kind !== 'map' || name === undefined) return [];
    return [[name, memberType(typeOfDeclared(textOf(item, 'type')) ?? UNKNOWN)] as const];
  });
  return objectType(new Map(members), false);
}

function fromWidget({ type, members = [], shape }: WidgetResult): ValueType {
  if (shape) return fromDescription(shape);
  if (type === 'string') return STRING_TYPE;
  if (type !== 'object') return UNKNOWN;
  return objectType(new Map(members.map(({ name }) => [name, memberType(UNKNOWN)])), false);
}

function fromDescription(described: ResultType): ValueType {
  switch (described.kind) {
    case 'string':
      return STRING_TYPE;
    case 'number':
      return NUMBER_TYPE;
    case 'boolean':
      return BOOLEAN_TYPE;
    case 'list':
      return arrayType(fromDescription(described.item));
    case 'object':
      return objectType(
        new Map([...described.members].map(([name, shape]) => [name, memberType(fromDescription(shape))])),
        false,
      );
    default:
      return UNKNOWN;
  }
}
