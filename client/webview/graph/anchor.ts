import type { Box, Layout } from '../../../server/drawing/layout';
import { movedBy } from '../../../server/drawing/moved-layout';
import { boxesTouch, middleOf } from './geometry';

/**
 * The node that keeps its position when others are added or removed: the preferred one if it is visible before the
 * change and exists after it, otherwise the node nearest to the centre of the view.
 *
 * @param nodes before and after the change, without those whose size depends on their children
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
 * Shifts a layout so that a node keeps its position: the view does not jump when nodes are added elsewhere.
 *
 * @param at the node; without it, or if a layout does not have it, nothing is shifted
 */
export function anchored(layout: Layout, before: Layout | undefined, at: string | undefined): Layout {
  const old = at === undefined ? undefined : before?.nodes.get(at);
  const now = at === undefined ? undefined : layout.nodes.get(at);
  if (!old || !now) return layout;
  return movedBy(layout, { x: old.x - now.x, y: old.y - now.y });
}
