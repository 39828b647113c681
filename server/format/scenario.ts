import { type Message, msg } from '../text/message';
import { ANY, FLAG, fields, LITERAL, listOf, mapOf, objectRef, oneOf, required, TEXT } from './build';
import { citeSources } from './documents';
import type { ObjectId, ObjectSpec, StringType, Type, ValueRole } from './types';

/**
 * The fields of scenario files (`*.scenario.yaml`): conversations with expectations. They are described like the
 * fields of the format, so that completion, hover and validation work in them as well.
 */

const SOURCE = citeSources('manual');

/** Data: nothing is evaluated in it. */
const PLAIN: Type = { ...ANY, template: false };

/** Text; numbers and booleans count as text. */
const WRITTEN = { kind: 'string', template: false, anyScalar: true } as const satisfies StringType;

function named(role: ValueRole): StringType {
  return { ...LITERAL, role };
}

const WHOLE_NUMBER: Type = { kind: 'number', integer: true, template: false };

/** The texts that a `where` can read besides `context` and the built-ins of JavaScript. */
export const WHERE_NAMES: ReadonlyMap<string, Message> = new Map([
  ['text', msg('text of the last message')],
  ['state', msg('state of the last message')],
]);

/** A hint for an input that is not known where a promise reads it. */
export const NEEDS_STATE = msg(' Only a promise that names a state with `state` can read its inputs.');

const MATCHERS = ['matches', 'contains', 'not', 'length'];

/** A value to compare, or a matcher. Only written parts are compared. */
const EXPECTED: Type = {
  kind: 'variant',
  variants: [{ type: objectRef('matcher'), hasAny: MATCHERS, within: MATCHERS }],
  otherwise: PLAIN,
};

const EXPECTED_TEXT = oneOf(WRITTEN, objectRef('matcher'));

/** The result of a task, or the error with which it fails. */
const RESULT: Type = {
  kind: 'variant',
  variants: [{ type: objectRef('task-failure'), hasAny: ['error'], within: ['error'] }],
  otherwise: PLAIN,
};

const MESSAGE_STATE = { type: oneOf(named('state-path'), objectRef('matcher')) } as const;

const MESSAGE_BUTTONS = {
  type: oneOf(listOf(oneOf({ ...WRITTEN, role: 'button' }, objectRef('matcher'))), objectRef('matcher')),
} as const;

const WHERE = { type: TEXT, phase: 'where' } as const;

/** Messages, or the state that shows them. */
const PROMISED = oneOf(named('state-path'), objectRef('promised-message'));

export const SCENARIO_OBJECTS = {
  'scenario-file': {
    title: 'scenario file',
    doc: 'Conversations with an automata and their expected results, and what holds in all conversations. `atomic-state test` runs them.',
    extra: 'closed',
    oneOf: ['scenarios', 'promises'],
    fields: fields(SOURCE, {
      automata: {
        type: named('automata'),
        default: 'the only automata above this file',
        doc: 'The path of the main file of the automata, relative to the folder of this file. Default: the `main.yaml` or else the only automata of the nearest folder that has one: the folder of this file or one of its parents.',
      },
      seed: {
        type: WHOLE_NUMBER,
        default: '1',
        doc: 'The seed of `Math.random`, so that every run gives the same result.',
      },
      promises: {
        type: listOf(objectRef('promise')),
        doc: 'What holds in all conversations: `{ never: { state: payout, where: "{{!context.approved}}" } }`.',
      },
      scenarios: {
        type: listOf(objectRef('scenario')),
        doc: 'The scenarios. Each starts a new conversation.',
      },
    }),
  },
  promise: {
    title: 'promise',
    doc: 'What holds in all conversations with an automata. `atomic-state test` and `atomic-state explore` prove or refute it by going everywhere.',
    extra: 'closed',
    isExclusive: true,
    oneOf: ['never', 'always', 'reachable', 'always_reachable'],
    fields: fields(SOURCE, {
      never: {
        type: PROMISED,
        doc: 'No message of any conversation is like this. Refuted by a conversation with such a message.',
      },
      always: {
        ...WHERE,
        doc: "An expression that is true at every message: `'{{context.score >= 0}}'`. It can read `context`, and `text` and `state` of the message. Refuted by a conversation with a message at which it is not.",
      },
      reachable: {
        type: PROMISED,
        doc: 'Some conversation has a message like this.',
      },
      always_reachable: {
        type: PROMISED,
        doc: 'Every conversation can go on to a message like this. Refuted by a conversation that cannot, such as one that has ended elsewhere.',
      },
    }),
  },
  'promised-message': {
    title: 'message of a promise',
    doc: 'A description of messages. A message must meet all fields.',
    extra: 'closed',
    oneOf: ['state', 'text', 'buttons', 'where'],
    fields: fields(SOURCE, {
      state: { ...MESSAGE_STATE, doc: 'The state that shows the message.' },
      text: { type: EXPECTED_TEXT, doc: 'The text of the message. Leading and trailing spaces are ignored.' },
      buttons: { ...MESSAGE_BUTTONS, doc: 'The labels of the buttons of the message, in order.' },
      where: {
        ...WHERE,
        doc: "An expression that is true at the message. It can read `context`, `text` and `state` of the message, and the inputs of the state that `state` names: `'{{!context.approved}}'`. It is evaluated only if the other fields are met.",
      },
    }),
  },
  scenario: {
    title: 'scenario',
    doc: 'A conversation: the actions of the user and the expected results.',
    extra: 'closed',
    fields: fields(SOURCE, {
      name: {
        type: WRITTEN,
        default: '`scenario` and its position',
        doc: 'A short description. `--filter` selects scenarios by a part of it.',
      },
      start: {
        aliases: ['given', 'from'],
        type: objectRef('scenario-start'),
        default: 'the initial state',
        doc: 'The start of the conversation: `{ state: menu, context: { score: 2 } }`.',
      },
      tasks: {
        type: mapOf('task-result', RESULT),
        doc: 'Results of tasks, by task name, by `state.task`, or by module type. Other tasks return an example of the right type. `{ error: out of credits }` makes a task fail.',
      },
      steps: {
        type: listOf(objectRef('scenario-step')),
        doc: 'Actions of the user and expectations, in order.',
      },
    }),
  },
  'scenario-start': {
    title: 'start',
    doc: 'The start of a conversation.',
    extra: 'closed',
    fields: fields(SOURCE, {
      state: {
        type: named('state-path'),
        default: 'the initial state',
        doc: 'The first state. For a state of a nested automata, write the path: `lesson.intro`.',
      },
      context: {
        type: mapOf('context-value', PLAIN),
        doc: 'Initial values of context variables, instead of the declared ones.',
      },
    }),
  },
  'scenario-step': {
    title: 'step',
    doc: 'An action of the user, or an expectation.',
    extra: 'closed',
    isExclusive: true,
    fields: fields(SOURCE, {
      expect: {
        type: objectRef('expectation'),
        aliases: ['bot', 'assert', 'then', 'response', 'reply'],
        doc: 'The expected results. Only the given fields are compared. `atomic-state test --update` fills in `{}`.',
      },
      click: {
        aliases: ['press', 'tap', 'button', 'select'],
        type: oneOf({ ...WRITTEN, role: 'button' }, objectRef('clicked-event')),
        doc: "The content of the button to click: `click: Start`. Or the event: `click: { event: answer, payload: { choice: 'true' } }`.",
      },
      say: {
        aliases: ['user', 'message', 'send', 'input', 'chat'],
        type: WRITTEN,
        doc: 'A message of the user, which raises `CHAT`.',
      },
      form: {
        type: mapOf('form-value', PLAIN),
        doc: 'The values for the open form, by input name. Omitted fields keep their default.',
      },
      cancel: { type: FLAG, doc: 'Cancels the open form: `cancel: true`.' },
      task: {
        type: PLAIN,
        doc: 'The result of the next task if `tasks` does not have it.',
      },
      task_error: {
        type: LITERAL,
        doc: 'Makes the next task fail with this message if `tasks` has no result for it.',
      },
    }),
  },
  'clicked-event': {
    title: 'clicked event',
    doc: 'An event, raised as if by a button.',
    extra: 'closed',
    fields: fields(SOURCE, {
      event: required({ type: named('raised'), doc: 'The name of the event.' }),
      payload: {
        type: oneOf(mapOf('payload-value', PLAIN), PLAIN),
        doc: 'The payload of the event.',
      },
    }),
  },
  expectation: {
    title: 'expectation',
    doc: 'The expected results. Lists and maps may be partial.',
    extra: 'closed',
    fields: fields(SOURCE, {
      state: {
        ...MESSAGE_STATE,
        doc: 'The state that showed the last message.',
      },
      text: {
        aliases: ['message', 'reply'],
        type: EXPECTED_TEXT,
        doc: 'The text of the last message. Leading and trailing spaces are ignored.',
      },
      image: { type: EXPECTED_TEXT, doc: 'The URL of the image of the last message.' },
      audio: { type: EXPECTED_TEXT, doc: 'The URL of the audio of the last message.' },
      video: { type: EXPECTED_TEXT, doc: 'The URL of the video of the last message.' },
      buttons: {
        ...MESSAGE_BUTTONS,
        doc: 'The labels of the buttons of the last message, in order.',
      },
      context: {
        type: {
          kind: 'variant',
          variants: [{ type: objectRef('matcher'), hasAny: MATCHERS, within: MATCHERS, onlyDecided: true }],
          otherwise: mapOf('context-value', EXPECTED),
        },
        doc: 'The context variables at the time of the last message.',
      },
      form: {
        type: oneOf(listOf({ ...LITERAL, role: 'form-field' }), objectRef('matcher')),
        doc: 'The names of the fields of the open form.',
      },
      form_error: { type: EXPECTED_TEXT, doc: 'The validation errors of the form.' },
      task: {
        type: mapOf('task-run', objectRef('task-expectation')),
        doc: 'Tasks that ran since the last step of the user, by name or `state.task`.',
      },
      error: {
        type: EXPECTED_TEXT,
        doc: 'Errors since the last step of the user. An error that no step expects fails the scenario.',
      },
      ended: { type: FLAG, doc: 'Whether the conversation has ended.' },
      where: {
        ...WHERE,
        doc: "An expression that must be true. It can read `context`, and `text` and `state` of the last message: `'{{context.cart.length > 0}}'`.",
      },
    }),
  },
  'task-expectation': {
    title: 'expectation of a task',
    doc: 'The evaluated configuration of the task.',
    extra: 'open',
    others: EXPECTED,
    fields: fields(SOURCE, {
      params: { type: EXPECTED, doc: 'The `params` of the widget.' },
      user_prompt: { type: EXPECTED, doc: 'The prompt of the task.' },
      results: { type: EXPECTED, doc: 'The result of the task.' },
    }),
  },
  matcher: {
    title: 'matcher',
    doc: 'Compares a value by a condition instead of equality.',
    extra: 'closed',
    isExclusive: true,
    fields: fields(SOURCE, {
      contains: {
        aliases: ['includes', 'include'],
        type: PLAIN,
        doc: 'A part of the text, or an item of the list.',
      },
      matches: {
        aliases: ['match', 'regex', 'regexp', 'pattern'],
        type: WRITTEN,
        doc: 'A regular expression that matches a part of the text.',
      },
      length: { type: WHOLE_NUMBER, doc: 'The number of characters, items or keys.' },
      not: { type: EXPECTED, doc: 'The value must be different from this.' },
    }),
  },
  'task-failure': {
    title: 'failure of a task',
    doc: 'Makes a task fail.',
    extra: 'closed',
    fields: fields(SOURCE, {
      error: { type: WRITTEN, doc: 'The error message of the task.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
