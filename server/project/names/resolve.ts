import { engine } from '../../engine/engine';
import { isEqualData } from '../../text/equality';
import { addToGroup } from '../../text/group-by';
import type { Project } from '../project';
import {
  findInitial,
  findTarget,
  isComputedName,
  type PathResolution,
  type TargetScopes,
  UNKNOWN_TARGET,
} from './find-target';
import { childPath, type ScopePath } from './scope-path';
import {
  type EmitEntry,
  type HandlerEntry,
  keyAt,
  type NameEntry,
  pathKey,
  type ScopeEntry,
  sharedPath,
  type VariableEntry,
} from './symbols';

/** The resolution of a name. `unknown`: it cannot be determined, because something that could define it is unknown. */
export type Resolution<T> =
  | { readonly kind: 'found'; readonly entries: readonly T[]; readonly path: ScopePath }
  | Exclude<PathResolution, { readonly kind: 'found' }>;

/** The automata in which targets of a scope are looked up first, and whose states share variables. */
export function nearestAutomata({ scope, path }: ScopeEntry): ScopePath {
  return scope.kind === 'automata' ? path : path.slice(0, -1);
}

/** The state that a transition's target names, from the scope that contains the transition, which may be meant itself. */
export function resolveTarget(
  project: Project,
  from: ScopeEntry,
  target: string | undefined,
): Resolution<ScopeEntry> {
  return withEntries(project, targetPath(project, sharedPath(from.path), from.scope.kind, target));
}

function withEntries(project: Project, found: PathResolution): Resolution<ScopeEntry> {
  if (found.kind !== 'found') return found;
  const { path } = found;
  return {
    kind: 'found',
    path,
    // Lazy: most callers need only the path.
    get entries() {
      return project.scopes(path);
    },
  };
}

/** The path of the state that a target names, from a scope. */
export const targetPath = engine.query(
  'target',
  (project: Project, from: ScopePath, kind: ScopeEntry['scope']['kind'], target: string | undefined) =>
    findTarget(scopesOf(project), from, kind, target),
  { equals: isEqualData },
);

function scopesOf(project: Project): TargetScopes {
  return {
    has: (path) => project.table.has('scope', pathKey(path)),
    isComplete: (path) => project.statesComplete(path),
    withId: (id) => project.inOrder('id', id)[0]?.path,
    hasHidden: () => hasHiddenStates(project),
  };
}

/** The child state that `initial` names. */
export function resolveInitial(project: Project, automata: ScopeEntry, name: string): Resolution<ScopeEntry> {
  return withEntries(project, findInitial(scopesOf(project), automata.path, name));
}

/** Whether some automata may contain unknown states. */
export const hasHiddenStates = engine.query('states are incomplete', (project: Project) =>
  project.table.get('incomplete', 'states').some((entry) => !project.statesComplete(entry.path)),
);

/**
 * The first entry of each name, in the order of files and text, and the names. `names` keeps its identity while the
 * names are the same.
 */
export interface NameList {
  readonly entries: readonly NameEntry[];
  readonly names: readonly string[];
}

/** The children of an automata, each name once, in the order of files and text. */
export function childrenOf(project: Project, path: ScopePath): readonly NameEntry[] {
  return namedChildren(project, 'child', path).entries;
}

/** The children of an automata, or only those that are automata or have outputs that other states can read. */
export function namedChildren(project: Project, kind: ChildKind, path: ScopePath): NameList {
  return firstOfEachName(project, kind, pathKey(path));
}

/** The ids of all states, without that of the root, which is not a useful target. */
export function idsOfStates(project: Project): readonly NameEntry[] {
  return project.inOrder('anyId', '').filter(({ path: [first] }) => first !== undefined);
}

/** All handled events, each at its first handler. */
export function allEvents(project: Project): NameList {
  return firstOfEachName(project, 'event', '');
}

/**
 * All events that buttons emit, targets of transitions, inputs of states, context variables that are declared or
 * assigned, or those that expressions use: each name once.
 */
export function allNames(project: Project, kind: CollectedKind): NameList {
  return firstOfEachName(project, kind, '');
}

type ChildKind = 'child' | 'childAutomata' | 'stateWithOutputs';
type CollectedKind = 'emitted' | 'targeted' | 'anyInput' | 'anyTask' | 'variable' | 'usedContext';

function firstOfEachName(project: Project, kind: ChildKind | 'event' | CollectedKind, key: string): NameList {
  const { positions, names } = firstsByName(project, kind, key);
  const entries = project.inOrder(kind, key);
  if (positions.length === entries.length) return { entries, names };
  // There may be thousands after each keystroke, so no intermediate lists are created.
  const firsts: NameEntry[] = [];
  for (const position of positions) {
    const entry = entries[position];
    if (entry) firsts.push(entry);
  }
  return { entries: firsts, names };
}

/** The positions of the first entry of each name among all entries, which stay equal when text moves. */
const firstsByName = engine.query(
  'first of each name',
  (project: Project, kind: ChildKind | 'event' | CollectedKind, key: string) => {
    const firsts = new Map<string, number>();
    for (const [index, { name }] of project.inOrder(kind, key).entries())
      if (!firsts.has(name.text)) firsts.set(name.text, index);
    return { positions: [...firsts.values()], names: [...firsts.keys()] };
  },
  { equals: isEqualData },
);

/** The scopes that may handle an event of a state: itself, then the enclosing automata, innermost first. */
function handlingPaths(path: ScopePath): ScopePath[] {
  return Array.from({ length: path.length + 1 }, (_, up) => path.slice(0, path.length - up));
}

/** The transition that handles an event raised in a scope: its own, or that of the nearest ancestor. */
export function resolveEvent(project: Project, from: ScopeEntry, event: string): Resolution<HandlerEntry> {
  const found = findHandler(project, from.path, event);
  if (found.kind !== 'found') return found;
  const entries = project.table.get('handlerAt', keyAt(found.path, event));
  return { ...found, entries: project.sorted(entries) };
}

/** The path of the scope that handles an event. */
function findHandler(project: Project, from: ScopePath, event: string): PathResolution {
  if (isComputedName(event)) return UNKNOWN_TARGET;
  for (const path of handlingPaths(from)) {
    if (project.table.has('handlerAt', keyAt(path, event))) return { kind: 'found', path };
    if (project.isIncomplete('transitions', path)) return UNKNOWN_TARGET;
  }
  // Without an automata, an ancestor in an unknown file may handle it.
  return project.isAutomata ? { kind: 'missing', container: from, segment: event } : UNKNOWN_TARGET;
}

/** Whether a state has a sibling of this name. */
export function isSibling(project: Project, { path }: Pick<ScopeEntry, 'path'>, name: string): boolean {
  return (
    path.length > 0 && name !== '' && project.table.has('scope', pathKey(childPath(path.slice(0, -1), name)))
  );
}

/** Whether a scope or one of its ancestors is known to handle an event. */
export function isHandled(project: Project, from: ScopeEntry, event: string): boolean {
  return handlingPaths(from.path).some((path) => project.table.has('handlerAt', keyAt(path, event)));
}

/** Every event that a scope or one of its ancestors handles, nearest first. */
export function handledEvents(project: Project, from: ScopeEntry): readonly NameEntry[] {
  return handlingPaths(from.path).flatMap((path) =>
    project
      .inOrder('flow', pathKey(path))
      .flatMap((entry) => entry.scope.handlers.map(({ event }): NameEntry => ({ ...entry, name: event }))),
  );
}

/** The buttons whose event a key of `transitions` handles: in its scope or below it, without a nearer handler. */
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

/** The positions of entries by their group; entries without one are left out. */
export function positionsBy<T>(
  entries: readonly T[],
  groupOf: (entry: T) => string | undefined,
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    const group = groupOf(entry);
    if (group !== undefined) addToGroup(positions, group, index);
  }
  return positions;
}

/** The key of the scope that handles an event raised in a scope. */
const handlerPath = engine.query('handler', (project: Project, from: ScopePath, event: string) => {
  const found = findHandler(project, from, event);
  return found.kind === 'found' ? pathKey(found.path) : undefined;
});

/** The declarations and assignments of a context variable. */
export interface ContextVariable {
  readonly declarations: readonly VariableEntry[];
  readonly assignments: readonly VariableEntry[];
  /** Whether there are any of either. */
  readonly isKnown: boolean;
  /** Whether everything that could declare or assign it is known. */
  readonly complete: boolean;
}

/** A context variable as visible in a scope: declared by an enclosing automata, assigned by any state. */
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
  // Sorted lazily: most callers only check whether there are any.
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
  return contextNamesAt(project, sharedPath(from.path), false);
}

/** The distinct names of the context variables that the enclosing automata of a scope declare. */
export function declaredNames(project: Project, from: ScopeEntry): readonly string[] {
  return contextNamesAt(project, sharedPath(from.path), true);
}

const contextNamesAt = engine.query(
  'context names',
  (project: Project, from: ScopePath, isDeclared: boolean): readonly string[] => {
    const around = new Set(handlingPaths(from).map(pathKey));
    const declared = new Set<string>();
    const assigned = new Set<string>();
    for (const { name, path, output } of project.inOrder('variable', '')) {
      if (output) assigned.add(name.text);
      else if (around.has(pathKey(path))) declared.add(name.text);
    }
    return [...new Set([...declared, ...(isDeclared ? [] : assigned)])];
  },
  { equals: isEqualData },
);
