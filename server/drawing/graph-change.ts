import { commonEnds } from '../text/common-ends';
import { isEqualData } from '../text/equality';
import type { StateGraph } from './state-graph';

/** The replacement of some items of a list in a row. */
interface ListChange<T> {
  readonly from: number;
  readonly deleted: number;
  readonly added: readonly T[];
}

/** How a graph differs from an earlier one. Most edits change few of its parts. */
export interface GraphChange {
  readonly nodes: ListChange<StateGraph['nodes'][number]>;
  readonly edges: ListChange<StateGraph['edges'][number]>;
}

/** @returns undefined if both graphs are the same */
export function graphChange(before: StateGraph, after: StateGraph): GraphChange | undefined {
  const change = {
    nodes: listChange(before.nodes, after.nodes),
    edges: listChange(before.edges, after.edges),
  };
  const isSame = Object.values(change).every(({ deleted, added }) => deleted === 0 && added.length === 0);
  return isSame ? undefined : change;
}

/** @param change undefined if nothing has changed */
export function changedGraph(graph: StateGraph, change: GraphChange | undefined): StateGraph {
  if (change === undefined) return graph;
  return {
    nodes: changedList(graph.nodes, change.nodes),
    edges: changedList(graph.edges, change.edges),
  };
}

function listChange<T>(before: readonly T[], after: readonly T[]): ListChange<T> {
  const { front, back } = commonEnds(before, after, isEqualData);
  return {
    from: front,
    deleted: before.length - front - back,
    added: after.slice(front, after.length - back),
  };
}

function changedList<T>(items: readonly T[], { from, deleted, added }: ListChange<T>): readonly T[] {
  return [...items.slice(0, from), ...added, ...items.slice(from + deleted)];
}
