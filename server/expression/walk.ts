import type { AnyNode } from 'acorn';

/** The direct child nodes of a node, in the order of the text for all kinds of nodes in expressions. */
export function childNodes(node: AnyNode): readonly AnyNode[] {
  // Most nodes are of these kinds.
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'TemplateElement':
      return NONE;
    case 'MemberExpression':
      return [node.object, node.property];
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [node.left, node.right];
    case 'CallExpression':
      return [node.callee, ...node.arguments];
  }
  const found: AnyNode[] = [];
  for (const value of Object.values(node)) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (const item of value) addNode(item, found);
    else addNode(value, found);
  }
  return found;
}

/** A node and everything in it, in no particular order. Does not recurse. */
export function allNodes(root: AnyNode): readonly AnyNode[] {
  const found: AnyNode[] = [root];
  // Iterates over the nodes that are added meanwhile as well.
  for (const node of found) for (const child of childNodes(node)) found.push(child);
  return found;
}

const NONE: readonly AnyNode[] = [];

function addNode(value: unknown, to: AnyNode[]): void {
  if (isNode(value)) to.push(value);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
