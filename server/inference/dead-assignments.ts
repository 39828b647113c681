import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { OutputFacts } from '../facts/facts';
import { hasOpaqueContextReads } from '../project/names/reads';
import { pathKey, type ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { isEqualData } from '../text/equality';
import {
  areSuccessorsKnown,
  hasChildAutomata,
  hasTooManyVariables,
  inheritedSuccessors,
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

const isDead = engine.query(
  'is dead',
  (project: Project, name: string, assignment: string) =>
    certainlyDead(project).get(name)?.has(assignment) === true,
);

const certainlyDead = engine.query(
  'certainly dead assignments',
  (project: Project) => (isUncertain(project) ? NONE_DEAD : deadAssignments(project)),
  { equals: isEqualData },
);

const NONE_DEAD: ReadonlyMap<string, ReadonlySet<string>> = new Map();

function assignmentKey(state: string, index: number): string {
  return `${state}\n\n${index}`;
}

/** Finds the dead assignments of a project as a task with a step for each state and variable. */
export function* warmDeadAssignments(project: Project): Task<void> {
  if (isUncertain(project)) return;
  for (const key of [...project.table.namesOf('flow')]) {
    successors(project, key);
    areSuccessorsKnown(project, key);
    yield;
  }
  for (const name of [...project.table.namesOf('assigned')]) {
    variableAt(project, name);
    yield;
  }
  certainlyDead(project);
}

/** Whether something unknown may read or change variables, so that no assignment is certainly dead. */
const isUncertain = engine.query(
  'dead assignments are uncertain',
  (project: Project) =>
    !project.isAutomata ||
    hasChildAutomata(project) ||
    hasTooManyVariables(project) ||
    hasOpaqueContextReads(project) ||
    project.table.get('contextChange', '').length > 0,
);

/**
 * The assignments that are never read: their `assignmentKey`s by the name of the variable. A separate query from
 * `certainlyDead`, because an incomplete expression changes `isUncertain` while it is typed.
 */
const deadAssignments = engine.query(
  'dead assignments',
  (project: Project): ReadonlyMap<string, ReadonlySet<string>> => {
    const dead = new Map<string, Set<string>>();
    const variables = [...project.table.namesOf('assigned')]
      .map((name) => variableAt(project, name))
      .filter(({ isCandidate }) => isCandidate);
    if (variables.length === 0) return dead;
    const liveness = new Liveness(project, variables);
    for (const [position, variable] of variables.entries()) {
      for (const { state, index } of variable.assignments()) {
        const after = variable.firstAccess(state, index);
        if (after === 'read' || (after === 'passes' && liveness.isReadAfter(state, position))) continue;
        const keys = dead.get(variable.name) ?? new Set();
        dead.set(variable.name, keys.add(assignmentKey(state, index)));
      }
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
 * Live-variable analysis of all variables of an automata at once: a variable is live before a state that reads it
 * first, and before a state that does not mention it if it is live after that state. Sets are bit vectors of `words`
 * 32-bit numbers, with a bit for each variable; states are numbered.
 */
class Liveness {
  private readonly numbers = new Map<string, number>();
  private readonly words: number;
  private readonly reads: Uint32Array;
  private readonly assigns: Uint32Array;
  /** The variables that are live at the end of a state. */
  private readonly after: Uint32Array;
  /** The variables that are live at its beginning. */
  private readonly before: Uint32Array;
  private readonly next: (readonly number[])[] = [];

  constructor(project: Project, variables: readonly Variable[]) {
    for (const key of project.table.namesOf('flow')) if (key !== '') this.numbers.set(key, this.numbers.size);
    this.words = (variables.length + 31) >> 5;
    const size = this.numbers.size * this.words;
    this.reads = new Uint32Array(size);
    this.assigns = new Uint32Array(size);
    this.after = new Uint32Array(size);
    this.before = new Uint32Array(size);
    for (const [position, variable] of variables.entries()) {
      for (const key of variable.states()) {
        const access = variable.firstAccess(key);
        const state = this.numbers.get(key);
        if (access === 'passes' || state === undefined) continue;
        const bits = access === 'read' ? this.reads : this.assigns;
        const word = state * this.words + (position >> 5);
        bits[word] = wordAt(bits, word) | (1 << (position & 31));
      }
    }
    const [first = ''] = this.numbers.keys();
    const inherited = inheritedSuccessors(project, first);
    for (const [key, state] of this.numbers) {
      const next = successors(project, key);
      this.next.push(this.numbersOf(next));
      // After the end of the flow, and where its continuation is unknown, every variable may be read.
      if ((next.length === 0 && inherited.length === 0) || !areSuccessorsKnown(project, key))
        this.after.fill(-1, state * this.words, (state + 1) * this.words);
    }
    this.run(this.numbersOf(inherited));
  }

  /** Whether some path from the end of a state may read a variable before it is assigned again. */
  isReadAfter(key: string, position: number): boolean {
    const state = this.numbers.get(key);
    if (state === undefined) return true;
    return (wordAt(this.after, state * this.words + (position >> 5)) & (1 << (position & 31))) !== 0;
  }

  private numbersOf(keys: readonly string[]): readonly number[] {
    return keys.flatMap((key) => this.numbers.get(key) ?? []);
  }

  /**
   * Repeats until nothing changes: twice, or a few times more if there are cycles.
   *
   * @param inherited the states that may follow any other
   */
  private run(inherited: readonly number[]): void {
    const { words, before, after, reads, assigns, next } = this;
    const order = this.inPostorder();
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (let word = 0; word < words; word++) {
        let always = 0;
        for (const state of inherited) always |= wordAt(before, state * words + word);
        for (const state of order) {
          const at = state * words + word;
          let live = always | wordAt(after, at);
          for (const one of next[state] ?? []) live |= wordAt(before, one * words + word);
          after[at] = live;
          const now = (wordAt(reads, at) | (live & ~wordAt(assigns, at))) >>> 0;
          if (now === before[at]) continue;
          before[at] = now;
          hasChanged = true;
        }
      }
    }
  }

  /** The states in postorder: each one after those that follow it, except in cycles. */
  private inPostorder(): readonly number[] {
    const order: number[] = [];
    const seen = new Set<number>();
    for (const start of this.numbers.values()) {
      const path = seen.has(start) ? [] : [{ state: start, at: 0 }];
      seen.add(start);
      for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
        const next = this.next[last.state]?.[last.at++];
        if (next === undefined) {
          order.push(last.state);
          path.pop();
        } else if (!seen.has(next)) {
          seen.add(next);
          path.push({ state: next, at: 0 });
        }
      }
    }
    return order;
  }
}

/** What happens first to a variable in a state. */
type FirstAccess = 'read' | 'assigned' | 'passes';

interface Mentions {
  /** Whether it is read before the outputs, and after them. */
  before: boolean;
  after: boolean;
  /** Positions of outputs that read it, and of those that assign it. */
  reading: readonly number[];
  assigning: readonly number[];
}

const NONE: readonly number[] = [];

class Variable {
  private readonly byState = new Map<string, Mentions>();
  readonly isCandidate: boolean;

  constructor(
    project: Project,
    readonly name: string,
  ) {
    const uses = project.table.get('contextStep', name);
    const assignments = project.table.get('assignment', name);
    for (const { path, place, scope, use } of uses) {
      if (use.access === 'write' && use.members.length < 2) continue;
      const mentions = this.at(pathKey(path));
      if (place.phase === 'output' && scope.kind === 'state')
        mentions.reading = withPosition(mentions.reading, place.index);
      else if (place.phase === 'input' || place.phase === 'task') mentions.before = true;
      else mentions.after = true;
    }
    for (const { path, output } of assignments) {
      const mentions = this.at(pathKey(path));
      mentions.assigning = withPosition(mentions.assigning, output.index);
    }
    const isOfAutomata = [...uses, ...assignments].some(({ scope }) => scope.kind === 'automata');
    // Variables that are never read have a rule of their own; one that is assigned once is never assigned again.
    this.isCandidate = uses.length > 0 && assignments.length > 0 && !isOfAutomata;
  }

  /** The states that mention it. */
  states(): Iterable<string> {
    return this.byState.keys();
  }

  *assignments(): Iterable<{ readonly state: string; readonly index: number }> {
    for (const [state, { assigning }] of this.byState) {
      for (const index of assigning) yield { state, index };
    }
  }

  /** The first access in a state after the output at a position; -1 for the beginning of the state. */
  firstAccess(state: string, from = -1): FirstAccess {
    const mentions = this.byState.get(state);
    if (mentions === undefined) return 'passes';
    if (from < 0 && mentions.before) return 'read';
    const order = [...mentions.reading, ...mentions.assigning].filter((index) => index > from);
    const [first] = order.sort((a, b) => a - b);
    // An output is evaluated before it assigns.
    if (first !== undefined) return mentions.reading.includes(first) ? 'read' : 'assigned';
    return mentions.after ? 'read' : 'passes';
  }

  private at(state: string): Mentions {
    const known = this.byState.get(state);
    if (known) return known;
    const created: Mentions = { before: false, after: false, reading: NONE, assigning: NONE };
    this.byState.set(state, created);
    return created;
  }
}

function withPosition(positions: readonly number[], position: number): readonly number[] {
  return positions.includes(position) ? positions : [...positions, position];
}

/** A word of a bit set: 0 beyond its end. */
function wordAt(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}
