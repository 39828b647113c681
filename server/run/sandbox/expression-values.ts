import type { SourceRange } from '../conversation/events';
import { type Evaluation, expressionSourceRange } from './evaluator';
import { isSandboxError, type Sandbox } from './sandbox';

/** Longer values are cut, in UTF-16 code units. */
const MAX_VALUE_LENGTH = 200;

/** The value of an expression. */
export interface ExpressionValue {
  /** The expression with its braces. */
  readonly place: SourceRange;
  readonly value: string;
}

/** The last values of expressions, by place. */
export type ExpressionValues = ReadonlyMap<string, ExpressionValue>;

/** Adds the value of an evaluation; a failed one has no value. */
export function recordValue(
  values: Map<string, ExpressionValue>,
  { origin, text, expression, result }: Evaluation,
  sandbox: Sandbox,
): void {
  const place = expressionSourceRange(origin, text, expression);
  if (place === undefined) return;
  const key = `${place.start} ${place.address}`;
  if (isSandboxError(result)) {
    values.delete(key);
    return;
  }
  const { kind, text: shown, json } = sandbox.describe(result);
  const value = kind === 'undefined' ? kind : (json ?? shown);
  values.set(key, {
    place,
    value: value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value,
  });
}
