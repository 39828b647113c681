import type { Ast, AstNode } from '../../expression/parse';

/** A part of an expression that concatenates text. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'node'; readonly node: AstNode };

/**
 * The parts of an expression that concatenates text, by a template literal or by `+` after a string: whole messages
 * are written this way. Undefined for any other expression.
 */
export function concatenatedParts(ast: Ast): readonly TextPart[] | undefined {
  return isText(ast) ? partsOf(ast) : undefined;
}

/** Whether an expression is a string for all values of its names. */
function isText(node: AstNode): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string';
  return (
    node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))
  );
}

function partsOf(node: AstNode): readonly TextPart[] {
  if (node.type === 'Literal' && isPlain(node.value)) return [{ kind: 'text', text: String(node.value) }];
  if (!isText(node)) return [{ kind: 'node', node }];
  // The part before the first string may be a sum of numbers, so it stays one part.
  if (node.type === 'BinaryExpression') return [...partsOf(node.left), ...partsOf(node.right)];
  if (node.type !== 'TemplateLiteral') return [];
  return node.quasis.flatMap(({ value }, index): TextPart[] => {
    const inside = node.expressions[index];
    return [{ kind: 'text', text: value.cooked ?? value.raw }, ...(inside ? partsOf(inside) : [])];
  });
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
