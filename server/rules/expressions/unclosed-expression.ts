import type { Rule } from '../rule';

/** `{{` without its `}}`. */
export const unclosedExpression: Rule = {
  code: 'unclosed-expression',
  severity: 'error',
  chapter: 'Expressions',
  title: 'An expression is not closed',
  doc: 'Without its `}}` nothing is evaluated: the braces and what follows them are shown as they stand.',
  example: {
    wrong: "home:\n  render:\n    text: 'Hello {{context.name}'\n  outputs:\n    context.name: you",
    right: "home:\n  render:\n    text: 'Hello {{context.name}}'\n  outputs:\n    context.name: you",
  },
  check({ facts }, report) {
    for (const { node, parts, place, code } of facts.expressions) {
      if (place.phase === undefined || code || !node.closed) continue;
      for (const part of parts) {
        if (part.closed) continue;
        const close = { range: { start: part.end, end: part.end }, text: '}}' };
        report(part, 'This `{{` has no `}}`, so it is shown as it stands. Close the expression with `}}`.', {
          fixes: [{ title: 'Close the expression with `}}`', edits: [close], preferred: true }],
        });
      }
    }
  },
};
