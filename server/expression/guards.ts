import type { AnyNode, Expression } from 'acorn';
import { compactSet } from '../text/compact';
import { childNodes } from './walk';

/**
 * The chains such as `context.name` whose existence an expression tests: `a.b || c`, `a.b ?? c`, `a.b ? … : …`,
 * `!a.b`, `a.b?.c`, `typeof a.b`, `a.b === undefined`. Does not recurse.
 */
export function guardedChains(ast: Expression): ReadonlySet<string> {
  return compactSet(new Set([...guardedNodes(ast)].flatMap((node) => chainOf(node) ?? [])));
}

/** The values that an expression tests in one of these ways, without parentheses. Does not recurse. */
export function guardedNodes(ast: Expression): ReadonlySet<AnyNode> {
  const found = new Set<AnyNode>();
  const stack: AnyNode[] = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const asked of askedIn(node)) found.add(unwrapped(asked));
    for (const child of childNodes(node)) stack.push(child);
  }
  return found;
}

function askedIn(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'LogicalExpression':
      return [node.left];
    case 'ConditionalExpression':
    case 'IfStatement':
      return [node.test];
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === 'typeof' ? [node.argument] : [];
    case 'BinaryExpression':
      return /^[!=]==?$/.test(node.operator) || node.operator === 'in' ? [node.left, node.right] : [];
    case 'MemberExpression':
      return node.optional ? [node.object] : [];
    case 'CallExpression':
      return node.optional ? [node.callee] : [];
    case 'AssignmentExpression':
      return /^(?:\|\||&&|\?\?)=$/.test(node.operator) ? [node.left] : [];
    default:
      return [];
  }
}

function unwrapped(node: AnyNode): AnyNode {
  let inner = node;
  while (inner.type === 'ChainExpression' || inner.type === 'ParenthesizedExpression')
    inner = inner.expression;
  return inner;
}

function chainOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return undefined;
  const { property, computed } = node;
  const object = chainOf(node.object);
  if (object === undefined) return undefined;
  if (!computed && property.type === 'Identifier') return `${object}.${property.name}`;
  return property.type === 'Literal' && typeof property.value === 'string'
    ? `${object}.${property.value}`
    : undefined;
}
