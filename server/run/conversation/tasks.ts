import type { Module } from '../../format/modules';
import type { ResultType } from '../../format/result-type';
import type { Widget } from '../../format/widgets';
import type { ScopePath } from '../../project/names/scope-path';
import { jsonMember } from '../sandbox/json';
import type { Json } from './events';
import type { SourceValue } from './source-value';

/** A task whose result is needed. */
export interface TaskCall {
  /** The path of its state. */
  readonly state: ScopePath;
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
  /** The type of the whole result, if it is known. */
  readonly type?: ResultType;
}

export type TaskAnswer = { readonly value: Json } | { readonly error: string };

/** Provides the results of tasks; undefined if the result must be requested. */
export type TaskStub = (call: TaskCall) => TaskAnswer | undefined;

/** Called with the result of a task. */
export type OnTask = (call: TaskCall, answer: TaskAnswer) => void;

/** The id of the widget whose JavaScript is run. */
export const CODE_RUNNER = '1751859390353202447';

/** The known modules and widgets: a `Catalog`, whose file the pages of the client do not need. */
export interface KnownModules {
  moduleOf(type: string | undefined): Module | undefined;
  widgetOf(id: string | undefined): Widget | undefined;
}

/** The variables of a task, from its `module_config` as written and the known modules and widgets. */
export function resultSpecOf(catalog: KnownModules, moduleType: string, config: SourceValue): ResultSpec {
  const module = catalog.moduleOf(moduleType);
  const widget =
    module?.type === 'AnyWidgetModule' ? catalog.widgetOf(config.get('widget_id').text) : undefined;
  const type = module?.result ?? (isTextModule(moduleType) ? TEXT_RESULT : widget && typeOfWidget(widget));
  const written = config.get('output_name');
  const own = written.text ?? written.get('name').text;
  const parameters = config
    .get('function_parameters')
    .items()
    .flatMap((parameter) => {
      const name = parameter.get('name').text;
      return name === undefined ? [] : [{ name, type: parameter.get('type').text ?? 'string' }];
    });
  return { name: own ?? module?.defaultOutputName, parameters, ...(type ? { type } : {}) };
}

const TEXT_RESULT: ResultType = { kind: 'string' };

function isTextModule(type: string): boolean {
  return type === 'LLMModule' || type === 'TtsModule';
}

function typeOfWidget({ result }: Widget): ResultType | undefined {
  if (result.resultType) return result.resultType;
  if (result.type === 'string') return TEXT_RESULT;
  if (result.type !== 'object') return undefined;
  const members = (result.members ?? []).map(({ name }): [string, ResultType] => [name, TEXT_RESULT]);
  return { kind: 'object', members: new Map(members) };
}

/** The type of a variable from the `type` of its parameter. */
export function resultTypeOfParameter(type: string): ResultType {
  if (type === 'number' || type === 'integer') return { kind: 'number' };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'list' || type === 'array') return { kind: 'list', item: TEXT_RESULT };
  return type === 'object' ? { kind: 'object', members: new Map() } : TEXT_RESULT;
}

/** A result of the right type for a task; deterministic. */
export function exampleOf({ name, moduleType, result }: TaskCall): Json {
  if (result.parameters.length > 0)
    return Object.fromEntries(result.parameters.map((one) => [one.name, exampleOfParameter(one)]));
  const label = name ?? result.name ?? moduleType;
  if (moduleType === 'TtsModule') return 'https://example.com/speech.mp3';
  return exampleOfType(result.type, `Result of ${label}`, label);
}

function exampleOfParameter({ name, type }: ResultSpec['parameters'][number]): Json {
  const result = resultTypeOfParameter(type);
  return result.kind === 'list' ? [`${name} 1`, `${name} 2`] : exampleOfType(result, name, name);
}

/** @param text the example of a text */
function exampleOfType(type: ResultType | undefined, text: string, label: string): Json {
  switch (type?.kind) {
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'list':
      return [exampleOfType(type.item, text, label)];
    case 'object':
      return Object.fromEntries(
        [...type.members].map(([name, member]) => [
          name,
          exampleOfType(member, `${name} of ${label}`, label),
        ]),
      );
    default:
      return text;
  }
}

export function widgetId(config: Json): string | undefined {
  const id = jsonMember(config, 'widget_id');
  return typeof id === 'string' ? id : undefined;
}

/** Provides an example for every task. */
export const exampleTaskStub: TaskStub = (call) => ({ value: exampleOf(call) });
