import type { Expression } from 'acorn';
import { type ConstantValue, constantValue } from './constant-value';
import { type Environment, infer } from './infer';

export type { ConstantValue } from './constant-value';

/**
 * The value of an expression if it follows from the text and the types of its names alone:
 * `{{3 * 4}}`, `{{['a', 'b'].map(x => x + '!')}}`. Undefined if there may be several values, if it throws, is not plain
 * data (a date, a function), or is too expensive. The expression is not run: only operators and some pure built-in
 * functions are computed, on known strings, numbers, lists and objects.
 */
export function evaluateConstant(
  ast: Expression,
  environment: Environment,
): { readonly value: ConstantValue } | undefined {
  return constantValue(infer(ast, environment).shape);
}
