import type { Catalog } from '../format/catalog';
import { resultTypeMarkdown } from '../format/result-type';
import { type MapNode, textOf, valueAt } from '../yaml/tree/tree';

/** The name of a task, and what it calls. */
export interface TaskLabel {
  /** The author's name for it. */
  readonly name: string | undefined;
  /** The widget by its name, otherwise the module. */
  readonly called: string | undefined;
  /** The documentation of the result of the widget or module. */
  readonly resultDoc: string | undefined;
  /** The variable of its result, as written or by default. */
  readonly result: string | undefined;
}

/** The label of a task; parts that are missing or invalid are undefined. */
export function taskLabelOf(task: MapNode, catalog: Catalog): TaskLabel {
  const config = valueAt(task, 'module_config');
  const map = config?.kind === 'map' ? config : undefined;
  const module = textOf(task, 'module_type');
  const widget = catalog.widgetOf(map && textOf(map, 'widget_id'));
  const known = catalog.moduleOf(module);
  const output = map && valueAt(map, 'output_name');
  const written = output?.kind === 'map' ? textOf(output, 'name') : map && textOf(map, 'output_name');
  return {
    name: textOf(task, 'name'),
    called: widget?.name ?? module,
    resultDoc: widget?.result.doc ?? (known?.result && resultTypeMarkdown(known.result)),
    result: written ?? known?.defaultOutputName,
  };
}
