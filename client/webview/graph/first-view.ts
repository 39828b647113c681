import type { Box } from '../../../server/drawing/layout';
import { centreView, fillWindow, fitBox, middleOf, type Size, type View } from './geometry';

/** The smallest scale at which the whole graph is shown initially, or all neighbours of a state. */
const least = 0.75;

/** The scale of a part of a larger graph. */
const readable = 0.9;

/**
 * The initial view of a graph that is too large to be readable as a whole: the surroundings of a node. Undefined if
 * the whole graph is readable.
 */
export function readablePart(all: Box, first: Box | undefined, window: Size): View | undefined {
  if (first === undefined || fitBox(all, window).scale >= least) return undefined;
  return fillWindow(centreView(middleOf(first), readable, window), all, window);
}
