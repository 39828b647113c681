import { engine } from '../../engine/engine';
import type { Task } from '../../engine/task';
import { asksUser } from '../../facts/asks-user';
import type { Condition, HandlerFacts } from '../../facts/facts';
import { isUnfinished } from '../../facts/transitions';
import { clientActionOf } from '../../format/events';
import { RESERVED_NAMES } from '../../format/names';
import { idOfTarget } from '../../format/target-path';
import { append } from '../../text/append';
import { compactList } from '../../text/compact';
import { isEqualData } from '../../text/equality';
import { namesStartingWith, nearestNames } from '../../text/nearest';
import {
  handledEvents,
  isSibling,
  namedChildren,
  type Resolution,
  resolveEvent,
  resolveInitial,
  resolveTarget,
} from '../names/resolve';
import { childPath, ROOT_PATH, type ScopePath } from '../names/scope-path';
import { pathKey, type ScopeEntry, sharedPath } from '../names/symbols';
import type { Project } from '../project';

/**
 * The transitions between the states of a project: plain data without places in the text, so that it stays equal
 * after edits that only move text. Nodes are identified by the `pathKey` of their path.
 */
export interface FlowGraph {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Whether the files form an automata, which has an initial state. */
  readonly isAutomata: boolean;
}

/** An automata or an atomic state. */
export interface FlowNode {
  readonly key: string;
  readonly path: ScopePath;
  readonly kind: 'automata' | 'state';
  /** Its own transitions, in the order of files and text, without those of enclosing automata. */
  readonly edges: readonly FlowEdge[];
  /** Names of the events that it handles itself. */
  readonly events: ReadonlySet<string>;
  /** The initial state of an automata; `none` for a state. */
  readonly initial: ResolvedTarget;
  readonly final: 'yes' | 'no' | 'unclear';
  /** It may wait for the user before it runs. */
  readonly asksUser: boolean;
  /** It may handle unknown events. */
  readonly hidesTransitions: boolean;
  /** It may contain unknown states. */
  readonly hidesStates: boolean;
  /** It is defined more than once, so it is uncertain which definition is used. */
  readonly isAmbiguous: boolean;
}

/** One case of a transition. */
export interface FlowEdge {
  readonly event: string;
  /** Position among the cases of the event. */
  readonly index: number;
  readonly condition: Condition;
  readonly to: ResolvedTarget;
}

/**
 * A resolved target. `missing`: the state does not exist. `unknown`: it cannot be determined. `none`: nothing is
 * written.
 */
export type ResolvedTarget =
  | { readonly kind: 'state'; readonly key: string }
  | MissingTarget
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' };

/** A target that does not exist. */
interface MissingTarget {
  readonly kind: 'missing';
  /** Keys of the automata that were searched for it; undefined for an `id`, which any state may have. */
  readonly within: readonly string[] | undefined;
  /** Keys of states with similar names, which may be meant. */
  readonly near: readonly string[];
}

const UNKNOWN: ResolvedTarget = { kind: 'unknown' };
const NONE: ResolvedTarget = { kind: 'none' };

/** The flow graph of a project. */
export const flowGraph = engine.query(
  'flow graph',
  (project: Project): FlowGraph => {
    const nodes = new Map<string, FlowNode>();
    for (const key of project.table.namesOf('flow')) nodes.set(key, flowNode(project, key));
    return { nodes, isAutomata: project.isAutomata };
  },
  { equals: hasSameNodes },
);

function hasSameNodes(a: FlowGraph, b: FlowGraph): boolean {
  if (a.isAutomata !== b.isAutomata || a.nodes.size !== b.nodes.size) return false;
  for (const [key, node] of a.nodes) if (b.nodes.get(key) !== node) return false;
  return true;
}

/** The node of the scopes at a path. */
export const flowNode = engine.slicedQuery(
  'flow node',
  function* (project: Project, key: string): Task<FlowNode> {
    const entries = project.inOrder('flow', key);
    const edges: FlowEdge[] = [];
    for (const entry of entries) {
      for (const handler of entry.scope.handlers) {
        append(edges, edgesOf(project, entry, handler));
        yield;
      }
    }
    const children = project.table.get('child', key).map(({ name }) => name.text);
    const path = entries[0]?.path ?? ROOT_PATH;
    const isAutomata = entries.some(({ scope }) => scope.kind === 'automata');
    const hides = (part: 'transitions' | 'states') => entries.some(({ scope }) => scope.incomplete.has(part));
    return {
      key,
      path,
      kind: isAutomata ? 'automata' : 'state',
      edges: compactList(edges),
      events: new Set(entries.flatMap(({ scope }) => scope.handlers.map(({ event }) => event.text))),
      initial: isAutomata ? initialOf(project, entries) : NONE,
      final: mergedFinal(entries),
      asksUser: entries.some(({ scope }) => asksUser(scope)),
      // A misplaced state may be the transitions of the state above it.
      hidesTransitions: hides('transitions') || children.includes('transitions') || raisesState(project, key),
      hidesStates: (isAutomata ? !project.statesComplete(path) : hides('states')) || isSingleState(children),
      // The sections of an automata may be separate units; only one of them has its name.
      isAmbiguous: entries.filter(({ scope }) => scope.name !== undefined).length > 1,
    };
  },
  { equals: isEqualData },
);

/**
 * Whether a button at a path raises an unhandled event with the name of a state, and so is meant as a transition. A
 * separate query, because other events do not change the node.
 */
const raisesState = engine.query('raises a state', (project: Project, key: string): boolean =>
  project.table
    .get('raised', key)
    .some((entry) =>
      entry.scope.emits.some(
        ({ event }) =>
          isSibling(project, entry, event.text) &&
          resolveEvent(project, entry, event.text).kind === 'missing',
      ),
    ),
);

/**
 * Whether a button at a path raises an event without a transition or an event of a similar name: the transition that
 * is missing may lead to any state.
 */
export const lacksTransition = engine.query('lacks a transition', (project: Project, key: string): boolean =>
  project.table.get('raised', key).some((entry) => {
    const lost = entry.scope.emits.filter(
      ({ event }) =>
        clientActionOf(event.text) === undefined &&
        resolveEvent(project, entry, event.text).kind === 'missing',
    );
    if (lost.length === 0) return false;
    const handled = handledEvents(project, entry).map(({ name }) => name.text);
    return lost.some(({ event }) => nearestNames(event.text, handled).length === 0);
  }),
);

function initialOf(project: Project, entries: readonly ScopeEntry[]): ResolvedTarget {
  const entry = entries.find(({ scope }) => scope.initial !== undefined);
  const name = entry?.scope.initial?.text;
  if (entry === undefined || name === undefined) return NONE;
  return targetOfResolution(project, resolveInitial(project, entry, name));
}

function edgesOf(project: Project, entry: ScopeEntry, { event, node, cases }: HandlerFacts): FlowEdge[] {
  // The target of an unfinished transition is unknown.
  if (node.kind === 'scalar' && node.empty)
    return [{ event: event.text, index: 0, condition: 'unclear', to: UNKNOWN }];
  return cases.map((one, index) => {
    const { condition, target } = one;
    const to = isUnfinished(one) ? UNKNOWN : targetOf(project, entry, target?.text);
    return { event: event.text, index, condition, to };
  });
}

function targetOf(project: Project, entry: ScopeEntry, target: string | undefined): ResolvedTarget {
  // If several states have the id, it is unknown which one is meant.
  const id = target === undefined ? undefined : idOfTarget(target);
  if (id !== undefined && project.table.get('id', id).length > 1) return UNKNOWN;
  return targetOfResolution(project, resolveTarget(project, entry, target));
}

function targetOfResolution(project: Project, found: Resolution<ScopeEntry>): ResolvedTarget {
  if (found.kind === 'unknown') return UNKNOWN;
  if (found.kind === 'found') return { kind: 'state', key: pathKey(found.path) };
  const { container, outer, segment } = found;
  const paths = [container, ...(outer ? [outer] : [])];
  return {
    kind: 'missing',
    within: idOfTarget(segment) === undefined ? paths.map(pathKey) : undefined,
    near: paths.flatMap((path) => nearKeys(project, sharedPath(path), segment)),
  };
}

/** The states that a misspelt name may mean, including those that start with it. */
const nearKeys = engine.query(
  'states of a near name',
  (project: Project, container: ScopePath, segment: string): readonly string[] => {
    const id = idOfTarget(segment);
    if (id !== undefined) return statesOfNearId(project, id);
    const { names } = namedChildren(project, 'child', container);
    const near = new Set([
      ...nearestNames(segment, names, Number.POSITIVE_INFINITY),
      ...namesStartingWith(segment, names),
    ]);
    return Array.from(near, (name) => pathKey(childPath(container, name)));
  },
  { equals: isEqualData },
);

/** The states whose `id`, or whose name, a misspelt id may mean. */
function statesOfNearId(project: Project, id: string): readonly string[] {
  const { names } = namedChildren(project, 'child', ROOT_PATH);
  const ids = project.table.get('anyId', '').map(({ name }) => name.text);
  return [
    ...nearestNames(id, ids, Number.POSITIVE_INFINITY)
      .flatMap((name) => project.table.get('id', name))
      .map(({ path }) => pathKey(path)),
    ...names.filter((name) => name === id).map((name) => pathKey(childPath(ROOT_PATH, name))),
    ...nearestNames(id, names, Number.POSITIVE_INFINITY).map((name) => pathKey(childPath(ROOT_PATH, name))),
  ];
}

/** Whether the map of states is a single state instead, which the types allow. */
function isSingleState(children: readonly string[]): boolean {
  return children.length > 0 && children.every((name) => RESERVED_NAMES.has(name));
}

/** Whether a state or automata, given its parts, ends the enclosing automata. At most one of its sections says so. */
export function mergedFinal(entries: readonly ScopeEntry[]): FlowNode['final'] {
  const [declaring] = entries.filter(({ scope }) => scope.name === undefined && scope.final !== 'no');
  const named = entries.filter(({ scope }) => scope.name !== undefined);
  if (declaring) return declaring.scope.final;
  const [first, ...others] = new Set((named.length > 0 ? named : entries).map(({ scope }) => scope.final));
  return first !== undefined && others.length === 0 ? first : 'unclear';
}
