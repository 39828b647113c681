import { raisedId } from '../../server/drawing/shown-graph';
import type { StateEdge, StateGraph } from '../../server/drawing/state-graph';
import { pathKey, ROOT_PATH, type ScopePath } from '../../server/project/names/scope-path';
import { countUp, groupBy } from '../../server/text/group-by';
import type { RunPath } from '../run/run-highlight';
import type { WalkedPart } from './messages';

/** The part of a graph that a conversation has visited, and where it can continue. */
export function walkedPart(graph: StateGraph, { walked, events }: RunPath): WalkedPart {
  const byEvent = groupBy(graph.edges, (edge) => edge.event);
  const nodes = new Map<string, number>();
  const edges = new Map<string, number>();
  for (const [index, { path, event = '' }] of walked.entries()) {
    const here = scopesOf(path);
    const before = scopesOf(walked[index - 1]?.path ?? ROOT_PATH);
    countUp(nodes, pathKey(path));
    // The source or the target of a transition may be an enclosing automata.
    for (const edge of byEvent.get(event) ?? [])
      if (before.has(edge.from) && here.has(edge.to))
        for (const id of drawnIds(edge, walked[index - 1]?.path)) countUp(edges, id);
  }
  const last = walked.at(-1);
  const open = events.flatMap((event) => transitionsFrom(last?.path ?? ROOT_PATH, byEvent.get(event) ?? []));
  const ids = open.flatMap((edge) => drawnIds(edge, last?.path));
  const current = last && pathKey(last.path);
  return { nodes: Object.fromEntries(nodes), edges: Object.fromEntries(edges), current, open: ids };
}

/** A transition of an automata may be drawn from each state that raises its event. */
function drawnIds(edge: StateEdge, from: ScopePath | undefined): readonly string[] {
  const key = from && pathKey(from);
  const isRaised = key !== undefined && key !== edge.from && edge.raisedBy?.includes(key) === true;
  return isRaised ? [edge.id, raisedId(edge, key)] : [edge.id];
}

/** The transitions that handle an event in a state: its own, otherwise those of the innermost automata that has any. */
function transitionsFrom(path: ScopePath, edges: readonly StateEdge[]): readonly StateEdge[] {
  for (const scope of [...scopesOf(path)].reverse()) {
    const own = edges.filter(({ from, kind }) => from === scope && kind !== 'initial');
    if (own.length > 0) return own;
  }
  return [];
}

/** The ids of a state and of its enclosing automata, outermost first. */
function scopesOf(path: ScopePath): ReadonlySet<string> {
  return new Set([...path, ''].map((_, length) => pathKey(path.slice(0, length))));
}
