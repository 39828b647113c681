import { isTagged } from '../format/walk';
import { type Node, type Pair, resolveAlias } from '../yaml/tree/tree';
import type { TreeView } from '../yaml/tree/view';

/** Whether a node may have more keys than a view of it. An included scalar has none. */
export function isOpaque(node: Node, view: TreeView): boolean {
  if (node.kind === 'alias') return resolveAlias(node)?.kind !== 'scalar';
  if (isTagged(node) && node.tag?.name !== '!oneline') return true;
  if (node.kind !== 'map') return false;
  return !view.hasAllPairs(node) || node.pairs.some(isBegun);
}

/** A key without a colon above its children: it is probably still being typed, so its meaning is unknown. */
function isBegun({ colon, value }: Pair): boolean {
  return colon < 0 && !isEmptyNode(value);
}

/** Whether a value is missing. */
export function isEmptyNode(node: Node): boolean {
  return node.kind === 'scalar' && node.empty;
}
