import { shownGraph } from '../../../server/drawing/shown-graph';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { ancestors, type Model, modelOf } from './model';
import { type GraphPart, neighboursOf } from './neighbours';
import { type GraphPath, shortestPath } from './paths';

/** The part of the graph that is drawn or highlighted. */
export type Focus =
  /** Only a node and its neighbours are drawn. */
  | { readonly kind: 'neighbours'; readonly of: string }
  /** The user is selecting the end of a path. */
  | { readonly kind: 'choosing'; readonly from: string }
  | { readonly kind: 'path'; readonly part: GraphPart };

/** The node whose neighbours alone are drawn; undefined if all nodes are. */
export function drawnCentre(focus: Focus | undefined): string | undefined {
  return focus?.kind === 'neighbours' ? focus.of : undefined;
}

/** A node with its neighbours as a graph of its own; undefined if the graph does not have the node. */
export function neighbourGraph(graph: StateGraph, of: string): StateGraph | undefined {
  const model = modelOf(graph);
  if (!model.nodes.has(of)) return undefined;
  const { nodes, edges } = neighboursOf(model, of);
  return {
    nodes: graph.nodes.filter(({ id }) => nodes.has(id)),
    edges: graph.edges.filter(({ id }) => edges.has(id)),
  };
}

/** The elements next to a selected edge, or next to selected nodes, without themselves. */
export function touching(model: Model, selected: readonly string[]): GraphPart {
  const edge = model.edges.get(selected[0] ?? '');
  if (edge) return { nodes: new Set([edge.from, edge.to]), edges: new Set() };
  return { nodes: new Set(), edges: new Set(selected.flatMap((id) => [...neighboursOf(model, id).edges])) };
}

/**
 * A shortest path between two nodes, and its elements in the drawing. A path without transitions of an automata is
 * preferred, because all of it is visible.
 *
 * @param graph the complete graph
 * @param drawn its drawn part
 */
export function findPath(
  graph: StateGraph,
  drawn: Model,
  from: string,
  to: string,
): { readonly path: GraphPath; readonly part: GraphPart } | undefined {
  const path = shortestPath(drawn, from, to) ?? shortestPath(modelOf(graph), from, to);
  if (!path) return undefined;
  // Transitions of an automata are not drawn from the states of the path.
  const model = modelOf(shownGraph(graph, { shortcuts: true }));
  const ends = path.edges.flatMap((id) => {
    const edge = model.edges.get(id);
    return edge ? [edge.from, edge.to] : [];
  });
  const all = [...path.nodes, ...ends];
  const around = all.flatMap((id) => ancestors(model, id).map((node) => node.id));
  return { path, part: { nodes: new Set([...all, ...around]), edges: new Set(path.edges) } };
}
