import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
} from 'acorn';

/** A node that creates a function. */
export type FunctionNode =
  | ArrowFunctionExpression
  | FunctionExpression
  | FunctionDeclaration
  | AnonymousFunctionDeclaration;

/** Whether a node is a function expression. */
export function isFunctionExpression(node: AnyNode): node is ArrowFunctionExpression | FunctionExpression {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
}

/** The parameters of a function in an expression, for display: `a`, `b?`, `...rest`, `{…}`. */
export function parameterNames({ params }: FunctionNode): string[] {
  return params.map(parameterText);
}

function parameterText(parameter: AnyNode): string {
  switch (parameter.type) {
    case 'Identifier':
      return parameter.name;
    case 'AssignmentPattern':
      return `${parameterText(parameter.left)}?`;
    case 'RestElement':
      return `...${parameterText(parameter.argument)}`;
    case 'ArrayPattern':
      return '[…]';
    default:
      return '{…}';
  }
}
