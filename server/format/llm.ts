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

/** The fields of language models, called as a module or as a widget. */

/** A name in the format that becomes a variable. */
export const RESULT_NAME = { kind: 'string', template: false, role: 'result' } as const satisfies StringType;

const MESSAGES = listOf(oneOf(objectRef('memory-item'), ANY));

export const PROMPT_FIELDS: readonly Field[] = fields(citeSources('types', 'docs'), {
  system_prompt: {
    type: TEXT,
    aliases: ['system', 'instructions'],
    doc: "Instructions for the model about its role. Often empty (`''`).",
  },
  user_prompt: {
    type: TEXT,
    aliases: ['prompt'],
    doc: "The prompt for the model, often only the message of the user: `'{{user_message}}'`.",
  },
});

/** Sampling and memory. */
export const TUNING_FIELDS: readonly Field[] = fields(citeSources('types', 'docs'), {
  temperature: {
    type: NUMBER,
    doc: 'How random the answers are: steady near 0, more varied with higher values.',
  },
  top_p: {
    rare: true,
    type: NUMBER,
    doc: 'The model considers only the most likely tokens whose probabilities add up to this value (0 to 1).',
  },
  max_tokens: { type: NUMBER, doc: 'The maximum length of the answer, in tokens.' },
  presence_penalty: {
    rare: true,
    type: NUMBER,
    doc: 'Above 0, the model prefers words that it has not used yet.',
  },
  frequency_penalty: {
    rare: true,
    type: NUMBER,
    doc: 'Above 0, the model avoids words that it has used often.',
  },
  memory: {
    type: oneOf(MESSAGES, {
      ...TEXT,
      suggestions: [{ value: 'auto', doc: 'The service manages the memory of this task (LLM widgets).' }],
      onlySuggested: true,
    }),
    doc: "Earlier messages, oldest first: a list of `{role, content}`, or an expression such as `'{{context.memory}}'`. It disables `need_memory`. Tutorials also append items like `{user: text}`. LLM widgets also accept `auto`: the service then manages the memory, and loses it if the state is renamed or its tasks are reordered.",
  },
  need_memory: {
    type: BOOLEAN,
    doc: 'Whether the service remembers the conversation with this task. It has no effect if `memory` is set.',
  },
});

/** Function calling: the model provides the parameters. */
export const FUNCTION_FIELDS: readonly Field[] = fields(citeSources('types', 'docs'), {
  function_name: {
    rare: true,
    type: TEXT,
    doc: 'The name of the function whose parameters the model fills in, for example `extract_city`.',
  },
  function_description: {
    rare: true,
    type: TEXT,
    doc: 'A description of the function for the model.',
  },
  function_parameters: {
    rare: true,
    type: orExpression(listOf(objectRef('function-parameter'))),
    doc: 'The values that the model extracts; each parameter becomes a variable with its name.\n\n```yaml\nfunction_parameters:\n  - name: city\n    type: string\n    description: the city the user lives in\n```\n\nThe model must fill in all of them.',
    source: citeSources('seed', 'types', 'docs'),
  },
});

export const PROMPT_ADDITION_FIELD: Field = {
  name: 'prompt_addition',
  rare: true,
  type: orExpression(objectRef('prompt-addition')),
  doc: 'Texts and messages that the service adds before and after the prompt and the remembered messages.',
  source: citeSources('docs'),
};

export const LLM_OBJECTS = {
  'function-parameter': {
    title: 'function parameter',
    doc: 'A value that the model extracts.',
    extra: 'closed',
    fields: fields(citeSources('types', 'docs'), {
      name: {
        type: RESULT_NAME,
        required: true,
        doc: 'The name of the parameter and of the variable that it becomes.',
        source: citeSources('seed', 'types', 'docs'),
      },
      type: {
        type: enumType([
          { value: 'string', aliases: ['text', 'str'], doc: 'Text.' },
          { value: 'number', aliases: ['integer', 'int', 'float'], doc: 'A number.' },
          { value: 'list', aliases: ['array'], doc: 'A list.' },
        ]),
        required: true,
        doc: 'The type of the value.',
      },
      description: {
        type: TEXT,
        required: true,
        aliases: ['desc', 'doc'],
        doc: 'A description of the value for the model.',
      },
    }),
  },
  'memory-item': {
    title: 'message',
    doc: 'An earlier message that is sent to the model.',
    extra: 'open',
    fields: fields(citeSources('types', 'docs'), {
      role: {
        type: {
          ...TEXT,
          suggestions: [
            { value: 'user', doc: 'From the user.' },
            { value: 'assistant', doc: 'From the model.' },
          ],
        },
        doc: 'The sender of the message: `user` or `assistant`.',
      },
      content: { type: oneOf(TEXT, ANY), doc: 'The text of the message.' },
      user: {
        type: ANY,
        hidden: true,
        doc: 'A message of the user, in the notation of tutorials. The types use `role` and `content` instead.',
        source: citeSources('docs', 'files'),
      },
      assistant: {
        type: ANY,
        hidden: true,
        doc: 'A message of the model, in the notation of tutorials. The types use `role` and `content` instead.',
        source: citeSources('docs', 'files'),
      },
    }),
  },
  'prompt-addition': {
    title: 'prompt addition',
    doc: 'Texts and messages that are added to every call.',
    extra: 'open',
    fields: fields(citeSources('docs'), {
      user_prompt_prefix: { type: TEXT, doc: 'Added before `user_prompt`.' },
      user_prompt_suffix: { type: TEXT, doc: 'Added after `user_prompt`.' },
      pre_messages: { type: orExpression(MESSAGES), doc: 'Messages before the remembered messages.' },
      post_messages: { type: orExpression(MESSAGES), doc: 'Messages after the remembered messages.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
