import { parseTemplate } from '../expression/template';
import type { CaseFacts, HandlerFacts, NameNode } from '../facts/facts';
import { mergedFinal } from '../project/flow/graph';
import { childrenOf, emittersOf, resolveEvent, resolveInitial } from '../project/names/resolve';
import { transitionsTo } from '../project/names/scope';
import { childPath, type ScopePath, samePath } from '../project/names/scope-path';
import { type HandlerEntry, keyAt, type NameEntry, pathKey, type ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { oneLine } from '../text/one-line';
import { textOf, valueAt } from '../yaml/tree/tree';
import { pathOfTarget } from './symbols/symbol';

/** A transition from a state or automata to a state. Paths are relative to the root of the project. */
export interface StateTransition {
  readonly kind: 'initial' | 'transition';
  readonly from: ScopePath;
  readonly to: ScopePath;
  /** The event; `initial` for the initial state of an automata. */
  readonly event: string;
  /** The condition of the case as written, on one line and without braces. */
  readonly condition: string | undefined;
  /**
   * The place in the source scope: the target; for a case without one, its event; for an event that an enclosing
   * automata handles, the event of the button or `is_final`.
   */
  readonly at: NameEntry;
}

/** A short label of a transition: its event and condition. */
export function transitionLabel({ event, condition }: StateTransition): string {
  return condition === undefined ? event : `${event} if ${condition}`;
}

/** The transitions and `initial`s that name a state, without duplicates, in the order of files and text. */
export function incomingTransitions(project: Project, path: ScopePath): readonly StateTransition[] {
  const to = path;
  const transitions = transitionsTo(project, path).map((entry): StateTransition => {
    return {
      kind: 'transition',
      from: entry.path,
      to,
      event: entry.event,
      // Lazy: most callers only count transitions.
      get condition() {
        return conditionText(entry.case);
      },
      at: entry,
    };
  });
  return [...initialReferences(project, path).map((at) => initialTransition(at, path)), ...transitions];
}

/** The `initial` of the enclosing automata that names a state. */
export function initialReferences(project: Project, path: ScopePath): readonly NameEntry[] {
  const name = path.at(-1);
  const outer = pathKey(path.slice(0, -1));
  if (name === undefined) return [];
  return project.inOrder('initial', name).filter((entry) => pathKey(entry.path) === outer);
}

/**
 * The sources of a transition that an enclosing automata has: states with a button for its event, or final ones for
 * `DONE`.
 */
export function sourcesOfInherited(project: Project, one: StateTransition): readonly StateTransition[] {
  if (one.kind === 'initial' || one.at.scope.kind !== 'automata') return [];
  return emittersBelow(project, one.from, one.event).map((at) => ({ ...one, from: at.path, at }));
}

/**
 * The places that raise an event which the automata at a path handles, in the order of files and text: buttons below
 * it, or `is_final` for `DONE`.
 */
export function emittersBelow(project: Project, automata: ScopePath, event: string): readonly NameEntry[] {
  const handlers = project.table.get('handlerAt', keyAt(automata, event));
  const [handler] = project.sorted(handlers);
  if (handler?.scope.kind !== 'automata') return [];
  return event === 'DONE' ? finalStates(project, automata) : emittersOf(project, handler);
}

/**
 * The outgoing transitions of a state: its own, those of enclosing automata that handle its events, and their `DONE`
 * if it is final; for an automata its initial state. Only known targets.
 */
export function outgoingTransitions(project: Project, path: ScopePath): readonly StateTransition[] {
  const parts = project.scopes(path);
  return parts.flatMap((entry) => [
    ...ownInitial(project, entry),
    ...entry.scope.handlers.flatMap((handler) => knownTransitions(project, entry, handler)),
    ...raisedAbove(project, entry),
  ]);
}

function ownInitial(project: Project, entry: ScopeEntry): StateTransition[] {
  const { initial } = entry.scope;
  const found = initial && resolveInitial(project, entry, initial.text);
  return initial && found?.kind === 'found'
    ? [initialTransition({ ...entry, name: initial }, found.path)]
    : [];
}

function initialTransition(at: NameEntry, to: ScopePath): StateTransition {
  return { kind: 'initial', from: at.path, to, event: 'initial', condition: undefined, at };
}

/** The cases of a transition whose target is a known state. */
function knownTransitions(project: Project, entry: ScopeEntry, handler: HandlerFacts): StateTransition[] {
  return handler.cases.flatMap((one): StateTransition[] => {
    const to = one.target ? pathOfTarget(project, entry, one.target.text) : entry.path;
    if (to === undefined) return [];
    const at = { ...entry, name: one.target ?? handler.event };
    const event = handler.event.text;
    const condition = conditionText(one);
    return [{ kind: 'transition', from: entry.path, to, event, condition, at }];
  });
}

/** Events that are raised here and handled by an enclosing automata, without duplicates. */
function raisedAbove(project: Project, entry: ScopeEntry): StateTransition[] {
  const own = new Set(entry.scope.handlers.map(({ event }) => event.text));
  const raised = new Map<string, NameNode>();
  for (const { event } of entry.scope.emits)
    if (!own.has(event.text) && !raised.has(event.text)) raised.set(event.text, event);
  const transitions = [...raised].flatMap(([event, name]) => {
    const found = resolveEvent(project, entry, event);
    return found.kind === 'found' ? inherited(project, { ...entry, name }, found.entries) : [];
  });
  const final = finality(entry);
  if (final === undefined || entry.path.length === 0) return transitions;
  const done = project.table.get('handlerAt', keyAt(entry.path.slice(0, -1), 'DONE'));
  return [...transitions, ...inherited(project, final, project.sorted(done))];
}

/** The transitions of an enclosing automata, from the place that raises their event. */
function inherited(project: Project, at: NameEntry, handlers: readonly HandlerEntry[]): StateTransition[] {
  return handlers.flatMap((entry) =>
    knownTransitions(project, entry, entry.handler).map((one) => ({ ...one, from: at.path, at })),
  );
}

function finalStates(project: Project, path: ScopePath): NameEntry[] {
  const children = childrenOf(project, path).map((child) => child.name.text);
  return children.flatMap((name) =>
    // Only facts of this kind contain whether a state is final.
    project.inOrder('flow', pathKey(childPath(path, name))).flatMap((entry) => finality(entry) ?? []),
  );
}

/** The place of `is_final` in a state. */
function finality(entry: ScopeEntry): NameEntry | undefined {
  if (entry.scope.final !== 'yes') return undefined;
  const properties = entry.scope.map && valueAt(entry.scope.map, 'properties');
  const final = properties?.kind === 'map' ? valueAt(properties, 'is_final') : undefined;
  if (final?.kind !== 'scalar') return undefined;
  return { ...entry, name: { text: final.value, start: final.start, end: final.end } };
}

/** The condition of a case on one line, without the braces of an expression. */
export function conditionText(one: CaseFacts): string | undefined {
  const text = conditionCode(one);
  return text === undefined ? undefined : oneLine(text);
}

/** The condition of a case as written, without the braces of an expression. */
export function conditionCode({ node }: CaseFacts): string | undefined {
  const text = node.kind === 'map' ? textOf(node, 'condition') : undefined;
  if (text === undefined) return undefined;
  const { whole, expressions } = parseTemplate(text);
  const [only] = expressions;
  return whole && only ? text.slice(only.body.start, only.body.end) : text;
}

/**
 * Whether the same follows when a final state is reached in two automata: the completion of the same one, or nothing.
 * `second` is undefined for a new automata, whose completion nothing follows.
 */
export function completesAlike(project: Project, first: ScopePath, second: ScopePath | undefined): boolean {
  const [a, b] = [first, second].map((path) => path && completedBy(project, path));
  return a === undefined || b === undefined ? a === b : samePath(a, b);
}

/**
 * The automata in which something follows the completion of an automata: itself, or one around it if it is final. It
 * evaluates outputs, handles `DONE`, or is the root, which ends the conversation. Undefined if nothing follows.
 */
function completedBy(project: Project, path: ScopePath): ScopePath | undefined {
  const final = mergedFinal(project.inOrder('flow', pathKey(path)));
  const hasEffect =
    path.length === 0 ||
    final === 'unclear' ||
    project.table.has('section', keyAt(path, 'outputs')) ||
    project.table.has('handlerAt', keyAt(path, 'DONE')) ||
    UNKNOWN.some((part) => project.isIncomplete(part, path));
  if (hasEffect) return path;
  return final === 'yes' ? completedBy(project, path.slice(0, -1)) : undefined;
}

const UNKNOWN = ['outputs', 'transitions'] as const;
