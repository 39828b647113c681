import { flowGraph } from '../project/flow';
import type { Project } from '../project/project';
import { hasHiddenStates } from '../project/resolve';
import { pathKey } from '../project/symbols';
import { currentAssigned, pathWithout } from './assigned';
import type { Steps } from './steps';

/** Who may have assigned a context variable last when a state begins, over all paths that lead there. */
export interface WritersBefore {
  /** `pathKey`s of the states whose assignment may still hold there, those on the shortest paths first, then by name. */
  readonly writers: readonly string[];
  /** Whether other states than those may have assigned it: not everything that leads there is in sight. */
  readonly complete: boolean;
  /** `set`: every path assigns it; `possibly`: some may not; `never`: none does. */
  readonly certainty: 'set' | 'possibly' | 'never' | 'unknown';
  /** A path from the beginning of the automata without an assignment: names of states, the last is the state. */
  readonly without: readonly string[] | undefined;
}

/**
 * Looks back from a state over those that do not assign the variable, until one does or the automata begins. Each
 * state is looked at once. For questions whose answers nobody keeps.
 */
export function writersBefore(project: Project, name: string, path: readonly string[]): WritersBefore {
  const { table } = project;
  const { steps } = currentAssigned(project);
  const assignments = table.get('assignment', name);
  const assigning = new Set(assignments.map((entry) => pathKey(entry.path)));
  const { byState, isWhole } = previousOf(project, steps);
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
  // What an expression assigns by the way, or an automata at its end, is not followed.
  const isChanged =
    table.get('contextChange', '').some(({ name: { text } }) => text === '' || text === name) ||
    assignments.some(({ scope }) => scope.kind === 'automata');
  const complete = isWhole && !isChanged && table.get('incomplete', 'outputs').length === 0;
  const without = isChanged ? undefined : pathWithout(project, name, path);
  const begins = steps.start === undefined || passed.has(steps.start);
  return { writers, complete, certainty: certaintyOf(writers, complete, begins, without), without };
}

function certaintyOf(
  { length }: readonly string[],
  complete: boolean,
  begins: boolean,
  without: readonly string[] | undefined,
): WritersBefore['certainty'] {
  if (without) return length > 0 || !complete ? 'possibly' : 'never';
  return complete && !begins && length > 0 ? 'set' : 'unknown';
}

/** From which states each can be got to in one step, and whether those are all. */
interface Previous {
  readonly byState: ReadonlyMap<string, readonly string[]>;
  readonly isWhole: boolean;
}

const previousBySteps = new WeakMap<Steps, Previous>();

function previousOf(project: Project, steps: Steps): Previous {
  const known = previousBySteps.get(steps);
  if (known) return known;
  const byState = new Map<string, string[]>();
  let isWhole = project.isAutomata && steps.start !== undefined && !hasHiddenStates(project);
  for (const { key, kind } of flowGraph(project).nodes.values()) {
    if (kind !== 'state') continue;
    if (!steps.isKnown(key)) isWhole = false;
    for (const next of new Set([...steps.next(key), ...steps.further(key)])) {
      const others = byState.get(next);
      if (others) others.push(key);
      else byState.set(next, [key]);
    }
  }
  // The graph lists its nodes in the order in which they came to be.
  for (const others of byState.values()) others.sort();
  const previous = { byState, isWhole };
  previousBySteps.set(steps, previous);
  return previous;
}
