import type { StateEdge, StateGraph, StateNode } from '../../../server/drawing/state-graph';
import { groupBy } from '../../../server/text/group-by';

/** A graph with indexes for frequent look-ups. */
export interface Model {
  readonly graph: StateGraph;
  readonly nodes: ReadonlyMap<string, StateNode>;
  readonly edges: ReadonlyMap<string, StateEdge>;
  readonly children: ReadonlyMap<string | undefined, readonly StateNode[]>;
  /** Outgoing edges by node id. */
  readonly out: ReadonlyMap<string, readonly StateEdge[]>;
  /** Incoming edges by node id. */
  readonly into: ReadonlyMap<string, readonly StateEdge[]>;
}

/** Creates the indexes of a graph. */
export function modelOf(graph: StateGraph): Model {
  return {
    graph,
    nodes: new Map(graph.nodes.map((node) => [node.id, node])),
    edges: new Map(graph.edges.map((edge) => [edge.id, edge])),
    children: groupBy(graph.nodes, (node) => node.parent),
    out: groupBy(graph.edges, (edge) => edge.from),
    into: groupBy(graph.edges, (edge) => edge.to),
  };
}

/** The enclosing automata of a node, innermost first. */
export function ancestors(model: Model, id: string): StateNode[] {
  const found: StateNode[] = [];
  for (let node = model.nodes.get(id); node?.parent !== undefined; ) {
    node = model.nodes.get(node.parent);
    if (!node || found.includes(node)) break;
    found.push(node);
  }
  return found;
}

/** The automata whose states a node of the drawing represents (“any state”); undefined for other nodes. */
export function automataOfAnyState({ id, parent }: StateNode): string | undefined {
  // The id has a tab, which no name of a state contains.
  return id.endsWith('\n\t') ? parent : undefined;
}
