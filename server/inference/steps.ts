import { flowGraph } from '../project/flow';
import type { FlowEdge, FlowGraph, FlowNode, Lead } from '../project/graph';
import type { Project } from '../project/project';
import { outerKey } from '../project/reach';
import { pathKey } from '../project/symbols';

/** From which state to which an automata may go in one step, as far as that is certain. */
export interface Steps {
  /** Where it begins: none where that is not known. */
  readonly start: string | undefined;
  /** States that a transition of a state itself, or of an automata around it by one of its buttons, leads to. */
  next(key: string): readonly string[];
  /** Where an automata-level event raised by anybody leads besides: such steps may happen, but need not be possible. */
  further(key: string): readonly string[];
  /** Whether nothing else can follow the state. */
  isKnown(key: string): boolean;
}

interface Known {
  readonly graph: FlowGraph;
  /** Which events raised in a state are handled by an automata around it. */
  readonly raised: string;
  readonly steps: Steps;
}

const known = new WeakMap<Project, Known>();

/**
 * The steps of a project as of now; the same object as before while the same steps are possible. Who is tracked
 * notes all that they are made from.
 */
export function stepsOf(project: Project): Steps {
  const { table } = project;
  const graph = flowGraph(project);
  // The graph is kept by itself; all that it is made from is in this entry.
  table.has('flow', '');
  const raised = raisedAround(project, graph);
  const old = known.get(project);
  if (old?.graph === graph && old.raised === raised) return old.steps;
  const steps = makeSteps(project, graph);
  known.set(project, { graph, raised, steps });
  return steps;
}

function raisedAround(project: Project, graph: FlowGraph): string {
  const automata = [...graph.nodes.values()].filter(({ kind }) => kind === 'automata');
  const handled = new Set(automata.flatMap(({ events }) => [...events]));
  const lines: string[] = [];
  for (const { path, scope } of project.table.get('raised', '')) {
    const events = scope.emits.map(({ event }) => event.text).filter((event) => handled.has(event));
    if (events.length > 0) lines.push(`${pathKey(path)}\n\n${[...new Set(events)].sort().join('\n')}`);
  }
  return lines.sort().join('\n\n\n');
}

/** Each state's steps are worked out when they are first asked for. */
function makeSteps(project: Project, graph: FlowGraph): Steps {
  const next = new Map<string, readonly string[]>();
  const remember = (key: string) => {
    const known = next.get(key);
    if (known) return known;
    const made = [...new Set(successors(project, graph, key))];
    next.set(key, made);
    return made;
  };
  // The same for all states of an automata.
  const further = new Map<string, readonly string[]>();
  return {
    start: enter(graph, { kind: 'state', key: '' }),
    next: remember,
    further(key) {
      const outer = outerKey(key);
      if (key === '') return [];
      const found = further.get(outer);
      if (found) return found;
      const all = around(graph, key).flatMap(({ edges }) =>
        edges.flatMap(({ to }) => enter(graph, to) ?? []),
      );
      const made = [...new Set(all)];
      further.set(outer, made);
      return made;
    },
    isKnown: (key) => isKnown(graph, key),
  };
}

/** The state that is run when something leads to a node: of an automata, the one it begins with. */
function enter(graph: FlowGraph, lead: Lead): string | undefined {
  const seen = new Set<string>();
  for (let at = lead; at.kind === 'state' && !seen.has(at.key); ) {
    seen.add(at.key);
    const node = graph.nodes.get(at.key);
    if (node === undefined) return undefined;
    if (node.kind === 'state') return node.key;
    at = node.initial;
  }
  return undefined;
}

/** The automata around a state, nearest first. */
function around(graph: FlowGraph, key: string): FlowNode[] {
  const found: FlowNode[] = [];
  for (let at = key; at !== ''; ) {
    at = outerKey(at);
    const node = graph.nodes.get(at);
    if (node) found.push(node);
  }
  return found;
}

function successors(project: Project, graph: FlowGraph, key: string): string[] {
  const node = graph.nodes.get(key);
  if (node === undefined) return [];
  const always = possible(node.edges.filter(({ event }) => event === 'ALWAYS'));
  // A state that goes on in any case waits for nobody.
  const leaves = always.some(isUnconditional);
  const own = leaves ? always : possible(node.edges);
  const edges = leaves ? own : [...own, ...inherited(project, graph, node)];
  const outer = around(graph, key)[0];
  const done = node.final !== 'yes' ? [] : (outer?.edges ?? []).filter(({ event }) => event === 'DONE');
  return [...edges, ...done].flatMap(({ to }) => enter(graph, to) ?? []);
}

/** What automata around a state do on the events of its buttons which it does not handle itself. */
function inherited(project: Project, graph: FlowGraph, node: FlowNode): FlowEdge[] {
  const events = new Set(
    project.scopes(node.path).flatMap(({ scope }) => scope.emits.map(({ event }) => event.text)),
  );
  return [...events].flatMap((event) => {
    if (node.events.has(event)) return [];
    const handling = around(graph, node.key).find((one) => one.events.has(event));
    return possible(handling?.edges.filter((edge) => edge.event === event) ?? []);
  });
}

/** Without the cases that never come to pass: those that are literally false, or behind one that holds in any case. */
function possible(edges: readonly FlowEdge[]): FlowEdge[] {
  const closed = new Set<string>();
  return edges.filter((edge) => {
    if (edge.condition === 'false' || closed.has(edge.event)) return false;
    if (isUnconditional(edge)) closed.add(edge.event);
    return true;
  });
}

function isUnconditional({ condition }: FlowEdge): boolean {
  return condition === 'none' || condition === 'true';
}

function isKnown(graph: FlowGraph, key: string): boolean {
  const node = graph.nodes.get(key);
  if (node === undefined || node.isAmbiguous || node.hidesTransitions) return false;
  const all = [node, ...around(graph, key)];
  return all.every(
    (one) =>
      !one.hidesTransitions &&
      one.edges.every(({ to }) => to.kind === 'state' && enter(graph, to) !== undefined),
  );
}
