import type { AnyNode } from 'acorn';
import { type Range, touchesRange } from '../text/range';
import { parseExpression } from './parse';
import { Lexer } from './tokens';
import { childNodes } from './walk';

/**
 * The ranges around a cursor in the text between `{{` and `}}`, from the smallest to the largest: the word, the
 * content of a string, and, if the text parses, each enclosing node. Offsets are those of the body; each range
 * contains the previous one.
 */
export function partsAround(body: string, offset: number): Range[] {
  const parts: Range[] = [];
  let node: AnyNode | undefined = parseExpression(body).ast;
  while (node !== undefined) {
    parts.unshift({ start: node.start, end: node.end });
    node = childAt(node, offset);
  }
  return [...tokenAt(body, offset), ...parts];
}

/** The child that continues after the cursor, otherwise the one that ends there. */
function childAt(node: AnyNode, offset: number): AnyNode | undefined {
  const touched = childNodes(node).filter((child) => touchesRange(child, offset));
  return touched.find((child) => offset < child.end) ?? touched.at(-1);
}

/** The name, number or literal at a cursor, and the content of its quotes; punctuation is ignored. */
function tokenAt(body: string, offset: number): Range[] {
  const lexer = new Lexer(body);
  let touched: Range[] = [];
  for (let token = lexer.next(); token !== undefined && token.start <= offset; token = lexer.next()) {
    const { kind, start, end } = token;
    if (offset > end || kind === 'punctuator' || kind === 'unknown') continue;
    const inner = { start: start + 1, end: end - (token.closed ? 1 : 0) };
    const isInside = kind === 'string' && touchesRange(inner, offset) && inner.start <= inner.end;
    touched = [...(isInside ? [inner] : []), { start, end }];
    if (offset < end) return touched;
  }
  return touched;
}
