import type { StateNode } from '../../../server/drawing/state-graph';
import type { Model } from './model';

/**
 * The ids of the nodes whose name, text, inputs, tasks or events contain the query, ignoring case. Nodes whose name
 * starts with it come first, then those whose name contains it.
 */
export function searchNodes(model: Model, words: string): string[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const found = model.graph.nodes.flatMap((node) => {
    const rank = rankOf(model, node, wanted);
    return rank === undefined ? [] : [{ id: node.id, rank }];
  });
  return found.sort((one, other) => one.rank - other.rank).map(({ id }) => id);
}

function rankOf(model: Model, node: StateNode, wanted: string): number | undefined {
  const name = node.name.toLowerCase();
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  const events = (model.out.get(node.id) ?? []).map(({ event }) => event);
  const rest = [node.text, ...node.inputs, ...node.tasks, ...events];
  return rest.some((text) => text?.toLowerCase().includes(wanted)) ? 2 : undefined;
}
