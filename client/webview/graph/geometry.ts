import { labelBox } from '../../../server/drawing/edge-label';
import type { Box, Layout, Point } from '../../../server/drawing/layout';
import type { StateEdge } from '../../../server/drawing/state-graph';

/** The visible part of the drawing: a point `p` of it is at `p * scale + (x, y)` in the window. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The minimum and maximum scale of the drawing. */
const scales = { least: 0.05, most: 2.5 } as const;

/** The center of a box. */
export function middleOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The smallest box around everything that is drawn; empty if nothing is.
 *
 * @param labelled the transitions whose labels are included
 */
export function boundsOf(layout: Layout, labelled: readonly StateEdge[] = []): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = ({ x, y }: Point, width = 0, height = 0) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const box of layout.nodes.values()) add(box, box.width, box.height);
  for (const { points } of layout.edges.values()) for (const point of points) add(point);
  for (const edge of labelled) {
    const middle = layout.edges.get(edge.id)?.label;
    if (!middle || edge.kind === 'initial') continue;
    const box = labelBox(edge, middle);
    add(box, box.width, box.height);
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The view with all of a box in the center of a window, with a margin. Small content is not enlarged. */
export function fitBox(box: Box, window: Size, margin = 32): View {
  const room = (size: number) => Math.max(size - 2 * margin, 1);
  const scale = limited(
    Math.min(room(window.width) / Math.max(box.width, 1), room(window.height) / Math.max(box.height, 1), 1),
  );
  return centreView(middleOf(box), scale, window);
}

/** The view with a point of the drawing in its center. */
export function centreView(point: Point, scale: number, window: Size): View {
  return { x: window.width / 2 - point.x * scale, y: window.height / 2 - point.y * scale, scale };
}

/** The view after zooming by a factor; the content at a point of the window stays there. */
export function zoomView(view: View, factor: number, at: Point): View {
  const scale = limited(view.scale * factor);
  const ratio = scale / view.scale;
  return { x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio, scale };
}

/** The view that shows a box, moved as little as possible; unchanged if the box is already visible. */
export function revealBox(view: View, box: Box, window: Size, margin = 24): View {
  const move = (from: number, size: number, room: number): number => {
    const end = from + size;
    if (size > room - 2 * margin) return from < margin && end > room - margin ? 0 : margin - from;
    if (from < margin) return margin - from;
    return end > room - margin ? room - margin - end : 0;
  };
  const { scale } = view;
  const dx = move(box.x * scale + view.x, box.width * scale, window.width);
  const dy = move(box.y * scale + view.y, box.height * scale, window.height);
  return dx === 0 && dy === 0 ? view : { x: view.x + dx, y: view.y + dy, scale };
}

/** A view moved so that the window is not empty above or below a box that is higher than the window. */
export function fillWindow(view: View, box: Box, window: Size, margin = 32): View {
  const begin = view.y + box.y * view.scale;
  const end = begin + box.height * view.scale;
  if (end - begin < window.height - 2 * margin) return view;
  const bottom = window.height - margin;
  const dy = begin > margin ? margin - begin : end < bottom ? bottom - end : 0;
  return { ...view, y: view.y + dy };
}

/** The part of the drawing that a window shows. */
export function seenPart(view: View, window: Size): Box {
  return {
    x: -view.x / view.scale,
    y: -view.y / view.scale,
    width: window.width / view.scale,
    height: window.height / view.scale,
  };
}

/** Whether two boxes overlap or touch. */
export function boxesTouch(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

function limited(scale: number): number {
  return Math.min(Math.max(scale, scales.least), scales.most);
}

/** A box of the drawing, in the window. */
export function inView({ x, y, width, height }: Box, view: View): Box {
  const { scale } = view;
  return { x: x * scale + view.x, y: y * scale + view.y, width: width * scale, height: height * scale };
}
