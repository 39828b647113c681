import Elk from 'elkjs/lib/elk.bundled.js';
import { elkTask } from './elk-graph';
import type { ComputeLayout, Layout } from './layout';
import { movedBy } from './moved-layout';
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
  const seeds = isKnown ? new PreviousPositions(graph, sizeOf, previous) : undefined;
  const { root, read } = elkTask(graph, sizeOf, seeds);
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
  return movedBy(layout, by);
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
