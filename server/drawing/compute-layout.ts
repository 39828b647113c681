import Elk from 'elkjs/lib/elk.bundled.js';
import { elkTask } from './elk-graph';
import type { ComputeLayout, Layout, Point } from './layout';
import { PreviousPositions } from './previous-positions';
import { reusedLayout } from './reuse';

const elk = new Elk();

/**
 * Lays out the states in layers, from the initial state down. With a previous layout, nothing moves if only labels
 * change. Otherwise nodes keep their layers and their order in these, and most keep their positions, so that the
 * upper left corner of the drawing need not be at zero.
 */
export const computeLayout: ComputeLayout = async (graph, sizeOf, previous) => {
  const reused = previous && reusedLayout(graph, sizeOf, previous);
  if (reused) return reused;
  const isKnown = previous !== undefined && graph.nodes.some(({ id }) => previous.nodes.has(id));
  const { root, read } = elkTask(
    graph,
    sizeOf,
    isKnown ? new PreviousPositions(graph, sizeOf, previous) : undefined,
  );
  const layout = read(await elk.layout(root));
  return isKnown ? inPlace(layout, previous) : layout;
};

/** Moves the layout so that the median of all nodes keeps its position. */
function inPlace(layout: Layout, previous: Layout): Layout {
  const shifts = [...layout.nodes].flatMap(([id, box]) => {
    const before = previous.nodes.get(id);
    return before ? [{ x: before.x - box.x, y: before.y - box.y }] : [];
  });
  const by = { x: middle(shifts.map(({ x }) => x)), y: middle(shifts.map(({ y }) => y)) };
  const moved = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    ...layout,
    nodes: new Map(Array.from(layout.nodes, ([id, box]) => [id, moved(box)])),
    edges: new Map(
      Array.from(layout.edges, ([id, { points, label }]) => [
        id,
        { points: points.map((point) => moved(point)), label: moved(label) },
      ]),
    ),
  };
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
