import type { OutputFacts } from '../facts/facts';
import { flowGraph } from '../project/flow';
import { Kept, perProject } from '../project/kept';
import { KeptEach } from '../project/kept-each';
import type { Project } from '../project/project';
import { mayReadContextUnseen } from '../project/reads';
import { pathKey, type ScopeEntry } from '../project/symbols';
import { type Steps, stepsOf } from './steps';

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

const keptFor = perProject((project): Kept<Dead> => {
  const kept = {
    mentions: new KeptEach<Variable>(project.table),
    dead: new KeptEach<readonly string[]>(project.table),
  };
  const make = () => {
    const value = deadAssignments(project, kept);
    return { value, parts: new Map([...value].map((key) => [key, ''])) };
  };
  return new Kept(project.table, make, (key) => !/^(?:scope|child|id)\//.test(key), 'dead/');
});

/** What is kept of each variable: where it is mentioned, whatever the transitions, and what is dead by these. */
interface KeptVariables {
  readonly mentions: KeptEach<Variable>;
  readonly dead: KeptEach<readonly string[]>;
}

function deadAssignments(project: Project, kept: KeptVariables): Dead {
  const { table } = project;
  const steps = stepsOf(project);
  const graph = flowGraph(project);
  const isNested = [...graph.nodes.values()].some(({ kind, path }) => kind === 'automata' && path.length > 0);
  const dead = new Set<string>();
  if (!project.isAutomata || isNested || mayReadContextUnseen(project)) return dead;
  if (table.get('contextChange', '').length > 0) return dead;
  const names = new Set(table.get('variable', '').map((variable) => variable.name.text));
  for (const name of names) {
    const variable = kept.mentions.get(name, [], () => new Variable(project, name));
    if (!variable.isOfInterest) continue;
    // Whatever it looks up was looked up for the variable, or is part of the steps.
    for (const key of kept.dead.get(name, [steps, variable], () => deadOf(name, variable, steps)))
      dead.add(key);
  }
  kept.mentions.retain(names);
  kept.dead.retain(names);
  return dead;
}

/** The assignments of one variable that nobody reads. */
function deadOf(name: string, variable: Variable, steps: Steps): readonly string[] {
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
  readonly reading: Set<number>;
  readonly assigning: Set<number>;
}

class Variable {
  private readonly byState = new Map<string, Mentions>();
  readonly isOfInterest: boolean;

  constructor(project: Project, name: string) {
    const uses = project.table.get('contextStep', name);
    const assignments = project.table.get('assignment', name);
    for (const { path, place, scope, use } of uses) {
      if (use.access === 'write' && use.members.length < 2) continue;
      const mentions = this.at(pathKey(path));
      if (place.phase === 'output' && scope.kind === 'state') mentions.reading.add(place.index);
      else if (place.phase === 'input' || place.phase === 'task') mentions.before = true;
      else mentions.behind = true;
    }
    for (const { path, output } of assignments) this.at(pathKey(path)).assigning.add(output.index);
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
    if (first !== undefined) return mentions.reading.has(first) ? 'read' : 'assigned';
    return mentions.behind ? 'read' : 'passes';
  }

  private at(state: string): Mentions {
    const known = this.byState.get(state);
    if (known) return known;
    const made: Mentions = { before: false, behind: false, reading: new Set(), assigning: new Set() };
    this.byState.set(state, made);
    return made;
  }
}
