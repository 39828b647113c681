import { LLM_WIDGET_FIELDS, WIDGETS } from '../../format/widgets';
import type { Json } from '../conversation/events';
import { type TaskCall, widgetId } from '../conversation/tasks';
import { displayText, jsonMember } from '../sandbox/json';

/** The default time limit for one answer of a model. */
export const DEFAULT_MODEL_TIMEOUT_SECONDS = 120;

/** One message to or from a language model. */
export interface ModelMessage {
  readonly role: string;
  readonly content: string;
}

/** A request to an OpenAI-compatible endpoint for chat completions. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Members of the body other than the model and the messages. */
  readonly options: { readonly [name: string]: Json };
  /** The function whose parameters are the result; undefined if the result is a text. */
  readonly functionName: string | undefined;
  /** Whether earlier messages of this task belong to its next request. */
  readonly keepsMemory: boolean;
  /** The model that the task names. */
  readonly model: string | undefined;
}

const NUMBERS = ['temperature', 'top_p', 'max_tokens', 'presence_penalty', 'frequency_penalty'];

/** Whether a language model gives the result of a task. Voices, searches and other widgets have no common interface. */
export function isModelTask({ moduleType, config }: TaskCall): boolean {
  if (moduleType === 'LLMModule' || moduleType === 'LLMFunctionModule') return true;
  if (moduleType !== 'AnyWidgetModule') return false;
  const known = WIDGETS.find(({ id }) => id === widgetId(config));
  if (known) return known.fields === LLM_WIDGET_FIELDS;
  return ['system_prompt', 'user_prompt'].some((name) => typeof jsonMember(config, name) === 'string');
}

/** @param history earlier messages of the same task, for those with a memory */
export function modelRequestOf(
  { config, name, result }: TaskCall,
  history: readonly ModelMessage[],
): ModelRequest {
  const addition = jsonMember(config, 'prompt_addition');
  const memory = jsonMember(config, 'memory');
  const keepsMemory =
    memory === 'auto' || (memory === undefined && jsonMember(config, 'need_memory') === true);
  const system = shown(jsonMember(config, 'system_prompt'));
  const user = ['user_prompt_prefix', 'user_prompt_suffix'].map((one) => shown(jsonMember(addition, one)));
  const messages = [
    ...(system === '' ? [] : [{ role: 'system', content: system }]),
    ...messagesOf(jsonMember(addition, 'pre_messages')),
    ...(keepsMemory ? history : messagesOf(memory)),
    ...messagesOf(jsonMember(addition, 'post_messages')),
    { role: 'user', content: `${user[0]}${shown(jsonMember(config, 'user_prompt'))}${user[1]}` },
  ];
  const numbers = NUMBERS.flatMap((one) => {
    const value = jsonMember(config, one);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? [[one, number] as const] : [];
  });
  const hasFunction = result.parameters.length > 0;
  const functionName = hasFunction ? callableName(jsonMember(config, 'function_name') ?? name) : undefined;
  const model = jsonMember(config, 'model');
  return {
    messages,
    options: {
      ...Object.fromEntries(numbers),
      ...(functionName === undefined ? {} : functionOf(functionName, config)),
    },
    functionName,
    keepsMemory,
    model: typeof model === 'string' && model !== '' ? model : undefined,
  };
}

/** The function that the model must call. */
function functionOf(name: string, config: Json): { readonly [name: string]: Json } {
  const parameters = jsonMember(config, 'function_parameters');
  const listed = Array.isArray(parameters) ? (parameters as readonly Json[]) : [];
  const properties = listed.flatMap((one) => {
    const parameter = jsonMember(one, 'name');
    if (typeof parameter !== 'string') return [];
    const description = shown(jsonMember(one, 'description'));
    return [[parameter, { ...schemaOf(jsonMember(one, 'type')), description }] as const];
  });
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([parameter]) => parameter),
  };
  const description = shown(jsonMember(config, 'function_description'));
  return {
    tools: [{ type: 'function', function: { name, description, parameters: schema } }],
    tool_choice: { type: 'function', function: { name } },
  };
}

function schemaOf(type: Json | undefined): { readonly [name: string]: Json } {
  if (type === 'list' || type === 'array') return { type: 'array', items: {} };
  const known = ['number', 'integer', 'boolean', 'object'].find((one) => one === type);
  return { type: known ?? 'string' };
}

/** A name that endpoints accept. */
function callableName(name: Json | undefined): string {
  const allowed = shown(name)
    .replace(/[^\w-]/g, '_')
    .slice(0, 64);
  return allowed === '' ? 'answer' : allowed;
}

/** Messages in the form of the types, `{role, content}`, or of tutorials, `{user: text}`. */
function messagesOf(value: Json | undefined): ModelMessage[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((item) => {
    const role = jsonMember(item, 'role');
    const content = jsonMember(item, 'content');
    if (typeof role === 'string') return [{ role, content: shown(content) }];
    return ['user', 'assistant'].flatMap((one) => {
      const said = jsonMember(item, one);
      return said === undefined ? [] : [{ role: one, content: shown(said) }];
    });
  });
}

function shown(value: Json | undefined): string {
  return value === undefined || value === null ? '' : displayText(value);
}
