import type { StateEdge, StateGraph, StateNode } from '../../../server/drawing/state-graph';

/** A graph with what is looked up in it again and again. */
export interface Model {
  readonly graph: StateGraph;
  readonly nodes: ReadonlyMap<string, StateNode>;
  readonly edges: ReadonlyMap<string, StateEdge>;
  readonly children: ReadonlyMap<string, readonly StateNode[]>;
  /** The edges that leave a node, by its id. */
  readonly out: ReadonlyMap<string, readonly StateEdge[]>;
  /** The edges that lead to a node, by its id. */
  readonly into: ReadonlyMap<string, readonly StateEdge[]>;
}

/** Makes the look-ups of a graph. */
export function modelOf(graph: StateGraph): Model {
  return {
    graph,
    nodes: new Map(graph.nodes.map((node) => [node.id, node])),
    edges: new Map(graph.edges.map((edge) => [edge.id, edge])),
    children: grouped(graph.nodes, (node) => node.parent),
    out: grouped(graph.edges, (edge) => edge.from),
    into: grouped(graph.edges, (edge) => edge.to),
  };
}

/** The automata around a node, from the inside. */
export function ancestors(model: Model, id: string): StateNode[] {
  const found: StateNode[] = [];
  for (let node = model.nodes.get(id); node?.parent !== undefined; ) {
    node = model.nodes.get(node.parent);
    if (!node || found.includes(node)) break;
    found.push(node);
  }
  return found;
}

/** The automata for all of whose states a node of the drawing stands; undefined for nodes that stand for themselves. */
export function automataOfAnyState({ id, parent }: StateNode): string | undefined {
  // As it is made for the drawing: no name of a state is a tab.
  return id.endsWith('\n\t') ? parent : undefined;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
