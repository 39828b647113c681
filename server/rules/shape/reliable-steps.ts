import { engine } from '../../engine/engine';
import { spreadPath } from '../../facts/place';
import { isFieldOfCase } from '../../format/misplaced';
import { fieldOf, specOf } from '../../format/objects';
import type { ObjectId, ObjectRef } from '../../format/types';
import { enclosingStep, isOneOf, isTagged, type Step } from '../../format/walk';
import { pathKey, spreadKey } from '../../project/names/symbols';
import { latestEnds, type Range } from '../../text/range';
import { hasNoValue, type Unit } from '../../yaml/cut/unit';
import {
  indexOfPair,
  type MapNode,
  type Pair,
  resolveAlias,
  type ScalarNode,
  textOf,
} from '../../yaml/tree/tree';
import { isUnrepaired } from '../../yaml/tree/uncertainty';
import type { Subject } from '../rule';

/** The places of a unit that can be compared with the format with certainty. */

/**
 * The steps of a unit without those whose structure is unknown: below a value with a custom tag, below `<<`, below an
 * object of type `widget` (which is not documented), below `states` that is a single state instead of a map (the
 * types allow it), below `tasks` that is a single task, in a section of a state that is written next to the
 * state, and in a field of a transition that is written next to the event.
 */
export const reliableSteps = engine.shared((subject: Subject): readonly Step[] => {
  const dropped = new Set<Step>();
  return subject.steps.filter((step) => {
    const isDropped = step.parent !== undefined && (dropped.has(step.parent) || isOpaque(subject, step));
    if (isDropped) dropped.add(step);
    return !isDropped;
  });
});

/** Whether nothing is known about a value because of its container. */
function isOpaque(subject: Subject, { parent, pair }: Step): boolean {
  const container = parent?.node;
  if (parent === undefined || container === undefined) return false;
  if (parent.type.kind === 'map' && parent.type.keys === 'event' && pair && isFieldOfCase(pair)) return true;
  if (isTagged(container) || isSingleTask(parent) || isMisindentedSection(parent)) return true;
  if (container.kind === 'map' && isWidget(container, parent)) return true;
  const key = pair && resolveAlias(pair.key);
  if (pair !== undefined && (key?.kind !== 'scalar' || isMergeKey(key))) return true;
  return container.kind === 'map' && isSingleState(subject, parent, container);
}

function isMergeKey(key: ScalarNode): boolean {
  return key.value === '<<' && key.style === 'plain';
}

function isWidget(map: MapNode, { type }: Step): boolean {
  const hasType = type.kind === 'object' && (type.object === 'state' || type.object === 'automata');
  return hasType && textOf(map, 'type') === 'widget';
}

export const SECTIONS: ReadonlySet<string> = new Set(['inputs', 'tasks', 'outputs', 'render', 'transitions']);

/** Whether a key has the value of a state. */
export function hasSections({ value }: Pair): boolean {
  return value.kind === 'map' && value.pairs.some(({ name }) => SECTIONS.has(name));
}

/** Sections that authors write one level too high or in the file of states, where they look like states. */
const MISPLACED_SECTIONS: ReadonlySet<string> = new Set([...SECTIONS, 'properties', 'context', 'states']);

/**
 * Whether a state is in fact a misplaced section of the state above it or of the automata: it has the name of a
 * section, and its value has nothing that a state has.
 */
export function isMisindentedSection({ parent, pair, node }: Step): boolean {
  if (parent?.type.kind !== 'map' || parent.type.keys !== 'state') return false;
  if (pair === undefined || !MISPLACED_SECTIONS.has(pair.name)) return false;
  if (node?.kind === 'seq') return true;
  return (
    node?.kind === 'map' && node.pairs.length > 0 && !node.pairs.some(({ name }) => fieldOf('state', name))
  );
}

/**
 * Whether a map of states is in fact one state. Children in other units are looked up in the index, and only if the
 * name makes it possible.
 */
function isSingleState(subject: Subject, step: Step, map: MapNode): boolean {
  if (step.type.kind !== 'map' || step.type.keys !== 'state') return false;
  if (!map.pairs.every(({ name }) => fieldOf('state', name) !== undefined)) return false;
  if (step.field?.name === 'states') return map.pairs.some(({ name }) => SECTIONS.has(name));
  if (subject.unit.kind !== 'state') return false;
  const { project, source } = subject;
  const all = project.table
    .get('child', pathKey(project.pathIn(source.address, subject.unit.path)))
    .map((child) => child.name.text);
  return all.every((name) => fieldOf('state', name) !== undefined) && all.some((name) => SECTIONS.has(name));
}

/** A map that is written in place, without a tag or a type that changes its meaning. */
export function plainMapAt(step: Step): MapNode | undefined {
  const { node } = step;
  if (node?.kind !== 'map' || isTagged(node) || isWidget(node, step) || isMisindentedSection(step))
    return undefined;
  return node;
}

/** The value of `tasks` if it is a map instead of the expected list. */
export function tasksMap(step: Step): MapNode | undefined {
  const { type, field } = step;
  return field?.name === 'tasks' && type.kind === 'map' && type.keys === 'task'
    ? plainMapAt(step)
    : undefined;
}

/** Whether `tasks` contains the fields of one task instead of a list of tasks. */
export function isSingleTask(step: Step): boolean {
  const map = tasksMap(step);
  return map?.pairs.some((pair) => pair.name === 'module_type' && pair.value.kind === 'scalar') === true;
}

/** The map of a step that is an object of the format, or one of these objects if any are given. */
export function objectAt(step: Step, ...objects: readonly ObjectId[]): MapNode | undefined {
  const { type } = step;
  if (type.kind !== 'object' || (objects.length > 0 && !isOneOf(type.object, objects))) return undefined;
  return plainMapAt(step);
}

/** A scalar that is written in place, with closed quotes, without a tag, not `null`. */
export function plainScalarAt({ node }: Pick<Step, 'node'>): ScalarNode | undefined {
  if (node?.kind !== 'scalar' || node.empty || node.type === 'null' || isTagged(node)) return undefined;
  return isUnterminated(node) ? undefined : node;
}

/** Whether the closing quote of a scalar is missing. */
export function isUnterminated(node: ScalarNode): boolean {
  return !node.closed && (node.style === 'single' || node.style === 'double');
}

/** Like `plainScalarAt`, but without expressions, so that the value is known. */
export function literalScalarAt(step: Pick<Step, 'node'>): ScalarNode | undefined {
  const scalar = plainScalarAt(step);
  return scalar?.value.includes('{{') ? undefined : scalar;
}

/** The literal under a key of a map. */
export function literalAt(map: MapNode, name: string): ScalarNode | undefined {
  const node = map.pairs.findLast((pair) => pair.name === name)?.value;
  return node && literalScalarAt({ node });
}

/**
 * Whether a field has no value, and the following text cannot be its value with lost indentation: the next key is a
 * field of the object and not an expected entry.
 */
export function lacksValue(subject: Subject, parent: Step, pair: Pair): boolean {
  if (!hasNoValue(subject.unit, pair)) return false;
  if (parent.type.kind !== 'object') return true;
  const next = keyAfter(subject, parent, pair);
  return next === undefined || fieldOf(parent.type.object, next) !== undefined;
}

/** The name of the next key of an object, which may be in another unit. */
function keyAfter({ project, source, unit }: Subject, step: Step, pair: Pair): string | undefined {
  const { pairs } = pair.parent;
  const next = pairs[indexOfPair(pair) + 1];
  const path = next === undefined ? spreadPath(unit, step) : undefined;
  if (path === undefined) return next?.name;
  const keys = project.inOrder('rootKey', spreadKey(source.address, path));
  const at = keys.findIndex((key) => key.unit === unit && key.name.start === pair.key.start);
  return keys[at + 1]?.name.text;
}

const brokenEnds = engine.query('ends of broken places', (unit: Unit) =>
  latestEnds(unit.parsed.problems.filter(isUnrepaired)),
);

/** Whether a syntax error at this place makes its meaning uncertain. */
export function isBroken(unit: Unit, { start, end }: Range): boolean {
  return brokenEnds(unit)(end) >= start;
}

/**
 * Whether a place is in a field of a widget or of an undescribed module, where any structure is possible. Only fields
 * that mean the same in every widget are certain.
 */
export function isWidgetSpecificField(step: Step): boolean {
  const config = enclosingStep(step.parent, 'any-widget-config', 'module-config');
  if (config === undefined) return false;
  let field = step;
  while (field.parent !== undefined && field.parent !== config) field = field.parent;
  const isWidget = config.type.kind === 'object' && config.type.object === 'any-widget-config';
  return !isWidget || field.pair === undefined || !SHARED_FIELDS.has(field.pair.name);
}

/** Whether a place is a field that the description of a known widget lists. */
export function isFieldOfKnownWidget({ parent, field, catalog }: Step): boolean {
  const { node, type } = parent ?? {};
  if (field === undefined || node?.kind !== 'map') return false;
  if (type?.kind !== 'object' || type.object !== 'any-widget-config') return false;
  const widget = catalog.widgetOf(textOf(node, 'widget_id'));
  return widget?.fields.some(({ name }) => name === field.name) === true;
}

/** Fields with the same meaning in every widget. */
export const SHARED_FIELDS: ReadonlySet<string> = new Set([
  'widget_id',
  'output_name',
  'cache',
  'function_name',
  'function_description',
  'function_parameters',
]);

/** The names of an object's fields that are useful as suggestions. */
export function suggestedFields(object: ObjectRef): readonly string[] {
  return specOf(object)
    .fields.filter((field) => !field.hidden)
    .map((field) => field.name);
}
