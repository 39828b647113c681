import type { Box } from '../../../server/drawing/layout';
import { middleOf } from './geometry';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The factor of the cost of a connected node, which is therefore preferred to others. */
const preference = 0.5;

/**
 * The nearest box in a direction, if any. Boxes straight ahead are preferred to those at the side, and connected ones
 * to others.
 */
export function nearestBox(
  boxes: ReadonlyMap<string, Box>,
  from: string,
  direction: Direction,
  joined: ReadonlySet<string>,
): string | undefined {
  const start = boxes.get(from);
  if (!start) return undefined;
  const here = middleOf(start);
  const isFlat = direction === 'left' || direction === 'right';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, box] of boxes) {
    if (id === from) continue;
    const there = middleOf(box);
    const along = sign * (isFlat ? there.x - here.x : there.y - here.y);
    const aside = Math.abs(isFlat ? there.y - here.y : there.x - here.x);
    if (along <= 1 || aside > along * 3) continue;
    const cost = (along + aside * 2) * (joined.has(id) ? preference : 1);
    if (cost < least) {
      least = cost;
      best = id;
    }
  }
  return best;
}
