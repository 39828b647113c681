import type { StateGraph, StateNode } from './state-graph';

/** The nodes that are drawn, by the automata that they are drawn in; those in none under undefined. */
export function nodesByParent(
  drawn: readonly StateNode[],
): ReadonlyMap<string | undefined, readonly StateNode[]> {
  const known = new Set(drawn.map(({ id }) => id));
  const groups = new Map<string | undefined, StateNode[]>();
  for (const node of drawn) {
    const parent = node.parent !== undefined && known.has(node.parent) ? node.parent : undefined;
    const group = groups.get(parent);
    if (group) group.push(node);
    else groups.set(parent, [node]);
  }
  return groups;
}

/** What is written at a transition on one line: its event, and its condition in brackets. */
export function edgeText({ event, condition }: StateGraph['edges'][number]): string {
  return condition === undefined ? event : `${event} [${condition}]`;
}
