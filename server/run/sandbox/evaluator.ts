import { isNumberText } from '../../exchange/data';
import type { DataOrigin } from '../../exchange/origins';
import { originRange } from '../../exchange/origins';
import type { TemplateExpression } from '../../expression/template';
import { msg, type TextOrMessage } from '../../text/message';
import type { Range } from '../../text/range';
import { valueOffsets } from '../../yaml/tree/scalar-map';
import { type AssumptionId, Assumptions } from '../conversation/assumptions';
import type { Json, Remark, RemarkCode, SourceRange } from '../conversation/events';
import type { ParsedTexts } from '../conversation/parsed-texts';
import type { Pausable } from '../conversation/points';
import type { SourceValue } from '../conversation/source-value';
import { errorRange } from './error-range';
import {
  isSandboxError,
  SANDBOX_LIMITS,
  type Sandbox,
  type SandboxError,
  type ValueDescription,
  type ValueRef,
} from './sandbox';

/** The variables that an expression can use, by name. */
export interface Variables extends Map<string, ValueRef> {
  /** Assumptions of expressions that use a name. */
  readonly assumptions?: ReadonlyMap<string, AssumptionId>;
}

/** Called when an item of the text is reached. `at` is the offset of an expression in the value. */
export type OnReach = (origin: DataOrigin, at?: number) => void;

/** One evaluation of an expression of the text. */
export interface Evaluation {
  readonly origin: DataOrigin;
  /** The value that contains the expression, and the offset of the expression in it. */
  readonly text: string;
  readonly expression: TemplateExpression;
  readonly variables: Variables;
  readonly result: ValueRef | SandboxError;
}

/** Called before each evaluation. */
export type OnEvaluate = (evaluation: Evaluation) => void;

/** Evaluates values of the format, and reports errors. */
export class Evaluator {
  readonly assumptions: Assumptions;
  /** The number of texts that were cut. */
  private cutTexts = 0;
  /** The number of faults. */
  faults = 0;

  constructor(
    readonly sandbox: Sandbox,
    private readonly texts: ParsedTexts,
    private readonly report: (remark: Remark) => void,
    private readonly onReach: OnReach = () => {},
    private readonly onEvaluate: OnEvaluate | undefined = undefined,
    /** Whether it pauses at each expression and fault. */
    private readonly pauses = false,
  ) {
    this.assumptions = new Assumptions((message, origin) => this.note('assumed', message, origin));
  }

  /**
   * The value of a string, map or list with its expressions replaced, at any depth. A string that is exactly one
   * expression keeps the type of its value. Undefined if nothing is written or an expression fails, which is
   * reported.
   */
  *evaluate(located: SourceValue, variables: Variables): Pausable<ValueRef> {
    const { value } = located;
    if (typeof value === 'string') return yield* this.text(value, located.origin, variables);
    if (located.isMap) {
      const members: (readonly [string, ValueRef])[] = [];
      for (const [name, member] of located.entries())
        members.push([name, yield* this.evaluate(member, variables)]);
      return this.sandbox.object(members);
    }
    if (located.isList) {
      const items: ValueRef[] = [];
      for (const item of located.items()) items.push(yield* this.evaluate(item, variables));
      return this.sandbox.list(items);
    }
    if (value === undefined) return this.sandbox.nothing();
    return this.sandbox.fromJson(isNumberText(value) ? value.text : String(value));
  }

  /** Converts a value to JSON; reports values without JSON and returns `null` for them. */
  json(value: ValueRef, origin: DataOrigin | undefined): Json {
    return this.jsonOf(this.sandbox.describe(value), origin);
  }

  /** The same for a value that is described already. */
  jsonOf({ json, kind, problem }: ValueDescription, origin: DataOrigin | undefined): Json {
    if (json !== undefined) return JSON.parse(json) as Json;
    if (kind !== 'undefined')
      this.note(
        'not-json',
        msg`This value (${kind}) cannot be passed on: ${problem ?? msg('it has no JSON')}.`,
        origin,
      );
    return null;
  }

  /** Like `evaluate`, for displayed text: undefined if there is nothing to display. */
  *shown(located: SourceValue, variables: Variables): Pausable<string | undefined> {
    if (!located.isGiven) return undefined;
    const cuts = this.cutTexts;
    const value = yield* this.evaluate(located, variables);
    const { kind, text, wholeLength, textFault } = this.sandbox.describe(value);
    const written = located.text ?? '';
    // Otherwise, a part of it was reported.
    if (cuts === this.cutTexts) this.reportCut(wholeLength, sourceRangeOf(located.origin), written);
    if (textFault) {
      const whole = { start: 0, end: written.length };
      yield* this.fail(textFault.message, located.origin, written, whole, written);
      return undefined;
    }
    if (kind === 'undefined' || kind === 'null') {
      const message = msg`This text is ${kind}, so nothing is shown.`;
      const place = sourceRangeOf(located.origin);
      this.report({ kind: 'note', code: 'unset-in-text', message, place, written });
      return undefined;
    }
    return text;
  }

  /** @param key what it is about: it is noted once */
  noteOnce(key: string, code: RemarkCode, message: TextOrMessage, origin?: DataOrigin): void {
    if (this.assumptions.isFirst(`${code} ${key}`)) this.note(code, message, origin);
  }

  note(code: RemarkCode, message: TextOrMessage, origin?: DataOrigin): void {
    this.report({ kind: 'note', code, message, place: sourceRangeOf(origin) });
  }

  error(code: RemarkCode, message: TextOrMessage, origin?: DataOrigin): void {
    this.report({ kind: 'error', code, message, place: sourceRangeOf(origin) });
  }

  private *text(text: string, origin: DataOrigin | undefined, variables: Variables): Pausable<ValueRef> {
    if (!text.includes('{{')) return this.sandbox.fromJson(JSON.stringify(text));
    const template = this.texts.template(text);
    const [only] = template.expressions;
    if (template.whole && only && !isEmpty(text, only))
      return (yield* this.expression(text, only, origin, variables)) ?? this.sandbox.nothing();
    let shown = '';
    let at = 0;
    for (const expression of template.expressions) {
      shown += text.slice(at, expression.start);
      shown += yield* this.part(text, expression, origin, variables);
      at = expression.end;
    }
    return this.sandbox.fromJson(JSON.stringify(shown + text.slice(at)));
  }

  /** The replacement of an expression within a string. */
  private *part(
    text: string,
    expression: TemplateExpression,
    origin: DataOrigin | undefined,
    variables: Variables,
  ): Pausable<string> {
    const written = text.slice(expression.start, expression.end);
    if (!expression.closed || isEmpty(text, expression)) return written;
    const value = yield* this.expression(text, expression, origin, variables);
    if (value === undefined) return written;
    const described = this.sandbox.describe(value);
    if (described.textFault) {
      yield* this.fail(described.textFault.message, origin, text, expression, written);
      return written;
    }
    if (described.kind === 'object' || described.kind === 'array')
      this.assumptions.make('object-in-text', origin);
    const place = origin && expressionSourceRange(origin, text, expression);
    this.reportCut(described.wholeLength, place, written);
    if (described.kind !== 'undefined' && described.kind !== 'null') return described.text;
    const message = msg`\`${written}\` is ${described.kind}, so the text shows it as it is written.`;
    this.report({ kind: 'note', code: 'unset-in-text', message, place, written });
    this.assumptions.make('unset-in-text', origin);
    return written;
  }

  private reportCut(wholeLength: number | undefined, place: SourceRange | undefined, written: string): void {
    if (wholeLength === undefined) return;
    this.cutTexts++;
    const message = msg`This text has ${wholeLength} characters; only the first ${SANDBOX_LIMITS.MAX_TEXT_LENGTH} are used.`;
    this.report({ kind: 'note', code: 'text-cut', message, place, written });
  }

  /** Undefined if it fails, which is reported. */
  private *expression(
    text: string,
    expression: TemplateExpression,
    origin: DataOrigin | undefined,
    variables: Variables,
  ): Pausable<ValueRef | undefined> {
    const { body, start, end } = expression;
    if (this.pauses) yield { kind: 'point', point: { kind: 'expression', origin, at: start, variables } };
    if (origin) this.onReach(origin, start);
    const source = text.slice(body.start, body.end);
    const parsed = this.texts.expression(source);
    if (parsed.problem) {
      const range = {
        start: body.start + parsed.problem.range.start,
        end: body.start + parsed.problem.range.end,
      };
      yield* this.fail(parsed.problem.message, origin, text, range, text.slice(start, end));
      return undefined;
    }
    for (const name of parsed.names) {
      const assumption = variables.assumptions?.get(name);
      if (assumption) this.assumptions.make(assumption, origin);
      else if (name === 'Date' && !variables.has(name)) this.assumptions.make('fixed-date', origin);
    }
    // Code in `eval` can use all variables.
    const seen = parsed.names.includes('eval')
      ? [...variables.keys()].filter((name) => this.texts.expression(name).names[0] === name)
      : parsed.names;
    const names = seen.filter((name) => variables.has(name));
    const value = this.sandbox.evaluate(
      source,
      names,
      names.flatMap((name) => variables.get(name) ?? []),
    );
    if (origin) this.onEvaluate?.({ origin, text, expression, variables, result: value });
    if (!isSandboxError(value)) return value;
    const range = errorRange(source, value.message);
    const inText = { start: body.start + range.start, end: body.start + range.end };
    yield* this.fail(value.message, origin, text, inText, text.slice(start, end));
    return undefined;
  }

  private *fail(
    message: TextOrMessage,
    origin: DataOrigin | undefined,
    text: string,
    range: Range,
    written: string,
  ): Pausable<void> {
    const place = origin && expressionSourceRange(origin, text, range);
    const fault: Remark = { kind: 'error', code: 'expression-fault', message, place, written };
    this.faults++;
    this.report(fault);
    if (this.pauses) yield { kind: 'point', point: { kind: 'fault', origin, fault } };
  }
}

/** Whether there is nothing between the braces, which stay text. */
function isEmpty(text: string, { body }: TemplateExpression): boolean {
  return text.slice(body.start, body.end).trim() === '';
}

/** The place of a value. */
export function sourceRangeOf(origin: DataOrigin | undefined): SourceRange | undefined {
  if (origin === undefined) return undefined;
  const { start, end } = originRange(origin);
  return { address: origin.address, start, end };
}

/** The place of a range of a string value, in the file of `!oneline` if the string is from there. */
export function expressionSourceRange(
  origin: DataOrigin,
  value: string,
  range: Range,
): SourceRange | undefined {
  const { file, node } = origin;
  if (file) {
    const toFile = withLineBreaks(file.text);
    return { address: file.address, start: toFile(range.start), end: toFile(range.end) };
  }
  if (node.kind !== 'scalar' || node.value !== value) return sourceRangeOf(origin);
  const offsets = valueOffsets(origin.text, node);
  return {
    address: origin.address,
    start: offsets[range.start] ?? node.start,
    end: offsets[range.end] ?? node.end,
  };
}

/** Maps offsets of a text whose line breaks are `\n` to the original text. */
function withLineBreaks(text: string): (offset: number) => number {
  if (!text.includes('\r')) return (offset) => offset;
  return (offset) => {
    let at = 0;
    for (let left = offset; left > 0 && at < text.length; left--)
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    return at;
  };
}
