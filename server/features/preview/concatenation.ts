import type { Ast, AstNode } from '../../expression/parse';

/** A part of an expression that puts a text together. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'node'; readonly node: AstNode };

/**
 * The parts of an expression that puts a text together, by a template literal or by `+` after a text: whole messages
 * are written so. Undefined for any other expression.
 */
export function concatenatedParts(ast: Ast): readonly TextPart[] | undefined {
  return isText(ast) ? partsOf(ast) : undefined;
}

/** Whether an expression gives a text whatever the values of names are. */
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
  // What comes before the first text may be a sum of numbers: it stays together.
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
