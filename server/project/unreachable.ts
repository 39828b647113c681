import type { FlowGraph } from './graph';
import { parentKey, type ReachableStates, reachableFrom } from './reach';

/**
 * The keys of the states that no path reaches; inside an unreachable automata there are none. Nor is a state among them
 * that a target which does not exist may be meant for, or that is reached from such a state: the wrong target is the
 * mistake, and nothing else may be.
 */
export function unreachableStates(graph: FlowGraph, reached: ReachableStates): ReadonlySet<string> {
  if (!reached.complete) return NONE;
  const keys = unreachedBy(graph, reached.keys);
  if (keys.size === 0) return NONE;
  const active = new Set(reached.keys);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const lost = automataOfLostTargets(graph, active);
    const meant = [...keys].find((key) => !active.has(key) && (!lost || lost.has(parentKey(key))));
    if (meant === undefined) return new Set([...keys].filter((key) => !active.has(key)));
    for (const key of reachableFrom(graph, meant).keys) active.add(key);
  }
  return NONE;
}

const NONE: ReadonlySet<string> = new Set();

/** Each takes time that grows with the automata. */
const MAX_ROUNDS = 20;

function unreachedBy(graph: FlowGraph, active: ReadonlySet<string>): ReadonlySet<string> {
  const keys = [...graph.nodes.values()].flatMap(({ key, path }) =>
    path.length > 0 && !active.has(key) && active.has(parentKey(key)) ? [key] : [],
  );
  // The nodes of the graph are in the order in which they were added.
  return new Set(keys.sort());
}

/**
 * The automata in which some states look for targets that do not exist, and that have no near name; undefined for all,
 * as any state may have an `id`.
 */
function automataOfLostTargets(
  graph: FlowGraph,
  active: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const automata = new Set<string>();
  for (const { key, edges } of graph.nodes.values()) {
    if (!active.has(key)) continue;
    for (const { to } of edges) {
      if (to.kind !== 'missing' || to.near.length > 0) continue;
      if (to.within === undefined) return undefined;
      for (const outer of to.within) automata.add(outer);
    }
  }
  return automata;
}
