import type { Rule } from '../rule';
import { ambiguousExpressionEnd } from './ambiguous-expression-end';
import { assignmentInCondition } from './assignment-in-condition';
import { assignmentInExpression } from './assignment-in-expression';
import { commaExpression } from './comma-expression';
import { constantCondition } from './constant-condition';
import { emptyExpression } from './empty-expression';
import { expressionNotAllowed } from './expression-not-allowed';
import { expressionSyntax } from './expression-syntax';
import { missingContextPrefix } from './missing-context-prefix';
import { mixedCondition } from './mixed-condition';
import { payloadOutsideTransition } from './payload-outside-transition';
import { proseInBraces } from './prose-in-braces';
import { strayBraces } from './stray-braces';
import { unbracedExpression } from './unbraced-expression';
import { unclosedExpression } from './unclosed-expression';
import { undeclaredContextVariable } from './undeclared-context-variable';
import { unknownContextVariable } from './unknown-context-variable';
import { unknownPayloadKey } from './unknown-payload-key';
import { unknownVariable } from './unknown-variable';
import { unusedContextVariable } from './unused-context-variable';
import { unusedVariable } from './unused-variable';
import { usedBeforeDefined } from './used-before-defined';

/** In the order of the documentation. */
export const EXPRESSIONS_RULES: readonly Rule[] = [
  unclosedExpression,
  strayBraces,
  assignmentInCondition,
  unbracedExpression,
  assignmentInExpression,
  emptyExpression,
  expressionSyntax,
  proseInBraces,
  commaExpression,
  unknownVariable,
  usedBeforeDefined,
  ambiguousExpressionEnd,
  unknownContextVariable,
  undeclaredContextVariable,
  missingContextPrefix,
  unknownPayloadKey,
  payloadOutsideTransition,
  expressionNotAllowed,
  unusedContextVariable,
  unusedVariable,
  mixedCondition,
  constantCondition,
];
