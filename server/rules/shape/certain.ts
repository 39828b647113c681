import { engine } from '../../engine/engine';
import { spreadPath } from '../../facts/place';
import { fieldOf, specOf } from '../../format/objects';
import type { ObjectId, ObjectRef } from '../../format/types';
import { enclosingStep, isOneOf, isTagged, type Step } from '../../format/walk';
import { pathKey, spreadKey } from '../../project/symbols';
import type { Range } from '../../text/range';
import { hasIncompleteKey } from '../../yaml/incomplete-keys';
import type { Problem } from '../../yaml/problem';
import {
  indexOfPair,
  isMerged,
  isSlice,
  type MapNode,
  type Pair,
  type ScalarNode,
  textOf,
} from '../../yaml/tree';
import { isNodeUncertain } from '../../yaml/uncertainty';
import { hasNoValue, type Unit } from '../../yaml/unit';
import type { Subject } from '../rule';

/** What the rules of this chapter may be sure of: the places that the format can be held against. */

/**
 * The steps of a unit without those whose shape is anybody's guess: below a value with a tag of its own, below
 * `<<`, below an object of type `widget` (which no document describes), below `states` that is a single state
 * in place of a map (the types allow it), below `tasks` that is a single task, and in a section of a state that
 * is beside it.
 */
export const reliableSteps = engine.shared((subject: Subject): readonly Step[] => {
  const dropped = new Set<Step>();
  const steps = subject.steps.filter((step) => {
    const isDropped = step.parent !== undefined && (dropped.has(step.parent) || isOpaque(subject, step));
    if (isDropped) dropped.add(step);
    return !isDropped;
  });
  return steps;
});

/** Whether nothing is known of a value because of what it is in. */
function isOpaque(subject: Subject, { parent, pair }: Step): boolean {
  const container = parent?.node;
  if (parent === undefined || container === undefined) return false;
  if (isTagged(container) || isSingleTask(parent) || isMisindentedSection(parent)) return true;
  if (container.kind === 'map' && isWidget(container, parent)) return true;
  if (pair !== undefined && (pair.key.kind !== 'scalar' || isMergeKey(pair.key))) return true;
  return container.kind === 'map' && isSingleState(subject, parent, container);
}

function isMergeKey(key: ScalarNode): boolean {
  return key.value === '<<' && key.style === 'plain';
}

function isWidget(map: MapNode, { type }: Step): boolean {
  return type.kind === 'object' && (type.object === 'state' || type.object === 'automata')
    ? textOf(map, 'type') === 'widget'
    : false;
}

export const SECTIONS: ReadonlySet<string> = new Set(['inputs', 'tasks', 'outputs', 'render', 'transitions']);

/** What an author writes one level too far out, or in the file of the states, and so names a state by. */
const LOST_SECTIONS: ReadonlySet<string> = new Set([...SECTIONS, 'properties', 'context', 'states']);

/**
 * Whether what is written as a state is a section of the state above it, one level too far out, or of the automata: it is
 * called like one, and what it holds is nothing that a state has.
 */
export function isMisindentedSection({ parent, pair, node }: Step): boolean {
  if (parent?.type.kind !== 'map' || parent.type.keys !== 'state' || !LOST_SECTIONS.has(pair?.name ?? ''))
    return false;
  if (node?.kind === 'seq') return true;
  return (
    node?.kind === 'map' && node.pairs.length > 0 && !node.pairs.some(({ name }) => fieldOf('state', name))
  );
}

/**
 * Whether a map of states is one state itself. Children that are units of their own are asked of the table, and
 * only by those whose name makes it possible.
 */
function isSingleState(subject: Subject, step: Step, map: MapNode): boolean {
  if (step.type.kind !== 'map' || step.type.keys !== 'state') return false;
  if (!map.pairs.every(({ name }) => fieldOf('state', name) !== undefined)) return false;
  if (step.field?.name === 'states') return map.pairs.some(({ name }) => SECTIONS.has(name));
  if (subject.unit.kind !== 'state') return false;
  const { project, source } = subject;
  const prefix = project.member(source.address)?.prefix ?? [];
  const all = project.table
    .get('child', pathKey([...prefix, ...subject.unit.path]))
    .map((child) => child.name.text);
  return all.every((name) => fieldOf('state', name) !== undefined) && all.some((name) => SECTIONS.has(name));
}

/** A map that is there itself, without a tag or a type that would make something else of it. */
export function plainMapAt(step: Step): MapNode | undefined {
  const { node } = step;
  if (node?.kind !== 'map' || isTagged(node) || isWidget(node, step) || isMisindentedSection(step))
    return undefined;
  return node;
}

/** The value of `tasks` where it is a map; undefined for the list it should be. */
export function tasksMap(step: Step): MapNode | undefined {
  const { type, field } = step;
  return field?.name === 'tasks' && type.kind === 'map' && type.keys === 'task'
    ? plainMapAt(step)
    : undefined;
}

/** Whether `tasks` holds the fields of one task where its tasks should be. */
export function isSingleTask(step: Step): boolean {
  const map = tasksMap(step);
  return map?.pairs.some((pair) => pair.name === 'module_type' && pair.value.kind === 'scalar') === true;
}

/** The map of a step that is an object of the format, one of these if any are given. */
export function objectAt(step: Step, ...objects: readonly ObjectId[]): MapNode | undefined {
  const { type } = step;
  if (type.kind !== 'object' || (objects.length > 0 && !isOneOf(type.object, objects))) return undefined;
  return plainMapAt(step);
}

/** Whether the map has all its keys in itself, none that is only begun or in doubt, and is closed if it is in braces. */
export function hasAllKeys(unit: Unit, map: MapNode): boolean {
  const isClosed = !map.flow || isSlice(map) || unit.text[map.end - 1] === '}';
  const keys = map.pairs.every((pair) => pair.key.kind === 'scalar');
  return (
    isClosed &&
    keys &&
    !isMerged(map) &&
    !isNodeUncertain(unit, map) &&
    !hasIncompleteKey(map, unit.text, unit.parsed.problems)
  );
}

/** A scalar that is there itself: written out, its quotes closed, without a tag, no `null`. */
export function plainScalarAt({ node }: Pick<Step, 'node'>): ScalarNode | undefined {
  if (node?.kind !== 'scalar' || node.empty || node.type === 'null' || isTagged(node)) return undefined;
  return isUnterminated(node) ? undefined : node;
}

/** Whether the closing quote of a scalar is still to come. */
export function isUnterminated(node: ScalarNode): boolean {
  return !node.closed && (node.style === 'single' || node.style === 'double');
}

/** The same without an expression, so that its value is known. */
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
 * Whether a field has no value, and what follows it cannot have been meant as one: the next key is a field as well, and
 * not one of the entries with their indentation lost.
 */
export function lacksValue(subject: Subject, parent: Step, pair: Pair): boolean {
  if (!hasNoValue(subject.unit, pair)) return false;
  if (parent.type.kind !== 'object') return true;
  const next = keyAfter(subject, parent, pair);
  return next === undefined || fieldOf(parent.type.object, next) !== undefined;
}

/** The name of the key after another of an object; it may be in another unit. */
function keyAfter({ project, source, unit }: Subject, step: Step, pair: Pair): string | undefined {
  const { pairs } = pair.parent;
  const next = pairs[indexOfPair(pair) + 1];
  const path = next === undefined ? spreadPath(unit, step) : undefined;
  if (path === undefined) return next?.name;
  const keys = project.inOrder('rootKey', spreadKey(source.address, path));
  const at = keys.findIndex((key) => key.unit === unit && key.name.start === pair.key.start);
  return keys[at + 1]?.name.text;
}

const brokenPlaces = engine.query('broken places', (unit: Unit): readonly Range[] =>
  unit.parsed.problems.filter(isUnrepaired),
);

/** Whether the text is broken at this place, so that what is there may be meant otherwise. */
export function isBroken(unit: Unit, range: Range): boolean {
  return brokenPlaces(unit).some(({ start, end }) => start <= range.end && range.start <= end);
}

/** Whether a problem leaves the tree other than the author means it. */
export function isUnrepaired({ kind, recovered }: Problem): boolean {
  return recovered !== true && kind !== 'comment' && kind !== 'limit';
}

/**
 * Whether a place belongs to a field of a widget, or of an unknown module, that may be of any shape there: only
 * the fields that mean the same in every widget are certain.
 */
export function isWidgetSpecificField(step: Step): boolean {
  const config = enclosingStep(step.parent, 'any-widget-config', 'module-config');
  if (config === undefined) return false;
  let field = step;
  while (field.parent !== undefined && field.parent !== config) field = field.parent;
  const isWidget = config.type.kind === 'object' && config.type.object === 'any-widget-config';
  return !(isWidget && SHARED_FIELDS.has(field.pair?.name ?? ''));
}

/** Whether a place is what a known widget takes under a name, as its description says. */
export function isFieldOfKnownWidget({ parent, field, catalog }: Step): boolean {
  const { node, type } = parent ?? {};
  if (field === undefined || node?.kind !== 'map') return false;
  if (type?.kind !== 'object' || type.object !== 'any-widget-config') return false;
  const widget = catalog.widgetOf(textOf(node, 'widget_id') ?? '');
  return widget?.fields.some(({ name }) => name === field.name) === true;
}

/** Fields that mean the same in every widget. */
export const SHARED_FIELDS: ReadonlySet<string> = new Set([
  'widget_id',
  'output_name',
  'cache',
  'function_name',
  'function_description',
  'function_parameters',
]);

/** The names of an object's fields that are worth naming to an author. */
export function suggestedFields(object: ObjectRef): readonly string[] {
  return specOf(object)
    .fields.filter((field) => !field.hidden)
    .map((field) => field.name);
}
