import { asksUser } from '../facts/asks-user';
import type { Condition } from '../facts/facts';
import { isUnfinished } from '../facts/transitions';
import { RESERVED_NAMES } from '../format/names';
import { exact } from '../text/exact';
import { nearest } from '../text/nearest';
import type { Steps } from '../text/steps';
import { KeptEach } from './kept-each';
import { KeptParts } from './kept-parts';
import type { Project } from './project';
import { type Resolution, resolveInitial, resolveTarget } from './resolve';
import { pathKey, type ScopeEntry } from './symbols';

/**
 * How the states of a project lead to one another: plain data without places in the text, so that it stays good
 * while texts are edited in ways that do not matter to it. Nodes go by the `pathKey` of their path.
 */
export interface FlowGraph {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** The files form an automata, and so have a beginning. */
  readonly isAutomata: boolean;
}

/** An automata or an atomic state. */
export interface FlowNode {
  readonly key: string;
  readonly path: readonly string[];
  readonly kind: 'automata' | 'state';
  /** Its own transitions, in the order of files and text; those of the automata around it are theirs. */
  readonly edges: readonly FlowEdge[];
  /** Names of the events it handles itself. */
  readonly events: ReadonlySet<string>;
  /** Where an automata begins; `none` for a state. */
  readonly initial: Lead;
  readonly final: 'yes' | 'no' | 'unclear';
  /** It may wait for the user before it runs. */
  readonly asksUser: boolean;
  /** It may handle more events than are in sight. */
  readonly hidesTransitions: boolean;
  /** It may hold states that are not in sight. */
  readonly hidesStates: boolean;
  /** It is defined more than once, so that nobody can say which definition holds. */
  readonly isAmbiguous: boolean;
}

/** One case of a transition. */
export interface FlowEdge {
  readonly event: string;
  /** Position among the cases of the event. */
  readonly index: number;
  readonly condition: Condition;
  readonly to: Lead;
}

/**
 * Where something leads. `missing`: to a state that does not exist, which may be meant for one of these;
 * `unknown`: it cannot be told; `none`: nothing is written.
 */
export type Lead =
  | { readonly kind: 'state'; readonly key: string }
  | { readonly kind: 'missing'; readonly near: readonly string[] }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' };

const UNKNOWN: Lead = { kind: 'unknown' };
const NONE: Lead = { kind: 'none' };

/**
 * The graph of a project, brought up to date with the keys of its table that have changed: a node is made anew if
 * its own scopes have changed, or something that decides where it leads.
 */
export class LiveGraph {
  private readonly nodes: KeptParts<FlowNode>;
  private graph: FlowGraph | undefined;
  /** The moment as of which nodes were made ahead. */
  private ahead: number | undefined;

  constructor(private readonly project: Project) {
    this.nodes = new KeptParts(project.table);
  }

  /** Makes all nodes, one at a step, for an update of all. Where something changes between the steps they are lost. */
  *prepare(): Steps<void> {
    const { project } = this;
    const { table } = project;
    const moment = table.lastChange;
    const builder = new Builder(project);
    this.ahead = undefined;
    this.nodes.clear();
    for (const key of this.all()) {
      table.asKeeper(() => this.nodes.make(key, () => builder.node(key)));
      yield;
    }
    this.ahead = moment;
  }

  /** How many nodes were made; tests hold it against the size of an edit. */
  get made(): number {
    return this.nodes.made;
  }

  /** The graph as of now, with the nodes that are others than before; another object if there are any. */
  update(changes: ReadonlySet<string> | undefined): {
    readonly graph: FlowGraph;
    readonly changed: readonly string[];
  } {
    const { project, graph: old } = this;
    const builder = new Builder(project);
    const changed = new Map<string, FlowNode | undefined>();
    const isAhead = (old === undefined || changes === undefined) && this.ahead === project.table.lastChange;
    for (const key of old && changes ? this.concerned(changes) : this.all()) {
      const entries = project.inOrder('flow', key);
      const before = old?.nodes.get(key);
      if (entries.length === 0) {
        this.nodes.delete(key);
        if (before) changed.set(key, undefined);
        continue;
      }
      const made = isAhead ? this.nodes.get(key) : undefined;
      const node = made ?? this.nodes.make(key, () => builder.node(key));
      if (before === undefined || !isSame(before, node)) changed.set(key, node);
    }
    if (old && changed.size === 0) return { graph: old, changed: [] };
    const nodes = new Map(old?.nodes);
    for (const [key, node] of changed) {
      if (node) nodes.set(key, node);
      else nodes.delete(key);
    }
    this.graph = { nodes, isAutomata: project.isAutomata };
    return { graph: this.graph, changed: [...changed.keys()] };
  }

  private concerned(changes: ReadonlySet<string>): Set<string> {
    const keys = this.nodes.concerned(changes);
    for (const key of changes) if (key.startsWith(FLOW)) keys.add(key.slice(FLOW.length));
    return keys;
  }

  private all(): Set<string> {
    return new Set([...this.project.table.namesOf('flow'), ...(this.graph?.nodes.keys() ?? [])]);
  }
}

const FLOW = 'flow/';

function isSame(a: FlowNode, b: FlowNode): boolean {
  return digestOf(a) === digestOf(b);
}

function digestOf(node: FlowNode): string {
  return JSON.stringify({ ...node, events: [...node.events] });
}

class Builder {
  /** What targets lead to by where they are written: siblings share it. */
  private readonly leads: KeptEach<Lead>;

  constructor(private readonly project: Project) {
    this.leads = new KeptEach(project.table);
  }

  /** The node of the scopes at a path. */
  node(key: string): FlowNode {
    const { table } = this.project;
    const entries = this.project.inOrder('flow', key);
    const children = table.get('child', key).map(({ name }) => name.text);
    const path = entries[0]?.path ?? [];
    const isAutomata = entries.some(({ scope }) => scope.kind === 'automata');
    const hides = (part: 'transitions' | 'states') => entries.some(({ scope }) => scope.incomplete.has(part));
    return {
      key,
      path,
      kind: isAutomata ? 'automata' : 'state',
      edges: exact(entries.flatMap((entry) => this.edges(entry))),
      events: new Set(entries.flatMap(({ scope }) => scope.handlers.map(({ event }) => event.text))),
      initial: isAutomata ? this.initial(entries) : NONE,
      final: joined(entries.map(({ scope }) => scope.final)),
      asksUser: entries.some(({ scope }) => asksUser(scope)),
      hidesTransitions: hides('transitions'),
      hidesStates:
        (isAutomata ? !this.project.statesComplete(path) : hides('states')) || isSingleState(children),
      // The sections of a file's root are units of their own.
      isAmbiguous: entries.length > 1 && path.length > 0,
    };
  }

  private initial(entries: readonly ScopeEntry[]): Lead {
    const entry = entries.find(({ scope }) => scope.initial !== undefined);
    const name = entry?.scope.initial?.text;
    if (entry === undefined || name === undefined) return NONE;
    return this.leadOf(resolveInitial(this.project, entry, name));
  }

  private edges(entry: ScopeEntry): FlowEdge[] {
    return entry.scope.handlers.flatMap(({ event, node, cases }): FlowEdge[] => {
      // A transition that is still to be written may lead anywhere.
      if (node.kind === 'scalar' && node.empty)
        return [{ event: event.text, index: 0, condition: 'unclear', to: UNKNOWN }];
      return cases.map((one, index) => {
        const { condition, target } = one;
        const to = isUnfinished(one) ? UNKNOWN : this.lead(entry, target?.text);
        return { event: event.text, index, condition, to };
      });
    });
  }

  private lead(entry: ScopeEntry, target: string | undefined): Lead {
    if (target === undefined) return { kind: 'state', key: pathKey(entry.path) };
    const isShared = entry.scope.kind === 'state' && !target.startsWith('.') && entry.path.length > 0;
    const from = isShared ? pathKey(entry.path.slice(0, -1)) : `${pathKey(entry.path)}\n\n`;
    return this.leads.get(`${from}\n\n${target}`, [], () =>
      this.leadOf(resolveTarget(this.project, entry, target)),
    );
  }

  private leadOf(found: Resolution<ScopeEntry>): Lead {
    if (found.kind === 'unknown') return UNKNOWN;
    if (found.kind === 'found') return { kind: 'state', key: pathKey(found.path) };
    const { container, segment } = found;
    const children = this.project.table.get('child', pathKey(container)).map(({ name }) => name.text);
    // Whichever of them is meant, all of them may be: also those whose name is only begun.
    const near = new Set([
      ...nearest(segment, children, Number.POSITIVE_INFINITY),
      ...children.filter((name) => name.startsWith(segment)),
    ]);
    return { kind: 'missing', near: [...near].map((name) => pathKey([...container, name])) };
  }
}

/** Whether what should be a map of states is one state itself, as the types allow. */
function isSingleState(children: readonly string[]): boolean {
  return children.length > 0 && children.every((name) => RESERVED_NAMES.has(name));
}

function joined(flags: readonly FlowNode['final'][]): FlowNode['final'] {
  const all = new Set(flags);
  return all.size === 1 ? (flags[0] ?? 'no') : 'unclear';
}
