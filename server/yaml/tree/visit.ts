import { childNodesOf } from '../cursor/context';
import type { Node } from './tree';

/**
 * A node and its descendants, keys as well as values, in the order of the text. Nodes that `closed` selects are
 * visited, but not their descendants.
 */
export function* descendantsOf(
  root: Node | undefined,
  closed: (node: Node) => boolean = () => false,
): Generator<Node> {
  const stack = root ? [root] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (node.kind === 'scalar' || node.kind === 'alias' || closed(node)) continue;
    const children = childNodesOf(node);
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child) stack.push(child);
    }
  }
}
