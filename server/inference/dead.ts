import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { Task } from '../engine/task';
import type { OutputFacts } from '../facts/facts';
import type { Project } from '../project/project';
import { mayReadContextUnseen } from '../project/reads';
import { pathKey, type ScopeEntry } from '../project/symbols';
import {
  areSuccessorsKnown,
  hasTooManyVariables,
  inheritedSuccessors,
  isNested,
  successors,
} from './successors';

/**
 * Whether an output assigns a context variable that is assigned again on every path before anything reads it, within
 * one automata. Assignments before the end of a flow are never dead.
 */
export function isDeadAssignment(project: Project, { path }: ScopeEntry, output: OutputFacts): boolean {
  const name = output.context?.text;
  return name !== undefined && isDead(project, name, assignmentKey(pathKey(path), output.index));
}

const isDead = engine.query('is dead', (project: Project, name: string, assignment: string) =>
  deadAssignments(project, name).has(assignment),
);

function assignmentKey(state: string, index: number): string {
  return `${state}\n\n${index}`;
}

/** Finds the dead assignments of a project as a task, a variable at a step. */
export function* warmDeadAssignments(project: Project): Task<void> {
  for (const name of [...project.table.namesOf('assigned')]) {
    deadAssignments(project, name);
    yield;
  }
}

/** Whether something unknown may read or change variables, so that no assignment is certainly dead. */
const isUncertain = engine.query(
  'dead assignments are uncertain',
  (project: Project) =>
    !project.isAutomata ||
    isNested(project) ||
    hasTooManyVariables(project) ||
    mayReadContextUnseen(project) ||
    project.table.get('contextChange', '').length > 0,
);

const NO_ASSIGNMENTS: ReadonlySet<string> = new Set();

/** The assignments of one variable that are never read, by `assignmentKey`. */
const deadAssignments = engine.query(
  'dead assignments',
  (project: Project, name: string): ReadonlySet<string> => {
    if (isUncertain(project)) return NO_ASSIGNMENTS;
    const variable = variableAt(project, name);
    if (!variable.isOfInterest) return NO_ASSIGNMENTS;
    const dead = new Set<string>();
    for (const { state, index } of variable.assignments()) {
      const after = variable.scan(state, index);
      const isLive = after === 'read' || (after === 'passes' && isReadAfter(project, variable, state));
      if (!isLive) dead.add(assignmentKey(state, index));
    }
    return dead;
  },
  { equals: isEqualData },
);

/** The mentions of a variable, independent of transitions. */
const variableAt = engine.query(
  'mentions of a variable',
  (project: Project, name: string) => new Variable(project, name),
);

/**
 * Whether some path from the end of a state may read a variable before it is assigned again. Mostly a state nearby
 * does, so the search is short.
 */
function isReadAfter(project: Project, variable: Variable, state: string): boolean {
  const seen = new Set<string>();
  const queue = [state];
  /** Lists that all states of an automata share are followed once. */
  const shared = new Set<readonly string[]>();
  for (const key of queue) {
    const next = successors(project, key);
    const further = inheritedSuccessors(project, key);
    if ((next.length === 0 && further.length === 0) || !areSuccessorsKnown(project, key)) return true;
    const lists = shared.has(further) ? [next] : [next, further];
    shared.add(further);
    for (const one of lists.flat()) {
      if (seen.has(one)) continue;
      seen.add(one);
      const way = variable.scan(one);
      if (way === 'read') return true;
      if (way === 'passes') queue.push(one);
    }
  }
  return false;
}

/** What happens first to a variable in a state. */
type Way = 'read' | 'assigned' | 'passes';

interface Mentions {
  /** Read before the outputs, or after them. */
  before: boolean;
  behind: boolean;
  /** Positions of outputs that read it, and of those that assign it. */
  reading: readonly number[];
  assigning: readonly number[];
}

const NONE: readonly number[] = [];

class Variable {
  private readonly byState = new Map<string, Mentions>();
  readonly isOfInterest: boolean;

  constructor(project: Project, name: string) {
    const uses = project.table.get('contextStep', name);
    const assignments = project.table.get('assignment', name);
    for (const { path, place, scope, use } of uses) {
      if (use.access === 'write' && use.members.length < 2) continue;
      const mentions = this.at(pathKey(path));
      if (place.phase === 'output' && scope.kind === 'state')
        mentions.reading = joined(mentions.reading, place.index);
      else if (place.phase === 'input' || place.phase === 'task') mentions.before = true;
      else mentions.behind = true;
    }
    for (const { path, output } of assignments) {
      const mentions = this.at(pathKey(path));
      mentions.assigning = joined(mentions.assigning, output.index);
    }
    const isOfAutomata = [...uses, ...assignments].some(({ scope }) => scope.kind === 'automata');
    // Variables that are never read have a rule of their own; one that is assigned once is never assigned again.
    this.isOfInterest = uses.length > 0 && assignments.length > 0 && !isOfAutomata;
  }

  *assignments(): Iterable<{ readonly state: string; readonly index: number }> {
    for (const [state, { assigning }] of this.byState) {
      for (const index of assigning) yield { state, index };
    }
  }

  /** What happens first in a state after the output at a position; after -1, from its beginning. */
  scan(state: string, from = -1): Way {
    const mentions = this.byState.get(state);
    if (mentions === undefined) return 'passes';
    if (from < 0 && mentions.before) return 'read';
    const order = [...mentions.reading, ...mentions.assigning].filter((index) => index > from);
    const [first] = order.sort((a, b) => a - b);
    // An output is evaluated before it assigns.
    if (first !== undefined) return mentions.reading.includes(first) ? 'read' : 'assigned';
    return mentions.behind ? 'read' : 'passes';
  }

  private at(state: string): Mentions {
    const known = this.byState.get(state);
    if (known) return known;
    const made: Mentions = { before: false, behind: false, reading: NONE, assigning: NONE };
    this.byState.set(state, made);
    return made;
  }
}

function joined(positions: readonly number[], position: number): readonly number[] {
  return positions.includes(position) ? positions : [...positions, position];
}
