import type { Box, Point } from '../../server/drawing/layout';

/** A drawing as shapes, whichever program drew it. */
export interface DrawnShapes {
  /** The nodes without children. */
  readonly nodes: readonly Box[];
  /** Each line once, even if several transitions share it. */
  readonly lines: readonly (readonly Point[])[];
  readonly labels: readonly Box[];
}

/** What makes a drawing hard to read. */
export interface DrawingCounts {
  /** Pairs of labels that overlap, and of a label and a node. */
  readonly labelOverlaps: number;
  /** Pairs of a line and a label that it strikes through, its own or another's. */
  readonly struckLabels: number;
  /** Pairs of a line and a node that it runs through. */
  readonly linesThroughNodes: number;
  /** Pairs of lines that cross, once for each place. */
  readonly crossings: number;
}

/** Shapes that touch or overlap by less do not count, in pixels. */
const SLACK = 1.5;

export function drawingCounts({ nodes, lines, labels }: DrawnShapes): DrawingCounts {
  const segments = lines.map(segmentsOf);
  const struck = (boxes: readonly Box[]) =>
    boxes.reduce(
      (sum, box) => sum + segments.filter((line) => line.some((part) => isThrough(part, box))).length,
      0,
    );
  return {
    labelOverlaps:
      pairs(labels).filter(([one, other]) => overlap(one, other)).length +
      labels.reduce((sum, label) => sum + nodes.filter((node) => overlap(label, node)).length, 0),
    struckLabels: struck(labels),
    linesThroughNodes: struck(nodes),
    crossings: pairs(segments).reduce((sum, [one, other]) => sum + crossingsOf(one, other), 0),
  };
}

type Segment = readonly [Point, Point];

function segmentsOf(points: readonly Point[]): Segment[] {
  return points.slice(1).flatMap((to, index): Segment[] => {
    const from = points[index];
    return from ? [[from, to]] : [];
  });
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.x + SLACK < b.x + b.width &&
    b.x + SLACK < a.x + a.width &&
    a.y + SLACK < b.y + b.height &&
    b.y + SLACK < a.y + a.height
  );
}

/** Whether a segment runs through the inside of a box. */
function isThrough([from, to]: Segment, { x, y, width, height }: Box): boolean {
  const [left, right, top, bottom] = [x + SLACK, x + width - SLACK, y + SLACK, y + height - SLACK];
  let [begin, end] = [0, 1];
  // Each border cuts off the part of the segment beyond it.
  for (const [way, room] of [
    [from.x - to.x, from.x - left],
    [to.x - from.x, right - from.x],
    [from.y - to.y, from.y - top],
    [to.y - from.y, bottom - from.y],
  ] as const) {
    if (way === 0 && room <= 0) return false;
    if (way < 0) begin = Math.max(begin, room / way);
    if (way > 0) end = Math.min(end, room / way);
  }
  return begin < end;
}

/** The places where two lines cross. Lines that share a piece, or only touch, do not cross there. */
function crossingsOf(one: readonly Segment[], other: readonly Segment[]): number {
  return one.reduce((sum, a) => sum + other.filter((b) => cross(a, b)).length, 0);
}

function cross([a, b]: Segment, [c, d]: Segment): boolean {
  const side = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) * side(a, b, d) < -SLACK && side(c, d, a) * side(c, d, b) < -SLACK;
}
