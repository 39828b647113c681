import {
  hasKnownPairs,
  isMerged,
  type MapNode,
  type Node,
  type Pair,
  pairOf,
  resolveAlias,
  resolvedPairOf,
  resolvedPairs,
} from './tree';

/** How a tree is read. */
export interface TreeView {
  pairs(map: MapNode): readonly Pair[];
  pairOf(map: MapNode, name: string): Pair | undefined;
  /** Whether `pairs` has all pairs of a map. */
  hasAllPairs(map: MapNode): boolean;
  /** The node that is read in place of another. */
  nodeAt(node: Node): Node;
}

/** A tree as it is written: without the targets of aliases and the pairs of merged maps. */
export const WRITTEN: TreeView = {
  pairs: (map) => map.pairs,
  pairOf,
  hasAllPairs: (map) => !isMerged(map),
  nodeAt: (node) => node,
};

/** A tree as a YAML reader sees it: the targets of aliases in their place, and merged pairs in place of merge keys. */
export const RESOLVED: TreeView = {
  pairs: resolvedPairs,
  pairOf: resolvedPairOf,
  hasAllPairs: hasKnownPairs,
  nodeAt: (node) => resolveAlias(node) ?? node,
};
