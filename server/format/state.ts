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
  doc: 'A name that is unique in the whole automata. Targets reach it from anywhere as `#id`.',
  source: citeSources('seed', 'types', 'docs'),
};

export const NAME_FIELD: Field = {
  name: 'name',
  rare: true,
  type: LITERAL,
  doc: 'A label for people. The types mark it as not finished, and `pcc` refuses it.',
  source: citeSources('types'),
};

export const IS_FINAL_FIELD: Field = {
  name: 'is_final',
  type: FLAG,
  default: 'false',
  aliases: ['final', 'end', 'is_end'],
  doc: 'Whether this ends the automata it is in: when it completes, `DONE` is raised on that automata.',
  source: citeSources('seed', 'types', 'docs'),
};

export const CACHE_FIELD: Field = {
  name: 'cache',
  type: FLAG,
  default: 'false',
  doc: 'Whether it runs once and then repeats the stored result. It can be set on an automata, a state and in `module_config`; the innermost wins.',
  source: citeSources('seed', 'docs'),
};

export const STATE_OBJECTS = {
  state: {
    title: 'atomic state',
    doc: 'One step of the agent. It runs in this order: `inputs`, `tasks`, `outputs`, `render`; then it waits for an event, or goes on by `ALWAYS`.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      id: rare(ID_FIELD),
      type: {
        rare: true,
        type: enumType([
          { value: 'state', doc: 'An atomic state.' },
          { value: 'automata', doc: 'An automata: an object with `initial` and `states`.', hidden: true },
          { value: 'widget', doc: 'Named by the types, described nowhere.', hidden: true },
        ]),
        default: 'inferred',
        doc: 'The kind of the object. It may be left out: whatever has `states` is an automata, all else a state.',
      },
      name: NAME_FIELD,
      properties: {
        rare: true,
        type: objectRef('state-properties'),
        doc: 'Fixed settings of the state, such as `is_final`. `pcc` wants both `is_final` and `cache` here, and nothing else.',
      },
      inputs: {
        type: mapOf('input', INPUT_OR_VALUE),
        phase: 'input',
        doc:
          'What the state needs before it runs; each name becomes a variable.\n\n' +
          '```yaml\ninputs:\n  user_message:\n    type: IM\n    user_input: true\n```\n\n' +
          'An input sees `context` and the inputs above it.',
      },
      tasks: {
        type: oneOf(listOf(objectRef('task')), mapOf('task', objectRef('task'))),
        phase: 'task',
        doc:
          'Calls of modules and widgets, run one after the other; each sees the results of those before it. ' +
          'The older form, a map, has no sure order.',
      },
      outputs: {
        type: mapOf('output', VARIABLE_OR_VALUE),
        phase: 'output',
        doc: "What the state leaves behind. A key `context.score` assigns to the variable `score` of the automata; a plain key is for `render` and the transitions. For example `context.score: '{{context.score + 1}}'`.",
      },
      render: {
        type: objectRef('render'),
        aliases: ['display', 'view'],
        phase: 'render',
        doc: 'The message that the state shows: text, image, audio, buttons. It is not shown if the state goes on by `ALWAYS`.',
      },
      transitions: {
        type: mapOf('event', TRANSITION),
        phase: 'transition',
        doc:
          'Which event leads where: `CHAT` (a message of the user), `ALWAYS` (at once), and the events of buttons. ' +
          'A value is a target, a case, or a list of cases of which the first that holds is taken. ' +
          'What the state does not handle, the automata above may handle.',
      },
    }),
  },
  'state-properties': {
    title: 'properties of the state',
    doc: 'Fixed settings of a state. Other names are allowed.',
    extra: 'open',
    fields: [
      IS_FINAL_FIELD,
      CACHE_FIELD,
      hidden({
        name: 'is_chat_allowed',
        type: ANY,
        doc: 'Mentioned once in the documentation, described nowhere.',
        source: citeSources('docs'),
      }),
    ],
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
