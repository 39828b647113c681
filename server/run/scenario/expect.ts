import { nearFields } from '../../format/near-fields';
import { stateLabel } from '../../format/target-path';
import { formatMessage, msg, type TextOrMessage } from '../../text/message';
import { didYouMean, isTypo } from '../../text/nearest';
import { isRecord } from '../../text/own-value';
import type {
  ChatMessage,
  ConversationOutput,
  FormOpened,
  FormProblem,
  Json,
  Remark,
  SourceRange,
  TaskRun,
} from '../conversation/events';
import type { SourceValue } from '../conversation/source-value';
import { withFullStop } from '../conversation/task-run';
import { sourceRangeOf } from '../sandbox/evaluator';
import { displayText, jsonMember } from '../sandbox/json';
import { isSandboxError, type Sandbox } from '../sandbox/sandbox';
import { jsonOf } from './scenario';
import { typeFault } from './type-fault';
import { noExpression, whereSource } from './where';

/** An expectation that is not met. */
export interface Mismatch {
  readonly message: TextOrMessage;
  readonly expected: Json;
  readonly actual: Json;
  /** The place of the expectation. */
  readonly place: SourceRange | undefined;
  /** The source of the actual value. */
  readonly at: SourceRange | undefined;
}

/** The outputs since the last event, as expectations see them. */
export interface Turn {
  readonly message: ChatMessage | undefined;
  readonly form: FormOpened | undefined;
  readonly formError: FormProblem | undefined;
  readonly tasks: readonly TaskRun[];
  /** With failures of tasks that the scenario gives, which may be expected but need not be. */
  readonly errors: readonly Remark[];
  readonly hasEnded: boolean;
}

/** The last output of each kind; without a new message, the previous one remains. */
export function turnOf(outputs: readonly ConversationOutput[], before?: Turn): Turn {
  const last = <Kind extends ConversationOutput['kind']>(kind: Kind) =>
    outputs.findLast((one): one is Extract<ConversationOutput, { kind: Kind }> => one.kind === kind);
  return {
    message: last('message') ?? before?.message,
    form: last('form'),
    formError: last('form_error'),
    tasks: outputs.filter((one) => one.kind === 'task'),
    errors: outputs.filter((one): one is Remark => one.kind === 'error'),
    hasEnded: last('ended') !== undefined || (before?.hasEnded ?? false),
  };
}

interface Comparison {
  readonly found: Mismatch[];
  /** Errors in the expectation itself, which no value meets, not even with `not`. */
  readonly faults: Mismatch[];
  /** Runs regular expressions, which may not terminate. */
  readonly sandbox: Sandbox;
  /** The names of the inputs that a `where` reads. */
  readonly inputs?: readonly string[];
}

/** Compares an expectation with the outputs. Only written parts are compared. */
export function mismatches(expected: SourceValue, turn: Turn, sandbox: Sandbox): readonly Mismatch[] {
  return sandbox.step(() => allMismatches(expected, turn, sandbox));
}

function allMismatches(expected: SourceValue, turn: Turn, sandbox: Sandbox): readonly Mismatch[] {
  const found: Mismatch[] = [];
  const result: Comparison = { found, faults: [], sandbox };
  for (const [name, value] of expected.entries()) {
    const actual = valueNamed(name, turn);
    if (name === 'where') compareWhere(name, value, turn, result);
    else if (name === 'task') compareTasks(value, turn, result);
    else if (actual === undefined) result.faults.push(unknownPart(name, value, expected));
    else if (name === 'error' && turn.errors.length === 0 && value.isGiven) {
      const inner: Mismatch[] = [];
      compare(value, actual.value, name, actual.at, { ...result, found: inner });
      if (inner.length > 0) found.push(mismatch(msg('There was no error.'), value, actual.value, actual.at));
    } else compare(value, actual.value, name, actual.at, result);
  }
  return [...result.faults, ...found];
}

/** Whether a message is as described, by a state or by fields of an expectation. */
export interface Verdict {
  readonly isMet: boolean;
  /** Errors in the description itself, also of expressions that fail. */
  readonly faults: readonly Mismatch[];
}

/**
 * Compares a message with a description. A `where` is evaluated only if the other fields are met.
 *
 * @param inputs the names of the inputs that it reads, which the message has
 */
export function describes(
  described: SourceValue,
  message: ChatMessage,
  sandbox: Sandbox,
  inputs: readonly string[] = [],
): Verdict {
  const turn = turnOf([message]);
  const found: Mismatch[] = [];
  const faults: Mismatch[] = [];
  const result: Comparison = { found, faults, sandbox, inputs };
  sandbox.step(() => {
    if (!described.isMap) compare(described, stateLabel(message.state), 'state', undefined, result);
    for (const [name, value] of described.entries()) {
      const actual = valueNamed(name, turn);
      if (name !== 'where' && actual) compare(value, actual.value, name, actual.at, result);
    }
    const where = described.get('where');
    if (found.length + faults.length === 0 && where.isGiven && described.isMap)
      compareWhere('where', where, turn, result);
  });
  return { isMet: found.length + faults.length === 0, faults };
}

/** Whether an expression over a message is true. */
export function holdsAt(expression: SourceValue, message: ChatMessage, sandbox: Sandbox): Verdict {
  const found: Mismatch[] = [];
  const faults: Mismatch[] = [];
  sandbox.step(() => compareWhere('always', expression, turnOf([message]), { found, faults, sandbox }));
  return { isMet: found.length + faults.length === 0, faults };
}

function unknownPart(name: string, value: SourceValue, expectation: SourceValue): Mismatch {
  const near = nearFields('expectation', name, (part) => expectation.get(part).isGiven);
  return fault(msg`${msg('An expectation')} has no field \`${name}\`.${didYouMean(near)}`, value);
}

/**
 * The actual value for a field of an expectation. Messages of the interpreter are in English: scenarios must not
 * depend on the language of the editor.
 */
export function valueNamed(
  name: string,
  turn: Turn,
): { value: Json; at: SourceRange | undefined } | undefined {
  const { message, form } = turn;
  const at = message?.place;
  switch (name) {
    case 'state':
      return { value: message ? stateLabel(message.state) : null, at };
    case 'text':
    case 'image':
    case 'audio':
    case 'video':
      return { value: message?.[name] ?? null, at };
    case 'buttons':
      return {
        value: message?.buttons.map(({ content }) => content) ?? [],
        at: message?.buttons[0]?.place ?? at,
      };
    case 'context':
      return { value: message?.context ?? null, at };
    case 'form':
      return { value: form?.fields.map((field) => field.name) ?? null, at: form?.place ?? at };
    case 'form_error':
      return {
        value: turn.formError ? formatMessage(turn.formError.message) : null,
        at: turn.formError?.place ?? at,
      };
    case 'error':
      return {
        value: turn.errors.map(({ message }) => formatMessage(message)).join('\n'),
        at: turn.errors[0]?.place ?? at,
      };
    case 'ended':
      return { value: turn.hasEnded, at };
    default:
      return undefined;
  }
}

function compareTasks(value: SourceValue, { tasks }: Turn, result: Comparison): void {
  addTypeFault('task', value, 'map', result);
  for (const [name, expected] of value.entries()) {
    addTypeFault(name, expected, 'map', result);
    const task = tasks.findLast(
      (one) => one.name === name || (one.name !== undefined && stateLabel([...one.state, one.name]) === name),
    );
    if (task === undefined) {
      result.found.push(mismatch(msg`The task \`${name}\` was not run.`, expected, null, undefined));
      continue;
    }
    for (const [part, wanted] of expected.entries()) {
      const actual = part === 'results' ? task.results : (jsonMember(task.config, part) ?? null);
      compare(wanted, actual, `task.${name}.${part}`, task.place, result);
    }
  }
}

/** An expression over `context` and the parts of the message. */
function compareWhere(field: string, value: SourceValue, { message }: Turn, result: Comparison): void {
  const { found, faults, sandbox } = result;
  if (addTypeFault(field, value, 'text', result)) return;
  const source = whereSource(value.text ?? '');
  if (source.trim() === '') {
    faults.push(fault(noExpression(field), value));
    return;
  }
  const names = new Map<string, Json | undefined>([
    ...(result.inputs ?? []).map((name) => [name, jsonMember(message?.inputs ?? {}, name)] as const),
    ['context', message?.context ?? {}],
    ['text', message?.text ?? ''],
    ['state', message ? stateLabel(message.state) : ''],
  ]);
  const values = [...names.values()].map((one) =>
    one === undefined ? sandbox.nothing() : sandbox.fromJson(JSON.stringify(one)),
  );
  const evaluated = sandbox.evaluate(source, [...names.keys()], values);
  if (isSandboxError(evaluated)) {
    const failure = msg`\`${field}\` failed: ${withFullStop(evaluated.message)}`;
    faults.push(mismatch(failure, value, null, message?.place));
  } else if (!sandbox.describe(evaluated).isTruthy)
    found.push(mismatch(msg('`where` does not hold.'), value, false, message?.place));
}

/** Matchers, each an object with one key. */
const MATCHERS = ['matches', 'contains', 'not', 'length'];

function compare(
  expected: SourceValue,
  actual: Json,
  name: string,
  at: SourceRange | undefined,
  result: Comparison,
): void {
  const { found } = result;
  const entries = expected.entries();
  const [matcher, argument] = entries[0] ?? [];
  if (entries.length === 1 && matcher !== undefined && argument && MATCHERS.includes(matcher)) {
    const isMet = fits(matcher, argument, actual, result);
    if (!isMet) found.push(mismatch(msg`\`${name}\` does not meet \`${matcher}\`.`, expected, actual, at));
  } else if (expected.isMap) {
    if (!isRecord(actual)) {
      const wrong = matcherFault(expected);
      if (wrong) result.faults.push(wrong);
      else found.push(mismatch(msg`\`${name}\` is not an object.`, expected, actual, at));
    } else
      for (const [member, value] of entries)
        compare(value, jsonMember(actual, member) ?? null, `${name}.${member}`, at, result);
  } else if (expected.isList) {
    const items = expected.items();
    if (!Array.isArray(actual) || items.length > actual.length)
      found.push(mismatch(msg`\`${name}\` has fewer items than expected.`, expected, actual, at));
    else
      for (const [index, item] of items.entries())
        compare(item, actual[index] ?? null, `${name}[${index}]`, at, result);
  } else if (!isSame(jsonOf(expected.value), actual)) {
    found.push(mismatch(msg`\`${name}\` differs.`, expected, actual, at));
  }
}

/** What is wrong with a map that can only be a matcher, as the value has no members; undefined if it may be data. */
function matcherFault(expected: SourceValue): Mismatch | undefined {
  const entries = expected.entries();
  for (const [name, value] of entries) {
    const near = MATCHERS.filter((matcher) => isTypo(name, matcher));
    if (near.length > 0)
      return fault(msg`${msg('A matcher')} has no field \`${name}\`.${didYouMean(near)}`, value);
  }
  const [first, second] = entries;
  if (first === undefined || second === undefined || !entries.every(([name]) => MATCHERS.includes(name)))
    return undefined;
  const [, value] = second;
  return fault(
    msg`${msg('A matcher')} can have only one field, but this one already has \`${first[0]}\`.`,
    value,
  );
}

/** A matcher that is wrong adds a fault, and counts as met. */
function fits(matcher: string, argument: SourceValue, actual: Json, result: Comparison): boolean {
  const text = displayText(actual);
  switch (matcher) {
    case 'matches':
      return matches(argument, text, result);
    case 'contains':
      if (Array.isArray(actual)) return actual.some((item) => isSame(jsonOf(argument.value), item));
      return !argument.isMap && !argument.isList && text.includes(scalarText(argument));
    case 'length':
      return lengthOf(actual) === Number(argument.text);
    default: {
      const { faults } = result;
      const inner: Mismatch[] = [];
      const count = faults.length;
      compare(argument, actual, '', undefined, { ...result, found: inner });
      return inner.length > 0 || faults.length > count;
    }
  }
}

/** The text that authors mean by a number or boolean without quotes; empty if nothing is written. */
function scalarText({ text, value }: SourceValue): string {
  return text ?? (typeof value === 'boolean' ? String(value) : '');
}

function matches(pattern: SourceValue, text: string, result: Comparison): boolean {
  const { faults, sandbox } = result;
  if (addTypeFault('matches', pattern, 'scalar', result)) return true;
  const source = scalarText(pattern);
  const values = [source, text].map((one) => sandbox.fromJson(JSON.stringify(one)));
  const found = sandbox.evaluate("new RegExp(pattern, 'su').test(text)", ['pattern', 'text'], values);
  if (!isSandboxError(found)) return sandbox.describe(found).isTruthy;
  const isInvalid = formatMessage(found.message).startsWith('SyntaxError');
  const message = isInvalid
    ? msg`\`${source}\` is not a valid regular expression.`
    : msg`\`matches\` failed: ${withFullStop(found.message)}`;
  faults.push(fault(message, pattern));
  return true;
}

function lengthOf(value: Json): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** Texts are compared without white space at both ends, which block scalars add. */
function isSame(expected: Json, actual: Json): boolean {
  if (typeof expected === 'string' && typeof actual === 'string') return expected.trim() === actual.trim();
  if (typeof actual === 'string') return String(expected) === actual.trim();
  return JSON.stringify(expected) === JSON.stringify(actual);
}

/** Adds the fault of a value with another type, if it has one. */
function addTypeFault(
  field: string,
  value: SourceValue,
  type: Parameters<typeof typeFault>[2],
  { faults }: Comparison,
): boolean {
  const message = typeFault(field, value, type);
  if (message) faults.push(fault(message, value));
  return message !== undefined;
}

/** An error in an expectation, which has nothing to compare. */
function fault(message: TextOrMessage, { origin }: SourceValue): Mismatch {
  return { message, expected: null, actual: null, place: sourceRangeOf(origin), at: undefined };
}

function mismatch(
  message: TextOrMessage,
  expected: SourceValue,
  actual: Json,
  at: SourceRange | undefined,
): Mismatch {
  return { message, expected: jsonOf(expected.value), actual, place: sourceRangeOf(expected.origin), at };
}
