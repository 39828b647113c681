import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { evaluated } from './uses';

/** Nothing between the braces. */
export const emptyExpression: Rule = {
  code: 'empty-expression',
  severity: 'warning',
  title: 'There is nothing between the braces',
  doc: 'Braces without an expression have no value: `{{}}` is shown as it stands, and `{{ }}` cannot be evaluated. Write an expression between them, or remove them.',
  example: {
    wrong: "home:\n  render:\n    text: 'Score: {{}}'",
    right: "home:\n  render:\n    text: 'Score: {{0}}'",
  },
  check({ facts }, report) {
    for (const { parts, code } of evaluated(facts.expressions)) {
      if (code) continue;
      for (const part of parts) {
        if (part.closed && part.empty)
          report(part, msg('There is nothing between these braces. Write an expression, or remove them.'));
      }
    }
  },
};
