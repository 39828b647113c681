import {
  ANY,
  BOOLEAN,
  DISPLAYED,
  EXPRESSION,
  enumType,
  fields,
  LITERAL,
  listOf,
  mapOf,
  NUMBER,
  objectRef,
  oneOf,
  orExpression,
  TEXT,
} from './build';
import { citeSources } from './documents';
import type { ObjectId, ObjectSpec, Type } from './types';
import { INPUT_TYPES } from './value-types';

/** Inputs and their validations. */

/** The value of a key of `inputs`. */
export const INPUT_OR_VALUE: Type = oneOf(objectRef('input'), ANY);

export const INPUT_OBJECTS = {
  input: {
    title: 'input',
    doc:
      'What a state or automata needs before it runs: the message from the chat, a field of a form, or a value. ' +
      'A plain value or expression may stand in its place.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      type: {
        type: enumType(INPUT_TYPES),
        required: true,
        doc:
          'The kind of the value. `IM` is the message which the user sent in the chat; the others come from a form, from `target_inputs` or from `value`. ' +
          'The specification lists `text`, `image`, `audio` and `IM`, newer documents the rest.',
        source: citeSources('seed', 'docs', 'successor'),
      },
      user_input: {
        type: BOOLEAN,
        default: 'false',
        doc: 'Whether the user is asked for it: a form opens on the transition into the state. An input of type `IM` comes from the chat and opens no form.',
      },
      default_value: {
        type: ANY,
        aliases: ['default'],
        doc:
          'The value unless `target_inputs` of the transition gives another; in a form, what stands there at first. ' +
          'The documentation also uses it where `user_input` is false, while the runtime of the successor looks at `value` alone there.',
      },
      value: {
        type: ANY,
        doc: 'A fixed value or an expression. Unlike `default_value` it is not overridden by `target_inputs`.',
      },
      name: {
        type: LITERAL,
        aliases: ['label', 'title'],
        doc: 'The label in the form. It is not evaluated.',
      },
      description: { type: DISPLAYED, doc: 'Help for the user in the form.' },
      choices: {
        type: orExpression(listOf(ANY)),
        aliases: ['options', 'enum'],
        doc: 'The values to choose from, for example `[easy, hard]`; or one expression that gives such a list. The documentation speaks of strings only, newer types allow any value.',
        source: citeSources('seed', 'docs', 'successor'),
      },
      validations: {
        type: oneOf(listOf(objectRef('validation')), objectRef('validation'), EXPRESSION),
        default: '[required: true]',
        doc: 'Conditions on the value, tried in order; the first that fails is reported. The list is the documented form, one page of the documentation writes a single object.',
      },
      source: {
        rare: true,
        type: enumType([
          { value: 'IM', doc: 'From the chat.' },
          { value: 'form', doc: 'From a form.' },
        ]),
        doc: 'Where the value comes from, in the newer way of writing: `type: text` with `source: IM` is what `type: IM` was. With it, `user_input` counts as true.',
        source: citeSources('successor', 'docs'),
      },
      items: {
        rare: true,
        type: objectRef('definition'),
        doc: 'What an input of type `array` holds.',
        source: citeSources('successor'),
      },
      properties: {
        rare: true,
        type: mapOf('free', objectRef('definition')),
        doc: 'The keys of an input of type `object`.',
        source: citeSources('successor'),
      },
    }),
  },
  validation: {
    title: 'validation',
    doc: 'Conditions that the value of an input must meet.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      required: { type: BOOLEAN, default: 'true', doc: 'Whether the input may not be left empty.' },
      max_length: {
        type: NUMBER,
        default: '1500',
        doc: 'The most characters that a text may have. The default is that of the specification; the types give none.',
        source: citeSources('seed', 'docs', 'types'),
      },
      max_file_size: {
        type: NUMBER,
        doc: 'The most bytes that a file may have: `image`, `audio`, `video`, `file`, `text_file`.',
      },
      max_number: {
        type: NUMBER,
        doc: 'The highest value of a `number` or `integer`.',
        source: citeSources('docs', 'types'),
      },
      min_number: {
        type: NUMBER,
        doc: 'The lowest value of a `number` or `integer`.',
        source: citeSources('docs', 'types'),
      },
      max_items: {
        type: NUMBER,
        doc: 'The most items that an `array` may have.',
        source: citeSources('successor', 'runtime'),
      },
      min_items: {
        type: NUMBER,
        doc: 'The fewest items that an `array` may have.',
        source: citeSources('successor', 'runtime'),
      },
      error_message: {
        type: TEXT,
        notYet: true,
        doc: 'What to tell the user when the condition fails. Announced, but without effect so far.',
        source: citeSources('seed', 'successor'),
      },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
