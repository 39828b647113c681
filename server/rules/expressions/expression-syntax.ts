import type { Rule } from '../rule';

/** The text between the braces is not one JavaScript expression. */
export const expressionSyntax: Rule = {
  code: 'expression-syntax',
  severity: 'error',
  title: 'Not a valid JavaScript expression',
  doc: 'The service evaluates a single JavaScript expression between `{{` and `}}`; statements and `;` are not allowed. For several steps, call a function, `{{(() => { const n = 1; return n; })()}}`, or use a code runner.',
  example: {
    wrong: "home:\n  render:\n    text: '{{1 +}}'",
    right: "home:\n  render:\n    text: '{{1 + 1}}'",
  },
  check({ facts }, report) {
    for (const { node, parts, place, code } of facts.expressions) {
      // Double braces of another template language are not expressions.
      if (place.phase === undefined || !node.closed || code) continue;
      for (const { closed, empty, problem } of parts) {
        if (closed && !empty && problem?.kind === 'syntax') report(problem, problem.message);
      }
    }
  },
};
