import { perProject } from '../project/kept';
import { KeptList } from '../project/kept-list';
import type { Project } from '../project/project';
import { transitionsTo } from '../project/scope';
import { pathKey, type ScopeEntry } from '../project/symbols';
import { raisedFor } from './leads';

/** From where a state is reached, by scopes and without places in the text, so that it stays while texts move. */

/** A scope, and the events on which it leads to a state. */
export interface Origin {
  readonly path: readonly string[];
  /** In the order of files and text. */
  readonly events: ReadonlySet<string>;
}

interface Origins {
  /** All scopes by `pathKey`. */
  readonly all: ReadonlyMap<string, Origin>;
  /** The paths of those that are atomic states, by `pathKey`. */
  readonly states: ReadonlyMap<string, readonly string[]>;
  /** What automata handle. */
  readonly handled: readonly { readonly path: readonly string[]; readonly event: string }[];
}

/** The scopes whose transitions lead to the state at a path, by `pathKey`, in the order of files and text. */
export function originsOf(project: Project, path: readonly string[]): ReadonlyMap<string, Origin> {
  return transitionOrigins(project, path).all;
}

/**
 * The paths of the states that get to the state at a path, by `pathKey`: first those whose own transitions lead there, then
 * those that raise what an automata around them handles so.
 */
export function statesBefore(
  project: Project,
  path: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const { states, handled } = transitionOrigins(project, path);
  const all = [states, ...handled.map((one) => raisingStates(project, one.path, one.event))];
  if (all.length === 1) return states;
  const key = pathKey(path);
  const known = keptUnions(project).get(key);
  if (known && known.of.length === all.length && known.of.every((one, index) => one === all[index]))
    return known.union;
  const union = new Map(all.flatMap((one) => [...one]));
  keptUnions(project).set(key, { of: all, union });
  return union;
}

type Paths = ReadonlyMap<string, readonly string[]>;

const keptUnions = perProject(
  () => new Map<string, { readonly of: readonly Paths[]; readonly union: Paths }>(),
);

/** Shorter lists are looked through each time. */
const FEW = 8;

function transitionOrigins(project: Project, path: readonly string[]): Origins {
  const transitions = transitionsTo(project, path);
  if (transitions.length < FEW) return collectOrigins(transitions);
  const lists = keptOrigins(project);
  const key = pathKey(path);
  const list = lists.get(key) ?? new KeptList(collectOrigins, isSameWay);
  lists.set(key, list);
  return list.get(transitions);
}

interface Way extends ScopeEntry {
  readonly event: string;
}

const keptOrigins = perProject(() => new Map<string, KeptList<Way, Origins>>());

function isSameWay(a: Way, b: Way): boolean {
  return a.event === b.event && isSamePlace(a, b);
}

function isSamePlace(a: ScopeEntry, b: ScopeEntry): boolean {
  return a.scope.kind === b.scope.kind && pathKey(a.path) === pathKey(b.path);
}

function collectOrigins(ways: readonly Way[]): Origins {
  const all = new Map<string, { readonly path: readonly string[]; readonly events: Set<string> }>();
  const states = new Map<string, readonly string[]>();
  const handled = new Map<string, { readonly path: readonly string[]; readonly event: string }>();
  for (const { path, event, scope } of ways) {
    const key = pathKey(path);
    const known = all.get(key);
    if (known) known.events.add(event);
    else all.set(key, { path, events: new Set([event]) });
    if (scope.kind === 'state') states.set(key, path);
    else handled.set(`${key}\n\n${event}`, { path, event });
  }
  return { all, states, handled: [...handled.values()] };
}

/** The states below an automata that raise an event which it handles. */
function raisingStates(project: Project, automata: readonly string[], event: string): Paths {
  const raised = raisedFor(project, automata, event);
  if (raised.length < FEW) return collectStates(raised);
  const lists = keptRaising(project);
  const key = `${pathKey(automata)}\n\n${event}`;
  const list = lists.get(key) ?? new KeptList(collectStates, isSamePlace);
  lists.set(key, list);
  return list.get(raised);
}

const keptRaising = perProject(() => new Map<string, KeptList<ScopeEntry, Paths>>());

function collectStates(entries: readonly ScopeEntry[]): Paths {
  const states = new Map<string, readonly string[]>();
  for (const { path, scope } of entries) if (scope.kind === 'state') states.set(pathKey(path), path);
  return states;
}
