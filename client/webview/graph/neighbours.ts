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
