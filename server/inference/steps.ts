import { changedNodes, notedGraph } from '../project/flow';
import type { FlowEdge, FlowGraph, FlowNode, Lead } from '../project/graph';
import { Kept, perProject } from '../project/kept';
import type { Project } from '../project/project';
import { outerKey } from '../project/reach';

/** From which state to which an automata may go in one step, as far as that is certain. */
export interface Steps {
  /** Where it begins: none where that is not known. */
  readonly start: string | undefined;
  /** Whether it holds other automata. */
  readonly isNested: boolean;
  /** States that a transition of a state itself, or of an automata around it by one of its buttons, leads to. */
  next(key: string): readonly string[];
  /** Where an automata-level event raised by anybody leads besides: such steps may happen, but need not be possible. */
  further(key: string): readonly string[];
  /** Whether nothing else can follow the state. */
  isKnown(key: string): boolean;
}

/**
 * The steps of a project as of now; the same object as before while the same steps are possible, of which a note is
 * made for who keeps something made from all of them.
 */
export function stepsOf(project: Project): Steps {
  return keptSteps(project).noting(ANY).steps;
}

/** The same for who depends on the steps of a few states: noted is which ones are asked for. */
export function notedSteps(project: Project): Steps {
  const { steps } = keptSteps(project).value;
  const noteAll = () => project.table.note(PREFIX + ALL);
  const note = (key: string) => {
    noteAll();
    project.table.note(PREFIX + STATE + key);
  };
  return {
    start: steps.start,
    isNested: steps.isNested,
    next: (key) => {
      note(key);
      return steps.next(key);
    },
    further: (key) => {
      noteAll();
      return steps.further(key);
    },
    isKnown: (key) => {
      note(key);
      return steps.isKnown(key);
    },
  };
}

const PREFIX = 'steps/';
/** Some step is another now. */
const ANY = 'any';
/** All steps may be others now. */
const ALL = 'all';
/** The steps of one state may be others now. */
const STATE = 'of\n';
const RAISED = 'raised/';

const keptSteps = perProject((project): Kept<LiveSteps> => {
  let live: LiveSteps | undefined;
  return new Kept(
    project.table,
    (changes) => {
      const graph = notedGraph(project);
      const changed = changes();
      const nodes = changed && changedNodes(changed);
      if (
        live === undefined ||
        changed === undefined ||
        nodes?.some((key) => live?.isOfAll(key, graph)) ||
        !nodes
      ) {
        live = new LiveSteps(project, graph);
        return { value: live, changed: [ANY, ALL] };
      }
      const raising = [...changed].flatMap((key) =>
        key.startsWith(RAISED) ? [key.slice(RAISED.length)] : [],
      );
      const states = new Set([...nodes, ...raising]);
      if (states.size === 0) return { value: live, changed: [] };
      live = live.after(graph, states);
      return { value: live, changed: [ANY, ...Array.from(states, (key) => STATE + key)] };
    },
    PREFIX,
  );
});

/** Each state's steps are worked out when they are first asked for. */
class LiveSteps {
  readonly steps: Steps;
  private readonly automata: ReadonlySet<string>;

  constructor(
    private readonly project: Project,
    private readonly graph: FlowGraph,
    private readonly next = new Map<string, readonly string[]>(),
    /** The same for all states of an automata. */
    private readonly further = new Map<string, readonly string[]>(),
    automata?: ReadonlySet<string>,
  ) {
    const all = [...graph.nodes.values()];
    this.automata = automata ?? new Set(all.flatMap(({ key, kind }) => (kind === 'automata' ? [key] : [])));
    this.steps = {
      start: enter(graph, { kind: 'state', key: '' }),
      isNested: this.automata.size > (this.automata.has('') ? 1 : 0),
      next: (key) => this.nextOf(key),
      further: (key) => this.furtherOf(key),
      isKnown: (key) => isKnown(graph, key),
    };
  }

  /** Whether a node that has changed is or was an automata, on which the steps of all states may depend. */
  isOfAll(key: string, graph: FlowGraph): boolean {
    return this.automata.has(key) || graph.nodes.get(key)?.kind === 'automata';
  }

  /** The steps once those of these states, none of them an automata, may be others. */
  after(graph: FlowGraph, states: ReadonlySet<string>): LiveSteps {
    for (const key of states) this.next.delete(key);
    return new LiveSteps(this.project, graph, this.next, this.further, this.automata);
  }

  private nextOf(key: string): readonly string[] {
    const known = this.next.get(key);
    if (known) return known;
    const made = [...new Set(successors(this.project, this.graph, key))];
    this.next.set(key, made);
    return made;
  }

  private furtherOf(key: string): readonly string[] {
    const { graph } = this;
    const outer = outerKey(key);
    if (key === '') return [];
    const found = this.further.get(outer);
    if (found) return found;
    const all = around(graph, key).flatMap(({ edges }) => edges.flatMap(({ to }) => enter(graph, to) ?? []));
    const made = [...new Set(all)];
    this.further.set(outer, made);
    return made;
  }
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
