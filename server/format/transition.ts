import { ANY, fields, listOf, mapOf, objectRef, oneOf, orExpression, TEXT } from './build';
import { citeSources } from './documents';
import type { ObjectId, ObjectSpec, StringType, Type } from './types';

/** Where an event leads. */

const TARGET = { kind: 'string', template: false, role: 'target' } as const satisfies StringType;

/** The value of a key of `transitions`: a target, a case, or cases of which the first that holds is taken. */
export const TRANSITION: Type = oneOf(
  TARGET,
  objectRef('transition-case'),
  listOf(objectRef('transition-case')),
);

export const TRANSITION_OBJECTS = {
  'transition-case': {
    title: 'transition case',
    doc:
      'One way that an event may lead, taken if its condition holds. ' +
      'An empty case `{}` runs the state itself again.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      target: {
        type: TARGET,
        aliases: ['to', 'goto', 'go_to', 'state', 'next', 'next_state'],
        default: 'the state itself',
        doc:
          'The state to go to: a sibling (`quiz_page`), a child of this automata (`.intro`), a path down (`lesson.intro`), or a state by its `id` anywhere (`#home`). ' +
          'It is not evaluated.',
        source: citeSources('types', 'docs'),
      },
      condition: {
        type: { kind: 'boolean', template: true, literalText: true },
        aliases: ['if', 'when', 'cond', 'guard'],
        default: 'true',
        doc:
          "Whether this case is taken: a boolean or one expression, for example `'{{context.score > 3}}'`. " +
          'Of a list, the first case that holds is taken. Text or blanks around the braces make it a text, which always holds. ' +
          'By the specification it may read `payload`; the runtime of the successor does not offer it there.',
      },
      target_inputs: {
        type: orExpression(mapOf('target-input', ANY)),
        aliases: ['inputs', 'params'],
        doc:
          "Values for the inputs of the target, for example `answer: '{{payload.answer}}'`. " +
          'They override `default_value` of the input, but not its `value`. ' +
          'On `ALWAYS` the runtime of the successor ignores them.',
      },
      error_message: {
        type: TEXT,
        doc: 'A text that, by the types, might be shown when the condition fails.',
        source: citeSources('types'),
      },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
