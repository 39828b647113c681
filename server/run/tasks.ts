import { MODULES } from '../format/modules';
import { WIDGETS } from '../format/widgets';
import type { Json } from './events';
import type { SourceValue } from './source-value';

/** A task whose result is needed. */
export interface TaskCall {
  /** The path of its state. */
  readonly state: readonly string[];
  readonly name: string | undefined;
  /** Its position among the tasks, from 0. */
  readonly index: number;
  readonly moduleType: string;
  /** Its `module_config`, with its expressions replaced. */
  readonly config: Json;
  readonly result: ResultSpec;
}

/** Which variables a task defines, and what can be given for them. */
export interface ResultSpec {
  /** The variable that holds the whole result. */
  readonly name: string | undefined;
  /** Variables that hold one member of the result each, with the type that is written for them. */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}

export type TaskAnswer = { readonly value: Json } | { readonly error: string };

/** What gives the results of tasks; undefined if somebody has to be asked. */
export type TaskStub = (call: TaskCall) => TaskAnswer | undefined;

/** Is called with what a task resulted in. */
export type OnTask = (call: TaskCall, answer: TaskAnswer) => void;

/** The id of the widget whose JavaScript is run. */
export const CODE_RUNNER = '1751859390353202447';

/** The variables of a task, from its `module_config` as it is written. */
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

/** A result of the right kind for a task, the same for the same task. */
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

/** A value as people read it: a text as it is, anything else as JSON. */
export function displayText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of a JSON object; undefined if it is none, or has no such member. */
export function jsonMember(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;
}

/** Gives an example for every task. */
export const exampleTaskStub: TaskStub = (call) => ({ value: exampleOf(call) });
