import { ANY, enumType, FLAG, fields, hidden, LITERAL, listOf, mapOf, objectRef, oneOf, rare } from './build';
import { citeSources } from './documents';
import { INPUT_OR_VALUE } from './input';
import { TRANSITION } from './transition';
import type { Field, ObjectId, ObjectSpec } from './types';
import { VARIABLE_OR_VALUE } from './variable';

/** The atomic state, and the fields that it shares with the automata. */

export const ID_FIELD: Field = {
  name: 'id',
  type: { kind: 'string', template: false, role: 'id' },
  doc: 'A name that is unique in the whole automata. Any target can refer to it as `#id`.',
  source: citeSources('seed', 'types', 'docs'),
};

export const NAME_FIELD: Field = {
  name: 'name',
  rare: true,
  type: LITERAL,
  doc: 'A display label. The types mark it as unfinished, and `pcc` rejects it.',
  source: citeSources('types'),
};

export const IS_FINAL_FIELD: Field = {
  name: 'is_final',
  type: FLAG,
  default: 'false',
  aliases: ['final', 'end', 'is_end'],
  doc: 'Whether this state ends its automata: when it completes, `DONE` is raised on the automata.',
  source: citeSources('seed', 'types', 'docs'),
};

export const CACHE_FIELD: Field = {
  name: 'cache',
  type: FLAG,
  default: 'false',
  doc: 'Whether it runs only once and then repeats the cached result. It can be set on an automata, a state and in `module_config`; the innermost takes precedence.',
  source: citeSources('seed', 'docs'),
};

export const STATE_OBJECTS = {
  state: {
    title: 'atomic state',
    doc: 'A step of the agent. It runs in this order: `inputs`, `tasks`, `outputs`, `render`. Then it waits for an event, or continues with `ALWAYS`.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      id: rare(ID_FIELD),
      type: {
        rare: true,
        type: enumType([
          { value: 'state', doc: 'An atomic state.', aliases: ['atomic', 'atomic_state'] },
          { value: 'automata', doc: 'An automata: an object with `initial` and `states`.' },
          { value: 'widget', doc: 'Defined in the types, but not documented.', hidden: true },
        ]),
        default: 'inferred',
        doc: 'The kind of the object. Optional: an object with `states` is an automata, any other is a state.',
      },
      name: NAME_FIELD,
      properties: {
        rare: true,
        type: objectRef('state-properties'),
        doc: 'Static settings of the state, such as `is_final`. `pcc` requires `is_final` and `cache`, and allows nothing else.',
      },
      inputs: {
        type: mapOf('input', INPUT_OR_VALUE),
        phase: 'input',
        doc: 'Values that the state requires before it runs. Each name becomes a variable.\n\n```yaml\ninputs:\n  user_message:\n    type: IM\n    user_input: true\n```\n\nAn input can read `context` and the inputs above it.',
      },
      tasks: {
        type: oneOf(listOf(objectRef('task')), mapOf('task', objectRef('task'))),
        phase: 'task',
        doc: 'Calls of modules and widgets, in order. Each can read the results of those before it. In the older form, a map, the order is not guaranteed.',
      },
      outputs: {
        type: mapOf('output', VARIABLE_OR_VALUE),
        phase: 'output',
        doc: "Values that the state computes. A key `context.score` assigns the context variable `score`: `context.score: '{{context.score + 1}}'`. A plain key is available in `render` and `transitions`.",
      },
      render: {
        type: objectRef('render'),
        aliases: ['display', 'view'],
        phase: 'render',
        doc: 'The message of the state: text, image, audio, buttons. It is not shown if the state continues with `ALWAYS`.',
      },
      transitions: {
        type: mapOf('event', TRANSITION),
        phase: 'transition',
        doc: 'Transitions by event: `CHAT` (a message of the user), `ALWAYS` (immediately), and the events of buttons. The value is a target, a case, or a list of cases; the first case whose condition is true is taken. Other events are handled by the enclosing automata.',
      },
    }),
  },
  'state-properties': {
    title: 'properties of the state',
    doc: 'Static settings of a state. Other fields are allowed.',
    extra: 'open',
    fields: [
      IS_FINAL_FIELD,
      CACHE_FIELD,
      hidden({
        name: 'is_chat_allowed',
        type: ANY,
        doc: 'Mentioned in the documentation, but not described.',
        source: citeSources('docs'),
      }),
    ],
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
