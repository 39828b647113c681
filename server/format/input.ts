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
    doc: 'A value that a state or automata requires before it runs: the message from the chat, a field of a form, or a computed value. A plain value or expression is allowed instead of the object.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      type: {
        type: enumType(INPUT_TYPES),
        required: true,
        doc: 'The type of the value. `IM` is the message that the user sent in the chat; other types come from a form, from `target_inputs` or from `value`. The specification lists `text`, `image`, `audio` and `IM`, newer documentation the others.',
        source: citeSources('seed', 'docs', 'successor'),
      },
      user_input: {
        type: BOOLEAN,
        default: 'false',
        doc: 'Whether the user enters the value in a form, which opens on the transition to the state. An input of type `IM` comes from the chat and opens no form.',
      },
      default_value: {
        type: ANY,
        aliases: ['default'],
        doc: 'The value unless `target_inputs` of the transition sets another; in a form, the initial value of the field. According to the documentation it is also used if `user_input` is false, but then the runtime of the successor uses only `value`.',
      },
      value: {
        type: ANY,
        doc: 'A fixed value or an expression. Unlike `default_value`, it is not overridden by `target_inputs`.',
      },
      name: {
        type: LITERAL,
        aliases: ['label', 'title'],
        doc: 'The label of the field in the form. It is not evaluated.',
      },
      description: { type: DISPLAYED, doc: 'The help text of the field in the form.' },
      choices: {
        type: orExpression(listOf(ANY)),
        aliases: ['options', 'enum'],
        doc: 'The allowed values, for example `[easy, hard]`, or a single expression that returns such a list. The documentation mentions only strings; newer types allow any value.',
        source: citeSources('seed', 'docs', 'successor'),
      },
      validations: {
        type: oneOf(listOf(objectRef('validation')), objectRef('validation'), EXPRESSION),
        default: '[required: true]',
        doc: 'Conditions for the value, checked in order; the first that fails is reported. The documentation specifies a list, but one page uses a single object.',
      },
      source: {
        rare: true,
        type: enumType([
          { value: 'IM', doc: 'From the chat.' },
          { value: 'form', doc: 'From a form.' },
        ]),
        doc: 'The source of the value in the newer notation: `type: text` with `source: IM` replaces `type: IM`. It implies `user_input: true`.',
        source: citeSources('successor', 'docs'),
      },
      items: {
        rare: true,
        type: objectRef('definition'),
        doc: 'The items of an input of type `array`.',
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
    doc: 'Conditions that the value of an input must satisfy.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      required: { type: BOOLEAN, default: 'true', doc: 'Whether a value is required.' },
      max_length: {
        type: NUMBER,
        default: '1500',
        doc: 'The maximum number of characters of a text. The default is defined in the specification, not in the types.',
        source: citeSources('seed', 'docs', 'types'),
      },
      max_file_size: {
        type: NUMBER,
        doc: 'The maximum size in bytes of an `image`, `audio`, `video`, `file` or `text_file`.',
      },
      max_number: {
        type: NUMBER,
        doc: 'The maximum of a `number` or `integer`.',
        source: citeSources('docs', 'types'),
      },
      min_number: {
        type: NUMBER,
        doc: 'The minimum of a `number` or `integer`.',
        source: citeSources('docs', 'types'),
      },
      max_items: {
        type: NUMBER,
        doc: 'The maximum number of items of an `array`.',
        source: citeSources('successor', 'runtime'),
      },
      min_items: {
        type: NUMBER,
        doc: 'The minimum number of items of an `array`.',
        source: citeSources('successor', 'runtime'),
      },
      error_message: {
        type: TEXT,
        notYet: true,
        doc: 'The message shown to the user if the condition fails. Not supported by the service yet.',
        source: citeSources('seed', 'successor'),
      },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
