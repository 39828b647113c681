import type { Box, Layout, Point } from '../../../server/drawing/layout';
import { boxesTouch, middleOf } from './geometry';

/**
 * The node that is to stay where it is when others come and go: the one that is preferred if it is in sight before and
 * there afterwards, else the one nearest to the middle of what is seen.
 *
 * @param nodes before and after the change; without those that grow with what is in them
 */
export function anchorOf(
  before: ReadonlyMap<string, Box>,
  after: ReadonlyMap<string, Box>,
  seen: Box,
  preferred: string | undefined,
): string | undefined {
  const middle = middleOf(seen);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, box] of before) {
    if (!after.has(id) || !boxesTouch(box, seen)) continue;
    if (id === preferred) return id;
    const { x, y } = middleOf(box);
    const far = Math.hypot(x - middle.x, y - middle.y);
    if (far < least) [best, least] = [id, far];
  }
  return best;
}

/**
 * A layout moved so that a node keeps its place of before: what is looked at stays where it is, whatever was added above
 * or beside it.
 *
 * @param at the node; without it, or where one of the layouts does not have it, nothing is moved
 */
export function anchored(layout: Layout, before: Layout | undefined, at: string | undefined): Layout {
  const old = at === undefined ? undefined : before?.nodes.get(at);
  const now = at === undefined ? undefined : layout.nodes.get(at);
  if (!old || !now) return layout;
  return movedBy(layout, { x: old.x - now.x, y: old.y - now.y });
}

/** A layout moved as a whole. */
export function movedBy(layout: Layout, by: Point): Layout {
  if (by.x === 0 && by.y === 0) return layout;
  const moved = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    width: layout.width,
    height: layout.height,
    nodes: new Map([...layout.nodes].map(([id, box]) => [id, moved(box)])),
    edges: new Map(
      [...layout.edges].map(([id, { points, label }]) => [
        id,
        { points: points.map((point) => moved(point)), label: moved(label) },
      ]),
    ),
  };
}
