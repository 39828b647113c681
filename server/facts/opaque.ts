import { isTagged } from '../format/walk';
import { hasKnownPairs, isMerged, type Node, type Pair, resolveAlias } from '../yaml/tree';

/**
 * Whether a node may have more keys than its source shows. An included scalar has none.
 *
 * @param isResolved whether the targets of its aliases and merge keys are visited as well
 */
export function isOpaque(node: Node, isResolved: boolean): boolean {
  if (node.kind === 'alias') return resolveAlias(node)?.kind !== 'scalar';
  if (isTagged(node) && node.tag?.name !== '!oneline') return true;
  if (node.kind !== 'map') return false;
  return (isResolved ? !hasKnownPairs(node) : isMerged(node)) || node.pairs.some(isBegun);
}

/** A key without a colon above its children: it is probably still being typed, so its meaning is unknown. */
function isBegun({ colon, value }: Pair): boolean {
  return colon < 0 && !isEmptyNode(value);
}

/** Whether a value is missing. */
export function isEmptyNode(node: Node): boolean {
  return node.kind === 'scalar' && node.empty;
}
