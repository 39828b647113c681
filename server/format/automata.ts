import { ANY, enumType, FLAG, fields, hidden, mapOf, objectRef } from './build';
import { citeSources } from './documents';
import { INPUT_OR_VALUE } from './input';
import { CACHE_FIELD, ID_FIELD, IS_FINAL_FIELD, NAME_FIELD } from './state';
import { TRANSITION } from './transition';
import type { ObjectId, ObjectSpec, Type } from './types';
import { VARIABLE_OR_VALUE } from './variable';

/** The automata: a whole agent, or a part of one that is nested in another. */

/** A child of an automata: an automata itself if it has states, an atomic state otherwise. */
const CHILD: Type = {
  kind: 'variant',
  variants: [
    { type: objectRef('automata'), hasAny: ['states', 'initial'] },
    { type: objectRef('automata'), hasValue: ['type', 'automata'] },
  ],
  otherwise: objectRef('state'),
};

export const AUTOMATA_OBJECTS = {
  automata: {
    title: 'automata',
    doc: 'A set of states, of which one is active. It begins at `initial` and follows the transitions; `context` is shared by all of its states.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      id: ID_FIELD,
      type: {
        type: enumType([
          { value: 'automata', doc: 'An automata.' },
          { value: 'widget', doc: 'Named by the types, described nowhere.', hidden: true },
        ]),
        default: 'inferred',
        doc: 'The kind of the object. It may be left out: whatever has `states` is an automata.',
      },
      name: NAME_FIELD,
      properties: {
        rare: true,
        type: objectRef('automata-properties'),
        doc: 'Fixed settings of the automata. `pcc` refuses them at the root.',
      },
      context: {
        type: mapOf('context', VARIABLE_OR_VALUE),
        aliases: ['variables', 'vars', 'globals'],
        phase: 'context',
        doc:
          "Variables that all states share and that last as long as the automata, with their first values: `score: '{{0}}'`. " +
          'Read them as `context.score` in expressions, assign them by a key `context.score` in `outputs`.',
        source: citeSources('types', 'docs'),
      },
      inputs: {
        rare: true,
        type: mapOf('input', INPUT_OR_VALUE),
        phase: 'input',
        doc: 'What the automata needs before its first state runs. Empty in every real agent; what inputs of the outermost automata do is not documented.',
      },
      outputs: {
        rare: true,
        type: mapOf('output', VARIABLE_OR_VALUE),
        phase: 'output',
        doc: 'What the automata leaves behind when it is done. Empty in every real agent; what outputs of the outermost automata do is not documented.',
      },
      initial: {
        type: { kind: 'string', template: false, role: 'initial' },
        required: true,
        aliases: ['start', 'initial_state', 'start_state', 'entry', 'first'],
        doc: 'The name of the first state. If that is an automata, its own `initial` is entered too.',
        source: citeSources('types', 'docs'),
      },
      states: {
        type: mapOf('state', CHILD),
        required: true,
        doc: 'The states by name; a state may be an automata itself. In YAML for `pcc`, `!include state` takes them from the files of the folder `state`.',
        source: citeSources('types', 'docs', 'tool'),
      },
      transitions: {
        type: mapOf('event', TRANSITION),
        phase: 'transition',
        doc:
          'Which event leads where, for all states that do not handle it themselves. ' +
          'Targets are names of the states of this automata. `DONE` says what follows when a final state has completed.',
      },
    }),
  },
  'automata-properties': {
    title: 'properties of the automata',
    doc: 'Fixed settings of an automata. Other names are allowed.',
    extra: 'open',
    fields: fields(citeSources('types'), {
      is_final: IS_FINAL_FIELD,
      cache: CACHE_FIELD,
      prevent_history_event: {
        type: FLAG,
        doc: 'Not documented; by its name, it ignores clicks on buttons of older messages.',
      },
      skip_idle_state: hidden({
        type: ANY,
        doc: 'Seen in a published example; what it does is not documented.',
        source: citeSources('files'),
      }),
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
