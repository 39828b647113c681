import {
  ANY,
  BOOLEAN,
  enumType,
  fields,
  listOf,
  NUMBER,
  objectRef,
  oneOf,
  orExpression,
  TEXT,
} from './build';
import { citeSources } from './documents';
import type { Field, ObjectId, ObjectSpec, StringType } from './types';

/** The fields that language models have, whether called as a module or as a widget. */

/** A name in the format that becomes a variable. */
export const RESULT_NAME = { kind: 'string', template: false, role: 'result' } as const satisfies StringType;

const MESSAGES = listOf(oneOf(objectRef('memory-item'), ANY));

export const PROMPT_FIELDS: readonly Field[] = fields(citeSources('types', 'docs'), {
  system_prompt: {
    type: TEXT,
    aliases: ['system', 'instructions'],
    doc: "What the model is told about its part. An empty text (`''`) is common.",
  },
  user_prompt: {
    type: TEXT,
    aliases: ['prompt'],
    doc: "What the model is asked, often just the message of the user: `'{{user_message}}'`.",
  },
});

/** Sampling and memory. */
export const TUNING_FIELDS: readonly Field[] = fields(citeSources('types', 'docs'), {
  temperature: {
    type: NUMBER,
    doc: 'How freely the model chooses its words: near 0 it is steady, higher it is more varied.',
  },
  top_p: {
    rare: true,
    type: NUMBER,
    doc: 'Only the most likely words that together have this share of the probability are considered (0 to 1).',
  },
  max_tokens: { type: NUMBER, doc: 'The greatest length of the answer, in tokens.' },
  presence_penalty: {
    rare: true,
    type: NUMBER,
    doc: 'Above 0, the model rather turns to words it has not used at all.',
  },
  frequency_penalty: {
    rare: true,
    type: NUMBER,
    doc: 'Above 0, the model avoids a word the more often it has used it.',
  },
  memory: {
    type: oneOf(MESSAGES, {
      ...TEXT,
      suggestions: [{ value: 'auto', doc: 'The service keeps the memory of this task (LLM widgets).' }],
    }),
    doc:
      "Earlier messages, oldest first: a list of `{role, content}`, or an expression such as `'{{context.memory}}'`. When given, `need_memory` has no effect. " +
      'Tutorials also append items like `{user: text}`. ' +
      'LLM widgets take `auto` as well: the service then keeps the memory, and loses it when the state is renamed or its tasks change places.',
  },
  need_memory: {
    type: BOOLEAN,
    doc: 'Whether the service remembers the dialogue with this task. Without effect when `memory` is given.',
  },
});

/** Function calling: the model fills in the parameters. */
export const FUNCTION_FIELDS: readonly Field[] = fields(citeSources('types', 'docs'), {
  function_name: {
    rare: true,
    type: TEXT,
    doc: 'The name of the function whose parameters the model fills in, for example `extract_city`.',
  },
  function_description: {
    rare: true,
    type: TEXT,
    doc: 'What the function does, for the model to read.',
  },
  function_parameters: {
    rare: true,
    type: orExpression(listOf(objectRef('function-parameter'))),
    doc:
      'What the model has to find out; each parameter becomes a variable of its name.\n\n' +
      '```yaml\nfunction_parameters:\n  - name: city\n    type: string\n    description: the city the user lives in\n```\n\n' +
      'All of them count as required for the model.',
    source: citeSources('seed', 'types', 'docs'),
  },
});

export const PROMPT_ADDITION_FIELD: Field = {
  name: 'prompt_addition',
  rare: true,
  type: orExpression(objectRef('prompt-addition')),
  doc: 'Texts and messages that the service puts around the prompt and the remembered messages.',
  source: citeSources('docs'),
};

export const LLM_OBJECTS = {
  'function-parameter': {
    title: 'function parameter',
    doc: 'One value that the model has to find out.',
    extra: 'closed',
    fields: fields(citeSources('types', 'docs'), {
      name: {
        type: RESULT_NAME,
        required: true,
        doc: 'The name of the parameter, and of the variable that it becomes.',
        source: citeSources('seed', 'types', 'docs'),
      },
      type: {
        type: enumType([
          { value: 'string', aliases: ['text', 'str'], doc: 'Text.' },
          { value: 'number', aliases: ['integer', 'int', 'float'], doc: 'A number.' },
          { value: 'list', aliases: ['array'], doc: 'A list.' },
        ]),
        required: true,
        doc: 'What kind of value the model gives.',
      },
      description: {
        type: TEXT,
        required: true,
        aliases: ['desc', 'doc'],
        doc: 'What the value means, for the model to read.',
      },
    }),
  },
  'memory-item': {
    title: 'message',
    doc: 'One earlier message that the model is shown.',
    extra: 'open',
    fields: fields(citeSources('types', 'docs'), {
      role: {
        type: {
          ...TEXT,
          suggestions: [
            { value: 'user', doc: 'Said by the user.' },
            { value: 'assistant', doc: 'Said by the model.' },
          ],
        },
        doc: 'Who said it: `user` or `assistant`.',
      },
      content: { type: oneOf(TEXT, ANY), doc: 'What was said.' },
      user: {
        type: ANY,
        hidden: true,
        doc: 'What the user said, in the shape that tutorials use. The types want `role` and `content` in its place.',
        source: citeSources('docs', 'files'),
      },
      assistant: {
        type: ANY,
        hidden: true,
        doc: 'What the model said, in the shape that tutorials use. The types want `role` and `content` in its place.',
        source: citeSources('docs', 'files'),
      },
    }),
  },
  'prompt-addition': {
    title: 'prompt addition',
    doc: 'Texts and messages that are added to every call.',
    extra: 'open',
    fields: fields(citeSources('docs'), {
      user_prompt_prefix: { type: TEXT, doc: 'Stands before `user_prompt`.' },
      user_prompt_suffix: { type: TEXT, doc: 'Stands after `user_prompt`.' },
      pre_messages: { type: orExpression(MESSAGES), doc: 'Messages before the remembered ones.' },
      post_messages: { type: orExpression(MESSAGES), doc: 'Messages after the remembered ones.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
