import { FILES } from '../../format/limits';
import { type Message, msg, seriesOf } from '../../text/message';
import { isRecord } from '../../text/own-value';
import type { Evaluator, Variables } from '../sandbox/evaluator';
import { sourceRangeOf } from '../sandbox/evaluator';
import { displayText } from '../sandbox/json';
import type { FormField, Json } from './events';
import type { Pausable } from './points';
import type { SourceValue } from './source-value';

/** A form field. */
export interface FormInput {
  readonly name: string;
  readonly input: SourceValue;
}

/** The default of `max_length` (seed, documentation). */
const DEFAULT_MAX_LENGTH = 1500;

/** Types whose values are texts of users. */
export const TEXT_TYPES = new Set(['text', 'string']);
export const NUMBER_TYPES = new Set(['number', 'integer']);
export const LIST_TYPES = new Set(['list', 'array']);

/** Whether a form asks for an input when its state is entered: it is not from the chat and has no fixed value. */
export function isFilledByForm(input: SourceValue): boolean {
  if (!input.isMap || isChatInput(input) || input.get('value').isGiven) return false;
  return input.get('user_input').isTrue || input.get('source').text === 'form';
}

/** Whether an input contains the message of the user that led to its state. */
export function isChatInput(input: SourceValue): boolean {
  return input.get('type').text === 'IM' || input.get('source').text === 'IM';
}

export function* formFieldOf(
  { name, input }: FormInput,
  evaluator: Evaluator,
  variables: Variables,
): Pausable<FormField> {
  const choices = input.get('choices');
  const fallback = input.get('default_value');
  const description = yield* evaluator.shown(input.get('description'), variables);
  const listed = choices.isGiven
    ? evaluator.json(yield* evaluator.evaluate(choices, variables), choices.origin)
    : undefined;
  const value = fallback.isGiven
    ? evaluator.json(yield* evaluator.evaluate(fallback, variables), fallback.origin)
    : undefined;
  return {
    name,
    label: input.get('name').text ?? name,
    ...(description === undefined ? {} : { description }),
    type: input.get('type').text ?? 'text',
    ...(Array.isArray(listed) ? { choices: listed } : {}),
    ...(value === undefined || value === null ? {} : { default: value }),
    isRequired: validations(input).every((one) => one.get('required').value !== false),
    place: sourceRangeOf(input.origin),
  };
}

/** The first `error_message` of an input's validations, which the service does not support yet. */
export function errorMessageOf(input: SourceValue): SourceValue | undefined {
  return validations(input)
    .map((rule) => rule.get('error_message'))
    .find(({ isGiven }) => isGiven);
}

/** The rules of an input. */
export function validations(input: SourceValue): readonly SourceValue[] {
  const written = input.get('validations');
  return written.isMap ? [written] : written.items();
}

export interface ValidationResult {
  /** The value of the input; undefined if nothing was given. */
  readonly value?: Json;
  /** Why the form stays open. */
  readonly problem?: Message;
}

/** Validates a field: its type, its choices, then its validations in order. Returns the first problem. */
export function validateField(
  field: FormField,
  input: SourceValue,
  given: Json | undefined,
): ValidationResult {
  const value = given === undefined || isUnfilled(field, given) ? field.default : given;
  if (value === undefined || value === null || (value === '' && given === '' && field.isRequired))
    return field.isRequired ? { problem: msg`\`${field.label}\` is required.` } : {};
  const typed = typedValue(field, value);
  if (typed.problem !== undefined || typed.value === undefined) return typed;
  if (field.choices?.length === 0)
    return { problem: msg`\`${field.label}\` has no choices, so no value is valid.` };
  if (field.choices && !field.choices.some((choice) => isSame(choice, typed.value))) {
    const choices = seriesOf(
      field.choices.map((choice) => `\`${displayText(choice)}\``),
      ',',
    );
    return { problem: msg`\`${field.label}\` must be one of ${choices}.` };
  }
  const rules = validations(input);
  for (const rule of rules) {
    const problem = problemOf(field, rule, typed.value);
    if (problem !== undefined) return { problem };
  }
  if (TEXT_TYPES.has(field.type) && rules.every((rule) => numberAt(rule, 'max_length') === undefined)) {
    const problem = tooLong(field, typed.value, DEFAULT_MAX_LENGTH);
    if (problem !== undefined) return { problem };
  }
  return typed;
}

/** Whether an empty field gives no value: only a text without choices can be empty. */
function isUnfilled({ type, choices }: FormField, given: Json): boolean {
  return given === '' && !(TEXT_TYPES.has(type) && (choices === undefined || choices.includes('')));
}

function typedValue({ type, label }: FormField, value: Json): ValidationResult {
  if (NUMBER_TYPES.has(type)) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number))
      return { problem: msg`\`${label}\` must be a number.` };
    if (type === 'integer' && !Number.isInteger(number))
      return { problem: msg`\`${label}\` must be a whole number.` };
    return { value: number };
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return { value };
    if (value === 'true' || value === 'false') return { value: value === 'true' };
    return { problem: msg`\`${label}\` must be true or false.` };
  }
  if (LIST_TYPES.has(type) && !Array.isArray(value)) return { problem: msg`\`${label}\` must be a list.` };
  if (type === 'object' && !isRecord(value)) return { problem: msg`\`${label}\` must be an object.` };
  // The documentation leaves open whether several files are a list.
  if (FILES.includes(type) && typeof value !== 'string' && !Array.isArray(value))
    return { problem: msg`\`${label}\` must be a URL.` };
  if (TEXT_TYPES.has(type) && typeof value !== 'string') return { value: displayText(value) };
  return { value };
}

function problemOf(field: FormField, rule: SourceValue, value: Json): Message | undefined {
  const { label } = field;
  const maxLength = numberAt(rule, 'max_length');
  if (maxLength !== undefined && TEXT_TYPES.has(field.type)) {
    const problem = tooLong(field, value, maxLength);
    if (problem !== undefined) return problem;
  }
  if (typeof value === 'number') {
    const [min, max] = [numberAt(rule, 'min_number'), numberAt(rule, 'max_number')];
    if (min !== undefined && value < min) return msg`\`${label}\` must be at least ${min}.`;
    if (max !== undefined && value > max) return msg`\`${label}\` must be at most ${max}.`;
  }
  if (Array.isArray(value)) {
    const [min, max] = [numberAt(rule, 'min_items'), numberAt(rule, 'max_items')];
    if (min !== undefined && value.length < min) return msg`\`${label}\` must have at least ${counted(min)}.`;
    if (max !== undefined && value.length > max) return msg`\`${label}\` must have at most ${counted(max)}.`;
  }
  return undefined;
}

function tooLong({ label }: FormField, value: Json, max: number): Message | undefined {
  const length = typeof value === 'string' ? [...value].length : 0;
  return length > max ? msg`\`${label}\` must have at most ${max} characters; it has ${length}.` : undefined;
}

function counted(count: number): Message {
  return count === 1 ? msg('1 item') : msg`${count} items`;
}

/** The number of a rule. */
export function numberAt(rule: SourceValue, name: string): number | undefined {
  const number = Number(rule.get(name).text ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

function isSame(a: Json, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || displayText(a) === displayText(b ?? null);
}
