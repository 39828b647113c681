import { type Box, holdsBox, type Layout, type Point } from '../../../server/drawing/layout';
import type { StateEdge } from '../../../server/drawing/state-graph';
import { boxesTouch, middleOf, type Size } from './geometry';
import { borderPoint } from './gesture';
import { ancestors, type Model } from './model';

/** The length of the line from the marker of an initial state, in pixels. */
const MARKER_LENGTH = 32;

interface SizedGraph {
  readonly model: Model;
  readonly sizes: ReadonlyMap<string, Size>;
}

type Line = NonNullable<ReturnType<Layout['edges']['get']>>;

/**
 * The layout with a new node where the user has dropped it; everything else stays. Undefined if more has changed, or if there
 * is no room at that place.
 */
export function droppedLayout({ model, sizes }: SizedGraph, before: Layout, at: Point): Layout | undefined {
  const { nodes, edges } = model.graph;
  const [added, ...more] = nodes.filter(({ id }) => sizes.has(id) && !before.nodes.has(id));
  const size = added && sizes.get(added.id);
  if (!added || !size || more.length > 0) return undefined;
  const others = rest({ model, sizes }, added.id, before);
  if (!others) return undefined;
  const box = { x: at.x - size.width / 2, y: at.y - size.height / 2, width: size.width, height: size.height };
  const around = new Set(ancestors(model, added.id).map(({ id }) => id));
  for (const [id, other] of before.nodes)
    if (around.has(id) ? !holdsBox(other, box) : boxesTouch(other, box)) return undefined;
  const lines = new Map(others);
  const boxes = new Map([...before.nodes, [added.id, box]]);
  for (const edge of edges.filter(({ from, to }) => from === added.id || to === added.id)) {
    const line = straightLine(edge, boxes);
    if (line === 'crowded' || (line && [...lines.values()].some((other) => isSame(line, other))))
      return undefined;
    if (line) lines.set(edge.id, line);
  }
  return { ...before, nodes: boxes, edges: lines };
}

/** The lines of all other nodes, as they were; undefined if there are others, or nodes have changed. */
function rest({ model, sizes }: SizedGraph, added: string, before: Layout): Map<string, Line> | undefined {
  for (const [id, box] of before.nodes) {
    const size = sizes.get(id) ?? box;
    if (!model.nodes.has(id) || size.width !== box.width || size.height !== box.height) return undefined;
  }
  const lines = new Map<string, Line>();
  for (const { id, from, to, kind } of model.edges.values()) {
    if (from === added || to === added) continue;
    const line = before.edges.get(id);
    if (line) lines.set(id, line);
    else if (before.nodes.has(to) && (kind === 'initial' || before.nodes.has(from))) return undefined;
  }
  return lines;
}

/** A line between the borders of two nodes; undefined if one of them is not drawn. */
function straightLine(
  { from, to, kind }: StateEdge,
  boxes: ReadonlyMap<string, Box>,
): Line | 'crowded' | undefined {
  const end = boxes.get(to);
  if (!end) return undefined;
  if (kind === 'initial') {
    const tip = { x: end.x, y: middleOf(end).y };
    const begin = { x: tip.x - MARKER_LENGTH, y: tip.y };
    return { points: [begin, tip], label: begin };
  }
  const start = boxes.get(from);
  if (!start) return undefined;
  if (from === to) return 'crowded';
  const points = [borderPoint(start, middleOf(end)), borderPoint(end, middleOf(start))] as const;
  return { points, label: { x: (points[0].x + points[1].x) / 2, y: (points[0].y + points[1].y) / 2 } };
}

/** Whether two lines have the same label, as several transitions between the same nodes. */
function isSame({ label }: Line, other: Line): boolean {
  return label.x === other.label.x && label.y === other.label.y;
}
