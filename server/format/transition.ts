import { ANY, fields, listOf, mapOf, objectRef, oneOf, orExpression, TEXT } from './build';
import { citeSources } from './documents';
import type { ObjectId, ObjectSpec, StringType, Type } from './types';

/** Transitions. */

const TARGET = { kind: 'string', template: false, role: 'target' } as const satisfies StringType;

/** The value of a key of `transitions`: a target, a case, or a list of cases, of which the first true one is used. */
export const TRANSITION: Type = oneOf(
  TARGET,
  objectRef('transition-case'),
  listOf(objectRef('transition-case')),
);

export const TRANSITION_OBJECTS = {
  'transition-case': {
    title: 'transition case',
    doc: 'A possible transition of an event, taken if its condition is true. An empty case `{}` runs this state again.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      target: {
        type: TARGET,
        aliases: ['to', 'goto', 'go_to', 'state', 'next', 'next_state'],
        default: 'the state itself',
        doc: 'The next state: a sibling (`quiz_page`), a child of this automata (`.intro`), a path (`lesson.intro`), or any state by its `id` (`#home`). It is not evaluated.',
        source: citeSources('types', 'docs'),
      },
      condition: {
        type: { kind: 'boolean', template: true, literalText: true },
        aliases: ['if', 'when', 'cond', 'guard'],
        default: 'true',
        doc: "Whether this case is taken: a boolean or a single expression, for example `'{{context.score > 3}}'`. In a list, the first case whose condition is true is taken. Text or spaces around the braces make it a string, which is always true. According to the specification it can read `payload`, but not in the runtime of the successor.",
      },
      target_inputs: {
        type: orExpression(mapOf('target-input', ANY)),
        aliases: ['inputs', 'params'],
        doc: "Values for the inputs of the target state, for example `answer: '{{payload.answer}}'`. They override `default_value` of the input, but not `value`. On `ALWAYS`, the runtime of the successor ignores them.",
      },
      error_message: {
        type: TEXT,
        doc: 'According to the types, a text that may be shown if the condition is false.',
        source: citeSources('types'),
      },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
