import { drawnLines, drawnNodes } from './drawn-lines';
import { labelBox, stackLabels } from './edge-label';
import { type Box, holdsBox, type Layout, type Point, type SizeOf } from './layout';
import type { StateGraph } from './state-graph';
import { lookUpNode } from './tree';

type Line = { readonly points: readonly Point[]; readonly label: Point };

/** In pixels. */
const NEAR = 1.5;
const MARGIN = 10;

/**
 * Reuses the layout before an edit if only names of events, conditions and the content of states have changed: all
 * nodes keep their positions. Undefined if other elements are drawn, or if there is not enough space.
 */
export function reusedLayout(graph: StateGraph, sizeOf: SizeOf, previous: Layout): Layout | undefined {
  const drawn = drawnNodes(graph);
  if (drawn.length !== previous.nodes.size) return undefined;
  const containers = new Set(drawn.map(({ parent }) => parent));
  const nodes = new Map<string, Box>();
  const changed = new Set<string>();
  for (const node of drawn) {
    const before = previous.nodes.get(node.id);
    if (before === undefined) return undefined;
    const size = containers.has(node.id) ? before : sizeOf(node);
    const isSame = size.width === before.width && size.height === before.height;
    if (!isSame) changed.add(node.id);
    nodes.set(node.id, isSame ? before : resizedBox(before, size));
  }
  for (const node of drawn) {
    const box = changed.has(node.id) ? nodes.get(node.id) : undefined;
    if (box && !hasRoom(node.id, box, node.parent, nodes, containers)) return undefined;
  }
  const edges = linesOf(graph, previous, nodes);
  if (edges === undefined || !labelsHaveRoom(graph, edges, nodes, containers)) return undefined;
  return { width: previous.width, height: previous.height, nodes, edges };
}

/** Whether no label overlaps another one, a node, or a line. */
function labelsHaveRoom(
  { edges }: StateGraph,
  lines: ReadonlyMap<string, Line>,
  nodes: ReadonlyMap<string, Box>,
  containers: ReadonlySet<string | undefined>,
): boolean {
  const labels = edges.flatMap((edge) => {
    const label = edge.kind === 'initial' ? undefined : lines.get(edge.id)?.label;
    return label ? [labelBox(edge, label)] : [];
  });
  const others = [
    ...[...nodes].flatMap(([id, box]) => (containers.has(id) ? [] : [box])),
    ...[...lines.values()].flatMap(({ points }) => segmentBoxes(points)),
  ];
  // From left to right, so that each label is compared with what is near it only.
  const all = [...labels, ...others].sort((a, b) => a.x - b.x);
  const isLabel = new Set(labels);
  for (const [index, box] of all.entries()) {
    for (let next = index + 1; next < all.length; next++) {
      const other = all[next];
      if (other === undefined || other.x > box.x + box.width) break;
      if ((isLabel.has(box) || isLabel.has(other)) && overlaps(box, other)) return false;
    }
  }
  return true;
}

function segmentBoxes(points: readonly Point[]): Box[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
  });
}

function hasRoom(
  id: string,
  box: Box,
  parent: string | undefined,
  nodes: ReadonlyMap<string, Box>,
  containers: ReadonlySet<string | undefined>,
): boolean {
  const frame = lookUpNode(nodes, parent);
  const wide = { x: box.x - MARGIN, y: box.y, width: box.width + 2 * MARGIN, height: box.height + MARGIN };
  if (frame && !holdsBox(frame, wide)) return false;
  for (const [other, that] of nodes) {
    if (other === id) continue;
    const isAround = containers.has(other) && holdsBox(that, box);
    if (!isAround && overlaps(wide, that)) return false;
  }
  return true;
}

/** Matches each line with a previous one of the same ends; undefined if the number of lines differs. */
function linesOf(
  graph: StateGraph,
  previous: Layout,
  nodes: ReadonlyMap<string, Box>,
): ReadonlyMap<string, Line> | undefined {
  const initials = graph.edges.filter(({ kind, to }) => kind === 'initial' && nodes.has(to));
  const edges = new Map<string, Line>();
  // Edges that share a line have the same points.
  const left = new Map<string, Line[]>();
  const starts = new Set(initials.map(({ id }) => id));
  for (const [id, line] of previous.edges) {
    if (starts.has(id)) continue;
    const key = line.points.map(({ x, y }) => `${x} ${y}`).join(' ');
    left.set(key, [...(left.get(key) ?? []), line]);
  }
  const moved = (points: readonly Point[], from: string | undefined, to: string) =>
    points.map((point, index) => {
      const id = index === 0 ? from : index === points.length - 1 ? to : undefined;
      const [before, now] = [lookUpNode(previous.nodes, id), lookUpNode(nodes, id)];
      return before && now ? movedWithBorder(point, before, now) : point;
    });
  for (const { id, to } of initials) {
    const line = previous.edges.get(id);
    const last = line?.points.at(-1);
    const box = previous.nodes.get(to);
    if (line === undefined || last === undefined || box === undefined || !isOnBorder(last, box))
      return undefined;
    edges.set(id, { points: moved(line.points, undefined, to), label: line.label });
  }
  for (const { from, to, edges: own } of drawnLines(graph)) {
    const [a, b] = [previous.nodes.get(from), previous.nodes.get(to)];
    if (a === undefined || b === undefined) return undefined;
    const found = [...left].find(([, lines]) => {
      const points = lines[0]?.points ?? [];
      const [first, last] = [points[0], points.at(-1)];
      return lines.length === own.length && first && last && isOnBorder(first, a) && isOnBorder(last, b);
    });
    if (found === undefined) return undefined;
    const [key, lines] = found;
    left.delete(key);
    const points = moved(lines[0]?.points ?? [], from, to);
    const x = lines[0]?.label.x ?? 0;
    const middle = lines.reduce((sum, { label }) => sum + label.y, 0) / lines.length;
    for (const [id, label] of stackLabels(own, { x, y: middle }, points)) edges.set(id, { points, label });
  }
  return left.size === 0 ? edges : undefined;
}

function isOnBorder({ x, y }: Point, box: Box): boolean {
  const isBeside = near(x, box.x) || near(x, box.x + box.width);
  const isAbove = near(y, box.y) || near(y, box.y + box.height);
  const isWithin = x >= box.x - NEAR && x <= box.x + box.width + NEAR;
  const isLevel = y >= box.y - NEAR && y <= box.y + box.height + NEAR;
  return (isBeside && isLevel) || (isAbove && isWithin);
}

/** A box with another size, in the middle of its column. */
export function resizedBox({ x, y, width }: Box, size: ReturnType<SizeOf>): Box {
  return { x: x + (width - size.width) / 2, y, width: size.width, height: size.height };
}

/** Moves a point with the border that it is on. */
export function movedWithBorder({ x, y }: Point, before: Box, now: Box): Point {
  if (near(y, before.y + before.height)) return { x, y: now.y + now.height };
  if (near(y, before.y)) return { x, y: now.y };
  return { x: near(x, before.x) ? now.x : now.x + now.width, y: Math.min(y, now.y + now.height - 4) };
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
