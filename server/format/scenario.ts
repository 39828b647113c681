import { ANY, FLAG, fields, LITERAL, listOf, mapOf, objectRef, oneOf, required, TEXT } from './build';
import { citeSources } from './documents';
import type { ObjectId, ObjectSpec, StringType, Type, ValueRole } from './types';

/**
 * The fields of scenario files (`*.scenario.yaml`): conversations with what is expected of them. They are described
 * like the fields of the format, so that they are completed, explained and checked like them.
 */

const SOURCE = citeSources('manual');

/** Data: nothing is evaluated in it. */
const PLAIN: Type = { ...ANY, template: false };

/** Text; numbers and booleans are texts as well. */
const WRITTEN = { kind: 'string', template: false, anyScalar: true } as const satisfies StringType;

function named(role: ValueRole): StringType {
  return { ...LITERAL, role };
}

const WHOLE_NUMBER: Type = { kind: 'number', integer: true, template: false };

const MATCHERS = ['matches', 'contains', 'not', 'length'];

/** A value that is compared as far as it is written, or one matcher in its place. */
const EXPECTED: Type = {
  kind: 'variant',
  variants: [{ type: objectRef('matcher'), hasAny: MATCHERS, within: MATCHERS }],
  otherwise: PLAIN,
};

const EXPECTED_TEXT = oneOf(WRITTEN, objectRef('matcher'));

/** What a task gives, or the error with which it fails. */
const RESULT: Type = {
  kind: 'variant',
  variants: [{ type: objectRef('task-failure'), hasAny: ['error'], within: ['error'] }],
  otherwise: PLAIN,
};

export const SCENARIO_OBJECTS = {
  'scenario-file': {
    title: 'scenario file',
    doc: 'Conversations with an automata, and what is expected of them. `atomic-state test` runs them.',
    extra: 'closed',
    fields: fields(SOURCE, {
      automata: {
        type: named('automata'),
        default: 'the nearest `main.yaml`',
        doc: 'The main file of the automata, seen from the folder of this file. Without it, the nearest `main.yaml` in this folder or above.',
      },
      seed: {
        type: WHOLE_NUMBER,
        default: '1',
        doc: 'Decides what `Math.random` gives, so that every run gives the same.',
      },
      scenarios: required({
        type: listOf(objectRef('scenario')),
        doc: 'The scenarios. Each begins a new conversation.',
      }),
    }),
  },
  scenario: {
    title: 'scenario',
    doc: 'One conversation: what the user does, and what is expected of the agent.',
    extra: 'closed',
    fields: fields(SOURCE, {
      name: {
        type: WRITTEN,
        default: '`scenario` and its position',
        doc: 'What it shows, in a few words. `--filter` selects scenarios by a part of it.',
      },
      start: {
        type: objectRef('scenario-start'),
        default: 'the initial state',
        doc: 'Where the conversation begins: `{ state: menu, context: { score: 2 } }`.',
      },
      tasks: {
        type: mapOf('task-result', RESULT),
        doc: 'The results of tasks by the name of the task, by `state.task`, or by module type. Without a result, a task gives an example of the right kind. `{ error: out of credits }` lets it fail.',
      },
      steps: {
        type: listOf(objectRef('scenario-step')),
        doc: 'What the user does, and what is expected after it, one after the other.',
      },
    }),
  },
  'scenario-start': {
    title: 'start',
    doc: 'Where a conversation begins.',
    extra: 'closed',
    fields: fields(SOURCE, {
      state: {
        type: named('state-path'),
        default: 'the initial state',
        doc: 'The first state. A state of a nested automata is written with its path: `lesson.intro`.',
      },
      context: {
        type: mapOf('context-value', PLAIN),
        doc: 'First values of context variables, in place of those that the automata declares.',
      },
    }),
  },
  'scenario-step': {
    title: 'step',
    doc: 'One thing that the user does, or one expectation.',
    extra: 'closed',
    isExclusive: true,
    fields: fields(SOURCE, {
      expect: {
        type: objectRef('expectation'),
        doc: 'What is expected now. Only what is written is compared. `atomic-state test --update` fills in `{}`.',
      },
      click: {
        type: oneOf({ ...WRITTEN, role: 'button' }, objectRef('clicked-event')),
        doc: "The content of the button to click: `click: Start`. Or the event itself: `click: { event: answer, payload: { choice: 'true' } }`.",
      },
      say: { type: WRITTEN, doc: 'A message of the user, which raises `CHAT`.' },
      form: {
        type: mapOf('form-value', PLAIN),
        doc: 'Fills in the form that is open: the values by the names of its inputs. A field that is left out keeps its default.',
      },
      cancel: { type: FLAG, doc: 'Closes the form that is open: `cancel: true`.' },
      task: {
        type: PLAIN,
        doc: 'The result of the task that runs next, if `tasks` has none for it.',
      },
      task_error: {
        type: LITERAL,
        doc: 'Lets the task that runs next fail with this message, if `tasks` has no result for it.',
      },
    }),
  },
  'clicked-event': {
    title: 'clicked event',
    doc: 'An event that is raised as by a button.',
    extra: 'closed',
    fields: fields(SOURCE, {
      event: required({ type: named('raised'), doc: 'The name of the event.' }),
      payload: {
        type: oneOf(mapOf('payload-value', PLAIN), PLAIN),
        doc: 'What the event carries: transitions read it as `payload`.',
      },
    }),
  },
  expectation: {
    title: 'expectation',
    doc: 'What is compared with the conversation. Lists and maps are compared as far as they are written.',
    extra: 'closed',
    fields: fields(SOURCE, {
      state: {
        type: oneOf(named('state-path'), objectRef('matcher')),
        doc: 'The state whose message was shown last.',
      },
      text: { type: EXPECTED_TEXT, doc: 'The text of the last message. Blanks at its ends do not matter.' },
      image: { type: EXPECTED_TEXT, doc: 'The address of the image of the last message.' },
      audio: { type: EXPECTED_TEXT, doc: 'The address of the sound of the last message.' },
      video: { type: EXPECTED_TEXT, doc: 'The address of the video of the last message.' },
      buttons: {
        type: oneOf(
          listOf(oneOf({ ...WRITTEN, role: 'button' }, objectRef('matcher'))),
          objectRef('matcher'),
        ),
        doc: 'The contents of the buttons of the last message, in their order.',
      },
      context: {
        type: {
          kind: 'variant',
          variants: [{ type: objectRef('matcher'), hasAny: MATCHERS, within: MATCHERS, onlyDecided: true }],
          otherwise: mapOf('context-value', EXPECTED),
        },
        doc: 'The context variables when the last message was shown.',
      },
      form: {
        type: oneOf(listOf({ ...LITERAL, role: 'form-field' }), objectRef('matcher')),
        doc: 'The names of the fields of the form that was opened.',
      },
      form_error: { type: EXPECTED_TEXT, doc: 'What is wrong with what was filled in.' },
      task: {
        type: mapOf('task-run', objectRef('task-expectation')),
        doc: 'Tasks that were run since the last step of the user, by their names or `state.task`.',
      },
      error: {
        type: EXPECTED_TEXT,
        doc: 'The errors since the last step of the user. An error that no step expects fails the scenario.',
      },
      ended: { type: FLAG, doc: 'Whether the conversation is over.' },
      where: {
        type: TEXT,
        phase: 'render',
        doc: "An expression that must hold, over `context`, and `text` and `state` of the last message: `'{{context.cart.length > 0}}'`.",
      },
    }),
  },
  'task-expectation': {
    title: 'expectation of a task',
    doc: 'The configuration with which the task was run, with its expressions evaluated.',
    extra: 'open',
    others: EXPECTED,
    fields: fields(SOURCE, {
      params: { type: EXPECTED, doc: 'The `params` that were given to the widget.' },
      user_prompt: { type: EXPECTED, doc: 'The prompt that was sent.' },
      results: { type: EXPECTED, doc: 'What the task gave.' },
    }),
  },
  matcher: {
    title: 'matcher',
    doc: 'Compares a value in another way than by equality.',
    extra: 'closed',
    isExclusive: true,
    fields: fields(SOURCE, {
      contains: { type: PLAIN, doc: 'A part of the text, or an item of the list.' },
      matches: { type: WRITTEN, doc: 'A regular expression that fits a part of the text.' },
      length: { type: WHOLE_NUMBER, doc: 'The number of characters, items or members.' },
      not: { type: EXPECTED, doc: 'What the value must not be.' },
    }),
  },
  'task-failure': {
    title: 'failure of a task',
    doc: 'Lets a task fail.',
    extra: 'closed',
    fields: fields(SOURCE, {
      error: { type: WRITTEN, doc: 'The message with which the task fails.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
