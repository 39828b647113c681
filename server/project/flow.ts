import { type AlwaysLoop, alwaysLoops } from './always-loops';
import { buildGraph, type FlowGraph, type FlowNode } from './graph';
import { Kept, perProject } from './kept';
import { KeptEach } from './kept-each';
import type { Project } from './project';
import { outerKey, type Reached, reachedFrom } from './reach';
import { pathKey } from './symbols';

/**
 * The graph of a project and what follows from it, made once and kept until a transition, a state or `initial`
 * changes anywhere in the project.
 */
interface Flow {
  readonly graph: FlowGraph;
  readonly reached: Reached;
  readonly loops: ReadonlyMap<string, AlwaysLoop>;
}

/** What the graph says of one state. */
export interface StateFlow {
  /** No path from the beginning gets here, nor to an automata around it. */
  readonly isUnreachable: boolean;
  /** Nothing leads away from here, neither in the state nor in the automata around it. */
  readonly isDeadEnd: boolean;
  /** The circle by ALWAYS that this is part of. */
  readonly loop: Loop | undefined;
}

/** States that go on to one another. */
export interface Loop {
  /** Their paths, from the state that is asked about on; of a long circle the first few. */
  readonly paths: readonly (readonly string[])[];
  /** Whether there are more of them. */
  readonly isCut: boolean;
}

/** How many states of a circle are named. */
const MOST_NAMED = 5;

/** The graph of a project as of now, for questions that are asked on demand; nothing is noted of the look-up. */
export function flowGraph(project: Project): FlowGraph {
  return keptFlow(project).value.graph;
}

/** All that can be reached in a project as of now; as with `flowGraph`, nothing is noted. */
export function reachedStates(project: Project): Reached {
  return keptFlow(project).value.reached;
}

/** What the graph says of the state at a path. Findings made from it are good until just that changes. */
export function stateFlow(project: Project, path: readonly string[]): StateFlow {
  const key = pathKey(path);
  return stateFlowOf(keptFlow(project).noting(key), key);
}

const keptFlow = perProject((project): Kept<Flow> => {
  const nodes = new KeptEach<FlowNode>(project.table);
  return new Kept(project.table, () => make(project, nodes), isWatched, 'graph/');
});

/** What resolving a target asks of scopes is in the one entry of all of them, which stands for thousands of keys. */
function isWatched(key: string): boolean {
  return !/^(?:scope|child|id)\//.test(key);
}

function make(
  project: Project,
  nodes: KeptEach<FlowNode>,
): { value: Flow; parts: ReadonlyMap<string, string> } {
  const graph = buildGraph(project, nodes);
  const value = { graph, reached: reachedFrom(graph), loops: alwaysLoops(graph) };
  const parts = new Map<string, string>();
  for (const key of graph.nodes.keys()) {
    const { isUnreachable, isDeadEnd, loop } = stateFlowOf(value, key);
    if (isUnreachable || isDeadEnd || loop)
      parts.set(key, `${isUnreachable} ${isDeadEnd} ${loop && loopKey(loop)}`);
  }
  return { value, parts };
}

function stateFlowOf({ graph, reached, loops }: Flow, key: string): StateFlow {
  const node = graph.nodes.get(key);
  const outer = node && node.path.length > 0 ? outerKey(key) : undefined;
  const loop = loops.get(key);
  return {
    isUnreachable:
      reached.complete &&
      outer !== undefined &&
      !reached.keys.has(key) &&
      // Of what is inside of an unreachable automata nothing more is said.
      reached.keys.has(outer),
    isDeadEnd: node !== undefined && isDeadEnd(graph, node),
    loop: loop && loopOf(graph, loop),
  };
}

function isDeadEnd(graph: FlowGraph, node: FlowNode): boolean {
  if (!graph.isAutomata || node.kind !== 'state' || node.final !== 'no' || node.path.length === 0)
    return false;
  for (let at: FlowNode | undefined = node; at !== undefined; ) {
    if (at.events.size > 0 || at.hidesTransitions) return false;
    if (at.path.length === 0) return true;
    at = graph.nodes.get(outerKey(at.key));
  }
  return false;
}

function loopOf(graph: FlowGraph, { keys, index }: AlwaysLoop): Loop {
  const most = Math.min(keys.length, MOST_NAMED);
  const paths = Array.from({ length: most }, (_, by) => {
    return graph.nodes.get(keys[(index + by) % keys.length] ?? '')?.path ?? [];
  });
  return { paths, isCut: keys.length > most };
}

function loopKey({ paths, isCut }: Loop): string {
  return `${paths.map(pathKey).join(' ')} ${isCut}`;
}
