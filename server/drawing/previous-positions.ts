import { addToGroup } from '../text/group-by';
import { drawnNodes } from './drawn-lines';
import type { Box, Layout, Point, SizeOf } from './layout';
import type { StateEdge, StateGraph, StateNode } from './state-graph';
import { lookUpNode } from './tree';

/** The previous positions of nodes, and suitable ones for new nodes; by `id`, including the dots of `initial` edges. */
export class PreviousPositions {
  private readonly boxes = new Map<string, Box>();
  private readonly dots = new Map<string, Point>();
  /** Rows of nodes side by side, from the top, as vertical ranges. */
  private readonly rows: { readonly top: number; readonly bottom: number }[] = [];

  constructor(
    graph: StateGraph,
    sizeOf: SizeOf,
    private readonly previous: Layout,
  ) {
    const nodes = drawnNodes(graph);
    const containers = new Set(nodes.map(({ parent }) => parent));
    const fresh: StateNode[] = [];
    for (const node of nodes) {
      const box = previous.nodes.get(node.id);
      if (box) this.boxes.set(node.id, box);
      else fresh.push(node);
    }
    for (const { id, kind } of graph.edges) {
      const dot = kind === 'initial' ? previous.edges.get(id)?.points[0] : undefined;
      if (dot) this.dots.set(id, dot);
    }
    const leaves = nodes.filter(({ id }) => !containers.has(id));
    this.findRows(leaves.flatMap(({ id }) => this.boxes.get(id) ?? []));
    this.placeFresh(fresh, graph, sizeOf);
  }

  of(id: string): Box | undefined {
    return this.boxes.get(id);
  }

  dotOf(edge: string): Point | undefined {
    return this.dots.get(edge);
  }

  /** The previous or a suitable position for the label of a line: between its source's row and the next one. */
  labelOf(edges: readonly StateEdge[]): Point | undefined {
    const known = edges.flatMap(({ id }) => this.previous.edges.get(id)?.label ?? []);
    const [first, last] = [known[0], known.at(-1)];
    if (first && last) return { x: first.x, y: (first.y + last.y) / 2 };
    const [edge] = edges;
    const [from, to] = edge ? [this.boxes.get(edge.from), this.boxes.get(edge.to)] : [];
    if (from === undefined || to === undefined) return undefined;
    const [upper, lower] = from.y <= to.y ? [from, to] : [to, from];
    const row = this.rowOf(upper.y);
    const top = this.rows[row]?.bottom ?? upper.y + upper.height;
    const bottom = this.rows[row + 1]?.top ?? top + NEW_ROW;
    return { x: (upper.x + lower.x) / 2 + upper.width / 2, y: (top + bottom) / 2 };
  }

  /** A point in the row above or below a node; undefined for a node that was not drawn. */
  beside(id: string, side: 'above' | 'below'): Point | undefined {
    const box = this.boxes.get(id);
    return box && this.pointBeside(box, side);
  }

  private pointBeside({ x, y, height }: Box, side: 'above' | 'below'): Point {
    return { x, y: side === 'below' ? this.rowBeside(y + height, side) : this.rowBeside(y, side) };
  }

  /** The middle of the row above or below a height; of a new row if there is none. */
  private rowBeside(at: number, side: 'above' | 'below'): number {
    const { rows } = this;
    const row =
      side === 'below' ? rows.find(({ top }) => top > at) : rows.findLast(({ bottom }) => bottom < at);
    if (row) return (row.top + row.bottom) / 2;
    return side === 'below' ? (rows.at(-1)?.bottom ?? at) + NEW_ROW : (rows[0]?.top ?? at) - NEW_ROW;
  }

  /** The number of rows between two nodes; negative for the reverse direction. */
  span(from: string, to: string): number {
    const [a, b] = [this.boxes.get(from), this.boxes.get(to)];
    return a && b ? this.rowOf(b.y) - this.rowOf(a.y) : 0;
  }

  private rowOf(y: number): number {
    const row = this.rows.findIndex(({ bottom }) => y <= bottom);
    return row < 0 ? this.rows.length : row;
  }

  private findRows(boxes: readonly Box[]): void {
    for (const { y, height } of [...boxes].sort((a, b) => a.y - b.y)) {
      const last = this.rows.at(-1);
      if (last && y < last.bottom) {
        this.rows[this.rows.length - 1] = { top: last.top, bottom: Math.max(last.bottom, y + height) };
      } else this.rows.push({ top: y, bottom: y + height });
    }
  }

  /**
   * Places new nodes below their predecessors, otherwise above their successors, otherwise next to nodes of the same
   * automata.
   */
  private placeFresh(fresh: readonly StateNode[], graph: StateGraph, sizeOf: SizeOf): void {
    const into = new Map<string, string[]>();
    const out = new Map<string, string[]>();
    for (const { from, to, kind } of graph.edges) {
      if (kind === 'initial' || from === to) continue;
      addToGroup(into, to, from);
      addToGroup(out, from, to);
    }
    let left = fresh;
    // New nodes whose predecessors are new are placed after these.
    for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
      const later: StateNode[] = [];
      for (const node of left) {
        const [before] = into.get(node.id)?.flatMap((id) => this.boxes.get(id) ?? []) ?? [];
        const [after] = out.get(node.id)?.flatMap((id) => this.boxes.get(id) ?? []) ?? [];
        const middle = before ? this.pointBeside(before, 'below') : after && this.pointBeside(after, 'above');
        if (middle === undefined) later.push(node);
        else {
          const { width, height } = sizeOf(node);
          this.boxes.set(node.id, { x: middle.x + ASIDE, y: middle.y - height / 2, width, height });
        }
      }
      if (later.length === left.length) break;
      left = later;
    }
    for (const node of left) {
      if (this.boxes.has(node.id)) continue;
      const frame = lookUpNode(this.boxes, node.parent);
      const { width, height } = sizeOf(node);
      const top = frame?.y ?? this.rows[0]?.top ?? 0;
      this.boxes.set(node.id, { x: FAR_ASIDE, y: top, width, height });
    }
  }
}

/** Height of a new row, in pixels. */
const NEW_ROW = 60;
/** New nodes are placed to the right of existing ones. */
const ASIDE = 20;
const FAR_ASIDE = 1e6;
const MAX_ROUNDS = 20;
