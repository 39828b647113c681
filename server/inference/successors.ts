import { engine } from '../engine/engine';
import { isUnconditional } from '../facts/facts';
import {
  type FlowEdge,
  type FlowNode,
  flowGraph,
  flowNode,
  type ResolvedTarget,
} from '../project/flow/graph';
import { parentKey } from '../project/flow/reach';
import type { Project } from '../project/project';
import { isEqualData } from '../text/equality';

/** The states that certainly may follow a state in one step. States are identified by their `pathKey`. */

/** The maximum number of variables for which the data flow over all states is computed. */
const MAX_FOLLOWED = 1_000;

/** Whether a project assigns too many variables to follow each of them. */
export const hasTooManyVariables = engine.query('too many variables', (project: Project) => {
  const [extra] = [...project.table.namesOf('assigned')].slice(MAX_FOLLOWED);
  return extra !== undefined;
});

/** The initial state of a project; undefined if it is unknown. */
export const startState = engine.query('start', (project: Project) =>
  enteredState(project, { kind: 'state', key: '' }),
);

/** Whether a project contains automata below its root. */
export const hasChildAutomata = engine.query('is nested', (project: Project) => {
  for (const { key, kind } of flowGraph(project).nodes.values())
    if (kind === 'automata' && key !== '') return true;
  return false;
});

/**
 * Targets of the transitions of a state itself, and of those of the automata around it that handle one of its
 * buttons.
 */
export const successors = engine.query(
  'successors',
  (project: Project, key: string): readonly string[] => [...new Set(directSuccessors(project, key))],
  { equals: isEqualData },
);

/**
 * Targets of all transitions of the enclosing automata: any of its states may raise their events, but none certainly
 * does. The states of an automata share the list.
 */
export function inheritedSuccessors(project: Project, key: string): readonly string[] {
  return key === '' ? NONE : successorsOfAll(project, parentKey(key));
}

const NONE: readonly string[] = [];

const successorsOfAll = engine.query(
  'successors of all states',
  (project: Project, automata: string): readonly string[] => {
    const all = [automata, ...enclosingKeys(automata)].flatMap((key) => nodeAt(project, key)?.edges ?? []);
    return [...new Set(all.flatMap(({ to }) => enteredState(project, to) ?? []))];
  },
  { equals: isEqualData },
);

/** Whether a state can be followed by its successors only. */
export const areSuccessorsKnown = engine.query('successors are known', (project: Project, key: string) => {
  const node = nodeAt(project, key);
  if (node === undefined || node.isAmbiguous || node.hidesTransitions) return false;
  return [node, ...enclosingNodes(project, key)].every(
    (one) =>
      !one.hidesTransitions &&
      one.edges.every(({ to }) => to.kind === 'state' && enteredState(project, to) !== undefined),
  );
});

/** The node of a key; undefined if there is none. */
function nodeAt(project: Project, key: string): FlowNode | undefined {
  return project.table.has('flow', key) ? flowNode(project, key) : undefined;
}

/** The state that is run after a transition to a node: for an automata, its first state. */
function enteredState(project: Project, target: ResolvedTarget): string | undefined {
  const seen = new Set<string>();
  for (let at = target; at.kind === 'state' && !seen.has(at.key); ) {
    seen.add(at.key);
    const node = nodeAt(project, at.key);
    if (node === undefined) return undefined;
    if (node.kind === 'state') return node.key;
    at = node.initial;
  }
  return undefined;
}

/** The automata that contain a state, innermost first. */
function enclosingNodes(project: Project, key: string): FlowNode[] {
  return enclosingKeys(key).flatMap((outer) => nodeAt(project, outer) ?? []);
}

function enclosingKeys(key: string): string[] {
  const keys: string[] = [];
  for (let at = key; at !== ''; ) {
    at = parentKey(at);
    keys.push(at);
  }
  return keys;
}

function directSuccessors(project: Project, key: string): string[] {
  const node = nodeAt(project, key);
  if (node === undefined) return [];
  const always = applicableCases(node.edges.filter(({ event }) => event === 'ALWAYS'));
  // A state with an unconditional ALWAYS does not wait for events.
  const leaves = always.some(isUnconditional);
  const own = leaves ? always : applicableCases(node.edges);
  const edges = leaves ? own : [...own, ...handledByEnclosing(project, node)];
  const [outer] = enclosingNodes(project, key);
  const done = node.final !== 'yes' ? [] : (outer?.edges ?? []).filter(({ event }) => event === 'DONE');
  return [...edges, ...done].flatMap(({ to }) => enteredState(project, to) ?? []);
}

/** Transitions of the enclosing automata for events of the buttons of a state that it does not handle itself. */
function handledByEnclosing(project: Project, node: FlowNode): FlowEdge[] {
  const events = new Set(
    project.inOrder('raised', node.key).flatMap(({ scope }) => scope.emits.map(({ event }) => event.text)),
  );
  return [...events].flatMap((event) => {
    if (node.events.has(event)) return [];
    const handling = enclosingNodes(project, node.key).find((one) => one.events.has(event));
    return applicableCases(handling?.edges.filter((edge) => edge.event === event) ?? []);
  });
}

/** The cases that may apply: the condition is not literally false, and no earlier case always applies. */
function applicableCases(edges: readonly FlowEdge[]): FlowEdge[] {
  const closed = new Set<string>();
  return edges.filter((edge) => {
    if (edge.condition === 'false' || closed.has(edge.event)) return false;
    if (isUnconditional(edge)) closed.add(edge.event);
    return true;
  });
}
