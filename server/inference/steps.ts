import type { FlowEdge, FlowGraph, FlowNode, Lead } from '../project/graph';
import type { Project } from '../project/project';
import { outerKey } from '../project/reach';

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

/** Works out the steps of a project's graph; each state's when it is first asked for. */
export function stepsOf(project: Project, graph: FlowGraph): Steps {
  const next = new Map<string, readonly string[]>();
  const remember = (key: string) => {
    const known = next.get(key);
    if (known) return known;
    const made = [...new Set(successors(project, graph, key))];
    next.set(key, made);
    return made;
  };
  return {
    start: enter(graph, { kind: 'state', key: '' }),
    next: remember,
    further: (key) =>
      around(graph, key).flatMap(({ edges }) => edges.flatMap(({ to }) => enter(graph, to) ?? [])),
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
