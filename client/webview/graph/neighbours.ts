import type { StateEdge } from '../../../server/drawing/state-graph';
import type { WalkedPart } from '../../graph/messages';
import { ancestors, type Model } from './model';

/** A part of a graph, by ids. */
export interface GraphPart {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

/** A node, its predecessors and successors, and the automata that contain them. */
export function neighboursOf(model: Model, id: string): GraphPart {
  const touching = [...(model.out.get(id) ?? []), ...(model.into.get(id) ?? [])];
  const inside = (model.children.get(id) ?? []).map((child) => child.id);
  const near = [id, ...inside, ...touching.flatMap(({ from, to }) => [from, to])];
  const around = near.flatMap((one) => ancestors(model, one).map((node) => node.id));
  return { nodes: new Set([...near, ...around]), edges: new Set(touching.map((edge) => edge.id)) };
}

/** The current state of a conversation, and the edges that it can take. */
export type RunPlace = Pick<WalkedPart, 'current' | 'open'>;

/**
 * The transitions that can be selected by key from a node. At the current state of the conversation, these include the
 * transitions of enclosing automata that it can take.
 *
 * @param selected the selected edge, if any
 */
export function transitionsAt(
  model: Model,
  node: string | undefined,
  selected: string | undefined,
  run: RunPlace | undefined,
): readonly StateEdge[] {
  const open = new Set(run?.open);
  const isInConversation = node === undefined || (selected !== undefined && open.has(selected));
  const from = isInConversation ? (run?.current ?? node) : node;
  if (from === undefined) return [];
  const own = model.out.get(from) ?? [];
  if (from !== run?.current) return own;
  const others = [...open].flatMap((id) => model.edges.get(id) ?? []);
  return [...new Set([...own, ...others])];
}
