import type { Task } from '../engine/task';
import { freeNames, type MemberName, type NameUse } from '../expression/names';
import { parseExpression } from '../expression/parse';
import { parseTemplateTask, type Template, type TemplateExpression } from '../expression/template';
import type { Type } from '../format/types';
import { countLeading } from '../text/binary-search';
import type { Range } from '../text/range';
import { valueOffsets } from '../yaml/tree/scalar-map';
import type { ScalarNode } from '../yaml/tree/tree';
import type { ExpressionFacts, ExpressionPart, ExpressionPlace, UnbracedFacts } from './facts';
import { NOTHING, unbracedExpressions } from './unbraced';

/** The expressions of a scalar and the text around them, with all ranges in the source. */
interface ScalarFacts {
  /** Undefined for text without any expression. */
  readonly expressions: ExpressionFacts | undefined;
  readonly unbraced: readonly UnbracedFacts[];
  /** Words outside of expressions that may have been meant as part of one. */
  readonly words: ReadonlySet<string>;
}

/**
 * Reads the expressions of a scalar as a task, one expression per step.
 *
 * @param isText whether to search for expressions without braces
 */
export function* scalarFacts(
  text: string,
  node: ScalarNode,
  place: ExpressionPlace,
  declared: Type,
  { code, isText }: { readonly code: boolean; readonly isText: boolean },
): Task<ScalarFacts> {
  const template = node.value.includes('{{') ? yield* parseTemplateTask(node.value) : NO_EXPRESSIONS;
  const { found, words } = isText ? yield* unbracedExpressions(node.value, template.expressions) : NOTHING;
  if (template.expressions.length === 0 && words.size === 0 && found.length === 0) return NO_FACTS;
  const offsets = valueOffsets(text, node);
  const parts: ExpressionPart[] = [];
  for (const expression of template.expressions) {
    parts.push(part(text, node.value, expression, offsets));
    yield;
  }
  const expressions = {
    node,
    place,
    declared,
    parts,
    whole: template.whole,
    code,
    strays: template.strays.map((start) => toSource(text, { start, end: start + 2 }, offsets)),
  };
  const unbraced = found.map((one) => {
    const { start, end } = toSource(text, one, offsets);
    return { ...one, start, end, body: toSource(text, one.body, offsets), node, place };
  });
  return { expressions: parts.length === 0 ? undefined : expressions, unbraced, words };
}

const NO_FACTS: ScalarFacts = { expressions: undefined, unbraced: [], words: NOTHING.words };
const NO_EXPRESSIONS: Template = { expressions: [], strays: [], whole: false };

function part(
  text: string,
  value: string,
  expression: TemplateExpression,
  offsets: Int32Array,
): ExpressionPart {
  const body = value.slice(expression.body.start, expression.body.end);
  const parsed = parseExpression(body);
  const from = expression.body.start;
  const inSource = (range: Range): Range =>
    toSource(text, { start: from + range.start, end: from + range.end }, offsets);
  // The common properties are listed and not spread, because a spread object gets its own hidden class, which is
  // larger than the object. Rare properties are added.
  const memberOf = ({ name, start, end, computed, ...rare }: MemberName): MemberName => {
    const range = inSource({ start, end });
    return Object.assign({ name, start: range.start, end: range.end, computed }, rare);
  };
  const use = ({ name, start, end, members, access, guarded, called, ...rare }: NameUse): NameUse => {
    const range = inSource({ start, end });
    const moved = members.map(memberOf);
    return Object.assign(
      { name, start: range.start, end: range.end, members: moved, access, guarded, called },
      rare,
    );
  };
  const whole = toSource(text, expression.closed ? expression : trimmed(value, expression), offsets);
  return {
    start: whole.start,
    end: whole.end,
    body: toSource(text, expression.body, offsets),
    ast: parsed.ast,
    valueStart: from,
    closed: expression.closed,
    empty: parsed.empty,
    firstClose: expression.firstClose === undefined ? undefined : offsets[expression.firstClose],
    problem: parsed.problem && { ...parsed.problem, ...inSource(visible(parsed.problem)) },
    uses: parsed.ast ? freeNames(parsed.ast).map(use) : [],
  };
}

/** A range of an expression's body (of its tree, for example) as a range of the unit with this text. */
export function rangeInUnit(
  text: string,
  { node }: ExpressionFacts,
  { valueStart }: ExpressionPart,
  { start, end }: Range,
): Range {
  return toSource(text, { start: valueStart + start, end: valueStart + end }, valueOffsets(text, node));
}

/** An unclosed expression ends where its text ends. */
function trimmed(value: string, { start, end }: Range): Range {
  return { start, end: start + value.slice(start, end).trimEnd().length };
}

/** A problem at the end of the expression is shown on its last character. */
function visible({ start, end }: Range): Range {
  return { start: start === end ? Math.max(0, start - 1) : start, end };
}

/**
 * A range of a scalar's value in its source `text`. It ends after its last character and not before the next one, so
 * that a range never contains the indentation of a folded line.
 */
export function toSource(text: string, range: Range, offsets: Int32Array): Range {
  const start = offsets[range.start] ?? 0;
  if (range.end <= range.start) return { start, end: start };
  const last = offsets[range.end - 1] ?? start;
  // An escape sequence and a doubled quote extend to the next character.
  const wide = text[last] === '\\' || (text[last] === "'" && text[last + 1] === "'");
  return { start, end: wide ? (offsets[range.end] ?? last + 1) : last + 1 };
}

/** The offset in a scalar's value of a cursor in its source. */
export function toValueOffset(offset: number, offsets: Int32Array): number {
  return countLeading(offsets.subarray(0, -1), (start) => start < offset);
}
