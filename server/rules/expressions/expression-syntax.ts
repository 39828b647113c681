import type { ExpressionPart } from '../../facts/facts';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Fix, Rule } from '../rule';
import { mendingFixes } from './mended-expression';
import { isProsePart } from './prose-in-braces';

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
  check({ facts, unit }, report) {
    for (const { node, parts, place, code } of facts.expressions) {
      // Double braces of another template language are not expressions.
      if (place.phase === undefined || !node.closed || code) continue;
      for (const part of parts) {
        const { closed, empty, problem } = part;
        if (!closed || empty || problem?.kind !== 'syntax' || isProsePart(unit, part)) continue;
        const extra = extraBraces(unit.text, part);
        if (extra) report(extra.range, extra.message, { fixes: [extra.fix] });
        else report(problem, problem.message, { fixes: mendingFixes(unit.text, node, part) });
      }
    }
  },
};

/** Three braces around an expression, as in other template languages, or a third one after it. */
function extraBraces(
  text: string,
  { start, end }: ExpressionPart,
): { readonly range: Range; readonly message: Message; readonly fix: Fix } | undefined {
  const [, opening = '', body, closing = ''] =
    /^(\{{2,3})([^{}]+)(\}{2,3})$/.exec(text.slice(start, text[end] === '}' ? end + 1 : end)) ?? [];
  if (body === undefined) return undefined;
  const close = start + opening.length + body.length;
  const before = opening.length > 2 ? [{ start, end: start + 1 }] : [];
  const after = closing.length > 2 ? [{ start: close, end: close + 1 }] : [];
  const extra = [...before, ...after];
  const [first, second] = extra;
  if (first === undefined) return undefined;
  return {
    range: second === undefined ? first : { start, end: close + closing.length },
    message: msg`Expected two braces on each side of the expression: \`${`{{${body.trim()}}}`}\`.`,
    fix: {
      title: msg('Remove the third brace'),
      edits: extra.map((one) => ({ range: one, text: '' })),
      preferred: true,
    },
  };
}
