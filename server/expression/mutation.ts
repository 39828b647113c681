import type { AnyNode, Expression } from 'acorn';
import { childNodes } from './walk';

/** Methods that change their object, and functions that change their arguments. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['set', 'add', 'delete', 'clear', 'assign', 'defineProperty', 'defineProperties', 'setPrototypeOf'],
  ...['deleteProperty', 'apply', 'call', 'bind'],
]);

/**
 * Whether evaluating an expression may mutate an object: it assigns to a member, or calls a function that is known to
 * mutate. Does not recurse.
 */
export function mayMutate(ast: Expression): boolean {
  const stack: AnyNode[] = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (changes(node)) return true;
    for (const child of childNodes(node)) stack.push(child);
  }
  return false;
}

function changes(node: AnyNode): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left.type !== 'Identifier';
    case 'UpdateExpression':
      return node.argument.type !== 'Identifier';
    case 'UnaryExpression':
      return node.operator === 'delete';
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression') return false;
      if (callee.computed)
        return callee.property.type !== 'Literal' || CHANGING.has(String(callee.property.value));
      return callee.property.type === 'Identifier' && CHANGING.has(callee.property.name);
    }
    default:
      return false;
  }
}
