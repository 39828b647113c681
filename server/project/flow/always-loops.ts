import type { FlowGraph, FlowNode } from './graph';

/**
 * Cycles of states that have a single exit each, an ALWAYS without a condition: once entered, they are never left. The
 * result has the cycle of each state by its key. States that may wait for the user, that end their automata, or that
 * are partly unknown, break a cycle.
 */
export function alwaysLoops(graph: FlowGraph): ReadonlyMap<string, AlwaysLoop> {
  const loops = new Map<string, AlwaysLoop>();
  /** By the number of the walk that visited the state. */
  const seen = new Map<string, number>();
  let walk = 0;
  for (const start of graph.nodes.values()) {
    walk++;
    const path: string[] = [];
    let at: FlowNode | undefined = start;
    while (at !== undefined && !seen.has(at.key)) {
      seen.set(at.key, walk);
      path.push(at.key);
      at = soleSuccessor(graph, at);
    }
    if (at === undefined || seen.get(at.key) !== walk) continue;
    const keys = path.slice(path.indexOf(at.key));
    keys.forEach((key, index) => {
      loops.set(key, { keys, index });
    });
  }
  return loops;
}

/** The cycle of a state. */
export interface AlwaysLoop {
  /** Keys in the order of the transitions. All states of a cycle share the list. */
  readonly keys: readonly string[];
  /** Position of the state in the list. */
  readonly index: number;
}

/** The state that always follows without waiting; undefined if there is none, or it is uncertain. */
function soleSuccessor(graph: FlowGraph, node: FlowNode): FlowNode | undefined {
  const [edge] = node.edges;
  if (node.kind !== 'state' || node.final !== 'no' || node.isAmbiguous) return undefined;
  if (node.hidesTransitions || node.asksUser || edge === undefined || node.edges.length > 1) return undefined;
  if (node.events.size > 1 || edge.event !== 'ALWAYS') return undefined;
  if (edge.condition !== 'none' && edge.condition !== 'true') return undefined;
  return edge.to.kind === 'state' ? enteredState(graph, edge.to.key) : undefined;
}

/** The initial atomic state of an automata, or the state itself. */
function enteredState(graph: FlowGraph, key: string): FlowNode | undefined {
  let node = graph.nodes.get(key);
  for (let depth = 0; node?.kind === 'automata' && depth < graph.nodes.size; depth++) {
    if (node.initial.kind !== 'state' || node.isAmbiguous || node.asksUser) return undefined;
    node = graph.nodes.get(node.initial.key);
  }
  return node?.kind === 'state' ? node : undefined;
}
