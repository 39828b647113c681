import { MODULES } from '../format/modules';
import { WIDGETS } from '../format/widgets';
import type { Json } from './events';
import type { SourceValue } from './source-value';

/** A task whose result is needed. */
export interface TaskCall {
  /** The path of its state. */
  readonly state: readonly string[];
  readonly name: string | undefined;
  /** Zero-based index among the tasks. */
  readonly index: number;
  readonly moduleType: string;
  /** Its `module_config`, with its expressions replaced. */
  readonly config: Json;
  readonly result: ResultSpec;
}

/** The variables that a task defines, and their types. */
export interface ResultSpec {
  /** The variable that holds the whole result. */
  readonly name: string | undefined;
  /** Variables with one member of the result each, with their declared types. */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}

export type TaskAnswer = { readonly value: Json } | { readonly error: string };

/** Provides the results of tasks; undefined if the result must be requested. */
export type TaskStub = (call: TaskCall) => TaskAnswer | undefined;

/** Called with the result of a task. */
export type OnTask = (call: TaskCall, answer: TaskAnswer) => void;

/** The id of the widget whose JavaScript is run. */
export const CODE_RUNNER = '1751859390353202447';

/** The variables of a task, from its `module_config` as written. */
export function resultSpecOf(moduleType: string, config: SourceValue): ResultSpec {
  const module = MODULES.find(({ type }) => type === moduleType);
  const written = config.get('output_name');
  const own = written.text ?? written.get('name').text;
  const parameters = config
    .get('function_parameters')
    .items()
    .flatMap((parameter) => {
      const name = parameter.get('name').text;
      return name === undefined ? [] : [{ name, type: parameter.get('type').text ?? 'string' }];
    });
  return { name: own ?? module?.defaultOutputName, parameters };
}

/** A result of the right type for a task; deterministic. */
export function exampleOf({ name, moduleType, config, result }: TaskCall): Json {
  if (result.parameters.length > 0)
    return Object.fromEntries(result.parameters.map((one) => [one.name, valueOfType(one.type, one.name)]));
  const label = name ?? result.name ?? moduleType;
  if (moduleType === 'TtsModule') return 'https://example.com/speech.mp3';
  const widget = WIDGETS.find(({ id }) => id === widgetId(config));
  if (widget?.result.type === 'object')
    return Object.fromEntries(
      (widget.result.members ?? []).map((member) => [member.name, `${member.name} of ${label}`]),
    );
  return `Result of ${label}`;
}

function valueOfType(type: string, name: string): Json {
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (type === 'list' || type === 'array') return [`${name} 1`, `${name} 2`];
  return type === 'object' ? {} : `${name}`;
}

export function widgetId(config: Json): string | undefined {
  const id = jsonMember(config, 'widget_id');
  return typeof id === 'string' ? id : undefined;
}

/** A value for display: a string as it is, anything else as JSON. */
export function displayText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of a JSON object; undefined for other values, and if it is missing. */
export function jsonMember(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;
}

/** Provides an example for every task. */
export const exampleTaskStub: TaskStub = (call) => ({ value: exampleOf(call) });
