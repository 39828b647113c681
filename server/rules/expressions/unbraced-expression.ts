import type { UnbracedFacts } from '../../facts/facts';
import { msg } from '../../text/message';
import { singleQuoted } from '../../yaml/read/quotes';
import type { Fix, Rule } from '../rule';
import { unbracedVariables } from './unbraced';

/** `{context.x}`: a variable with the braces of other template languages. */
export const unbracedExpression: Rule = {
  code: 'unbraced-expression',
  severity: 'warning',
  title: 'Variable without `{{ }}`',
  doc: 'Only text between `{{` and `}}` is evaluated; `{context.score}` and `context.score}}` are shown unchanged. A template literal with a variable is evaluated only between `{{` and `}}` as well. Unknown names, code and Markdown code in a longer text are not reported.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    render:\n      text: 'Score: {context.score}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    render:\n      text: 'Score: {{context.score}}'",
  },
  check(subject, report) {
    const { text } = subject.unit;
    for (const one of unbracedVariables(subject)) {
      const written = text.slice(one.start, one.end);
      if (written.startsWith('`')) {
        report(one, msg('This template literal is shown as text. To evaluate it, put it in `{{ }}`.'), {
          fixes: [bracesAround(text, one)],
        });
        continue;
      }
      const expression = `{{${text.slice(one.body.start, one.body.end)}}}`;
      report(one, msg`\`${written}\` is shown as text. To insert its value, write \`${expression}\`.`, {
        fixes: [bracesAround(text, one)],
      });
    }
  },
};

/** The fix that adds the braces; a plain scalar also gets quotes if it would begin with a brace. */
function bracesAround(text: string, { node, start, end, body }: UnbracedFacts): Fix {
  const title = msg('Put it in `{{ }}`');
  if (node.style !== 'plain' || start > node.start) {
    const opening = { range: { start, end: body.start }, text: '{{' };
    const closing = { range: { start: body.end, end }, text: '}}' };
    return { title, edits: [opening, closing], preferred: true };
  }
  const after = text.slice(end, node.end);
  const changed = `{{${text.slice(body.start, body.end)}}}${after}`;
  return { title, edits: [{ range: node, text: singleQuoted(changed) }], preferred: true };
}
