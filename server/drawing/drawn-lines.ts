import { addToGroup, groupBy } from '../text/group-by';
import type { StateEdge, StateGraph, StateNode } from './state-graph';

/**
 * A line between two nodes. Transitions with the same ends and the same style share it, with their labels one below
 * the other.
 */
export interface DrawnLine {
  /** Stable as long as the line exists. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly edges: readonly StateEdge[];
  /** A back edge, which closes a cycle. */
  readonly isBack: boolean;
  /** The number of layers that it spans. */
  readonly layers: number;
  /** It spans so many layers that it is routed along the side. */
  readonly isFar: boolean;
}

/** Longer lines, in layers, are routed along the side. */
const FAR = { back: 6, ahead: 12 } as const;

/** The drawn nodes: the root automata is the background. */
export function drawnNodes({ nodes }: StateGraph): readonly StateNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  return nodes.filter(
    ({ kind, parent }) => kind !== 'automata' || (parent !== undefined && known.has(parent)),
  );
}

/** The number of layers from one node to another; negative for the reverse direction. */
type Span = (from: string, to: string) => number;

/**
 * The lines between drawn nodes, without those from the initial marker of an automata. Back edges are determined by
 * the previous positions of the nodes, if there are any.
 */
export function drawnLines(graph: StateGraph, spanOf: Span = new Ranks(graph).span): readonly DrawnLine[] {
  const drawn = new Set(drawnNodes(graph).map(({ id }) => id));
  const lines = graph.edges.filter(
    ({ from, to, kind }) => kind !== 'initial' && drawn.has(from) && drawn.has(to),
  );
  // Names cannot contain consecutive line breaks.
  const idOf = ({ from, to, kind }: StateEdge) =>
    `${kind === 'always' ? 'dashed' : 'solid'}\n\n${from}\n\n\n${to}`;
  return [...groupBy(lines, idOf)].flatMap(([id, edges]): DrawnLine[] => {
    const [first] = edges;
    if (first === undefined) return [];
    const { from, to } = first;
    const span = isInside(from, to) ? 0 : spanOf(from, to);
    const isBack = span < 0;
    const layers = Math.abs(span);
    return [{ id, from, to, edges, isBack, layers, isFar: layers > (isBack ? FAR.back : FAR.ahead) }];
  });
}

/** The layers between the ends of lines, each counted for each line that crosses it. */
export function crossedLayers(lines: readonly DrawnLine[]): number {
  return lines.reduce((sum, { isFar, layers }) => sum + (isFar ? 0 : Math.max(0, layers - 1)), 0);
}

/** Whether one of two nodes is an automata that contains the other: one id is a prefix of the other. */
function isInside(a: string, b: string): boolean {
  return a.startsWith(`${b}\n`) || b.startsWith(`${a}\n`);
}

/** The distance of states from the initial state, following the transitions in the order of the text. */
class Ranks {
  private readonly ranks = new Map<string, number>();
  /** Pairs of nodes that close a cycle. */
  private readonly back = new Set<string>();
  private readonly next = new Map<string, string[]>();
  /** The representative state of each automata. */
  private readonly inside = new Map<string, string>();

  constructor(graph: StateGraph) {
    for (const { parent, id } of graph.nodes)
      if (parent !== undefined && !this.inside.has(parent)) this.inside.set(parent, id);
    for (const { kind, from, to } of graph.edges) if (kind === 'initial') this.inside.set(from, to);
    for (const { kind, from, to } of graph.edges) {
      if (kind === 'initial') continue;
      addToGroup(this.next, this.leaf(from), this.leaf(to));
    }
    const order: string[] = [];
    const done = new Set<string>();
    const beginnings = graph.nodes.filter(({ isInitial }) => isInitial);
    for (const { id } of [...beginnings, ...graph.nodes]) this.visit(this.leaf(id), done, order);
    for (const id of order.reverse()) {
      const rank = this.rankOf(id);
      this.ranks.set(id, rank);
      for (const to of this.next.get(id) ?? [])
        if (!this.back.has(pair(id, to))) this.ranks.set(to, Math.max(this.rankOf(to), rank + 1));
    }
  }

  readonly span = (from: string, to: string): number => {
    const [a, b] = [this.leaf(from), this.leaf(to)];
    const layers = Math.abs(this.rankOf(a) - this.rankOf(b));
    return a !== b && this.back.has(pair(a, b)) ? -Math.max(1, layers) : layers;
  };

  private rankOf(id: string): number {
    return this.ranks.get(id) ?? 0;
  }

  /** The innermost initial state of an automata. */
  private leaf(id: string): string {
    const seen = new Set<string>();
    let at = id;
    for (let next = this.inside.get(at); next !== undefined && !seen.has(next); next = this.inside.get(at)) {
      seen.add(next);
      at = next;
    }
    return at;
  }

  /** Depth first, without recursion: chains may be as long as a file. */
  private visit(start: string, done: Set<string>, order: string[]): void {
    if (done.has(start)) return;
    const open = new Set([start]);
    const stack = [{ id: start, at: 0 }];
    done.add(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const to = this.next.get(top.id)?.[top.at++];
      if (to === undefined) {
        open.delete(top.id);
        order.push(top.id);
        stack.pop();
      } else if (open.has(to)) this.back.add(pair(top.id, to));
      else if (!done.has(to)) {
        done.add(to);
        open.add(to);
        stack.push({ id: to, at: 0 });
      }
    }
  }
}

function pair(from: string, to: string): string {
  return `${from}\n\n\n${to}`;
}
