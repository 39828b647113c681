import { type AlwaysLoop, alwaysLoops } from './always-loops';
import { type FlowGraph, type FlowNode, LiveGraph } from './graph';
import { changedParts, Kept, perProject, type Whole, wholeOf } from './kept';
import type { Project } from './project';
import { outerKey, type Reached, reachedFrom } from './reach';
import { pathKey, type ScopeEntry } from './symbols';

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

/** All automata and states of a project as they are written, in the order of files and text; nothing is noted. */
export function allScopes(project: Project): readonly ScopeEntry[] {
  return project.sorted(
    [...flowGraph(project).nodes.keys()].flatMap((key) => project.table.get('flow', key)),
  );
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

/**
 * The graph as of now, for who keeps something made from it: `any` is noted of the look-up, which changes with any
 * node. Which ones have changed since a moment is told by `changedNodes`.
 */
export function notedGraph(project: Project): FlowGraph {
  return keptFlow(project).noting(ANY_NODE).graph;
}

/** The keys of the nodes that are others now, out of all keys of the table that have changed. */
export function changedNodes(changes: ReadonlySet<string>): string[] {
  const nodes: string[] = [];
  for (const key of changes) if (key.startsWith(NODE_KEY)) nodes.push(key.slice(NODE_KEY.length));
  return nodes;
}

const PREFIX = 'graph/';
const ANY_NODE = '\n\nany';
const NODE = '\n\nnode\n';
const NODE_KEY = PREFIX + NODE;

/** The graph of a project and what follows from it, to be made ahead. */
export function wholeFlow(project: Project): Whole {
  const { live, kept } = flowOf(project);
  return wholeOf(project.table, kept, () => live.prepare());
}

function keptFlow(project: Project): Kept<Flow> {
  return flowOf(project).kept;
}

const flowOf = perProject((project): { readonly live: LiveGraph; readonly kept: Kept<Flow> } => {
  const live = new LiveGraph(project);
  let flow: Flow | undefined;
  let parts: ReadonlyMap<string, string> = new Map();
  const kept = new Kept(
    project.table,
    (changes) => {
      const { graph, changed } = live.update(changes());
      if (flow?.graph === graph) return { value: flow, changed: [] };
      const before = parts;
      flow = { graph, reached: reachedFrom(graph), loops: alwaysLoops(graph) };
      parts = partsOf(flow);
      const nodes = [ANY_NODE, ...changed.map((key) => NODE + key)];
      return { value: flow, changed: [...changedParts(before, parts), ...nodes] };
    },
    PREFIX,
  );
  return { live, kept };
});

/** What others can depend on, by state: most of them are as they should be. */
function partsOf(flow: Flow): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const key of flow.graph.nodes.keys()) {
    const { isUnreachable, isDeadEnd, loop } = stateFlowOf(flow, key);
    if (isUnreachable || isDeadEnd || loop)
      parts.set(key, `${isUnreachable} ${isDeadEnd} ${loop && loopKey(loop)}`);
  }
  return parts;
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
