import { ANY, mapOf, NUMBER, oneOf, orExpression, required, TEXT } from './build';
import { citeSources, type DocumentId } from './documents';
import { FUNCTION_FIELDS, PROMPT_ADDITION_FIELD, PROMPT_FIELDS, TUNING_FIELDS } from './llm';
import type { ResultType } from './result-type';
import type { Field, ObjectSpec } from './types';

/** The widgets with known ids, which are called through `AnyWidgetModule`. */

export interface Widget {
  /** 19 digits: a string, as a number of that size loses digits. */
  readonly id: string;
  readonly name: string;
  readonly doc: string;
  /**
   * Fields of `module_config` besides `widget_id` and `output_name`. `required` is a recommendation: the service may
   * change a widget at any time, so a missing field is not an error.
   */
  readonly fields: readonly Field[];
  readonly result: WidgetResult;
  /** The result if `function_parameters` are given. */
  readonly resultWithFunction?: WidgetResult;
  readonly source: string;
  /** The fields of its whole `module_config`, if the user describes it. */
  readonly config?: ObjectSpec;
}

export interface WidgetResult {
  readonly type: 'string' | 'object' | 'unknown';
  readonly doc: string;
  /** Known members of an object; there may be others. */
  readonly members?: readonly { readonly name: string; readonly doc: string }[];
  /** The type of the whole result, if the user describes it. */
  readonly resultType?: ResultType;
}

/** The defaults that the documentation states for language model widgets (not for `LLMModule`). */
const LLM_WIDGET_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['temperature', '0.5'],
  ['top_p', '0.5'],
  ['presence_penalty', '0'],
  ['frequency_penalty', '0'],
  ['max_tokens', '1024'],
]);

/** The fields of a language model called as a widget: like `LLMModule`, without `model`. */
export const LLM_WIDGET_FIELDS: readonly Field[] = [
  ...PROMPT_FIELDS,
  ...TUNING_FIELDS.map((field) => {
    const value = LLM_WIDGET_DEFAULTS.get(field.name);
    return value === undefined ? field : { ...field, default: value };
  }),
  ...FUNCTION_FIELDS,
  PROMPT_ADDITION_FIELD,
];

const CODE_FIELD: Field = {
  name: 'code',
  type: { kind: 'string', template: true, code: true },
  doc: 'JavaScript with one or more functions. Libraries and APIs of browsers or Node, such as `fetch`, are not available.',
  source: citeSources('docs', 'files'),
};

const FUNCTION_FIELD: Field = {
  name: 'function',
  type: oneOf(TEXT, ANY),
  default: 'main',
  doc: 'The function of `code` to call.',
  source: citeSources('docs'),
};

const PARAMS_FIELD: Field = {
  name: 'params',
  aliases: ['parameters', 'args', 'arguments'],
  type: orExpression(mapOf('free', ANY)),
  doc: "The argument of the function, an object: `user: '{{user_message}}'`.",
  source: citeSources('docs', 'files'),
};

/** Fields of the Code Runner. */
export const CODE_RUNNER_FIELDS: readonly Field[] = [CODE_FIELD, FUNCTION_FIELD, PARAMS_FIELD];

const ANSWER: WidgetResult = { type: 'string', doc: 'The answer of the model, as text.' };
const FILLED_PARAMETERS: WidgetResult = {
  type: 'object',
  doc: 'An object with a key for each of the `function_parameters`, which also become variables.',
};

/**
 * The date on which the lists of widgets and models were last compared with their sources. The service adds others at
 * any time: unlisted ones are not reported, and users can describe them (`own-modules.ts`).
 */
export const LISTED_ON = '2026-11-21';

export const WIDGETS: readonly Widget[] = [
  languageModel('1744214024104448000', 'GPT-3.5', ['docs', 'files'], true),
  languageModel('1744214047475109888', 'GPT-4 Turbo', ['docs'], true),
  languageModel('1744214024104448199', 'GPT-4o', ['runtime'], true),
  languageModel('1744218088699597788', 'GPT-4o mini', ['runtime'], true),
  languageModel('1744218088699596809', 'Claude 3 Haiku', ['docs', 'runtime'], false),
  languageModel('1744218088699596812', 'Claude', ['runtime'], false),
  {
    id: '1751859390353202447',
    name: 'Code Runner',
    doc: 'Runs JavaScript and returns the result of the function.',
    fields: [required(CODE_FIELD), FUNCTION_FIELD, PARAMS_FIELD],
    result: { type: 'unknown', doc: 'The return value of the function.' },
    source: citeSources('docs', 'files'),
  },
  {
    id: '1743159010695057408',
    name: 'Voice',
    doc: 'Reads a text aloud.',
    fields: [required(content('The text to read.'))],
    result: { type: 'string', doc: 'The URL of the audio, for `render.audio`.' },
    source: citeSources('docs', 'files'),
  },
  {
    id: '1745097608856756779',
    name: 'Melo TTS',
    doc: 'Reads a text aloud in one of several languages.',
    fields: [
      field('text', 'The text to read.'),
      field('language', 'The language of the voice.'),
      number('speed', 'How fast to read.'),
    ],
    result: { type: 'unknown', doc: 'Not documented.' },
    source: citeSources('docs'),
  },
  {
    id: '1743157315558707200',
    name: 'Prompt widget',
    doc: 'The example of a prompt widget in the documentation.',
    fields: [required(content('What is given to the prompt.'))],
    result: { type: 'string', doc: 'The answer, as text.' },
    source: citeSources('docs'),
  },
  {
    id: '1743838640687026176',
    name: 'ChatImg',
    doc: 'Answers a question about an image.',
    fields: [
      field('image', 'The address of the image.'),
      field('prompt', 'The question.'),
      number('top_p', 'The share of the probability that is considered (0 to 1).'),
      number('temperature', 'How freely the model chooses its words.'),
      number('max_tokens', 'The maximum length of the answer, in tokens.'),
    ],
    result: {
      type: 'object',
      doc: 'An object; the answer is its `content`.',
      members: [{ name: 'content', doc: 'The answer, as text.' }],
    },
    source: citeSources('docs'),
  },
  {
    id: '1743838636299784192',
    name: 'Music',
    doc: 'Composes a music transition between two descriptions.',
    fields: [
      field('prompt_a', 'The first description.'),
      field('prompt_b', 'The second description.'),
      number('alpha', 'Where between the two the music lies.'),
      number('denoising', 'How far it may stray from the seed image.'),
      number('num_inference_steps', 'How many steps to compute.'),
      field('seed_image_id', 'The image of sound to begin with.'),
    ],
    result: { type: 'object', doc: 'An object whose properties are not documented.' },
    source: citeSources('docs'),
  },
];

function languageModel(
  id: string,
  name: string,
  documents: readonly DocumentId[],
  functions: boolean,
): Widget {
  return {
    id,
    name,
    doc: `The language model ${name}.`,
    fields: LLM_WIDGET_FIELDS,
    result: ANSWER,
    ...(functions ? { resultWithFunction: FILLED_PARAMETERS } : {}),
    source: citeSources(...documents),
  };
}

function content(doc: string): Field {
  return field('content', doc);
}

/** A field of a widget that expects text; other kinds of values are not checked. */
function field(name: string, doc: string): Field {
  return { name, type: oneOf(TEXT, ANY), doc, source: citeSources('docs') };
}

/** A field of a widget that expects a number; lists and maps are not checked. */
function number(name: string, doc: string): Field {
  return { name, type: oneOf(NUMBER, ANY), doc, source: citeSources('docs') };
}
