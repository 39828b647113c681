import { specOf } from '../format/objects';
import type { EnumValue, Field, KeyRole, ObjectRef, Type, ValueRole } from '../format/types';
import { titled, worded } from './markdown';

/** How the format's fields and types read to a person: the words that hover and completion share. */

const ANYTHING = 'any value';

/** Longer enumerations are cut. */
const MAX_VALUES = 5;

const ROLES: Readonly<Record<ValueRole, string>> = {
  target: 'target',
  initial: 'name of a state',
  event: 'event name',
  id: 'text',
  result: 'name',
  automata: 'path of a main file',
  'state-path': 'name of a state',
  raised: 'event name',
  button: 'button content',
  'form-field': 'input name',
};

const MAPS: Readonly<Record<KeyRole, string>> = {
  state: 'map of states',
  context: 'map of variables',
  input: 'map of inputs',
  output: 'map of outputs',
  event: 'map of transitions by event',
  payload: 'map of values',
  'target-input': 'map of values by input',
  task: 'map of tasks',
  'context-value': 'map of values by variable',
  'payload-value': 'map of values',
  'form-value': 'map of values by input',
  'task-result': 'map of results by task',
  'task-run': 'map of expectations by task',
  free: 'map',
};

/** The name of a type in a few words of plain text, fit for the line beside a name: `list of buttons or expression`. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'any':
      return ANYTHING;
    case 'string':
      if (type.role !== undefined) return ROLES[type.role];
      return type.expressionOnly ? 'expression' : type.code ? 'code' : 'text';
    case 'number':
      return type.integer ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    case 'enum':
      return valueNames(type.values);
    case 'object':
      return specOf(type.object).title;
    case 'map':
      return MAPS[type.keys];
    case 'list':
      return listName(itemName(type.item));
    case 'union':
      return oneOf(type.of);
    case 'variant':
      return oneOf([...type.variants.map((variant) => variant.type), type.otherwise]);
    case 'sibling':
      return `depends on ${type.key}`;
  }
}

/** Everything worth knowing of a field, as Markdown: name, type, whether it is required, default, meaning, source. */
export function describeField(field: Field, owner: ObjectRef): string {
  const facts = [worded(typeName(field.type))];
  if (field.required) facts.push('**required**');
  if (field.default !== undefined) facts.push(`default: ${worded(field.default)}`);
  const parts = [`${titled(field.name)} · ${facts.join(' · ')}`];
  if (field.deprecated !== undefined) parts.push(`**Deprecated**: use ${field.deprecated}.`);
  if (field.notYet) parts.push('Announced, without effect so far.');
  parts.push(field.doc, smallPrint(specOf(owner).title, field.source));
  return parts.join('\n\n');
}

/** The last line under a description: what it belongs to, and which document says so. */
export function smallPrint(...parts: readonly string[]): string {
  return `*${parts.map(worded).join(' · ')}*`;
}

function valueNames(values: readonly EnumValue[]): string {
  const names = values.filter((value) => !value.hidden && !value.deprecated).map((value) => value.value);
  return names.length > MAX_VALUES ? `${names.slice(0, MAX_VALUES - 1).join(' | ')} | …` : names.join(' | ');
}

/** Alternatives, each once. That anything is tolerated beside what is meant says nothing. */
function oneOf(types: readonly Type[]): string {
  const names = [...new Set(types.map(typeName))].filter((name) => name !== ANYTHING);
  const [last = ANYTHING, ...others] = names.reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

/** Of alternatives for an item, the first is the usual one. */
function itemName(item: Type): string {
  return item.kind === 'union' && item.of[0] !== undefined ? typeName(item.of[0]) : typeName(item);
}

function listName(item: string): string {
  return item === ANYTHING ? 'list' : `list of ${item.endsWith('s') ? item : `${item}s`}`;
}
