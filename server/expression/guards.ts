import type { AnyNode, Expression } from 'acorn';
import { children } from './walk';

/**
 * The chains such as `context.name` that an expression asks about before, or while, it uses them: `a.b || c`,
 * `a.b ?? c`, `a.b ? … : …`, `!a.b`, `a.b?.c`, `typeof a.b`, `a.b === undefined`. Does not recurse.
 */
export function guardedChains(ast: Expression): ReadonlySet<string> {
  const found = new Set<string>();
  const stack: AnyNode[] = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const asked of askedIn(node)) note(asked, found);
    for (const child of children(node)) stack.push(child);
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

function note(node: AnyNode, found: Set<string>): void {
  if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') {
    note(node.expression, found);
    return;
  }
  const key = chainOf(node);
  if (key !== undefined) found.add(key);
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
