import { drawnNodes } from './drawn-lines';
import type { StateGraph, StateNode } from './state-graph';
import { nodesByParent } from './tree';

interface NamedNodes {
  readonly nodes: readonly StateNode[];
  readonly names: ReadonlyMap<string, string>;
  readonly groups: ReturnType<typeof nodesByParent>;
  nameOf(id: string): string;
}

/** The drawn nodes, with the names that they have in text formats of graphs, as any text can be an id. */
export function namedNodes(graph: StateGraph): NamedNodes {
  const nodes = drawnNodes(graph);
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index + 1}`]));
  return { nodes, names, groups: nodesByParent(nodes), nameOf: (id) => names.get(id) ?? 's0' };
}
