import { ANY, BOOLEAN, fields, hidden, LITERAL, NUMBER, objectRef, oneOf, required, TEXT } from './build';
import { citeSources } from './documents';
import { FUNCTION_FIELDS, PROMPT_ADDITION_FIELD, PROMPT_FIELDS, RESULT_NAME, TUNING_FIELDS } from './llm';
import type { ResultType } from './result-type';
import type { Field, ObjectId, ObjectRef, ObjectSpec } from './types';
import { CODE_RUNNER_FIELDS, LISTED_ON, LLM_WIDGET_FIELDS, WIDGETS, type Widget } from './widgets';

/** The modules that a task can call, and the `module_config` of each. */

export interface Module {
  /** The value of `module_type`. */
  readonly type: string;
  /** The fields of its `module_config`. */
  readonly config: ObjectRef;
  readonly doc: string;
  readonly source: string;
  /** The default variable of the result if `output_name` is missing; undefined if there is none. */
  readonly defaultOutputName?: string;
  /** Whether each of its `function_parameters` becomes a variable. */
  readonly parametersAreVariables: boolean;
  /** The type of the result. */
  readonly result?: ResultType;
}

export const MODULES: readonly Module[] = [
  {
    type: 'AnyWidgetModule',
    config: 'any-widget-config',
    doc: 'Calls a widget by its id, such as a language model, a voice, an image generator or code. Since version 0.8, the documentation uses it for everything.',
    source: citeSources('types', 'docs'),
    defaultOutputName: 'result',
    parametersAreVariables: true,
  },
  {
    type: 'LLMModule',
    config: 'llm-config',
    doc: 'Calls a language model. The result is text, in the variable `reply` unless `output_name` is set.',
    source: citeSources('seed', 'types', 'docs'),
    defaultOutputName: 'reply',
    parametersAreVariables: false,
  },
  {
    type: 'LLMFunctionModule',
    config: 'llm-function-config',
    doc: 'Calls a language model to fill in parameters. Each of the `function_parameters` becomes a variable.',
    source: citeSources('seed', 'types', 'docs'),
    parametersAreVariables: true,
  },
  {
    type: 'TtsModule',
    config: 'tts-config',
    doc: 'Reads a text aloud. The result is the URL of the audio, for `render.audio`.',
    source: citeSources('seed', 'types', 'docs'),
    parametersAreVariables: false,
  },
  {
    type: 'GoogleSearchModule',
    config: 'google-search-config',
    doc: 'Searches the web. The result is a list of pages.',
    source: citeSources('docs'),
    parametersAreVariables: false,
  },
];

/** The name of a task's result; the types also allow `{name, label}`. */
const OUTPUT_NAME_FIELD: Field = {
  name: 'output_name',
  type: oneOf(RESULT_NAME, objectRef('output-name')),
  doc: 'The name of the variable for the result, in lower snake_case. It is not evaluated.',
  source: citeSources('seed', 'types', 'docs'),
};

/** Whether the module stores its result: the innermost place of `cache`. */
const CONFIG_CACHE_FIELD: Field = {
  name: 'cache',
  rare: true,
  type: BOOLEAN,
  default: 'false',
  doc: 'Whether the result is cached as long as `module_config` does not change. It takes precedence over `cache` of the state and the automata.',
  source: citeSources('docs', 'types'),
};

const MODEL_FIELD: Field = {
  name: 'model',
  type: {
    ...TEXT,
    suggestions: [
      { value: 'gpt-35-turbo-16k', doc: 'GPT-3.5 Turbo with a long context.' },
      { value: 'gpt-4-1116-preview', doc: 'GPT-4 Turbo, as spelled in the types.' },
    ],
  },
  doc: `The language model. The types listed two on ${LISTED_ON}; as such lists age, others are not reported.`,
  source: citeSources('types', 'docs'),
};

function widgetIdField(widgets: readonly Widget[]): Field {
  return {
    name: 'widget_id',
    type: {
      ...TEXT,
      suggestions: widgets.map(({ id, name, doc }) => ({ value: id, doc: `${name}: ${doc}` })),
    },
    doc: "The id of the widget, in quotes because a number cannot hold its 19 digits. An expression is allowed, for example `'{{context.tts_widget_id}}'`.",
    source: citeSources('types', 'docs', 'files'),
  };
}

/** `pcc` requires the field in every `module_config`, so files for it always have it. */
const PCC_WIDGET_ID_FIELD: Field = {
  name: 'widget_id',
  type: TEXT,
  hidden: true,
  doc: 'Not used by this module; only `pcc` requires it.',
  source: citeSources('tool'),
};

/** The configuration of any widget, given the known ones. */
export function widgetConfigSpec(widgets: readonly Widget[]): ObjectSpec {
  return {
    title: 'widget configuration',
    doc: 'The configuration of a widget: `widget_id`, `output_name`, and the parameters of the widget.',
    extra: 'open',
    fields: [
      required(widgetIdField(widgets)),
      {
        ...OUTPUT_NAME_FIELD,
        default: 'result',
        doc: 'The name of the variable for the result, in lower snake_case. It is not evaluated. It is optional in the types, but required on some pages of the documentation.',
      },
      CONFIG_CACHE_FIELD,
      ...LLM_WIDGET_FIELDS,
      ...CODE_RUNNER_FIELDS.map((field) =>
        // Other widgets may use this common word differently.
        field.name === 'params' ? { ...field, type: ANY } : field,
      ),
    ],
  };
}

/** Fields of the configuration of a user-defined module or widget that need not be described. */
export const OWN_CONFIG_FIELDS: { readonly output: Field; readonly rest: readonly Field[] } = {
  output: OUTPUT_NAME_FIELD,
  rest: [CONFIG_CACHE_FIELD, PCC_WIDGET_ID_FIELD],
};

/** The id in the configuration of a user-defined widget. */
export function ownWidgetIdField(): Field {
  return required(widgetIdField([]));
}

export const MODULE_OBJECTS = {
  'module-config': {
    title: 'module configuration',
    doc: 'The configuration of an unknown module. Any field is allowed.',
    extra: 'open',
    fields: [OUTPUT_NAME_FIELD, CONFIG_CACHE_FIELD, hidden({ ...widgetIdField([]), type: ANY })],
  },
  'any-widget-config': widgetConfigSpec(WIDGETS),
  'llm-config': {
    title: 'LLM configuration',
    doc: 'The configuration of `LLMModule`.',
    extra: 'known-module',
    fields: [
      required(MODEL_FIELD),
      ...PROMPT_FIELDS.map(required),
      { ...OUTPUT_NAME_FIELD, default: 'reply' },
      ...TUNING_FIELDS,
      CONFIG_CACHE_FIELD,
      hidden(PROMPT_ADDITION_FIELD),
      PCC_WIDGET_ID_FIELD,
    ],
  },
  'llm-function-config': {
    title: 'LLM function configuration',
    doc: 'The configuration of `LLMFunctionModule`.',
    extra: 'known-module',
    fields: [
      required(MODEL_FIELD),
      ...PROMPT_FIELDS.map(required),
      ...FUNCTION_FIELDS.map(required),
      ...TUNING_FIELDS,
      CONFIG_CACHE_FIELD,
      hidden(PROMPT_ADDITION_FIELD),
      {
        ...OUTPUT_NAME_FIELD,
        hidden: true,
        doc: 'Not used by this module, because each of the `function_parameters` becomes a variable; only `pcc` requires it.',
        source: citeSources('tool'),
      },
      PCC_WIDGET_ID_FIELD,
    ],
  },
  'tts-config': {
    title: 'voice configuration',
    doc: 'The configuration of `TtsModule`.',
    extra: 'known-module',
    // A voice is required, but the documents disagree on its name; files for pcc may set it by the widget.
    oneOf: ['tts_widget_url', 'tts_id', 'widget_id'],
    fields: fields(citeSources('seed', 'types', 'docs'), {
      content: {
        type: TEXT,
        required: true,
        aliases: ['text', 'input'],
        doc: "The text to read, for example `'{{reply}}'`.",
      },
      output_name: required(OUTPUT_NAME_FIELD),
      tts_widget_url: {
        type: TEXT,
        aliases: ['url', 'widget_url'],
        doc: 'The URL of the voice widget. The types and the documentation require it; the specification uses `tts_id`.',
        source: citeSources('types', 'docs'),
      },
      tts_id: hidden({
        type: TEXT,
        doc: 'The id of the voice according to the specification. The types and the documentation use `tts_widget_url`.',
        source: citeSources('seed', 'docs'),
      }),
      cache: CONFIG_CACHE_FIELD,
      widget_id: PCC_WIDGET_ID_FIELD,
    }),
  },
  'google-search-config': {
    title: 'search configuration',
    doc: 'The configuration of `GoogleSearchModule`.',
    extra: 'known-module',
    fields: fields(citeSources('docs'), {
      query: {
        type: TEXT,
        required: true,
        aliases: ['q', 'search', 'keyword', 'keywords'],
        doc: "The search query, for example `'{{user_message}}'`.",
      },
      output_name: required(OUTPUT_NAME_FIELD),
      num_results: { type: NUMBER, default: '3', doc: 'The number of pages to return.' },
      length_per_result: {
        type: NUMBER,
        default: '500',
        doc: 'The length of text to return per page.',
      },
      cache: CONFIG_CACHE_FIELD,
      widget_id: PCC_WIDGET_ID_FIELD,
    }),
  },
  'output-name': {
    title: 'output name',
    doc: 'The name of a result with a display label. Only the types define this form.',
    extra: 'closed',
    fields: fields(citeSources('types'), {
      name: { type: RESULT_NAME, doc: 'The name of the variable for the result.' },
      label: { type: LITERAL, doc: 'A display label.' },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
