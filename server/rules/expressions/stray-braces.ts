import type { ExpressionFacts } from '../../facts/facts';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { unbracedVariables } from './unbraced';
import { evaluatedScalars, isSound } from './uses';

/** `}}` without `{{`. */
export const strayBraces: Rule = {
  code: 'stray-braces',
  severity: 'warning',
  title: 'Closing braces without opening braces',
  doc: 'A `}}` without `{{` is shown as text. Usually its `{{` is missing, or the expression before it ends earlier than intended. Texts without expressions, code, and braces that close earlier single braces, as in JSON, are not reported.',
  example: {
    wrong: "home:\n  inputs:\n    name:\n      type: IM\n  render:\n    text: 'Hello {{name}}, you}} there'",
    right: "home:\n  inputs:\n    name:\n      type: IM\n  render:\n    text: 'Hello {{name}}, you there'",
  },
  excludeFromFixAll: true,
  check(subject, report) {
    const { facts, unit } = subject;
    for (const expression of evaluatedScalars(facts.expressions)) {
      // After a mistake in an expression, its end is uncertain.
      if (expression.code || !expression.parts.every(isSound)) continue;
      for (const stray of expression.strays) {
        if (isOpened(unit.text, expression, stray.start)) continue;
        // `unbraced-expression` reports the variable and adds the missing braces.
        if (unbracedVariables(subject).some(({ end }) => end === stray.end)) continue;
        report(stray, msg('This `}}` has no matching `{{`, so it is shown as text.'), {
          fixes: [{ title: msg('Remove `}}`'), edits: [{ range: stray, text: '' }] }],
        });
      }
    }
  },
};

/** Whether a brace is open at this offset in the text around the expressions. */
function isOpened(text: string, { node, parts }: ExpressionFacts, offset: number): boolean {
  let depth = 0;
  for (let at = node.start; at < offset; at++) {
    const part = parts.find((one) => one.start === at);
    if (part) at = part.end - 1;
    else if (text[at] === '{') depth++;
    else if (text[at] === '}') depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}
