import type { ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';
import type { DrawnLine } from './drawn-lines';
import { stackLabels } from './edge-label';
import { elkId, SPACING } from './elk-terms';
import type { Box, Layout, Point } from './layout';
import type { StateEdge } from './state-graph';

/** The layout that the library computed, relative to the upper left corner. */
export function placedLayout(
  placed: ElkNode,
  wires: readonly DrawnLine[],
  initials: readonly StateEdge[],
): Layout {
  return new Reader(placed, wires, initials).layout();
}

class Reader {
  private readonly boxes = new Map<string, Box>();
  private readonly lines = new Map<string, { points: readonly Point[]; label: Point | undefined }>();
  private readonly nodes = new Map<string, Box>();
  private readonly edges = new Map<string, { readonly points: readonly Point[]; readonly label: Point }>();
  /** The boxes of the layers' nodes, from the top. */
  private readonly leaves: Box[] = [];
  private width: number;
  /** Lanes along the side, by their target node. */
  private readonly lanes = new Map<string, number>();

  constructor(
    private readonly placed: ElkNode,
    private readonly wires: readonly DrawnLine[],
    private readonly initials: readonly StateEdge[],
  ) {
    this.width = placed.width ?? 0;
    this.readNodes(placed);
    this.readLines(placed);
  }

  layout(): Layout {
    for (const edge of this.initials) this.readInitial(edge);
    for (const wire of this.wires) this.readWire(wire);
    const { lanes } = this;
    const width = lanes.size > 0 ? this.width + SPACING.aside + lanes.size * SPACING.lane : this.width;
    return { width, height: this.placed.height ?? 0, nodes: this.nodes, edges: this.edges };
  }

  private readNodes({ children }: ElkNode): void {
    for (const child of children ?? []) {
      const box = boxOf(child);
      this.boxes.set(child.id, box);
      const node = elkId.node('');
      if (child.id.startsWith(node)) this.nodes.set(child.id.slice(node.length), box);
      if (child.children === undefined) this.leaves.push(box);
      this.readNodes(child);
    }
  }

  private readLines(node: ElkNode): void {
    for (const { id, sections, labels } of node.edges ?? []) {
      const points = (sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) =>
        [startPoint, ...(bendPoints ?? []), endPoint].map(toPoint),
      );
      const [label] = labels ?? [];
      this.lines.set(id, { points, label: label && middleOf(boxOf(label)) });
    }
    for (const child of node.children ?? []) this.readLines(child);
  }

  private readInitial({ id }: StateEdge): void {
    const dot = this.boxes.get(elkId.dot(id));
    const points = this.lines.get(`initial ${id}`)?.points ?? [];
    const first = dot && { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 };
    if (first) this.edges.set(id, { points: [first, ...points.slice(1)], label: first });
  }

  private readWire(wire: DrawnLine): void {
    const line = this.lineOf(wire.id);
    if (line === undefined || line.points.length < 2) return;
    const points = wire.isFar
      ? this.around(wire, line.points)
      : wire.isBack
        ? [...line.points].reverse()
        : line.points;
    const middle = line.label ?? points[points.length >> 1] ?? { x: 0, y: 0 };
    for (const [id, label] of stackLabels(wire.edges, middle, points)) this.edges.set(id, { points, label });
  }

  private lineOf(id: string): { points: readonly Point[]; label: Point | undefined } | undefined {
    const box = this.boxes.get(elkId.label(id));
    if (box === undefined) return this.lines.get(id);
    const label = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const [before, after] = [elkId.before(id), elkId.after(id)].map(
      (part) => this.lines.get(part)?.points ?? [],
    );
    return { points: straight([...(before ?? []), ...(after ?? [])]), label };
  }

  /** The route out of the layers, along the side, and back in above the node. */
  private around({ to }: DrawnLine, out: readonly Point[]): readonly Point[] {
    const end = this.lines.get(elkId.entry(to))?.points ?? [];
    const [last, first] = [out.at(-1), end[0]];
    if (last === undefined || first === undefined) return out;
    const number = this.lanes.get(to) ?? this.lanes.size;
    this.lanes.set(to, number);
    const lane = this.width + SPACING.aside + number * SPACING.lane;
    const below =
      Math.max(last.y, ...this.besides(last.y).map(({ y, height }) => y + height)) + SPACING.edge / 2;
    const above = Math.min(first.y, ...this.besides(first.y).map(({ y }) => y)) - SPACING.edge / 2;
    return straight([
      ...out.slice(0, -1),
      { x: last.x, y: below },
      { x: lane, y: below },
      { x: lane, y: above },
      { x: first.x, y: above },
      ...end.slice(1),
    ]);
  }

  private besides(at: number): Box[] {
    return this.leaves.filter(({ y, height }) => y <= at && at <= y + height);
  }
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function toPoint({ x, y }: ElkPoint): Point {
  return { x, y };
}

/** Removes points that are on a straight line between two others. */
function straight(points: readonly Point[]): readonly Point[] {
  const isSame = (a: number, b: number, c: number) => Math.abs(a - b) < 0.5 && Math.abs(b - c) < 0.5;
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return true;
    return !isSame(before.x, point.x, after.x) && !isSame(before.y, point.y, after.y);
  });
}
