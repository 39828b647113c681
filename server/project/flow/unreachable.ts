import type { FlowGraph } from './graph';
import { parentKey, type ReachableStates, reachableFrom } from './reach';

/**
 * The keys of the states that no path reaches, without those inside an unreachable automata. A state that a missing
 * target may refer to, and the states that can be reached from it, are left out: only the target may be wrong. So is
 * a state that the missing transition of an event may lead to; `lacksTransition` tells whether a state has such an
 * event.
 */
export function unreachableStates(
  graph: FlowGraph,
  reached: ReachableStates,
  lacksTransition: (key: string) => boolean,
): ReadonlySet<string> {
  if (!reached.complete) return NONE;
  const keys = outermostUnreached(graph, reached.keys);
  if (keys.size === 0) return NONE;
  const active = new Set(reached.keys);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const automata = automataOfLostTargets(graph, active, lacksTransition);
    const meant = [...keys].find((key) => !active.has(key) && (!automata || automata.has(parentKey(key))));
    if (meant === undefined) return new Set([...keys].filter((key) => !active.has(key)));
    for (const key of reachableFrom(graph, meant).keys) active.add(key);
  }
  return NONE;
}

const NONE: ReadonlySet<string> = new Set();

/** Each round takes time in proportion to the size of the automata. */
const MAX_ROUNDS = 20;

function outermostUnreached(graph: FlowGraph, active: ReadonlySet<string>): ReadonlySet<string> {
  const keys = [...graph.nodes.values()].flatMap(({ key, path }) =>
    path.length > 0 && !active.has(key) && active.has(parentKey(key)) ? [key] : [],
  );
  // The nodes of the graph are in the order in which they were added.
  return new Set(keys.sort());
}

/**
 * The automata that may contain the missing targets of some states, if there is no near name, and those of missing
 * transitions; undefined for any automata, because any state may have an `id`.
 */
function automataOfLostTargets(
  graph: FlowGraph,
  active: ReadonlySet<string>,
  lacksTransition: (key: string) => boolean,
): ReadonlySet<string> | undefined {
  const automata = new Set<string>();
  for (const { key, path, edges } of graph.nodes.values()) {
    if (!active.has(key)) continue;
    if (lacksTransition(key)) {
      let outer = key;
      for (const _ of path) {
        outer = parentKey(outer);
        automata.add(outer);
      }
    }
    for (const { to } of edges) {
      if (to.kind !== 'missing' || to.near.length > 0) continue;
      if (to.within === undefined) return undefined;
      for (const outer of to.within) automata.add(outer);
    }
  }
  return automata;
}
