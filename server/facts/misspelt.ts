import { engine } from '../engine/engine';
import type { Catalog } from '../format/catalog';
import { nearAmong, nearFields } from '../format/near-fields';
import type { Field, ObjectSpec, Type } from '../format/types';
import { enclosingStep, isOneOf, type Step } from '../format/walk';
import type { Widget } from '../format/widgets';
import { isTypo } from '../text/nearest';
import { type MapNode, pairOf, textOf } from '../yaml/tree/tree';

/**
 * The field that an unknown key most likely means, among those that its object does not have yet: the definitions of
 * that field are unknown until the key is corrected. Undefined for known fields, and in an open object for keys that
 * are not clearly misspelt.
 */
export function meantField({ field, pair, parent, catalog }: Step): string | undefined {
  if (field !== undefined || pair === undefined || parent?.type.kind !== 'object') return undefined;
  const { object } = parent.type;
  if (catalog.fieldOf(object, pair.name)) return undefined;
  if (catalog.specOf(object).extra === 'open') return misspeltFields(parent, pair.parent, pair.name)[0];
  const isWritten = (name: string) => pairOf(pair.parent, name) !== undefined;
  return nearFields(object, pair.name, isWritten, 1)[0];
}

/**
 * The fields that a misspelt key of an open object may mean, the best first: those of a known widget and of its
 * configuration, and `output_name` of any widget. A key that is a field of some widget is not misspelt.
 */
export function misspeltFields(holder: Step, map: MapNode, key: string): readonly string[] {
  const known = knownFields(holder, map);
  if (known === undefined || widgetFieldNames(holder.catalog).has(key)) return [];
  const isWritten = (name: string) => pairOf(map, name) !== undefined;
  return nearAmong(known, key, isWritten, (name) => isTypo(key, name));
}

/** The fields of an open object, if they are known; those of a widget by its id. */
function knownFields(holder: Step, map: MapNode): readonly Field[] | undefined {
  const { type, catalog, parent } = holder;
  if (type.kind !== 'object') return undefined;
  const spec = catalog.specOf(type.object);
  if (isOneOf(type.object, ['prompt-addition', 'memory-item'])) {
    const config = enclosingStep(parent, 'any-widget-config')?.node;
    return config?.kind === 'map' && widgetOf(catalog, config) === undefined ? undefined : spec.fields;
  }
  if (!isOneOf(type.object, ['any-widget-config'])) return undefined;
  return configFields(spec, widgetOf(catalog, map));
}

/** The fields that are known of the configuration of any widget, or of one widget. */
const configFields = engine.query(
  'fields of a configuration',
  ({ fields }: ObjectSpec, widget: Widget | undefined): readonly Field[] =>
    widget === undefined
      ? fields.filter(({ name }) => name === 'output_name')
      : [...fields.filter(({ name }) => COMMON.has(name)), ...widget.fields],
);

function widgetOf(catalog: Catalog, config: MapNode): Widget | undefined {
  return catalog.widgetOf(textOf(config, 'widget_id'));
}

/** Fields in the configuration of every widget besides its id. */
const COMMON: ReadonlySet<string> = new Set(['output_name', 'cache']);

const widgetFieldNames = engine.query(
  'fields of widgets',
  ({ widgets, specOf }: Catalog): ReadonlySet<string> => {
    const fields = [...specOf('any-widget-config').fields, ...widgets.flatMap((widget) => widget.fields)];
    return new Set(fields.map(({ name }) => name));
  },
);

/** Whether the field that is meant by a key names a variable. */
export function namesResult({ parent, catalog }: Step, meant: string): boolean {
  if (parent?.type.kind !== 'object' || enclosingStep(parent, 'task') === undefined) return false;
  const type = catalog.fieldOf(parent.type.object, meant)?.type;
  return type !== undefined && isResultName(type);
}

function isResultName(type: Type): boolean {
  if (type.kind === 'union') return type.of.some(isResultName);
  return type.kind === 'string' && type.role === 'result';
}
