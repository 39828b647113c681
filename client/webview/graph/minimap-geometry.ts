import type { Box, Point } from '../../../server/drawing/layout';
import { centreView, inView, middleOf, type Size, seenPart, type View } from './geometry';

const margin = 4;

/** The maximum scale. */
const most = 0.25;

/** The view of the whole drawing in the overview. */
export function smallView(bounds: Box, size: Size): View {
  const across = (size.width - 2 * margin) / Math.max(bounds.width, 1);
  const down = (size.height - 2 * margin) / Math.max(bounds.height, 1);
  return centreView(middleOf(bounds), Math.min(across, down, most), size);
}

/** The frame of the window's view in the overview. */
export function frameOf(view: View, window: Size, small: View): Box {
  return inView(seenPart(view, window), small);
}

/** The view centered at a point of the overview. */
export function viewAt(point: Point, view: View, window: Size, small: View): View {
  const there = { x: (point.x - small.x) / small.scale, y: (point.y - small.y) / small.scale };
  return centreView(there, view.scale, window);
}
