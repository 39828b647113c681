import type { Catalog } from '../format/catalog';
import type { ResultShape } from '../format/result-shape';
import type { WidgetResult } from '../format/widgets';
import {
  BOOLEAN,
  listOf,
  member,
  NUMBER,
  OBJECT,
  objectOf,
  type Shape,
  STRING,
  UNKNOWN,
} from '../shapes/shape';
import { type MapNode, pairOf, textOf, valueAt } from '../yaml/tree';
import { shapeOfType } from './written';

/** Types of the results of tasks, from the documentation of the format or the descriptions of the user. */

/** The type of the result of a task of a state; unknown if the module or widget is unknown. */
export function shapeOfResult(catalog: Catalog, task: MapNode): Shape {
  const type = textOf(task, 'module_type');
  const module = type === undefined ? undefined : catalog.moduleOf(type);
  if (module?.result) return fromDescription(module.result);
  if (type === 'LLMModule' || type === 'TtsModule') return STRING;
  const config = valueAt(task, 'module_config');
  if (type !== 'AnyWidgetModule' || config?.kind !== 'map') return UNKNOWN;
  const widget = catalog.widgetOf(textOf(config, 'widget_id') ?? '');
  if (widget === undefined) return UNKNOWN;
  const hasFunction = pairOf(config, 'function_parameters') !== undefined;
  return hasFunction && widget.resultWithFunction ? parametersOf(config) : fromWidget(widget.result);
}

/** The type of one parameter that a language model fills in, as declared. */
export function shapeOfParameter(task: MapNode, name: string): Shape {
  const config = valueAt(task, 'module_config');
  const parameters = config?.kind === 'map' ? valueAt(config, 'function_parameters') : undefined;
  if (parameters?.kind !== 'seq') return UNKNOWN;
  for (const item of parameters.items) {
    if (item.kind !== 'map' || textOf(item, 'name') !== name) continue;
    return shapeOfType(textOf(item, 'type')) ?? UNKNOWN;
  }
  return UNKNOWN;
}

function parametersOf(config: MapNode): Shape {
  const parameters = valueAt(config, 'function_parameters');
  if (parameters?.kind !== 'seq') return OBJECT;
  const members = parameters.items.flatMap((item) => {
    const name = item.kind === 'map' ? textOf(item, 'name') : undefined;
    if (item.kind !== 'map' || name === undefined) return [];
    return [[name, member(shapeOfType(textOf(item, 'type')) ?? UNKNOWN)] as const];
  });
  return objectOf(new Map(members), false);
}

function fromWidget({ type, members = [], shape }: WidgetResult): Shape {
  if (shape) return fromDescription(shape);
  if (type === 'string') return STRING;
  if (type !== 'object') return UNKNOWN;
  return objectOf(new Map(members.map(({ name }) => [name, member(UNKNOWN)])), false);
}

function fromDescription(described: ResultShape): Shape {
  switch (described.kind) {
    case 'string':
      return STRING;
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'list':
      return listOf(fromDescription(described.item));
    case 'object':
      return objectOf(
        new Map([...described.members].map(([name, shape]) => [name, member(fromDescription(shape))])),
        false,
      );
    default:
      return UNKNOWN;
  }
}
