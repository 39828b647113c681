import { type DrawnLine, drawnLines } from '../../../server/drawing/drawn-lines';
import { stackLabels } from '../../../server/drawing/edge-label';
import type { Box, Layout, Point } from '../../../server/drawing/layout';
import { movedWithBorder } from '../../../server/drawing/reuse';
import type { StateEdge, StateGraph } from '../../../server/drawing/state-graph';
import { middleOf } from './geometry';
import { borderPoint } from './gesture';

/** The length of the line from the marker of an initial state, in pixels. */
const MARKER_LENGTH = 32;

/** How far a line from a node to itself leaves it, in pixels. */
const LOOP = { width: 24, height: 16 } as const;

/** Where the labels of new lines between the same two nodes are, as parts of the lines. */
const LABEL_PARTS = [0.5, 0.3, 0.7, 0.4, 0.6] as const;

type Placed = NonNullable<ReturnType<Layout['edges']['get']>>;

interface Line {
  /** Undefined for the marker of an initial state. */
  readonly from: string | undefined;
  readonly to: string;
  points: readonly Point[];
  labels: readonly Point[];
  /** Identifies the labels. */
  readonly labelKey: string;
}

interface ProvisionalEdges {
  readonly edges: ReadonlyMap<string, Placed>;
  /** No line has changed except for those of one node, and these are not in each other's way. */
  readonly areOthersSame: boolean;
}

/** The lines of a drawing while its nodes change, and new ones. */
export class ProvisionalLines {
  /** By the id of the line, or of the marker's edge. */
  readonly #lines = new Map<string, Line>();
  readonly #before: Layout['edges'];

  constructor(graph: StateGraph, { edges }: Layout) {
    this.#before = edges;
    for (const { id, from, to, edges: own } of linesOf(graph)) {
      const placed = own.flatMap((edge) => edges.get(edge.id) ?? []);
      const [first] = placed;
      if (!first || placed.length < own.length) continue;
      const labels = placed.map(({ label }) => label);
      this.#lines.set(id, { from, to, points: first.points, labels, labelKey: labelKeyOf(own) });
    }
    for (const { id, to } of markersOf(graph)) {
      const placed = edges.get(id);
      if (placed)
        this.#lines.set(id, { from: undefined, to, points: placed.points, labels: [], labelKey: '' });
    }
  }

  /** Moves the ends of lines at a node whose size changes. */
  resize(id: string, before: Box, now: Box): void {
    for (const line of this.#lines.values()) {
      const end = line.points.length - 1;
      line.points = line.points.map((point, index) =>
        (index === 0 && line.from === id) || (index === end && line.to === id)
          ? movedWithBorder(point, before, now)
          : point,
      );
    }
  }

  /**
   * Moves everything below a height down.
   *
   * @param moves whether a node moves; undefined if it becomes higher
   */
  makeRoom(at: number, height: number, moves: (id: string) => boolean | undefined): void {
    const moved = (point: Point, does = point.y > at) => (does ? { ...point, y: point.y + height } : point);
    for (const line of this.#lines.values()) {
      const end = line.points.length - 1;
      line.points = line.points.map((point, index) => {
        const node = index === 0 ? line.from : index === end ? line.to : undefined;
        return moved(point, node === undefined ? undefined : moves(node));
      });
      line.labels = line.labels.map((label) => moved(label));
    }
  }

  /**
   * The lines of a graph: straight ones where there was none.
   *
   * @param added the node whose lines may be new
   */
  of(graph: StateGraph, boxes: ReadonlyMap<string, Box>, added: string | undefined): ProvisionalEdges {
    const edges = new Map<string, Placed>();
    /** The number of new lines between two nodes. */
    const counts = new Map<string, number>();
    let areOthersSame = true;
    for (const line of linesOf(graph)) {
      const known = this.#lines.get(line.id);
      if (known?.labelKey === labelKeyOf(line.edges)) {
        const { points, labels } = known;
        for (const [index, label] of labels.entries()) {
          const edge = line.edges[index];
          const before = edge && this.#before.get(edge.id);
          // What is the same object need not be compared.
          const isSame = before?.points === points && before.label === label;
          if (edge) edges.set(edge.id, isSame ? before : { points, label });
        }
        continue;
      }
      const pair = [line.from, line.to].sort().join('\n\n\n');
      const count = counts.get(pair) ?? 0;
      if (!known) counts.set(pair, count + 1);
      const isOfAdded = line.from === added || line.to === added;
      if (!isOfAdded || line.from === line.to || count > 0) areOthersSame = false;
      const { points, middle } = known
        ? { points: known.points, middle: middleOfLabels(known.labels) }
        : newLine(line, boxes, LABEL_PARTS[count % LABEL_PARTS.length] ?? 0);
      for (const [id, label] of stackLabels(line.edges, middle, points)) edges.set(id, { points, label });
    }
    for (const { id, to } of markersOf(graph)) {
      const box = boxes.get(to);
      if (!box) continue;
      const known = this.#lines.get(id);
      const isSame = known?.to === to;
      if (!isSame && to !== added) areOthersSame = false;
      const points = isSame ? known.points : markerLine(box);
      const [label] = points;
      if (label) edges.set(id, { points, label });
    }
    return { edges, areOthersSame };
  }
}

/** The lines between nodes. Those with the same ends have the same id in all graphs. */
function linesOf(graph: StateGraph): readonly DrawnLine[] {
  return drawnLines(graph, () => 1);
}

function markersOf({ edges }: StateGraph): readonly StateEdge[] {
  return edges.filter(({ kind }) => kind === 'initial');
}

function labelKeyOf(edges: readonly StateEdge[]): string {
  return JSON.stringify(edges.map(({ id, event, condition }) => [id, event, condition]));
}

function middleOfLabels(labels: readonly Point[]): Point {
  const sum = labels.reduce((height, { y }) => height + y, 0);
  return { x: labels[0]?.x ?? 0, y: sum / Math.max(1, labels.length) };
}

/** @param part where the label is on the line, from the node that is first in the order of ids */
function newLine({ from, to }: DrawnLine, boxes: ReadonlyMap<string, Box>, part: number) {
  const [start, end] = [boxes.get(from), boxes.get(to)];
  if (!start || !end) return { points: [], middle: { x: 0, y: 0 } };
  if (from === to) return loopAt(start);
  const first = borderPoint(start, middleOf(end));
  const last = borderPoint(end, first);
  const along = from < to ? part : 1 - part;
  const middle = {
    x: first.x + (last.x - first.x) * along,
    y: first.y + (last.y - first.y) * along,
  };
  return { points: [first, last], middle };
}

function loopAt(box: Box): { points: readonly Point[]; middle: Point } {
  const [x, y] = [box.x + box.width, middleOf(box).y];
  const [right, top, bottom] = [x + LOOP.width, y - LOOP.height / 2, y + LOOP.height / 2];
  const points = [
    { x, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
  return { points, middle: { x: right + 1, y } };
}

function markerLine(box: Box): readonly Point[] {
  const { y } = middleOf(box);
  return [
    { x: box.x - MARKER_LENGTH, y },
    { x: box.x, y },
  ];
}
