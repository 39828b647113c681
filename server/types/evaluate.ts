import type { Expression } from 'acorn';
import { type ConstantValue, constantValue } from './constant-value';
import { type Environment, infer } from './infer';

export type { ConstantValue } from './constant-value';

/**
 * The value of an expression, when it follows from the text and what is known of its names alone: `{{3 * 4}}`,
 * `{{['a', 'b'].map(x => x + '!')}}`. Undefined when it may be another, when it throws, is no plain value (a date, a
 * function), or is too much to compute. Nothing of the expression is run: operators and a list of built-in functions
 * that only compute are carried out on known texts, numbers, lists and objects.
 */
export function evaluateConstant(
  ast: Expression,
  environment: Environment,
): { readonly value: ConstantValue } | undefined {
  return constantValue(infer(ast, environment).shape);
}
