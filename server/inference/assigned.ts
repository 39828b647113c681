import { Kept, madeAnew, perProject } from '../project/kept';
import { KeptEach } from '../project/kept-each';
import type { Project } from '../project/project';
import { hasHiddenStates } from '../project/resolve';
import { type AssignmentEntry, pathKey } from '../project/symbols';
import { type Steps, stepsOf } from './steps';

/**
 * Which context variables are certainly, possibly or never assigned when the automata gets to a state, over all
 * paths from its beginning; for those that are assigned and not declared, as a declared one has its first value.
 */
export interface Assigned {
  readonly steps: Steps;
  readonly variables: ReadonlyMap<string, VariableFlow>;
}

export interface VariableFlow {
  /** The states that assign it. */
  readonly assigning: ReadonlySet<string>;
  /**
   * States that some path gets to without an assignment, each with the state before it on one such path; the first
   * state has none.
   */
  readonly unset: ReadonlyMap<string, string | undefined>;
}

/** What is assigned when, as of now; for questions whose answers nobody keeps. */
export function currentAssigned(project: Project): Assigned {
  return keptFor(project).value;
}

/**
 * The names of the states on a path from the beginning to a state on which nothing assigns a variable before; the
 * state is the last of them. Undefined where there is none, or it cannot be told. What is made from it is good
 * until that path changes.
 */
export function unsetPath(
  project: Project,
  name: string,
  path: readonly string[],
): readonly string[] | undefined {
  const key = pathKey(path);
  const flow = keptFor(project).noting(`${name}\n\n${key}`).variables.get(name);
  return flow && pathTo(flow, key);
}

/**
 * The same for any variable, declared or not, for questions whose answers nobody keeps: a path on which it still has
 * its first value.
 */
export function pathWithout(
  project: Project,
  name: string,
  path: readonly string[],
): readonly string[] | undefined {
  const { steps, variables } = currentAssigned(project);
  const flow = variables.get(name) ?? follow(project, steps, project.table.get('assignment', name));
  return pathTo(flow, pathKey(path));
}

/** How many states of a path are told. */
const MOST_STEPS = 200;

function pathTo({ unset }: VariableFlow, key: string): readonly string[] | undefined {
  if (!unset.has(key)) return undefined;
  const states: string[] = [];
  for (let at: string | undefined = key; at !== undefined && states.length < MOST_STEPS; at = unset.get(at))
    states.push(at.split('\n').join('.'));
  return states.reverse();
}

const keptFor = perProject((project): Kept<Assigned> => {
  const byVariable = new KeptEach<Known>(project.table);
  const update = madeAnew(project.table, () => make(project, byVariable), isWatched);
  return new Kept(project.table, update, 'assigned/');
});

function isWatched(key: string): boolean {
  return !/^(?:scope|child|id)\//.test(key);
}

/** What is known of one variable, and the parts that others can depend on. */
interface Known {
  readonly flow: VariableFlow | undefined;
  readonly parts: readonly (readonly [string, string])[];
}

function make(
  project: Project,
  byVariable: KeptEach<Known>,
): { value: Assigned; parts: ReadonlyMap<string, string> } {
  const { table } = project;
  const steps = stepsOf(project);
  const variables = new Map<string, VariableFlow>();
  const changed = new Set(table.get('contextChange', '').map(({ name }) => name.text));
  const isSilent =
    !project.isAutomata ||
    hasHiddenStates(project) ||
    changed.has('') ||
    table.get('incomplete', 'context').length > 0;
  const names = isSilent ? new Set<string>() : undeclared(project);
  const parts = new Map<string, string>();
  for (const name of names) {
    if (changed.has(name)) continue;
    const known = byVariable.get(name, [steps], () => knownOf(project, name, steps));
    if (known.flow) variables.set(name, known.flow);
    for (const [part, digest] of known.parts) parts.set(part, digest);
  }
  byVariable.retain(names);
  return { value: { steps, variables }, parts };
}

function knownOf(project: Project, name: string, steps: Steps): Known {
  const { table } = project;
  const assignments = table.get('assignment', name);
  // What an automata assigns at its end, or an expression by the way, is not followed.
  if (assignments.some(({ scope }) => scope.kind === 'automata')) return { flow: undefined, parts: [] };
  const flow = follow(project, steps, assignments);
  const reading = new Set(table.get('contextStep', name).map(({ path }) => pathKey(path)));
  const parts = [...reading].flatMap((key) => {
    const states = pathTo(flow, key);
    return states ? [[`${name}\n\n${key}`, states.join(' ')] as const] : [];
  });
  return { flow, parts };
}

/** Every variable that is assigned and nowhere declared. */
function undeclared({ table }: Project): Set<string> {
  const names = new Set(table.get('variable', '').map(({ name }) => name.text));
  for (const name of names) if (table.has('declaration', name)) names.delete(name);
  return names;
}

function follow(project: Project, steps: Steps, assignments: readonly AssignmentEntry[]): VariableFlow {
  const assigning = new Set(assignments.map(({ path }) => pathKey(path)));
  // What a state assigns may be out of sight.
  const closed = new Set(project.table.get('incomplete', 'outputs').map(({ path }) => pathKey(path)));
  const unset = new Map<string, string | undefined>();
  const queue: string[] = [];
  if (steps.start !== undefined) {
    unset.set(steps.start, undefined);
    queue.push(steps.start);
  }
  // Breadth first, so that the path which is told is a shortest one.
  for (let index = 0; index < queue.length; index++) {
    const key = queue[index] ?? '';
    if (assigning.has(key) || closed.has(key)) continue;
    for (const next of steps.next(key)) {
      if (unset.has(next)) continue;
      unset.set(next, key);
      queue.push(next);
    }
  }
  return { assigning, unset };
}
