import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { evaluatedScalars } from './uses';

/** An expression without content. */
export const emptyExpression: Rule = {
  code: 'empty-expression',
  severity: 'warning',
  title: 'Expression is empty',
  doc: '`{{}}` is shown unchanged, and `{{ }}` cannot be evaluated. Write an expression between the braces, or remove them.',
  example: {
    wrong: "home:\n  render:\n    text: 'Score: {{}}'",
    right: "home:\n  render:\n    text: 'Score: {{0}}'",
  },
  check({ facts }, report) {
    for (const { parts, code } of evaluatedScalars(facts.expressions)) {
      if (code) continue;
      for (const part of parts) {
        if (part.closed && part.empty) report(part, msg('Expression expected between the braces.'));
      }
    }
  },
};
