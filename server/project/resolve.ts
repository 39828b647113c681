import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { Project } from './project';
import {
  type EmitEntry,
  type HandlerEntry,
  keyAt,
  type NameEntry,
  pathKey,
  type ScopeEntry,
  sharedPath,
} from './symbols';

/** What a name leads to. `unknown`: it cannot be told, as something is out of sight. */
export type Resolution<T> =
  | { readonly kind: 'found'; readonly entries: readonly T[]; readonly path: readonly string[] }
  | {
      readonly kind: 'missing' /** Where the name was looked for. */;
      readonly container: readonly string[];
      readonly segment: string;
    }
  | { readonly kind: 'unknown' };

const UNKNOWN = { kind: 'unknown' } as const;

/** Whether a name holds an expression: it is not evaluated, so that nobody knows which name is meant. */
function isComputed(name: string): boolean {
  return name.includes('{{');
}

/** The automata in which the targets of a scope are looked for first, and whose states see the same variables. */
export function automataAround({ scope, path }: ScopeEntry): readonly string[] {
  return scope.kind === 'automata' ? path : path.slice(0, -1);
}

/** Where a name leads, without what is written there. */
type PathResolution =
  | { readonly kind: 'found'; readonly path: readonly string[] }
  | Exclude<Resolution<never>, { readonly kind: 'found' }>;

/** The state that a transition's target names, seen from the scope that holds the transition. */
export function resolveTarget(project: Project, from: ScopeEntry, target: string): Resolution<ScopeEntry> {
  return withEntries(project, targetPath(project, sharedPath(from.path), from.scope.kind, target));
}

function withEntries(project: Project, found: PathResolution): Resolution<ScopeEntry> {
  if (found.kind !== 'found') return found;
  const { path } = found;
  return {
    kind: 'found',
    path,
    // Most callers need only the path.
    get entries() {
      return project.scopes(path);
    },
  };
}

/** The path of the state that a target names, seen from a scope. */
export const targetPath = engine.query(
  'target',
  (project: Project, from: readonly string[], kind: ScopeEntry['scope']['kind'], target: string) =>
    findTarget(project, from, kind, target),
  { equals: isEqualData },
);

function findTarget(
  project: Project,
  from: readonly string[],
  kind: ScopeEntry['scope']['kind'],
  target: string,
): PathResolution {
  // Text that is still to be written names nothing, not even the root.
  if (isComputed(target) || target === '' || target === '.') return UNKNOWN;
  if (target.startsWith('#')) {
    const [id = '', ...rest] = target.slice(1).split('.');
    const holder = project.inOrder('id', id)[0];
    if (holder === undefined) {
      return hasHiddenStates(project) ? UNKNOWN : { kind: 'missing', container: [], segment: `#${id}` };
    }
    return descend(project, holder.path, rest);
  }
  if (target.startsWith('.')) return descend(project, from, target.slice(1).split('.'));
  const own = kind === 'automata' ? [from] : [];
  const siblings = from.length > 0 ? [from.slice(0, -1)] : [];
  // A state without siblings in sight: a lone state file.
  if (own.length + siblings.length === 0) return { kind: 'missing', container: [], segment: target };
  let last: PathResolution = UNKNOWN;
  // Names of an automata's own transitions may mean its children or its siblings.
  for (const container of [...own, ...siblings]) {
    // A state's name should hold no dot, but where one does, it is that state that is meant.
    const whole = descend(project, container, [target]);
    const found =
      whole.kind === 'missing' && target.includes('.')
        ? descend(project, container, target.split('.'))
        : whole;
    if (found.kind !== 'missing') return found;
    if (last.kind !== 'missing') last = found;
  }
  return last;
}

/** The child state that `initial` names. */
export function resolveInitial(project: Project, automata: ScopeEntry, name: string): Resolution<ScopeEntry> {
  return isComputed(name) || name === ''
    ? UNKNOWN
    : withEntries(project, descend(project, automata.path, [name]));
}

function descend(project: Project, from: readonly string[], names: readonly string[]): PathResolution {
  let path = from;
  for (const name of names) {
    const next = [...path, name];
    if (!project.table.has('scope', pathKey(next))) {
      if (!project.statesComplete(path)) return UNKNOWN;
      return { kind: 'missing', container: path, segment: name };
    }
    path = next;
  }
  return { kind: 'found', path };
}

/** Whether some automata may have more states than are in sight. */
export const hasHiddenStates = engine.query('has hidden states', (project: Project) =>
  project.table.get('incomplete', 'states').some((entry) => !project.statesComplete(entry.path)),
);

/** Entries, each name once, in the order of files and text, and their names: the same list as long as these stay. */
export interface NameList {
  readonly entries: readonly NameEntry[];
  readonly names: readonly string[];
}

/** The children of an automata, each name once, in the order of files and text. */
export function childrenOf(project: Project, path: readonly string[]): readonly NameEntry[] {
  return namedChildren(project, 'child', path).entries;
}

/** The same with their names; or of those that are automata, or whose outputs can be named in other states. */
export function namedChildren(
  project: Project,
  kind: 'child' | 'nested' | 'giving',
  path: readonly string[],
): NameList {
  return firstOfEachName(project, kind, pathKey(path));
}

/** The events that are handled anywhere, each where it is first handled. */
export function allEvents(project: Project): NameList {
  return firstOfEachName(project, 'event', '');
}

/**
 * The events that buttons emit anywhere, what transitions lead to, the inputs of all states, the context variables that
 * are declared or assigned, or those that expressions use: each name once.
 */
export function allNames(project: Project, kind: Gathered): NameList {
  return firstOfEachName(project, kind, '');
}

type Gathered = 'emitted' | 'targeted' | 'anyInput' | 'variable' | 'usedContext';

function firstOfEachName(
  project: Project,
  kind: 'child' | 'nested' | 'giving' | 'event' | Gathered,
  key: string,
): NameList {
  const { positions, names } = firstsByName(project, kind, key);
  const entries = project.inOrder(kind, key);
  if (positions.length === entries.length) return { entries, names };
  // After each letter there may be thousands: no more than is needed for each.
  const firsts: NameEntry[] = [];
  for (const position of positions) {
    const entry = entries[position];
    if (entry) firsts.push(entry);
  }
  return { entries: firsts, names };
}

/** The first entries of each name, by their positions among all: these stay while texts move. */
const firstsByName = engine.query(
  'first of each name',
  (project: Project, kind: 'child' | 'nested' | 'giving' | 'event' | Gathered, key: string) => {
    const firsts = new Map<string, number>();
    for (const [index, { name }] of project.inOrder(kind, key).entries())
      if (!firsts.has(name.text)) firsts.set(name.text, index);
    return { positions: [...firsts.values()], names: [...firsts.keys()] };
  },
  { equals: isEqualData },
);

/** The scopes that get to handle an event of a state, nearest first: itself, then each automata around it. */
function handlingPaths(path: readonly string[]): string[][] {
  return Array.from({ length: path.length + 1 }, (_, up) => path.slice(0, path.length - up));
}

/** The transition that will handle an event raised in a scope: its own, else the nearest ancestor's. */
export function resolveEvent(project: Project, from: ScopeEntry, event: string): Resolution<HandlerEntry> {
  if (isComputed(event)) return UNKNOWN;
  for (const path of handlingPaths(from.path)) {
    const entries = project.table.get('handlerAt', keyAt(path, event));
    if (entries.length > 0) return { kind: 'found', entries: project.sorted(entries), path };
    if (project.isIncomplete('transitions', path)) return UNKNOWN;
  }
  // Without an automata, an ancestor may handle what the file does not.
  return project.isAutomata ? { kind: 'missing', container: from.path, segment: event } : UNKNOWN;
}

/** Every event that a scope or one of its ancestors handles, nearest first. */
export function handledEvents(project: Project, from: ScopeEntry): readonly NameEntry[] {
  return handlingPaths(from.path).flatMap((path) =>
    project
      .inOrder('flow', pathKey(path))
      .flatMap((entry) => entry.scope.handlers.map(({ event }): NameEntry => ({ ...entry, name: event }))),
  );
}

/** The buttons whose event ends up at a key of `transitions`: those of the scope or below it, unless handled nearer. */
export function emittersOf(project: Project, handler: NameEntry): readonly EmitEntry[] {
  const event = handler.name.text;
  const positions = emittersByHandler(project, event).get(pathKey(handler.path)) ?? [];
  const emitters = project.inOrder('emitter', event);
  return positions.length === emitters.length ? emitters : positions.flatMap((at) => emitters[at] ?? []);
}

/** Positions of the buttons that emit an event, by the scope that handles it. */
const emittersByHandler = engine.query(
  'emitters by handler',
  (project: Project, event: string) =>
    positionsBy(project.inOrder('emitter', event), (emitter) =>
      handlerPath(project, sharedPath(emitter.path), event),
    ),
  { equals: isEqualData },
);

/** The positions of entries by the group that each is in; those in none are left out. */
export function positionsBy<T>(
  entries: readonly T[],
  groupOf: (entry: T) => string | undefined,
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    const group = groupOf(entry);
    if (group === undefined) continue;
    const others = positions.get(group);
    if (others) others.push(index);
    else positions.set(group, [index]);
  }
  return positions;
}

/** The key of the scope that handles an event raised in a scope. */
const handlerPath = engine.query('handler', (project: Project, from: readonly string[], event: string) => {
  if (isComputed(event)) return undefined;
  for (const path of handlingPaths(from)) {
    if (project.table.has('handlerAt', keyAt(path, event))) return pathKey(path);
    if (project.isIncomplete('transitions', path)) return undefined;
  }
  return undefined;
});

/** What is known of a context variable: where it is declared and where it is assigned. */
export interface ContextVariable {
  readonly declarations: readonly NameEntry[];
  readonly assignments: readonly NameEntry[];
  /** Whether there are any of either. */
  readonly isKnown: boolean;
  /** Whether all that could declare or assign it is in sight. */
  readonly complete: boolean;
}

/** A context variable as a scope sees it: declared by an automata around it, assigned by any state. */
export function contextVariable(project: Project, from: ScopeEntry, name: string): ContextVariable {
  const paths = handlingPaths(from.path);
  const around = new Set(paths.map(pathKey));
  const declarations = project.table
    .get('declaration', name)
    .filter((entry) => around.has(pathKey(entry.path)));
  const isHidden = () =>
    !project.isAutomata ||
    paths.some((path) => project.isIncomplete('context', path)) ||
    project.table.get('incomplete', 'outputs').length > 0 ||
    hasHiddenStates(project);
  // Most want to know whether there are any; to put hundreds in order takes time.
  return {
    get declarations() {
      return project.sorted(declarations);
    },
    get assignments() {
      return project.inOrder('assignment', name);
    },
    isKnown: declarations.length > 0 || project.table.has('assigned', name),
    get complete() {
      return !isHidden();
    },
  };
}

/** The names of all context variables that a scope may read, declared ones first, each once. */
export function contextNames(project: Project, from: ScopeEntry): readonly string[] {
  return contextNamesAt(project, sharedPath(from.path));
}

const contextNamesAt = engine.query(
  'context names',
  (project: Project, from: readonly string[]): readonly string[] => {
    const around = new Set(handlingPaths(from).map(pathKey));
    const declared = new Set<string>();
    const assigned = new Set<string>();
    for (const { name, path, isDeclared } of project.inOrder('variable', '')) {
      if (!isDeclared) assigned.add(name.text);
      else if (around.has(pathKey(path))) declared.add(name.text);
    }
    return [...new Set([...declared, ...assigned])];
  },
  { equals: isEqualData },
);
