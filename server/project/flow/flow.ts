import { engine } from '../../engine/engine';
import type { Task } from '../../engine/task';
import { isEqualData } from '../../text/equality';
import { ROOT_PATH, type ScopePath } from '../names/scope-path';
import { pathKey, type ScopeEntry } from '../names/symbols';
import type { Project } from '../project';
import { type AlwaysLoop, alwaysLoops } from './always-loops';
import { type FlowGraph, type FlowNode, flowGraph, flowNode, lacksTransition } from './graph';
import { parentKey, type ReachableStates, reachableFrom } from './reach';
import { unreachableStates } from './unreachable';

/** Properties of one state in the graph. */
interface StateFlow {
  /** Whether no path from the initial state leads to it, see `unreachableStates`. */
  readonly isUnreachable: boolean;
  /** Whether neither the state nor an enclosing automata has an outgoing transition. */
  readonly isDeadEnd: boolean;
  /** The cycle of ALWAYS transitions that contains it. */
  readonly loop: Loop | undefined;
}

/** A cycle of states. */
interface Loop {
  /** Their paths, starting with the requested state; the first few of a long cycle. */
  readonly paths: readonly ScopePath[];
  /** Whether there are more of them. */
  readonly isCut: boolean;
}

/** Maximum number of states of a cycle that are listed. */
const MAX_LISTED_STATES = 5;

/** The scopes of all automata and states of a project, in the order of files and text. */
export function allScopes(project: Project): readonly ScopeEntry[] {
  // Sorted by name first, because `sorted` is stable, and the nodes are in the order in which they were added.
  const keys = [...flowGraph(project).nodes.keys()].sort();
  const entries = keys.flatMap((key) => project.table.get('flow', key));
  const placed = entries.map((entry) => {
    const { source, unit, scope } = entry;
    return { source, unit, name: scope.name ?? { start: 0 }, entry };
  });
  return project.sorted(placed).map(({ entry }) => entry);
}

/** All states that some path from the initial state reaches. */
export const reachedStates = engine.query(
  'reached states',
  (project: Project): ReachableStates => reachableFrom(flowGraph(project)),
  { equals: isEqualData },
);

const loopsOf = engine.query('loops', (project: Project) => alwaysLoops(flowGraph(project)), {
  equals: isEqualData,
});

const USUAL_FLOW: StateFlow = { isUnreachable: false, isDeadEnd: false, loop: undefined };

/** The properties of the state at a path. */
export function stateFlow(project: Project, path: ScopePath): StateFlow {
  return flowOfState(project, pathKey(path));
}

const flowOfState = engine.query(
  'flow of a state',
  (project: Project, key: string): StateFlow => unusualFlows(project).get(key) ?? USUAL_FLOW,
  { equals: isEqualData },
);

/** The properties of states that differ from `USUAL_FLOW`, which are few. */
const unusualFlows = engine.query(
  'unusual flows',
  (project: Project): ReadonlyMap<string, StateFlow> => {
    const graph = flowGraph(project);
    const unreachable = unreachableStates(graph, reachedStates(project), (key) =>
      lacksTransition(project, key),
    );
    const loops = loopsOf(project);
    const unusual = new Map<string, StateFlow>();
    for (const node of graph.nodes.values()) {
      const loop = loops.get(node.key);
      const flow: StateFlow = {
        isUnreachable: unreachable.has(node.key),
        isDeadEnd: isDeadEnd(graph, node),
        loop: loop && loopOf(graph, loop),
      };
      if (flow.isUnreachable || flow.isDeadEnd || flow.loop) unusual.set(node.key, flow);
    }
    return unusual;
  },
  { equals: isEqualData },
);

/** Computes all properties as a task, with a step for each node. */
export function* warmFlow(project: Project): Task<void> {
  for (const key of [...project.table.namesOf('flow')]) {
    yield* flowNode.asTask(project, key);
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
    at = graph.nodes.get(parentKey(at.key));
  }
  return false;
}

function loopOf(graph: FlowGraph, { keys, index }: AlwaysLoop): Loop {
  const count = Math.min(keys.length, MAX_LISTED_STATES);
  const listed = [...keys.slice(index, index + count), ...keys.slice(0, count)].slice(0, count);
  const paths = listed.map((key) => graph.nodes.get(key)?.path ?? ROOT_PATH);
  return { paths, isCut: keys.length > count };
}
