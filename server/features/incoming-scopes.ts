import { engine } from '../engine/engine';
import { orderedTransitionsTo } from '../project/names/scope';
import type { ScopePath } from '../project/names/scope-path';
import { pathKey, type ScopeEntry, sharedPath } from '../project/names/symbols';
import type { Project } from '../project/project';
import { isEqualData } from '../text/equality';
import { emittersBelow } from './state-transitions';

/** Predecessors of a state as scopes without text positions, so that results stay valid while texts move. */

/** A scope, and the events of its transitions to a state. */
export interface IncomingScope {
  readonly path: ScopePath;
  /** In the order of files and text. */
  readonly events: ReadonlySet<string>;
}

interface Origins {
  /** All scopes by `pathKey`. */
  readonly all: ReadonlyMap<string, IncomingScope>;
  /** The paths of the atomic states among them, by `pathKey`. */
  readonly states: ReadonlyMap<string, ScopePath>;
  /** The handled events of automata among them. */
  readonly handled: readonly { readonly path: ScopePath; readonly event: string }[];
}

/** The scopes with a transition to the state at a path, by `pathKey`, in the order of files and text. */
export function incomingScopes(project: Project, path: ScopePath): ReadonlyMap<string, IncomingScope> {
  return transitionOrigins(project, sharedPath(path)).all;
}

/**
 * The paths of the predecessors of a state, by `pathKey`: first those with a transition of their own to it, then
 * those that raise an event for which an enclosing automata has one.
 */
export function precedingStates(project: Project, path: ScopePath): Paths {
  return statesBeforePath(project, sharedPath(path));
}

type Paths = ReadonlyMap<string, ScopePath>;

const statesBeforePath = engine.query('states before', (project: Project, path: ScopePath): Paths => {
  const { states, handled } = transitionOrigins(project, path);
  if (handled.length === 0) return states;
  return new Map(
    [states, ...handled.map((one) => raisingStates(project, sharedPath(one.path), one.event))].flatMap(
      (one) => [...one],
    ),
  );
});

const transitionOrigins = engine.query(
  'origins',
  (project: Project, path: ScopePath): Origins => collectOrigins(orderedTransitionsTo(project, path)),
  { equals: isEqualData },
);

interface IncomingPath extends ScopeEntry {
  readonly event: string;
}

function collectOrigins(ways: readonly IncomingPath[]): Origins {
  const all = new Map<string, { readonly path: ScopePath; readonly events: Set<string> }>();
  const states = new Map<string, ScopePath>();
  const handled = new Map<string, { readonly path: ScopePath; readonly event: string }>();
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
const raisingStates = engine.query(
  'raising states',
  (project: Project, automata: ScopePath, event: string): Paths =>
    collectStates(emittersBelow(project, automata, event)),
  { equals: isEqualData },
);

function collectStates(entries: readonly ScopeEntry[]): Paths {
  const states = new Map<string, ScopePath>();
  for (const { path, scope } of entries) if (scope.kind === 'state') states.set(pathKey(path), path);
  return states;
}
