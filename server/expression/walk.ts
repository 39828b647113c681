import type { AnyNode } from 'acorn';

/** The nodes directly below a node, in the order of the text for everything that an expression is made of. */
export function children(node: AnyNode): AnyNode[] {
  const found: AnyNode[] = [];
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isNode(item)) found.push(item);
    }
  }
  return found;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
