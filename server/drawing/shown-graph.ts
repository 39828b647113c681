import { EMPTY_NODE, type StateEdge, type StateGraph, type StateNode } from './state-graph';

/** What of a graph is drawn. */
export interface GraphOptions {
  /** Also the transitions that an automata has for all of its states, drawn once, from a node for any state. */
  readonly shortcuts: boolean;
  /** The name of such a node. */
  readonly anyState?: string;
}

/** From so many states at most, a transition of an automata is drawn as if it were theirs. */
const FEW = 4;

/**
 * The graph as it is drawn. Transitions of an automata lead from each of its states; drawn all the time, they would
 * hide those of the states. Those whose event only few states raise are drawn from these.
 */
export function shownGraph(
  graph: StateGraph,
  { shortcuts, anyState = 'any state' }: GraphOptions,
): StateGraph {
  const { nodes, edges } = graph;
  const automata = new Set(nodes.flatMap(({ id, kind }) => (kind === 'automata' ? [id] : [])));
  // What a nested automata does when it is done is its way out, and no shortcut.
  const isShortcut = ({ from, kind }: StateEdge) =>
    automata.has(from) && kind !== 'initial' && kind !== 'done';
  if (!shortcuts) {
    const left = edges.flatMap((edge) => (isShortcut(edge) ? raised(edge) : [edge]));
    const named = new Set(left.map(({ to }) => to));
    const isShown = ({ id, kind }: StateNode) => (kind !== 'missing' && kind !== 'unseen') || named.has(id);
    return { nodes: nodes.filter(isShown), edges: left };
  }
  const sources = new Set(edges.filter(isShortcut).map(({ from }) => from));
  return {
    nodes: nodes.flatMap((node) => (sources.has(node.id) ? [node, anyNode(node, anyState)] : [node])),
    edges: edges.map((edge) => (isShortcut(edge) ? { ...edge, from: anyId(edge.from) } : edge)),
  };
}

function raised(edge: StateEdge): StateEdge[] {
  const { raisedBy = [] } = edge;
  if (raisedBy.length > FEW) return [];
  return raisedBy.map((from) => ({ ...edge, id: raisedId(edge, from), from }));
}

/** The id of a transition of an automata where it is drawn from a state that raises its event. */
export function raisedId({ id }: StateEdge, from: string): string {
  return `${id}\n\t${from}`;
}

/** No name of a state is a tab. */
function anyId(automata: string): string {
  return `${automata}\n\t`;
}

function anyNode({ id }: StateNode, name: string): StateNode {
  return { ...EMPTY_NODE, id: anyId(id), parent: id, name, kind: 'state' };
}
