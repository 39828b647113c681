import { EMPTY_NODE, type StateEdge, type StateGraph, type StateNode } from './state-graph';

/** The drawn part of a graph. */
interface GraphOptions {
  /** Whether to draw the transitions that an automata has for all of its states, once, from a node for any state. */
  readonly shortcuts: boolean;
  /** The name of that node. */
  readonly anyState?: string;
}

/** If at most this many states raise the event, a transition of an automata is drawn from each of them. */
const FEW = 4;

/**
 * The graph as it is drawn. Transitions of an automata apply to all of its states; drawing all of these edges would
 * hide those of the states. If only few states raise the event, they are drawn from these.
 */
export function shownGraph(
  graph: StateGraph,
  { shortcuts, anyState = 'any state' }: GraphOptions,
): StateGraph {
  const { nodes, edges } = graph;
  const automata = new Set(nodes.flatMap(({ id, kind }) => (kind === 'automata' ? [id] : [])));
  // `DONE` of a nested automata is its exit, not a shortcut.
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

/** The id of an automata's transition that is drawn from a state which raises its event. */
export function raisedId({ id }: StateEdge, from: string): string {
  return `${id}\n\t${from}`;
}

/** The id in the text of what is drawn: a transition of an automata may be drawn from several states. */
export function writtenId(drawn: string): string {
  return drawn.split('\n\t', 1)[0] ?? '';
}

/** State names cannot contain tabs. */
function anyId(automata: string): string {
  return `${automata}\n\t`;
}

function anyNode({ id }: StateNode, name: string): StateNode {
  return { ...EMPTY_NODE, id: anyId(id), parent: id, name, kind: 'state' };
}
