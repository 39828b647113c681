import { moduleOf } from '../format/modules';
import { type Widget, widgetOf } from '../format/widgets';
import { type MapNode, textOf, valueAt } from '../yaml/tree';

/** What a task is called, and what it calls. */
export interface TaskLabel {
  /** The author's name for it. */
  readonly name: string | undefined;
  /** The widget by its name, else the module. */
  readonly called: string | undefined;
  readonly widget: Widget | undefined;
  /** The variable of its result, as written or by default. */
  readonly result: string | undefined;
}

/** Reads off a task what names it; parts that are missing or of another kind stay undefined. */
export function taskLabel(task: MapNode): TaskLabel {
  const config = valueAt(task, 'module_config');
  const map = config?.kind === 'map' ? config : undefined;
  const module = textOf(task, 'module_type');
  const widget = widgetOf((map && textOf(map, 'widget_id')) ?? '');
  const output = map && valueAt(map, 'output_name');
  const written = output?.kind === 'map' ? textOf(output, 'name') : map && textOf(map, 'output_name');
  return {
    name: textOf(task, 'name'),
    called: widget?.name ?? module,
    widget,
    result: written ?? moduleOf(module ?? '')?.defaultOutputName,
  };
}
