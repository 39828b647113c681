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
import { type MapNode, pairOf, textOf, valueAt } from '../yaml/tree/tree';
import { typeOfDeclared } from './node-types';

/** Types of the results of tasks, from the documentation of the format or the descriptions of the user. */

/** The type of the result of a task of a state; unknown if the module or widget is unknown. */
export function typeOfResult(catalog: Catalog, task: MapNode): ValueType {
  const type = textOf(task, 'module_type');
  const module = type === undefined ? undefined : catalog.moduleOf(type);
  if (module?.result) return typeOfDescribed(module.result);
  if (type === 'LLMModule' || type === 'TtsModule') return STRING_TYPE;
  const config = valueAt(task, 'module_config');
  if (type !== 'AnyWidgetModule' || config?.kind !== 'map') return UNKNOWN;
  const id = textOf(config, 'widget_id');
  const widget = id === undefined ? undefined : catalog.widgetOf(id);
  if (widget === undefined) return UNKNOWN;
  if (pairOf(config, 'function_parameters') === undefined) return typeOfWidgetResult(widget.result);
  // Of other widgets, it is not documented whether they call the function.
  return widget.resultWithFunction ? typeOfParameters(config) : UNKNOWN;
}

/** The type of one parameter that a language model fills in, as declared. */
export function typeOfParameter(task: MapNode, name: string): ValueType {
  const config = valueAt(task, 'module_config');
  if (config?.kind !== 'map') return UNKNOWN;
  return parametersOf(config)?.find((parameter) => parameter.name === name)?.type ?? UNKNOWN;
}

function typeOfParameters(config: MapNode): ValueType {
  const parameters = parametersOf(config);
  if (parameters === undefined) return OBJECT_TYPE;
  return objectType(new Map(parameters.map(({ name, type }) => [name, memberType(type)])), false);
}

/** The parameters that are declared in the configuration of a module; undefined if they are not a list. */
function parametersOf(config: MapNode) {
  const parameters = valueAt(config, 'function_parameters');
  if (parameters?.kind !== 'seq') return undefined;
  return parameters.items.flatMap((item) => {
    const name = item.kind === 'map' ? textOf(item, 'name') : undefined;
    if (item.kind !== 'map' || name === undefined) return [];
    return [{ name, type: typeOfDeclared(textOf(item, 'type')) ?? UNKNOWN }];
  });
}

function typeOfWidgetResult({ type, members = [], resultType }: WidgetResult): ValueType {
  if (resultType) return typeOfDescribed(resultType);
  if (type === 'string') return STRING_TYPE;
  if (type !== 'object') return UNKNOWN;
  return objectType(new Map(members.map(({ name }) => [name, memberType(UNKNOWN)])), false);
}

function typeOfDescribed(described: ResultType): ValueType {
  switch (described.kind) {
    case 'string':
      return STRING_TYPE;
    case 'number':
      return NUMBER_TYPE;
    case 'boolean':
      return BOOLEAN_TYPE;
    case 'list':
      return arrayType(typeOfDescribed(described.item));
    case 'object':
      return objectType(
        new Map(
          [...described.members].map(([name, resultType]) => [name, memberType(typeOfDescribed(resultType))]),
        ),
        false,
      );
    default:
      return UNKNOWN;
  }
}
