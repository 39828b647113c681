import { perProject } from './kept';
import { KeptGroups } from './kept-groups';
import { type Firsts, firstsByName, KeptList } from './kept-list';
import type { Project } from './project';
import {
  type EmitEntry,
  type HandlerEntry,
  keyAt,
  type NameEntry,
  pathKey,
  type ScopeEntry,
  type VariableEntry,
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

/** The state that a transition's target names, seen from the scope that holds the transition. */
export function resolveTarget(project: Project, from: ScopeEntry, target: string): Resolution<ScopeEntry> {
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
  if (target.startsWith('.')) return descend(project, from.path, target.slice(1).split('.'));
  const own = from.scope.kind === 'automata' ? [from.path] : [];
  const siblings = from.path.length > 0 ? [from.path.slice(0, -1)] : [];
  // A state without siblings in sight: a lone state file.
  if (own.length + siblings.length === 0) return { kind: 'missing', container: [], segment: target };
  let last: Resolution<ScopeEntry> = UNKNOWN;
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
  return isComputed(name) || name === '' ? UNKNOWN : descend(project, automata.path, [name]);
}

function descend(
  project: Project,
  from: readonly string[],
  names: readonly string[],
): Resolution<ScopeEntry> {
  let path = from;
  for (const name of names) {
    const next = [...path, name];
    if (!project.table.has('scope', pathKey(next))) {
      if (!project.statesComplete(path)) return UNKNOWN;
      return { kind: 'missing', container: path, segment: name };
    }
    path = next;
  }
  return { kind: 'found', entries: project.scopes(path), path };
}

/** Whether some automata may have more states than are in sight. */
export function hasHiddenStates(project: Project): boolean {
  return project.table.get('incomplete', 'states').some((entry) => !project.statesComplete(entry.path));
}

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
  const entries = project.inOrder(kind, key);
  if (entries.length === 0) return NO_NAMES;
  const lists = firstsOf(project);
  const name = `${kind}/${key}`;
  const list = lists.get(name) ?? new KeptList(firstsByName, hasSameName);
  lists.set(name, list);
  const { positions, names } = list.get(entries);
  if (positions.length === entries.length) return { entries, names };
  // Behind each letter there may be thousands: no more than is needed for each.
  const firsts: NameEntry[] = [];
  for (const position of positions) {
    const entry = entries[position];
    if (entry) firsts.push(entry);
  }
  return { entries: firsts, names };
}

const NO_NAMES: NameList = { entries: [], names: [] };

const firstsOf = perProject(() => new Map<string, KeptList<NameEntry, Firsts>>());

function hasSameName(a: NameEntry, b: NameEntry): boolean {
  return a.name.text === b.name.text;
}

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
  return emittersByHandler(project).get(handler.name.text, pathKey(handler.path));
}

const emittersByHandler = perProject(
  (project) =>
    new KeptGroups(
      project.table,
      (event) => project.inOrder('emitter', event),
      (emitter, event) => {
        const found = resolveEvent(project, emitter, event);
        return found.kind === 'found' ? pathKey(found.path) : undefined;
      },
      hasSamePath,
    ),
);

function hasSamePath(a: ScopeEntry, b: ScopeEntry): boolean {
  return pathKey(a.path) === pathKey(b.path);
}

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
  const around = new Set(handlingPaths(from.path).map(pathKey));
  const declarations = project.table
    .get('declaration', name)
    .filter((entry) => around.has(pathKey(entry.path)));
  const isHidden = () =>
    !project.isAutomata ||
    [...around].some((key) => project.isIncomplete('context', key === '' ? [] : key.split('\n'))) ||
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
  const known = namesByScope(project).get(project.inOrder('variable', ''));
  const key = pathKey(from.path);
  const names = known.get(key) ?? namesAround(project, new Set(handlingPaths(from.path).map(pathKey)));
  known.set(key, names);
  return names;
}

function namesAround(project: Project, around: ReadonlySet<string>): readonly string[] {
  const declared = new Set<string>();
  const assigned = new Set<string>();
  for (const { name, path, isDeclared } of project.inOrder('variable', '')) {
    if (!isDeclared) assigned.add(name.text);
    else if (around.has(pathKey(path))) declared.add(name.text);
  }
  return [...new Set([...declared, ...assigned])];
}

const namesByScope = perProject(
  () =>
    new KeptList(
      () => new Map<string, readonly string[]>(),
      (a: VariableEntry, b: VariableEntry) =>
        a.name.text === b.name.text &&
        a.isDeclared === b.isDeclared &&
        (!a.isDeclared || pathKey(a.path) === pathKey(b.path)),
    ),
);
