import type { StateEdge } from '../../../server/drawing/state-graph';
import { ancestors, type Model } from './model';

/** A path through a graph. */
export interface GraphPath {
  /** The ids from the first node to the last. */
  readonly nodes: readonly string[];
  /** The ids of the edges between them, in order. */
  readonly edges: readonly string[];
}

/**
 * A shortest path from one node to another, if there is one. Transitions of an enclosing automata also leave a state,
 * and a transition to an automata enters its initial state.
 */
export function shortestPath(model: Model, from: string, to: string): GraphPath | undefined {
  const reachedBy = new Map<string, { from: string; edge: string } | undefined>([[from, undefined]]);
  let border = [from];
  while (border.length > 0 && !reachedBy.has(to)) {
    const next: string[] = [];
    for (const id of border) {
      for (const edge of leaving(model, id)) {
        if (reachedBy.has(edge.to)) continue;
        reachedBy.set(edge.to, { from: id, edge: edge.id });
        next.push(edge.to);
      }
    }
    border = next;
  }
  if (from === to || !reachedBy.has(to)) return undefined;
  const nodes = [to];
  const edges: string[] = [];
  for (let step = reachedBy.get(to); step; step = reachedBy.get(step.from)) {
    nodes.unshift(step.from);
    edges.unshift(step.edge);
  }
  return { nodes, edges };
}

/** The edges by which a node can be left. */
function leaving(model: Model, id: string): readonly StateEdge[] {
  const own = model.out.get(id) ?? [];
  const node = model.nodes.get(id);
  if (node?.kind === 'automata') return own.filter(({ kind }) => kind === 'initial');
  const around = ancestors(model, id).flatMap((automata, depth) =>
    (model.out.get(automata.id) ?? []).filter(({ kind }) =>
      kind === 'done' ? depth === 0 && node?.isFinal : kind !== 'initial',
    ),
  );
  return [...own, ...around];
}
