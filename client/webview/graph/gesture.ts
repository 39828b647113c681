import type { Box, Point } from '../../../server/drawing/layout';

/** Where a line begins that the user draws: a node, or the end of the selected transition. */
export type LineStart =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'end'; readonly id: string };

/** The width of a border that can be dragged, and the radius of a handle, in pixels of the screen. */
const reach = { border: 6, handle: 9 } as const;

/** The largest part of a node that is its border, so that small nodes can still be clicked and moved. */
const mostOfNode = 0.2;

/** Whether a point of the drawing is on the border of a node, inside. */
export function isOnBorder({ x, y, width, height }: Box, point: Point, scale: number): boolean {
  const room = Math.min(reach.border / scale, mostOfNode * Math.min(width, height));
  const [left, top] = [point.x - x, point.y - y];
  const distance = Math.min(left, width - left, top, height - top);
  return distance >= 0 && distance <= room;
}

/** Whether a point of the drawing is on the end of a line. */
export function isOnEnd(end: Point | undefined, point: Point, scale: number): boolean {
  return end !== undefined && Math.hypot(point.x - end.x, point.y - end.y) <= reach.handle / scale;
}

/** The point of a box's border on the line from its middle to another point. */
export function borderPoint({ x, y, width, height }: Box, to: Point): Point {
  const middle = { x: x + width / 2, y: y + height / 2 };
  const [dx, dy] = [to.x - middle.x, to.y - middle.y];
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : height / 2 / Math.abs(dy),
  );
  return Number.isFinite(scale) ? { x: middle.x + dx * scale, y: middle.y + dy * scale } : middle;
}
