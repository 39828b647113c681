import { groupBy } from '../text/group-by';
import type { StateGraph, StateNode } from './state-graph';

/** The nodes that are drawn, by the automata that they are drawn in; those in none under undefined. */
export function nodesByParent(
  drawn: readonly StateNode[],
): ReadonlyMap<string | undefined, readonly StateNode[]> {
  const ids = new Set(drawn.map(({ id }) => id));
  return groupBy(drawn, ({ parent }) => (parent !== undefined && ids.has(parent) ? parent : undefined));
}

/**
 * What is known of a node, or of the automata around one; undefined where there is none. No id stands for none: that of
 * the root is empty, and where a project is a single state the root is drawn.
 */
export function lookUpNode<T>(of: ReadonlyMap<string, T>, id: string | undefined): T | undefined {
  return id === undefined ? undefined : of.get(id);
}

/** What is written at a transition on one line: its event, and its condition in brackets. */
export function edgeText({ event, condition }: StateGraph['edges'][number]): string {
  return condition === undefined ? event : `${event} [${condition}]`;
}
