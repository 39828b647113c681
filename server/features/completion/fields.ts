import type { Catalog } from '../../format/catalog';
import { isIneffectiveLimit } from '../../format/limits';
import { caseOf, fieldOf, specOf } from '../../format/objects';
import type { Field, ObjectId, ObjectRef, Type } from '../../format/types';
import { enclosingStep } from '../../format/walk';
import { spreadKey } from '../../project/names/symbols';
import { msg } from '../../text/message';
import { type MapNode, resolveAlias, textOf } from '../../yaml/tree/tree';
import { NEW_MAP, type ValueTemplate } from '../../yaml/write/values';
import { describeField, typeName } from '../describe';
import { factLine } from '../markdown';
import { type CompletionContext, existingKeys, objectsAt } from './completion-context';
import { hasEvents } from './events';
import type { CompletionCandidate } from './item';
import { expressionPlaceholder, placeholder, valuePlaceholder } from './snippet';

/** The names of fields, as keys of objects. */

const REQUIRED = 0;
/** Rank of the field that follows, in the order of the format, the one above the cursor. */
const NEXT = 1;
const OPTIONAL = 2;
const RARE = 3;
const UNLIKELY = 4;
const DEPRECATED = 6;

/**
 * The fields of the object at the cursor: required ones first, then those that usually come next, deprecated ones
 * last. Hidden and existing fields are left out, and limits of a validation without effect on the type of the input.
 */
export function fieldCandidates(context: CompletionContext): CompletionCandidate[] {
  const present = existingKeys(context);
  const candidates: CompletionCandidate[] = [];
  const seen = new Set(present);
  const { catalog } = context.step;
  const above = nameAbove(context);
  const type = typeOfInput(context);
  objectsAt(context).forEach((object, index) => {
    const fields = fieldsOf(object, context.cursor.map, catalog);
    const last = fields.findIndex(({ name }) => name === above);
    for (const [order, field] of fields.entries()) {
      if (field.hidden || seen.has(field.name)) continue;
      if (object === 'validation' && type !== undefined && isIneffectiveLimit(field.name, type)) continue;
      seen.add(field.name);
      const isRequired = field.required || isSuggestedRequired(field, object, present);
      const isNext = order > last || field.name === NAME_OF_RESULT;
      // A form gives the value.
      const isGiven = object === 'input' && field.name === 'value' && isAsked(context.cursor.map);
      const note = isRequired ? msg('required') : undefined;
      candidates.push({
        label: field.name,
        kind: 'field',
        insert: { as: 'key', name: field.name, value: valueTemplate(field.type, context.cursor.map) },
        rank: rankOf(field, index > 0 || isGiven, isRequired, isNext),
        detail: factLine(typeName(field.type), index > 0 ? msg(specOf(object).title) : note),
        documentation: () => describeField(field, object),
        deprecated: field.deprecated !== undefined,
        // Enter would accept the first item of the list, a name for a new event.
        retrigger:
          hasCompletions(field.type, context.cursor.map) && (!isOfEvent(field) || hasEvents(context)),
      });
    }
  });
  return candidates;
}

/** Whether the value of a field of a button or event is an event. */
function isOfEvent({ name }: Field): boolean {
  return name === 'on_click' || name === 'event';
}

/** Whether an input is asked for in a form. */
function isAsked(input: MapNode | undefined): boolean {
  return input !== undefined && textOf(input, 'user_input') === 'true';
}

/** The type of the input around the cursor, if it is known. */
function typeOfInput({ step }: CompletionContext): string | undefined {
  const written = enclosingStep(step, 'input')?.node;
  const node = written && resolveAlias(written);
  return node?.kind === 'map' ? textOf(node, 'type') : undefined;
}

function rankOf(field: Field, isUnlikely: boolean, isRequired: boolean, isNext: boolean): number {
  if (field.deprecated) return DEPRECATED;
  if (isUnlikely) return UNLIKELY;
  if (isRequired) return REQUIRED;
  if (field.rare) return RARE;
  return isNext ? NEXT : OPTIONAL;
}

/** Always suggested early: without it, the result of a task is lost. */
const NAME_OF_RESULT = 'output_name';

/** The last key above the cursor in its map. */
function nameAbove({ at, cursor, step }: CompletionContext): string | undefined {
  const above = cursor.map?.pairs.findLast((pair) => pair !== cursor.pair && pair.start < at.offset);
  if (above || step.parent !== undefined) return above?.name;
  // The keys of the root may be in several units.
  const { document } = at.source;
  const own = document.indexOf(at.unit);
  const keys = at.project.inOrder('rootKey', spreadKey(at.source.address, at.path));
  return keys.findLast(({ unit }) => document.indexOf(unit) < own)?.name.text;
}

/** The fields of an object. A known widget adds those of its configuration. */
function fieldsOf(object: ObjectRef, present: MapNode | undefined, catalog: Catalog): readonly Field[] {
  const { fields } = catalog.specOf(object);
  const id = object === 'any-widget-config' && present ? textOf(present, 'widget_id') : undefined;
  const widget = catalog.widgetOf(id);
  if (widget === undefined) return fields;
  const own = new Set(widget.fields.map((field) => field.name));
  const general = WIDGET_FIELDS.flatMap((name) =>
    own.has(name) ? [] : (catalog.fieldOf(object, name) ?? []),
  );
  return [...widget.fields, ...general];
}

/** Fields of every widget. */
const WIDGET_FIELDS = ['widget_id', 'output_name', 'cache'];

/** Whether a field is required; if one of several fields is required, only the first is suggested. */
function isSuggestedRequired(field: Field, object: ObjectRef, present: ReadonlySet<string>): boolean {
  const { oneOf } = specOf(object);
  return oneOf?.[0] === field.name && !oneOf.some((name) => present.has(name));
}

/** The text after the name of a field: the placeholder of its value. `siblings` is the map of the field. */
export function valueTemplate(type: Type, siblings?: MapNode): ValueTemplate {
  switch (type.kind) {
    case 'object':
    case 'map':
      return NEW_MAP;
    case 'list':
      return [valueTemplate(type.item)];
    case 'union':
      return valueTemplate(preferred(type.of));
    case 'variant':
      return valueTemplate(type.otherwise);
    case 'sibling':
      return valueTemplate(caseOf(type, siblings && textOf(siblings, type.key)), siblings);
    case 'string':
    case 'enum':
      return placeholder();
    default:
      return valuePlaceholder();
  }
}

/** A string is preferred to structures if it is equally valid, as it is the shortest. */
function preferred(types: readonly Type[]): Type {
  const text = types.find((type) => type.kind === 'string' && !type.expressionOnly);
  return text ?? types[0] ?? { kind: 'any', template: true };
}

/** Whether there are completions at the placeholder of `valueTemplate`. */
export function hasCompletions(type: Type, siblings?: MapNode): boolean {
  switch (type.kind) {
    case 'object':
    case 'boolean':
    case 'enum':
      return true;
    case 'string':
      return type.suggestions !== undefined || (type.role !== undefined && ROLES_WITH_ITEMS.has(type.role));
    case 'map':
      return KEYS_WITH_ITEMS.has(type.keys);
    case 'list':
      return hasCompletions(type.item);
    case 'union':
      return hasCompletions(preferred(type.of));
    case 'variant':
      return hasCompletions(type.otherwise);
    case 'sibling':
      return hasCompletions(caseOf(type, siblings && textOf(siblings, type.key)));
    default:
      return false;
  }
}

const ROLES_WITH_ITEMS: ReadonlySet<string> = new Set([
  'target',
  'initial',
  'event',
  'state-path',
  'raised',
  'button',
  'form-field',
  'automata',
]);

const KEYS_WITH_ITEMS: ReadonlySet<string> = new Set([
  'event',
  'output',
  'target-input',
  'context-value',
  'payload-value',
  'form-value',
  'task-result',
  'task-run',
  'rule',
]);

/** Fields of a new object of a kind, if they differ from the required ones. */
const FIRST_FIELDS: Partial<Record<ObjectId, readonly string[]>> = {
  'transition-case': ['condition', 'target'],
  task: ['module_type'],
  input: ['type', 'user_input'],
  event: ['event', 'payload'],
  'memory-item': ['role', 'content'],
  variable: ['type', 'value'],
};

/** A new object: with its first fields, otherwise a map whose first key is a placeholder. */
export function objectTemplate(object: ObjectRef): ReadonlyMap<string, ValueTemplate> {
  const names =
    (typeof object === 'string' ? FIRST_FIELDS[object] : undefined) ??
    specOf(object).fields.flatMap((field) => (field.required ? [field.name] : []));
  const fields = names.flatMap((name) => fieldOf(object, name) ?? []);
  // A field with an object as its value is easier to choose after the fields before it are written.
  const plain = fields.filter(({ type }) => type.kind !== 'object' && type.kind !== 'sibling');
  return new Map(plain.map((field) => [field.name, firstValue(field)]));
}

function firstValue(field: Field): ValueTemplate {
  return field.type.kind === 'boolean' && field.type.literalText
    ? expressionPlaceholder()
    : valueTemplate(field.type);
}
