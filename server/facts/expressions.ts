import { freeNames, type NameUse } from '../expression/names';
import { parseExpression } from '../expression/parse';
import { type Expression, parseTemplate } from '../expression/template';
import type { Range } from '../text/range';
import { valueOffsets } from '../yaml/scalar-map';
import type { ScalarNode } from '../yaml/tree';
import type { ExpressionFacts, ExpressionPart, ExpressionPlace } from './facts';

/** What the expressions of a scalar say, with all ranges in the source; undefined for text without any. */
export function expressionFacts(
  text: string,
  node: ScalarNode,
  place: ExpressionPlace,
): ExpressionFacts | undefined {
  if (!node.value.includes('{{')) return undefined;
  const template = parseTemplate(node.value);
  if (template.expressions.length === 0) return undefined;
  const offsets = valueOffsets(text, node);
  return {
    node,
    place,
    parts: template.expressions.map((expression) => part(node.value, expression, offsets)),
    whole: template.whole,
    strays: template.strays.map((start) => toSource({ start, end: start + 2 }, offsets)),
  };
}

function part(value: string, expression: Expression, offsets: Int32Array): ExpressionPart {
  const body = value.slice(expression.body.start, expression.body.end);
  const parsed = parseExpression(body);
  const from = expression.body.start;
  const inSource = (range: Range): Range =>
    toSource({ start: from + range.start, end: from + range.end }, offsets);
  const use = (name: NameUse): NameUse => ({
    ...name,
    ...inSource(name),
    members: name.members.map((member) => ({ ...member, ...inSource(member) })),
  });
  return {
    ...toSource(expression, offsets),
    body: toSource(expression.body, offsets),
    closed: expression.closed,
    empty: parsed.empty,
    firstClose: expression.firstClose === undefined ? undefined : offsets[expression.firstClose],
    problem: parsed.problem && { ...parsed.problem, ...inSource(parsed.problem) },
    uses: parsed.ast ? freeNames(parsed.ast).map(use) : [],
  };
}

/**
 * A range of a scalar's value in its source. The end is taken behind the last character rather than at the next
 * one, so that a range never takes in the blanks of a folded line.
 */
export function toSource(range: Range, offsets: Int32Array): Range {
  const start = offsets[range.start] ?? 0;
  if (range.end <= range.start) return { start, end: start };
  const last = offsets[range.end - 1] ?? start;
  const next = offsets[range.end] ?? last + 1;
  // An escape or a doubled quote is as wide as the way to the next character, unless a line break comes between.
  return { start, end: next - last <= 10 ? next : last + 1 };
}

/** The offset in a scalar's value of a cursor in its source. */
export function toValueOffset(offset: number, offsets: Int32Array): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
