import { parseTemplate, type TemplateExpression } from '../../expression/template';
import { Lexer } from '../../expression/tokens';
import { msg } from '../../text/message';
import { valueOffsets } from '../../yaml/tree/scalar-map';
import type { ScalarNode } from '../../yaml/tree/tree';
import type { Fix, Rule, Subject } from '../rule';
import { evaluatedScalars } from './uses';

/** An expression within other text that the service ends at the first `}}`. */
export const ambiguousExpressionEnd: Rule = {
  code: 'ambiguous-expression-end',
  severity: 'warning',
  title: 'Expression ends too early',
  doc: 'In a text with several parts, the service ends an expression at its first `}}`, even if these braces belong to JavaScript or are in quotes. Separate the braces by a space, `} }`, or compute the value in `outputs` as a single expression.',
  example: {
    wrong: "home:\n  render:\n    text: 'Size: {{ JSON.stringify({a: {b: 1}}) }}'",
    right: "home:\n  render:\n    text: 'Size: {{ JSON.stringify({a: {b: 1} }) }}'",
  },
  check(subject, report) {
    for (const { node, parts, whole, code } of evaluatedScalars(subject.facts.expressions)) {
      if (whole || code) continue;
      parts.forEach((part, index) => {
        if (!part.closed || part.firstClose === undefined || part.problem !== undefined) return;
        const range = { start: part.firstClose, end: part.firstClose + 2 };
        const fix = separated(subject, node, parseTemplate(node.value).expressions[index]);
        const advice = fix
          ? msg('Separate the braces by a space.')
          : msg('Compute the value in `outputs` instead.');
        report(range, msg`The service ends the expression at this \`}}\`. ${advice}`, {
          fixes: fix ? [fix] : [],
        });
      });
    }
  },
};

/** Inserts a space between closing braces of JavaScript. Undefined if that would change a quoted string. */
function separated(
  { unit }: Subject,
  node: ScalarNode,
  expression: TemplateExpression | undefined,
): Fix | undefined {
  if (expression === undefined) return undefined;
  const { start, end } = expression.body;
  const body = node.value.slice(start, end);
  const offsets = valueOffsets(unit.text, node);
  const edits: Fix['edits'][number][] = [];
  const lexer = new Lexer(body);
  let before = -1;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    const text = body.slice(token.start, token.end);
    if (text.includes('}}')) return undefined;
    const at = offsets[start + token.start];
    if (text.startsWith('}') && before === token.start && at !== undefined)
      edits.push({ range: { start: at, end: at }, text: ' ' });
    before = text.endsWith('}') ? token.end : -1;
  }
  return edits.length > 0
    ? { title: msg('Separate the braces by a space'), edits, preferred: true }
    : undefined;
}
