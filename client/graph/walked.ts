import type { StateEdge, StateGraph } from '../../server/drawing/state-graph';
import { pathKey } from '../../server/project/path-key';
import type { RunPath } from '../run/run-highlight';
import type { WalkedPart } from './messages';

/** What of a graph a conversation has walked. */
export function walkedPart(graph: StateGraph, walked: RunPath['walked']): WalkedPart {
  const byEvent = new Map<string, StateEdge[]>();
  for (const edge of graph.edges) {
    const known = byEvent.get(edge.event);
    if (known) known.push(edge);
    else byEvent.set(edge.event, [edge]);
  }
  const nodes = new Set<string>();
  const edges = new Set<string>();
  for (const [index, { path, event = '' }] of walked.entries()) {
    const here = scopesOf(path);
    const before = scopesOf(walked[index - 1]?.path ?? []);
    nodes.add(pathKey(path));
    // A transition may be one of an automata around the state, and lead to one.
    for (const edge of byEvent.get(event) ?? [])
      if (before.has(edge.from) && here.has(edge.to)) edges.add(edge.id);
  }
  const last = walked.at(-1);
  return { nodes: [...nodes], edges: [...edges], current: last && pathKey(last.path) };
}

/** The ids of a state and of the automata around it. */
function scopesOf(path: readonly string[]): ReadonlySet<string> {
  return new Set([...path, ''].map((_, length) => pathKey(path.slice(0, length))));
}
