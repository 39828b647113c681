import { ANY, enumType, fields, LITERAL, mapOf, objectRef, oneOf } from './build';
import { citeSources } from './documents';
import type { Field, ObjectId, ObjectSpec, Type } from './types';
import { VARIABLE_TYPES } from './value-types';

/** Variables (`context`, `outputs`) and the definitions of array elements and object members. */

// The types are wide where plain data may have such a key next to its own `value`.
const VARIABLE_FIELDS: readonly Field[] = fields(citeSources('successor'), {
  type: {
    type: enumType(VARIABLE_TYPES),
    doc: 'The type of the value. The specification defines `text`, `image` and `audio`; newer documentation adds `number`, `boolean`, `array` and others.',
    source: citeSources('seed', 'docs', 'successor'),
  },
  value: {
    type: ANY,
    doc: "The value, or an expression that computes it. A string that is exactly one expression keeps the type of its result: `'{{0}}'` is a number.",
    source: citeSources('seed', 'types', 'docs'),
  },
  name: { type: ANY, doc: 'A display label.' },
  items: { type: oneOf(objectRef('definition'), ANY), doc: 'The items of a variable of type `array`.' },
  properties: {
    type: oneOf(mapOf('free', oneOf(objectRef('definition'), ANY)), ANY),
    doc: 'The keys of a variable of type `object`.',
  },
  name_mode: {
    type: ANY,
    hidden: true,
    doc: 'Written by the visual builder of the successor format; it has no effect here.',
    source: citeSources('files'),
  },
  display_name: {
    type: ANY,
    hidden: true,
    doc: 'Written by the visual builder of the successor format; it has no effect here.',
    source: citeSources('files'),
  },
});

/**
 * The value of a key of `context` or `outputs`: a variable if it has a `value` and only keys of variables, otherwise
 * plain data. `type` alone is not sufficient, as plain data may have a `type`.
 */
export const VARIABLE_OR_VALUE: Type = oneOf(
  {
    kind: 'variant',
    variants: [
      {
        type: objectRef('variable'),
        hasAny: ['value'],
        within: VARIABLE_FIELDS.map((field) => field.name),
      },
    ],
    otherwise: ANY,
  },
  ANY,
);

export const VARIABLE_OBJECTS = {
  variable: {
    title: 'variable',
    doc: 'A value with its type. A plain value or expression is allowed instead of the object.',
    extra: 'closed',
    fields: VARIABLE_FIELDS,
  },
  definition: {
    title: 'definition',
    doc: 'Describes the items of an array or a key of an object. Only the types of the successor format define it.',
    extra: 'open',
    fields: fields(citeSources('successor'), {
      type: {
        type: enumType(VARIABLE_TYPES),
        doc: 'The type of the value.',
      },
      name: { type: LITERAL, doc: 'A display label.' },
      items: { type: objectRef('definition'), doc: 'The items of an `array`.' },
      properties: { type: mapOf('free', objectRef('definition')), doc: 'The keys of an `object`.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
