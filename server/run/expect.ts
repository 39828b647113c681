import { parseTemplate } from '../expression/template';
import { stateLabel } from '../format/target-path';
import { append } from '../text/append';
import { formatMessage, msg, type TextOrMessage } from '../text/message';
import { sourceRangeOf } from './evaluator';
import type {
  ChatMessage,
  ConversationOutput,
  FormOpened,
  FormProblem,
  Json,
  Remark,
  SourceRange,
  TaskRun,
} from './events';
import { isSandboxError, type Sandbox } from './sandbox';
import { jsonOf } from './scenario';
import type { SourceValue } from './source-value';
import { withFullStop } from './task-run';
import { displayText, jsonMember } from './tasks';

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
export function turnOf(happenings: readonly ConversationOutput[], before?: Turn): Turn {
  const last = <Kind extends ConversationOutput['kind']>(kind: Kind) =>
    happenings.findLast((one): one is Extract<ConversationOutput, { kind: Kind }> => one.kind === kind);
  return {
    message: last('message') ?? before?.message,
    form: last('form'),
    formError: last('form_error'),
    tasks: happenings.filter((one) => one.kind === 'task'),
    errors: happenings.filter((one): one is Remark => one.kind === 'error'),
    hasEnded: last('ended') !== undefined || (before?.hasEnded ?? false),
  };
}

interface Comparison {
  readonly found: Mismatch[];
  /** Runs regular expressions, which may not terminate. */
  readonly sandbox: Sandbox;
}

/** Compares an expectation with the outputs. Only written parts are compared. */
export function mismatches(expected: SourceValue, turn: Turn, sandbox: Sandbox): readonly Mismatch[] {
  const found: Mismatch[] = [];
  const result: Comparison = { found, sandbox };
  const { message } = turn;
  for (const [name, value] of expected.entries()) {
    const actual = valueNamed(name, turn);
    if (name === 'where') append(found, whereMismatch(value, message, sandbox));
    else if (name === 'task') compareTasks(value, turn, result);
    else if (actual === undefined)
      found.push(mismatch(msg`\`${name}\` cannot be expected.`, value, null, undefined));
    else compare(value, actual.value, name, actual.at, result);
  }
  return found;
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
      return { value: form?.fields.map((field) => field.name) ?? null, at: form?.place };
    case 'form_error':
      return {
        value: turn.formError ? formatMessage(turn.formError.message) : null,
        at: turn.formError?.place,
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
  for (const [name, expected] of value.entries()) {
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
function whereMismatch(value: SourceValue, message: ChatMessage | undefined, sandbox: Sandbox): Mismatch[] {
  const text = value.text ?? '';
  const [expression] = parseTemplate(text).expressions;
  const source = expression ? text.slice(expression.body.start, expression.body.end) : text;
  const names = {
    context: message?.context ?? {},
    text: message?.text ?? '',
    state: message ? stateLabel(message.state) : '',
  };
  const values = Object.values(names).map((one) => sandbox.fromJson(JSON.stringify(one)));
  const result = sandbox.evaluate(source, Object.keys(names), values);
  if (isSandboxError(result))
    return [mismatch(msg`\`where\` failed: ${withFullStop(result.message)}`, value, null, message?.place)];
  return sandbox.describe(result).isTruthy
    ? []
    : [mismatch(msg('`where` does not hold.'), value, false, message?.place)];
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
    const isMet = fits(matcher, argument, actual, result.sandbox);
    if (!isMet) found.push(mismatch(msg`\`${name}\` does not meet \`${matcher}\`.`, expected, actual, at));
  } else if (expected.isMap) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
      found.push(mismatch(msg`\`${name}\` is not an object.`, expected, actual, at));
    else
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

function fits(matcher: string, argument: SourceValue, actual: Json, sandbox: Sandbox): boolean {
  const text = displayText(actual);
  const expected = argument.text ?? '';
  switch (matcher) {
    case 'matches':
      return matches(expected, text, sandbox);
    case 'contains':
      return Array.isArray(actual)
        ? actual.some((item) => isSame(jsonOf(argument.value), item))
        : text.includes(expected);
    case 'length':
      return lengthOf(actual) === Number(argument.text);
    default: {
      const inner: Mismatch[] = [];
      compare(argument, actual, '', undefined, { found: inner, sandbox });
      return inner.length > 0;
    }
  }
}

function matches(pattern: string, text: string, sandbox: Sandbox): boolean {
  const values = [pattern, text].map((one) => sandbox.fromJson(JSON.stringify(one)));
  const result = sandbox.evaluate("new RegExp(pattern, 'su').test(text)", ['pattern', 'text'], values);
  return !isSandboxError(result) && sandbox.describe(result).isTruthy;
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

function mismatch(
  message: TextOrMessage,
  expected: SourceValue,
  actual: Json,
  at: SourceRange | undefined,
): Mismatch {
  return { message, expected: jsonOf(expected.value), actual, place: sourceRangeOf(expected.origin), at };
}
