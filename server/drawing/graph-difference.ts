import type { StateEdge, StateGraph, StateNode } from './state-graph';

/** How a state or transition of one version differs from the other; those without an entry are the same. */
export type DifferenceMark = 'added' | 'removed' | 'changed';

/** The states and transitions of two versions of a graph in one. */
export interface GraphDifference {
  /** The new version with what was removed from it. */
  readonly graph: StateGraph;
  /** By the `id` of nodes and edges of this graph. */
  readonly nodes: ReadonlyMap<string, DifferenceMark>;
  readonly edges: ReadonlyMap<string, DifferenceMark>;
}

export interface GraphCorrespondence {
  /** The id of a state in the new version; undefined if it was removed. */
  readonly newIdOf: (oldId: string) => string | undefined;
  /** Whether something in a state of the new version has changed besides its transitions. */
  readonly isChanged: (newId: string) => boolean;
}

/** Compares two versions of a graph. A transition that leads elsewhere is removed, and another one added. */
export function graphDifference(
  before: StateGraph,
  after: StateGraph,
  { newIdOf, isChanged }: GraphCorrespondence,
): GraphDifference {
  const kept = new Set(before.nodes.flatMap(({ id }) => newIdOf(id) ?? []));
  const ids = new Set(after.nodes.map(({ id }) => id));
  const idOf = (oldId: string) => {
    const id = newIdOf(oldId);
    return id !== undefined && ids.has(id) ? id : removedId(oldId);
  };
  const removedNodes = before.nodes.flatMap((node): StateNode[] => {
    const id = idOf(node.id);
    if (ids.has(id)) return [];
    return [
      { ...node, id, parent: node.parent === undefined ? undefined : idOf(node.parent), isInitial: false },
    ];
  });
  const moved = before.edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) }));
  const old = new Set(moved.map(keyOf));
  const current = new Set(after.edges.map(keyOf));
  const removedEdges = moved
    .filter((edge) => !current.has(keyOf(edge)))
    .map((edge): StateEdge => ({ ...edge, id: removedId(edge.id) }));
  const nodes = [
    ...after.nodes.flatMap(({ id }) => {
      const mark = kept.has(id) ? (isChanged(id) ? 'changed' : undefined) : 'added';
      return mark === undefined ? [] : [[id, mark] as const];
    }),
    ...removedNodes.map(({ id }) => [id, 'removed'] as const),
  ];
  const edges = [
    ...after.edges.flatMap((edge) => (old.has(keyOf(edge)) ? [] : [[edge.id, 'added'] as const])),
    ...removedEdges.map(({ id }) => [id, 'removed'] as const),
  ];
  return {
    graph: { nodes: [...after.nodes, ...removedNodes], edges: [...after.edges, ...removedEdges] },
    nodes: new Map<string, DifferenceMark>(nodes),
    edges: new Map<string, DifferenceMark>(edges),
  };
}

/** Equal for transitions that mean the same. */
function keyOf({ from, to, kind, event, condition }: StateEdge): string {
  return JSON.stringify([from, to, kind, event, condition]);
}

/** The ids of states and transitions cannot contain this. */
const REMOVED = '\n-';

function removedId(id: string): string {
  return `${id}${REMOVED}`;
}

/** The id in the old version of something that was removed; undefined for everything else. */
export function removedFrom(id: string): string | undefined {
  return id.endsWith(REMOVED) ? id.slice(0, -REMOVED.length) : undefined;
}
