import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { Task } from '../engine/task';
import { type AlwaysLoop, alwaysLoops } from './always-loops';
import { type FlowGraph, type FlowNode, flowGraph, flowNode } from './graph';
import type { Project } from './project';
import { outerKey, type Reached, reachedFrom } from './reach';
import { pathKey, type ScopeEntry } from './symbols';

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

/** All automata and states of a project as they are written, in the order of files and text. */
export function allScopes(project: Project): readonly ScopeEntry[] {
  const entries = [...flowGraph(project).nodes.keys()].flatMap((key) => project.table.get('flow', key));
  const placed = entries.map((entry) => {
    const { source, unit, scope } = entry;
    return { source, unit, name: scope.name ?? { start: 0 }, entry };
  });
  return project.sorted(placed).map(({ entry }) => entry);
}

/** All states that some path from the beginning of a project gets to. */
export const reachedStates = engine.query(
  'reached states',
  (project: Project): Reached => reachedFrom(flowGraph(project)),
  { equals: isEqualData },
);

const loopsOf = engine.query('loops', (project: Project) => alwaysLoops(flowGraph(project)), {
  equals: isEqualData,
});

const USUAL: StateFlow = { isUnreachable: false, isDeadEnd: false, loop: undefined };

/** What the graph says of the state at a path. */
export function stateFlow(project: Project, path: readonly string[]): StateFlow {
  return flowOfState(project, pathKey(path));
}

const flowOfState = engine.query(
  'flow of a state',
  (project: Project, key: string): StateFlow => unusualFlows(project).get(key) ?? USUAL,
  { equals: isEqualData },
);

/** Most states are as they should be: only the others are listed. */
const unusualFlows = engine.query(
  'unusual flows',
  (project: Project): ReadonlyMap<string, StateFlow> => {
    const graph = flowGraph(project);
    const reached = reachedStates(project);
    const loops = loopsOf(project);
    const unusual = new Map<string, StateFlow>();
    for (const node of graph.nodes.values()) {
      const outer = node.path.length > 0 ? outerKey(node.key) : undefined;
      const loop = loops.get(node.key);
      const flow: StateFlow = {
        isUnreachable:
          reached.complete &&
          outer !== undefined &&
          !reached.keys.has(node.key) &&
          // Of what is inside of an unreachable automata nothing more is said.
          reached.keys.has(outer),
        isDeadEnd: isDeadEnd(graph, node),
        loop: loop && loopOf(graph, loop),
      };
      if (flow.isUnreachable || flow.isDeadEnd || flow.loop) unusual.set(node.key, flow);
    }
    return unusual;
  },
  { equals: isEqualData },
);

/** Computes all of it step by step. */
export function* warmFlow(project: Project): Task<void> {
  for (const key of [...project.table.namesOf('flow')]) {
    flowNode(project, key);
    yield;
  }
  unusualFlows(project);
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
