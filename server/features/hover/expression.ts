import type { AstNode } from '../../expression/parse';
import { childNodes } from '../../expression/walk';
import { rangeInUnit } from '../../facts/expressions';
import { currentNames } from '../../inference/context';
import { type Message, msg } from '../../text/message';
import { type Range, touchesRange } from '../../text/range';
import { isNever, type ValueType } from '../../types/value-type';
import type { CursorLocation } from '../cursor-location';
import { bulletList, inlineCode, paragraphs } from '../markdown';
import { type CursorExpression, expressionAtCursor, inferenceOf, typeLines } from './expression-types';
import type { WordCard } from './word';

/**
 * The hover of a part of an expression: at an operator its whole operation, at the braces the whole expression.
 * Undefined for parts with unknown types.
 */
export function expressionCard(at: CursorLocation): WordCard | undefined {
  const here = expressionAtCursor(at);
  const inference = here && inferenceOf(currentNames(at.workspace, at.project), here);
  const { ast } = here?.part ?? {};
  if (here === undefined || inference === undefined || ast === undefined) return undefined;
  const { expression, part } = here;
  const inUnit = (node: Range) => rangeInUnit(at.unit.text, expression, part, node);
  const node = nodeAt(ast, (range) => touchesRange(inUnit(range), at.offset));
  // The hover of a property name is computed elsewhere.
  if (node?.type === 'MemberExpression' && touchesRange(inUnit(node.property), at.offset)) return undefined;
  const isAll = node === undefined || node === ast;
  const valueType = isAll ? inference.type : inference.at(node);
  const range = node === undefined ? part : inUnit(node);
  const [type, value] = typeLines(valueType);
  const always = isNever(valueType) ? msg('This expression always fails.') : undefined;
  if (!isAll && type === undefined) return undefined;
  return {
    range: { start: range.start, end: range.end },
    markdown: paragraphs(
      msg`**${(node && TITLES[node.type]) ?? msg('expression')}** ${inlineCode(at.unit.text.slice(range.start, range.end))}`,
      bulletList(type, node?.type === 'Literal' ? undefined : value, always),
      isAll && !isNever(valueType) ? describeUse(here, valueType) : undefined,
    ),
  };
}

/** How the value of a name is used if it is the whole expression; undefined for any other name. */
export function assignmentSummary(at: CursorLocation, name: Range): Message | undefined {
  const here = expressionAtCursor(at);
  const { ast } = here?.part ?? {};
  if (here === undefined || (ast?.type !== 'Identifier' && ast?.type !== 'MemberExpression'))
    return undefined;
  const inference = inferenceOf(currentNames(at.workspace, at.project), here);
  const last = ast.type === 'Identifier' ? ast : ast.property;
  const { start, end } = rangeInUnit(at.unit.text, here.expression, here.part, last);
  return inference && start <= name.start && name.end <= end ? describeUse(here, inference.type) : undefined;
}

/** How the surrounding string uses the value of an expression. */
function describeUse({ expression }: CursorExpression, valueType: ValueType): Message {
  if (!expression.whole) return msg('The string contains other text, so the result is text.');
  const isText =
    valueType.kind === 'string' || (valueType.kind === 'literal' && typeof valueType.value === 'string');
  return isText
    ? msg('The whole string is this expression.')
    : msg('The whole string is this expression, so the result keeps its type.');
}

const TITLES: Readonly<Partial<Record<AstNode['type'], Message>>> = {
  Literal: msg('literal'),
  TemplateLiteral: msg('text'),
  ArrayExpression: msg('list'),
  ObjectExpression: msg('object'),
  Identifier: msg('name'),
  MemberExpression: msg('property access'),
  CallExpression: msg('function call'),
  ArrowFunctionExpression: msg('function'),
  FunctionExpression: msg('function'),
};

/** The innermost node at the cursor that has a value; for a name after a dot, the member expression. */
function nodeAt(ast: AstNode, isTouched: (range: Range) => boolean): AstNode | undefined {
  let found: AstNode | undefined;
  let next: AstNode | undefined = isTouched(ast) ? ast : undefined;
  while (next) {
    const node: AstNode = next;
    if (node === ast || HAS_VALUE.test(node.type)) found = node;
    next = childNodes(node).find((child) => isTouched(child) && !isNameIn(node, child));
  }
  return found;
}

/** A literal needs no hover: the hover is about the enclosing operation. */
const HAS_VALUE = /Expression$|^TemplateLiteral$|^Identifier$/;

/** Whether a node is only a name within another node. */
function isNameIn(node: AstNode, child: AstNode): boolean {
  if (node.type === 'MemberExpression') return !node.computed && child === node.property;
  return node.type === 'Property' && !node.computed && !node.shorthand && child === node.key;
}
