import { specOf } from '../format/objects';
import type { EnumValue, Field, KeyRole, ObjectRef, Type, ValueRole } from '../format/types';
import { formatMessage, joinMessages, type Message, msg, pluralOf, seriesOf } from '../text/message';
import { boldName, factLine, inlineCode, paragraphs, plainOrCode, valueOrCode } from './markdown';

/** Descriptions of the format's fields and types, used by hover and completion. */

const ANYTHING = msg('any value');

/** Longer enumerations are cut. */
const MAX_VALUES = 5;

const ROLES: Readonly<Record<ValueRole, Message>> = {
  target: msg('target'),
  initial: msg('state name'),
  event: msg('event name'),
  id: msg('text'),
  result: msg('name'),
  automata: msg('path of the main file'),
  'state-path': msg('state name'),
  raised: msg('event name'),
  button: msg('button content'),
  'form-field': msg('input name'),
};

const MAPS: Readonly<Record<KeyRole, Message>> = {
  state: msg('map of states'),
  context: msg('map of variables'),
  input: msg('map of inputs'),
  output: msg('map of outputs'),
  event: msg('map of events to transitions'),
  payload: msg('map of values'),
  'target-input': msg('map of inputs to values'),
  task: msg('map of tasks'),
  'context-value': msg('map of variables to values'),
  'payload-value': msg('map of values'),
  'form-value': msg('map of inputs to values'),
  'task-result': msg('map of tasks to results'),
  'task-run': msg('map of tasks to expectations'),
  rule: msg('map of codes to severities'),
  free: msg('map'),
};

type Notation = 'text' | 'markdown';

/** A short name of a type for use next to a name: `list of buttons or expression`. */
export function typeName(type: Type, notation: Notation = 'text'): Message {
  switch (type.kind) {
    case 'any':
      return ANYTHING;
    case 'string':
      if (type.role !== undefined) return ROLES[type.role];
      return type.expressionOnly ? msg('expression') : type.code ? msg('code') : msg('text');
    case 'number':
      return type.integer ? msg('integer') : msg('number');
    case 'boolean':
      return msg('boolean');
    case 'enum':
      return valueNames(type.values, notation);
    case 'object':
      return titleOf(specOf(type.object).title, notation);
    case 'map':
      return MAPS[type.keys];
    case 'list':
      return listName(itemName(type.item, notation));
    case 'union':
      return oneOf(type.of, notation);
    case 'variant':
      return oneOf([...type.variants.map((variant) => variant.type), type.otherwise], notation);
    case 'sibling':
      return msg`depends on ${type.key}`;
  }
}

/** The documentation of a field as Markdown: name, type, whether it is required, default, meaning, source. */
export function describeField(field: Field, owner: ObjectRef): Message {
  return paragraphs(
    fieldSummary(field),
    field.deprecated === undefined ? undefined : msg`**Deprecated**: use ${msg(field.deprecated)}.`,
    field.notYet ? msg('Not supported by the service yet.') : undefined,
    msg(field.doc),
    sourceNote(specOf(owner).title, field.source),
  );
}

/** The first line of the description of a field. */
export function fieldSummary(field: Field): Message {
  return factLine(
    boldName(field.name),
    typeName(field.type, 'markdown'),
    field.required ? msg('**required**') : undefined,
    field.default === undefined ? undefined : msg`default: ${valueOrCode(field.default)}`,
  );
}

/** The last line of a description: the owner of the field, and the document that describes it. */
export function sourceNote(...parts: readonly string[]): Message {
  return msg`*${factLine(...parts.map(plainOrCode))}*`;
}

/** Titles in files of modules may be the name of a field as code. */
function titleOf(title: string, notation: Notation): Message {
  if (notation === 'text') return msg(title);
  const [, code] = /^`([^`]+)`$/.exec(title) ?? [];
  return code === undefined ? plainOrCode(title) : inlineCode(code);
}

function valueNames(values: readonly EnumValue[], notation: Notation): Message {
  const names = values.filter((value) => !value.hidden && !value.deprecated).map((value) => value.value);
  const some = names.length > MAX_VALUES ? [...names.slice(0, MAX_VALUES - 1), '…'] : names;
  return joinMessages(notation === 'text' ? some : some.map(valueOrCode), ' | ');
}

/** Alternatives without duplicates. `any` next to other alternatives is left out. */
function oneOf(types: readonly Type[], notation: Notation): Message {
  const names = new Map(types.map((type) => [formatMessage(typeName(type)), typeName(type, notation)]));
  names.delete(ANYTHING.template);
  return names.size === 0 ? ANYTHING : seriesOf([...names.values()], 'or');
}

/** The first alternative of an item is the usual one. */
function itemName(item: Type, notation: Notation): Message {
  return typeName(item.kind === 'union' && item.of[0] !== undefined ? item.of[0] : item, notation);
}

function listName(item: Message): Message {
  if (item === ANYTHING) return msg('list');
  return msg`list of ${pluralOf(item)}`;
}
