import { engine } from '../engine/engine';
import { flowGraph } from '../project/graph';
import type { Project } from '../project/project';
import { hasHiddenStates } from '../project/resolve';
import { pathKey } from '../project/symbols';
import { pathWithout } from './assigned';
import { areSuccessorsKnown, inheritedSuccessors, startState, successors } from './successors';

/** The assignments of a context variable that may be the last before a state, over all paths to it. */
export interface WritersBefore {
  /**
   * `pathKey`s of the states whose assignment may still be current, those on the shortest paths first, then by name.
   */
  readonly writers: readonly string[];
  /** Whether no other state can have assigned it: all paths to the state are known. */
  readonly complete: boolean;
  /** `set`: every path assigns it; `possibly`: some paths may not; `never`: none does. */
  readonly certainty: 'set' | 'possibly' | 'never' | 'unknown';
  /** A path from the initial state without an assignment: names of states, ending with the state. */
  readonly without: readonly (readonly string[])[] | undefined;
}

/**
 * Searches backwards from a state until a state assigns the variable or the automata starts. Visits each state once.
 */
export function writersBefore(project: Project, name: string, path: readonly string[]): WritersBefore {
  const { table } = project;
  const assignments = table.get('assignment', name);
  const assigning = new Set(assignments.map((entry) => pathKey(entry.path)));
  const { byState, isWhole } = previousStates(project);
  const writers: string[] = [];
  const seen = new Set<string>();
  const queue = [pathKey(path)];
  const passed = new Set(queue);
  for (const key of queue) {
    for (const previous of byState.get(key) ?? []) {
      if (seen.has(previous)) continue;
      seen.add(previous);
      if (assigning.has(previous)) writers.push(previous);
      else if (!passed.has(previous)) {
        passed.add(previous);
        queue.push(previous);
      }
    }
  }
  // Changes by expressions, and assignments of an automata at its end, are not followed.
  const isChanged =
    table.get('contextChange', '').some(({ name: { text } }) => text === '' || text === name) ||
    assignments.some(({ scope }) => scope.kind === 'automata');
  const complete = isWhole && !isChanged && table.get('incomplete', 'outputs').length === 0;
  const without = isChanged ? undefined : pathWithout(project, name, path);
  const start = startState(project);
  const begins = start === undefined || passed.has(start);
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

/** The states from which each state can be reached in one step, and whether those are all. */
interface Previous {
  readonly byState: ReadonlyMap<string, readonly string[]>;
  readonly isWhole: boolean;
}

const previousStates = engine.query('previous states', (project: Project): Previous => {
  const byState = new Map<string, string[]>();
  let isWhole = project.isAutomata && startState(project) !== undefined && !hasHiddenStates(project);
  for (const { key, kind } of flowGraph(project).nodes.values()) {
    if (kind !== 'state') continue;
    if (!areSuccessorsKnown(project, key)) isWhole = false;
    for (const next of new Set([...successors(project, key), ...inheritedSuccessors(project, key)])) {
      const others = byState.get(next);
      if (others) others.push(key);
      else byState.set(next, [key]);
    }
  }
  // The nodes of the graph are in the order in which they were added.
  for (const others of byState.values()) others.sort();
  return { byState, isWhole };
});
