import type { OutputFacts } from '../facts/facts';
import { Kept, perProject, type Update, type Whole, wholeOf } from '../project/kept';
import { KeptParts } from '../project/kept-parts';
import type { Project } from '../project/project';
import { mayReadContextUnseen } from '../project/reads';
import { pathKey, type ScopeEntry } from '../project/symbols';
import type { Steps as Turns } from '../text/steps';
import { notedSteps, type Steps } from './steps';

/**
 * Assignments of context variables that every path assigns again before anything reads them, within one automata.
 * The end of a flow makes nothing dead.
 */
type Dead = ReadonlySet<string>;

/** Whether an output assigns what nobody will read. A finding made from it is good until just that changes. */
export function isDeadAssignment(project: Project, { path }: ScopeEntry, output: OutputFacts): boolean {
  const name = output.context?.text;
  if (name === undefined) return false;
  const key = assignmentKey(name, pathKey(path), output.index);
  return keptFor(project).noting(key).has(key);
}

function assignmentKey(name: string, state: string, index: number): string {
  return `${name}\n\n${state}\n\n${index}`;
}

/** The dead assignments of a project, to be found ahead. */
export function wholeDead(project: Project): Whole {
  const { live, kept } = deadIn(project);
  return wholeOf(project.table, kept, () => live.prepare());
}

function keptFor(project: Project): Kept<Dead> {
  return deadIn(project).kept;
}

const deadIn = perProject((project): { readonly live: LiveDead; readonly kept: Kept<Dead> } => {
  const live = new LiveDead(project);
  return { live, kept: new Kept(project.table, (changes) => live.update(changes), 'dead/') };
});

const ASSIGNED = 'assigned/';

class LiveDead {
  private readonly silence: KeptParts<boolean>;
  /** Where each variable is mentioned, whatever the transitions. */
  private readonly variables: KeptParts<Variable>;
  /** Which of its assignments are dead by these. */
  private readonly dead: KeptParts<readonly string[]>;
  private value: ReadonlySet<string> = new Set();
  private wasSilent = true;
  /** The moment as of which parts were made ahead. */
  private ahead: number | undefined;

  constructor(private readonly project: Project) {
    const { table } = project;
    this.silence = new KeptParts(table);
    this.variables = new KeptParts(table);
    this.dead = new KeptParts(table);
  }

  /** Does the work of an update of all, a variable at a step. Where something changes between the steps it is lost. */
  *prepare(): Turns<void> {
    const { project, variables } = this;
    const { table } = project;
    this.ahead = undefined;
    for (const kept of [variables, this.dead]) kept.clear();
    const steps = table.asKeeper(() => notedSteps(project));
    const moment = table.lastChange;
    if (steps.isNested || table.asKeeper(() => isSilent(project))) return;
    for (const name of [...table.namesOf('assigned')]) {
      table.asKeeper(() => {
        const variable = variables.make(name, () => new Variable(project, name));
        this.dead.make(name, () => deadOf(name, variable, steps));
      });
      yield;
    }
    this.ahead = moment;
  }

  update(changes: Parameters<Update<Dead>>[0]): ReturnType<Update<Dead>> {
    const { project, variables } = this;
    const steps = notedSteps(project);
    const changed = changes();
    if (changed === undefined || this.silence.concerned(changed).size > 0)
      this.silence.make('', () => isSilent(project));
    const isNew = this.wasSilent || changed === undefined;
    const isAhead = isNew && this.ahead === project.table.lastChange;
    this.wasSilent = steps.isNested || this.silence.get('') !== false;
    if ((isNew && !isAhead) || this.wasSilent) for (const kept of [variables, this.dead]) kept.clear();
    if (this.wasSilent) return this.become(new Set());
    const mentioned = isNew ? new Set(project.table.namesOf('assigned')) : this.mentioned(changed);
    const names = new Set([...mentioned, ...(isNew ? [] : this.dead.concerned(changed))]);
    if (names.size === 0) return { value: this.value, changed: [] };
    const value = new Set(isNew ? [] : this.value);
    for (const name of names) {
      for (const key of this.dead.get(name) ?? []) value.delete(key);
      const known = mentioned.has(name) && !isAhead ? undefined : variables.get(name);
      const variable = known ?? variables.make(name, () => new Variable(project, name));
      const found = isAhead ? this.dead.get(name) : undefined;
      for (const key of found ?? this.dead.make(name, () => deadOf(name, variable, steps))) value.add(key);
    }
    return this.become(value);
  }

  /** The variables of which other places are known than before. */
  private mentioned(changed: ReadonlySet<string>): Set<string> {
    const names = this.variables.concerned(changed);
    for (const key of changed) if (key.startsWith(ASSIGNED)) names.add(key.slice(ASSIGNED.length));
    return names;
  }

  private become(value: ReadonlySet<string>): ReturnType<Update<Dead>> {
    const before = this.value;
    this.value = value;
    return { value, changed: [...before, ...value].filter((key) => !before.has(key) || !value.has(key)) };
  }
}

/** Whether something may read or change variables that is not in sight, so that none can be called dead. */
function isSilent(project: Project): boolean {
  return (
    !project.isAutomata || mayReadContextUnseen(project) || project.table.get('contextChange', '').length > 0
  );
}

/** The assignments of one variable that nobody reads. */
function deadOf(name: string, variable: Variable, steps: Steps): readonly string[] {
  if (!variable.isOfInterest) return [];
  return [...variable.assignments()].flatMap(({ state, index }) => {
    const after = variable.scan(state, index);
    const isLive = after === 'read' || (after === 'passes' && isReadAfter(variable, state, steps));
    return isLive ? [] : [assignmentKey(name, state, index)];
  });
}

/**
 * Whether some path from the end of a state may read a variable before it is assigned again. Mostly some state close
 * by does, so that the search is short.
 */
function isReadAfter(variable: Variable, state: string, steps: Steps): boolean {
  const seen = new Set<string>();
  const queue = [state];
  /** What leads on from all states of an automata is looked at once. */
  const shared = new Set<readonly string[]>();
  for (const key of queue) {
    const next = steps.next(key);
    const further = steps.further(key);
    if ((next.length === 0 && further.length === 0) || !steps.isKnown(key)) return true;
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

/** What happens to a variable on the way through a state. */
type Way = 'read' | 'assigned' | 'passes';

interface Mentions {
  /** Before the outputs, or behind them. */
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
    // One that is never read at all is spoken of elsewhere; one that is assigned once is never assigned again.
    this.isOfInterest = uses.length > 0 && assignments.length > 0 && !isOfAutomata;
  }

  *assignments(): Iterable<{ readonly state: string; readonly index: number }> {
    for (const [state, { assigning }] of this.byState) {
      for (const index of assigning) yield { state, index };
    }
  }

  /** What happens first in a state behind the output at a position; behind -1, from its beginning. */
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
