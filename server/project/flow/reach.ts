import type { FlowGraph, FlowNode } from './graph';

/** The states that some path from the initial state of an automata reaches. */
export interface ReachableStates {
  /** Keys of all nodes that can be active; an automata is active with any of its states. */
  readonly keys: ReadonlySet<string>;
  /** Whether no unknown transition could reach other states. */
  readonly complete: boolean;
}

/**
 * Follows all transitions from `initial` regardless of their conditions. Transitions of an automata are followed from
 * each of its states, because users may raise its events there. Visits each node once.
 */
export function reachableFrom(graph: FlowGraph, start = ''): ReachableStates {
  const search = new ReachabilitySearch(graph);
  search.run(start);
  return { keys: search.active, complete: search.complete && graph.isAutomata };
}

class ReachabilitySearch {
  readonly active = new Set<string>();
  complete = true;
  /** The targets of transitions that were visited. */
  private readonly entered = new Set<string>();
  private readonly queue: FlowNode[] = [];

  constructor(private readonly graph: FlowGraph) {}

  run(start: string): void {
    this.enter(start);
    for (let node = this.queue.pop(); node !== undefined; node = this.queue.pop()) {
      if (node.hidesTransitions || node.hidesStates) this.complete = false;
      for (const { to } of node.edges) {
        if (to.kind === 'state') this.enter(to.key);
        // States that a misspelt target may mean are not reported as unreachable.
        else if (to.kind === 'missing') for (const key of to.near) this.enter(key);
        else this.complete = false;
      }
    }
  }

  private enter(key: string): void {
    for (let at = key; !this.entered.has(at); ) {
      this.entered.add(at);
      const node = this.graph.nodes.get(at);
      if (node === undefined) {
        this.complete = false;
        return;
      }
      this.activate(node);
      if (node.kind === 'state') return;
      if (node.initial.kind !== 'state') {
        this.complete = false;
        return;
      }
      at = node.initial.key;
    }
  }

  /** Activates a node and all automata that contain it. */
  private activate(node: FlowNode): void {
    for (let at: FlowNode | undefined = node; at !== undefined && !this.active.has(at.key); ) {
      this.active.add(at.key);
      this.queue.push(at);
      at = at.path.length === 0 ? undefined : this.graph.nodes.get(parentKey(at.key));
    }
  }
}

/** The key of the automata that contains a node. */
export function parentKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('\n')));
}
