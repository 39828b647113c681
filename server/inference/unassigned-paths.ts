import { engine } from '../engine/engine';
import { flowGraph } from '../project/flow/graph';
import { hasHiddenStates } from '../project/names/resolve';
import type { ScopePath } from '../project/names/scope-path';
import { pathKey, pathOfKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import { isEqualData } from '../text/equality';
import { hasTooManyVariables, startState, successors } from './successors';

/**
 * The states that some path from the initial state reaches before a context variable is assigned, each with the state
 * before it on one such path; the first state has none.
 */
type Unset = ReadonlyMap<string, string | undefined>;

/**
 * The names of the states on a path from the initial state to a state on which nothing assigns a variable; the state
 * is the last of them. Undefined if there is no such path or it is uncertain, and for declared variables, which have
 * an initial value.
 */
type Path = ScopePath;

export function unsetPath(project: Project, name: string, path: ScopePath): readonly Path[] | undefined {
  return mayBeUnset(project, name) ? unsetPathTo(project, name, pathKey(path)) : undefined;
}

const unsetPathTo = engine.query(
  'path without an assignment',
  (project: Project, name: string, key: string) => {
    const unset = unsetStates(project, name);
    return unset && pathTo(unset, key);
  },
  { equals: isEqualData },
);

/** A path on which a variable, declared or not, still has its first value; see `unsetPath`. */
export function pathWithout(project: Project, name: string, path: ScopePath): readonly Path[] | undefined {
  return pathTo(unsetStates(project, name) ?? unassigned(project, name), pathKey(path));
}

/** Cached, because many variables have paths over the same states. */
const pathOfState = engine.query('path of a state', pathOfKey);

/** Maximum number of states of a path that are listed. */
const MAX_PATH = 200;

function pathTo(unset: Unset, key: string): readonly Path[] | undefined {
  if (!unset.has(key)) return undefined;
  const states: Path[] = [];
  for (let at: string | undefined = key; at !== undefined && states.length < MAX_PATH; at = unset.get(at))
    states.push(pathOfState(at));
  return states.reverse();
}

/** The states that are reached without an assignment of a variable; undefined if that is uncertain. */
const unsetStates = engine.query(
  'states without an assignment',
  (project: Project, name: string): Unset | undefined => {
    const { table } = project;
    if (isAnyUncertain(project) || table.has('declaration', name) || isChangedInExpressions(project, name))
      return undefined;
    // Assignments of an automata, which happen at its end, are not followed.
    if (table.get('assignment', name).some(({ scope }) => scope.kind === 'automata')) return undefined;
    return table.has('assigned', name) ? unassigned(project, name) : undefined;
  },
);

/** Whether some state is reached without an assignment. For declared variables, which are most, this is false. */
const mayBeUnset = engine.query(
  'may be unset',
  (project: Project, name: string) => unsetStates(project, name) !== undefined,
);

const isAnyUncertain = engine.query(
  'assignments are uncertain',
  (project: Project) =>
    !project.isAutomata ||
    hasTooManyVariables(project) ||
    hasHiddenStates(project) ||
    isChangedInExpressions(project, '') ||
    project.table.get('incomplete', 'context').length > 0,
);

/** Whether expressions change a variable; '' for any variable. */
const isChangedInExpressions = engine.query(
  'is changed in expressions',
  (project: Project, changed: string) =>
    project.table.get('contextChange', '').some(({ name }) => name.text === changed),
);

const unassigned = engine.query('unassigned', (project: Project, name: string): Unset => {
  const { table } = project;
  const next = successorsOfAllStates(project);
  const assigning = new Set(table.get('assignment', name).map(({ path }) => pathKey(path)));
  // The outputs of these states are not fully known.
  for (const { path } of table.get('incomplete', 'outputs')) assigning.add(pathKey(path));
  const start = startState(project);
  const unset = new Map<string, string | undefined>();
  if (start === undefined) return unset;
  unset.set(start, undefined);
  // Breadth-first, so that the path is a shortest one.
  for (const key of unset.keys()) {
    if (assigning.has(key)) continue;
    for (const state of next.get(key) ?? []) if (!unset.has(state)) unset.set(state, key);
  }
  return unset;
});

/** The successors of every state, as one query: each variable may depend on all of them. */
const successorsOfAllStates = engine.query(
  'all successors',
  (project: Project): ReadonlyMap<string, readonly string[]> =>
    new Map(Array.from(flowGraph(project).nodes.keys(), (key) => [key, successors(project, key)])),
  { equals: isEqualData },
);
