import { parseExpression } from '../../expression/parse';
import { Lexer } from '../../expression/tokens';
import { rangeInUnit } from '../../facts/expressions';
import type { ExpressionFacts, ExpressionPart } from '../../facts/facts';
import { lineEnd } from '../../text/lines';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import { singleQuoted } from '../../yaml/read/quotes';
import type { ScalarNode } from '../../yaml/tree/tree';
import { type Edit, insertText } from '../edits';
import type { ReportFinding, Rule } from '../rule';

/** `{{` without `}}`. */
export const unclosedExpression: Rule = {
  code: 'unclosed-expression',
  severity: 'error',
  title: 'Expression is not closed',
  doc: 'Without `}}` the expression is not evaluated: the braces and the following text are shown unchanged.',
  example: {
    wrong: "home:\n  render:\n    text: 'Hello {{context.name}'\n  outputs:\n    context.name: you",
    right: "home:\n  render:\n    text: 'Hello {{context.name}}'\n  outputs:\n    context.name: you",
  },
  check({ facts, unit }, report) {
    for (const expression of facts.expressions) {
      const { node, parts, place, code } = expression;
      if (place.phase === undefined || code || !node.closed) continue;
      for (const part of parts) if (!part.closed) reportPart(unit, expression, part, report);
    }
  },
};

/** Reports an unclosed expression, or the mistake that hides its closing braces. */
function reportPart(
  unit: Unit,
  expression: ExpressionFacts,
  part: ExpressionPart,
  report: ReportFinding,
): void {
  const { node, parts } = expression;
  const nested = nestedBraces(unit.text, part.start, node.end);
  const literal = nested && openLiteral(unit.text, expression, part);
  if (literal) {
    report(literal.range, msg`The ${literal.kind} that starts here is not closed.`);
    return;
  }
  if (nested && !/[{}]/.test(nested.left)) {
    const edits = nested.inside.map((range) => ({ range, text: '' }));
    const fix = { title: msg('Remove the inner braces'), edits, preferred: true };
    report(part, msg('Names inside an expression need no braces. Remove the inner `{{ }}`.'), {
      fixes: isExpression(nested.left) ? [fix] : [],
    });
    return;
  }
  const separated = separatedBraces(unit.text, part);
  if (separated) {
    report(separated, msg('Remove the space between the two `}` that close this expression.'), {
      fixes: [{ title: msg('Write `}}`'), edits: [{ range: separated, text: '}}' }], preferred: true }],
    });
    return;
  }
  const quotes = part === parts.at(-1) && closingInComment(unit, node);
  if (quotes) {
    report(quotes.comment, msg('The ` #` starts a comment that hides the `}}`. Put the text in quotes.'), {
      fixes: [{ title: msg('Put it in quotes'), edits: [quotes.edit], preferred: true }],
    });
    return;
  }
  const fix = {
    title: msg('Close the expression with `}}`'),
    edits: [closingEdit(unit.text, part)],
    preferred: isCompleteExpression(unit.text.slice(part.start + 2, part.end)),
  };
  report(part, msg('This `{{` has no matching `}}`, so the expression is not evaluated.'), { fixes: [fix] });
}

interface NestedBraces {
  readonly inside: readonly Range[];
  /** The expression without the inner braces. */
  readonly left: string;
}

/** The braces inside an expression that begins at `start` and is closed: `{{a ? {{b}} : 1}}`. */
function nestedBraces(text: string, start: number, end: number): NestedBraces | undefined {
  const braces: Range[] = [];
  let depth = 0;
  for (const { 0: brace, index } of text.slice(start, end).matchAll(/\{\{|\}\}/g)) {
    braces.push({ start: start + index, end: start + index + 2 });
    depth += brace === '{{' ? 1 : -1;
    if (depth === 0 || braces.length > MAX_NESTED_BRACES) break;
  }
  const last = braces.at(-1);
  if (depth !== 0 || last === undefined || braces.length < 4) return undefined;
  const inside = braces.slice(1, -1);
  let left = '';
  let at = start + 2;
  for (const range of inside) {
    left += text.slice(at, range.start);
    at = range.end;
  }
  return { inside, left: left + text.slice(at, last.start) };
}

/** An unterminated string or comment in an expression, which hides its `}}`. */
function openLiteral(text: string, expression: ExpressionFacts, part: ExpressionPart) {
  const { value } = expression.node;
  const lexer = new Lexer(value, part.valueStart);
  let backquote = part.valueStart;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (value[token.start] === '`') backquote = token.start;
    if (token.closed) continue;
    const kind = LITERALS.get(token.kind);
    const at = (token.kind === 'template' ? backquote : token.start) - part.valueStart;
    const { start } = rangeInUnit(text, expression, part, { start: at, end: at + 1 });
    return kind !== undefined && start < part.end ? { kind, range: { start, end: part.end } } : undefined;
  }
  return undefined;
}

const LITERALS: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['template', 'template literal'],
  ['comment', 'comment'],
]);

/** The closing braces with a space between them: `{{a } }`. */
function separatedBraces(text: string, { start, end }: Range): Range | undefined {
  const from = start + 2;
  const found = /\}\s{1,80}\}/.exec(text.slice(from, end));
  if (found === null || !isExpression(text.slice(from, from + found.index))) return undefined;
  return { start: from + found.index, end: from + found.index + found[0].length };
}

/** The comment after a plain scalar if it contains the `}}` of its last expression, and the edit that adds quotes. */
function closingInComment({ text }: Unit, node: ScalarNode): { comment: Range; edit: Edit } | undefined {
  if (node.style !== 'plain') return undefined;
  const rest = text.slice(node.end, lineEnd(text, node.end));
  const found = /^[ \t]+(#.*?\}\}(?:(?![ \t]#).)*)/.exec(rest);
  const written = found?.[1]?.trimEnd();
  if (found === null || written === undefined) return undefined;
  const start = node.end + found[0].indexOf('#');
  const end = start + written.length;
  return {
    comment: { start, end },
    edit: { range: { start: node.start, end }, text: singleQuoted(text.slice(node.start, end)) },
  };
}

/** Whether the text after the braces is one complete expression without further text. */
function isCompleteExpression(written: string): boolean {
  const body = written.trimEnd().replace(/\}$/, '');
  return !/[,;] /.test(body) && (isExpression(body) || isExpression(written));
}

/** Limit of `{{` that are examined in one expression. */
const MAX_NESTED_BRACES = 40;

/** Limit of words that are dropped from the end in the search for a valid expression. */
const MAX_DROPPED_WORDS = 20;

/** Inserts the closing braces after the longest prefix that is one expression, or at the end if there is none. */
function closingEdit(text: string, { start, end }: Range): Edit {
  const from = start + 2;
  const written = text.slice(from, end);
  // One of the two braces is present.
  if (written.endsWith('}') && isExpression(written.slice(0, -1).trimEnd())) return insertText(end, '}');
  // One brace, followed by text.
  const half = [...written.matchAll(/\}/g)]
    .slice(0, MAX_DROPPED_WORDS)
    .find(({ index }) => isExpression(written.slice(0, index)));
  if (half) return insertText(from + half.index, '}');
  let after = written.trimEnd();
  for (let words = 0; words < MAX_DROPPED_WORDS && after !== ''; words++) {
    if (isExpression(after)) return insertText(from + after.length, '}}');
    let at = after.length;
    while (/\S/.test(after.charAt(at - 1))) at--;
    after = after.slice(0, at).trimEnd();
  }
  return insertText(end, '}}');
}

function isExpression(text: string): boolean {
  return parseExpression(text).ast !== undefined;
}
