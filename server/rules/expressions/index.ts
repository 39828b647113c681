import type { Rule } from '../rule';
import { expressionSyntax } from './expression-syntax';
import { unclosedExpression } from './unclosed-expression';
import { unknownContextVariable } from './unknown-context-variable';
import { unknownVariable } from './unknown-variable';

export const EXPRESSIONS_RULES: readonly Rule[] = [
  unclosedExpression,
  expressionSyntax,
  unknownVariable,
  unknownContextVariable,
];
