import { enumType, FLAG, fields, LITERAL, listOf, mapOf, objectRef, oneOf } from './build';
import { citeSources } from './documents';
import type { EnumValue, Field, ObjectId, ObjectSpec, Type } from './types';

/**
 * Objects of files in which users describe modules, widgets and tags (`atomicState.modules`). They are described like
 * the files of the format, so that completion, hover and validation work in them as well.
 */

const SOURCE = citeSources('manual');

/** Plain data, in which nothing is evaluated. */
const PLAIN: Type = { kind: 'any', template: false };

const RESULT_WORDS: readonly EnumValue[] = [
  { value: 'string', doc: 'Text.' },
  { value: 'number', doc: 'A number.' },
  { value: 'boolean', doc: '`true` or `false`.' },
  { value: 'any', doc: 'Any value.' },
];

const RESULT_WORD = enumType(RESULT_WORDS);

/** A map of members, a list with the type of its items, or a word. */
const RESULT_TYPE = oneOf(
  objectRef('own-result'),
  listOf(oneOf(objectRef('own-result'), listOf(PLAIN), RESULT_WORD)),
  RESULT_WORD,
);

const FIELD_TYPES: readonly EnumValue[] = [
  ...RESULT_WORDS.slice(0, 2),
  { value: 'integer', doc: 'A whole number.' },
  { value: 'boolean', doc: '`true` or `false`.' },
  { value: 'list', doc: 'A list; `item` describes its items.' },
  { value: 'object', doc: 'A map; `fields` describes its keys.' },
  { value: 'any', doc: 'Any value.' },
];

const DESCRIPTION: Field = {
  name: 'description',
  type: LITERAL,
  doc: 'What it does or means, for completion and hover. Words between backticks are shown as code.',
  source: SOURCE,
};

const FIELDS: Field = {
  name: 'fields',
  type: mapOf('free', objectRef('own-field')),
  doc: 'The fields by name. Without it, any field is allowed.',
  source: SOURCE,
};

const OPEN: Field = {
  name: 'open',
  type: FLAG,
  default: 'false',
  doc: 'Whether fields that `fields` does not list are allowed without a warning.',
  source: SOURCE,
};

const OUTPUT_NAME: Field = {
  name: 'output_name',
  type: LITERAL,
  doc: 'The name of the variable for the result if the task has no `output_name`.',
  source: SOURCE,
};

const RESULT: Field = {
  name: 'result',
  type: RESULT_TYPE,
  doc: 'The type of the result: `string`, `number`, `boolean` or `any`, a map of properties such as `{city: string}`, or a list with the type of its items such as `[{day: string}]`.',
  source: SOURCE,
};

export const OWN_OBJECTS = {
  'modules-file': {
    title: 'modules file',
    doc: 'Describes your own modules, widgets and tags. The setting `atomicState.modules` lists such files.',
    extra: 'closed',
    fields: fields(SOURCE, {
      modules: {
        type: mapOf('free', objectRef('own-module')),
        doc: 'Modules by their `module_type`.',
      },
      widgets: { type: mapOf('free', objectRef('own-widget')), doc: 'Widgets by their `widget_id`.' },
      tags: { type: listOf(LITERAL), doc: 'More YAML tags to accept, in quotes: `["!env"]`.' },
    }),
  },
  'own-module': {
    title: 'module description',
    doc: 'A module that tasks can call by its `module_type`.',
    extra: 'closed',
    fields: [DESCRIPTION, FIELDS, OPEN, OUTPUT_NAME, RESULT],
  },
  'own-widget': {
    title: 'widget description',
    doc: 'A widget that tasks can call by its `widget_id`.',
    extra: 'closed',
    fields: [
      { name: 'name', type: LITERAL, doc: 'Its display name.', source: SOURCE },
      DESCRIPTION,
      FIELDS,
      OPEN,
      RESULT,
    ],
  },
  'own-field': {
    title: 'field description',
    doc: 'A field of a configuration.',
    extra: 'closed',
    fields: fields(SOURCE, {
      type: {
        type: enumType(FIELD_TYPES),
        default: 'any',
        doc: 'The type of the value. An expression is always allowed.',
      },
      required: { type: FLAG, default: 'false', doc: 'Whether the field is required.' },
      description: DESCRIPTION,
      values: {
        type: listOf(oneOf(objectRef('own-value'), PLAIN)),
        doc: 'The allowed values: a list of texts or numbers, or of `{value, description}`. Other values are reported.',
      },
      default: { type: PLAIN, doc: 'The value if the field is missing.' },
      item: { type: objectRef('own-field'), doc: 'For a `list`: the description of its items.' },
      fields: { ...FIELDS, doc: 'For an `object`: its fields by name.' },
      open: OPEN,
      deprecated: { type: LITERAL, doc: 'The field to use instead; this field is shown struck through.' },
    }),
  },
  'own-result': {
    title: 'map of properties',
    doc: 'The properties of a result by name.',
    extra: 'open',
    fields: [],
    others: RESULT_TYPE,
  },
  'own-value': {
    title: 'value description',
    doc: 'An allowed value of a field.',
    extra: 'closed',
    fields: [{ name: 'value', type: PLAIN, required: true, doc: 'The value.', source: SOURCE }, DESCRIPTION],
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
