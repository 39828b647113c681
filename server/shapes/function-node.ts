import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
} from 'acorn';

/** A node that makes a function. */
export type FunctionNode =
  | ArrowFunctionExpression
  | FunctionExpression
  | FunctionDeclaration
  | AnonymousFunctionDeclaration;

/** Whether a node makes a function where it stands. */
export function isFunctionExpression(node: AnyNode): node is ArrowFunctionExpression | FunctionExpression {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
}
