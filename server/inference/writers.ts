import { engine } from '../engine/engine';
import { flowGraph } from '../project/flow/graph';
import { hasHiddenStates } from '../project/names/resolve';
import type { ScopePath } from '../project/names/scope-path';
import { pathKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import { addToGroup } from '../text/group-by';
import { areSuccessorsKnown, inheritedSuccessors, startState, successors } from './successors';
import { pathWithout } from './unassigned-paths';

/** The assignments of a context variable that may be the last before a state, over all paths to it. */
interface WritersBefore {
  /** `pathKey`s of the states whose assignment may be the last one: those on the shortest paths first, then by name. */
  readonly writers: readonly string[];
  /** Whether all paths to the state are known, so that no other state can have assigned it. */
  readonly complete: boolean;
  /** `set`: every path assigns it; `possibly`: some paths may not; `never`: none does. */
  readonly certainty: 'set' | 'possibly' | 'never' | 'unknown';
  /** A path from the initial state without an assignment: names of states, ending with the state. */
  readonly without: readonly (readonly string[])[] | undefined;
}

/**
 * Searches backwards from a state until a state assigns the variable or the automata starts. Visits each state once.
 */
export function writersBefore(project: Project, name: string, path: ScopePath): WritersBefore {
  const { table } = project;
  const assignments = table.get('assignment', name);
  const assigning = new Set(assignments.map((entry) => pathKey(entry.path)));
  const previous = previousStates(project);
  const writers: string[] = [];
  const seen = new Set<string>();
  const queue = [pathKey(path)];
  const visited = new Set(queue);
  for (const key of queue) {
    for (const before of previous.byState.get(key) ?? []) {
      if (seen.has(before)) continue;
      seen.add(before);
      if (assigning.has(before)) writers.push(before);
      else if (!visited.has(before)) {
        visited.add(before);
        queue.push(before);
      }
    }
  }
  // Changes by expressions, and assignments of an automata at its end, are not followed.
  const isChanged =
    table.get('contextChange', '').some(({ name: { text } }) => text === '' || text === name) ||
    assignments.some(({ scope }) => scope.kind === 'automata');
  const complete = previous.complete && !isChanged && table.get('incomplete', 'outputs').length === 0;
  const without = isChanged ? undefined : pathWithout(project, name, path);
  const start = startState(project);
  const begins = start === undefined || visited.has(start);
  return { writers, complete, certainty: certaintyOf(writers, complete, begins, without), without };
}

function certaintyOf(
  { length }: readonly string[],
  complete: boolean,
  begins: boolean,
  without: readonly (readonly string[])[] | undefined,
): WritersBefore['certainty'] {
  if (without) return length > 0 || !complete ? 'possibly' : 'never';
  return complete && !begins && length > 0 ? 'set' : 'unknown';
}

/** The states from which each state can be reached in one step, and whether they are all known. */
interface PreviousStates {
  readonly byState: ReadonlyMap<string, readonly string[]>;
  readonly complete: boolean;
}

const previousStates = engine.query('previous states', (project: Project): PreviousStates => {
  const byState = new Map<string, string[]>();
  let complete = project.isAutomata && startState(project) !== undefined && !hasHiddenStates(project);
  for (const { key, kind } of flowGraph(project).nodes.values()) {
    if (kind !== 'state') continue;
    if (!areSuccessorsKnown(project, key)) complete = false;
    for (const next of new Set([...successors(project, key), ...inheritedSuccessors(project, key)]))
      addToGroup(byState, next, key);
  }
  // The nodes of the graph are in the order in which they were added.
  for (const others of byState.values()) others.sort();
  return { byState, complete };
});
