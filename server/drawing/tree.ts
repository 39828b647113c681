import { groupBy } from '../text/group-by';
import type { StateGraph, StateNode } from './state-graph';

/** The drawn nodes by the automata that contains them; those without one have the key undefined. */
export function nodesByParent(
  drawn: readonly StateNode[],
): ReadonlyMap<string | undefined, readonly StateNode[]> {
  const ids = new Set(drawn.map(({ id }) => id));
  return groupBy(drawn, ({ parent }) => (parent !== undefined && ids.has(parent) ? parent : undefined));
}

/**
 * Looks up a node, or the parent of one; undefined if there is none. The empty id must not be treated as missing: it
 * is that of the root, which is drawn if a project is a single state.
 */
export function lookUpNode<T>(of: ReadonlyMap<string, T>, id: string | undefined): T | undefined {
  return id === undefined ? undefined : of.get(id);
}

/** The label of a transition on one line: its event, and its condition in brackets. */
export function edgeText({ event, condition }: StateGraph['edges'][number]): string {
  return condition === undefined ? event : `${event} [${condition}]`;
}
