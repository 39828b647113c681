import { ANY, enumType, FLAG, fields, hidden, mapOf, objectRef } from './build';
import { citeSources } from './documents';
import { INPUT_OR_VALUE } from './input';
import { CACHE_FIELD, ID_FIELD, IS_FINAL_FIELD, NAME_FIELD } from './state';
import { TRANSITION } from './transition';
import type { ObjectId, ObjectSpec, Type } from './types';
import { VARIABLE_OR_VALUE } from './variable';

/** The automata: a whole agent, or a nested part of one. */

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
    doc: 'A set of states, one of which is active. It starts at `initial` and follows the transitions. All of its states share `context`.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      id: ID_FIELD,
      type: {
        type: enumType([
          { value: 'automata', doc: 'An automata.' },
          { value: 'widget', doc: 'Defined in the types, but not documented.', hidden: true },
        ]),
        default: 'inferred',
        doc: 'The kind of the object. Optional: an object with `states` is an automata.',
      },
      name: NAME_FIELD,
      properties: {
        rare: true,
        type: objectRef('automata-properties'),
        doc: 'Static settings of the automata. `pcc` rejects them at the root.',
      },
      context: {
        type: mapOf('context', VARIABLE_OR_VALUE),
        aliases: ['variables', 'vars', 'globals'],
        phase: 'context',
        doc: "Variables with their initial values, such as `score: '{{0}}'`. All states share them, and they exist as long as the automata. Read them as `context.score` in expressions; assign them with a key `context.score` in `outputs`.",
        source: citeSources('types', 'docs'),
      },
      inputs: {
        rare: true,
        type: mapOf('input', INPUT_OR_VALUE),
        phase: 'input',
        doc: 'Values that the automata requires before its first state runs. Published agents leave it empty; the effect of inputs of the outermost automata is not documented.',
      },
      outputs: {
        rare: true,
        type: mapOf('output', VARIABLE_OR_VALUE),
        phase: 'output',
        doc: 'Values that the automata returns when it completes. Published agents leave it empty; the effect of outputs of the outermost automata is not documented.',
      },
      initial: {
        type: { kind: 'string', template: false, role: 'initial' },
        required: true,
        aliases: ['start', 'initial_state', 'start_state', 'entry', 'first'],
        doc: 'The name of the first state. If that state is an automata, its own `initial` state is entered too.',
        source: citeSources('types', 'docs'),
      },
      states: {
        type: mapOf('state', CHILD),
        required: true,
        doc: 'The states by name. A state can be an automata itself. In YAML for `pcc`, `!include state` loads them from the files of the folder `state`.',
        source: citeSources('types', 'docs', 'tool'),
      },
      transitions: {
        type: mapOf('event', TRANSITION),
        phase: 'transition',
        doc: 'Transitions by event, for all states that do not handle the event themselves. Targets are names of states of this automata. `DONE` is raised when a final state has completed.',
      },
    }),
  },
  'automata-properties': {
    title: 'properties of the automata',
    doc: 'Static settings of an automata. Other fields are allowed.',
    extra: 'open',
    fields: fields(citeSources('types'), {
      is_final: IS_FINAL_FIELD,
      cache: CACHE_FIELD,
      prevent_history_event: {
        type: FLAG,
        doc: 'Not documented. Judging by its name, it ignores clicks on buttons of earlier messages.',
      },
      skip_idle_state: hidden({
        type: ANY,
        doc: 'Used in a published example, but not documented.',
        source: citeSources('files'),
      }),
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
