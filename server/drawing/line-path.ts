import type { Point } from './layout';
import { roundedText } from './markup';

/** Radius in pixels. */
const CORNER = 9;
const ARROW = { length: 8, half: 3.6 } as const;

/** An SVG path through points with round corners; it ends where its arrowhead begins. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${at(first)}`;
  let before = first;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (next === undefined) {
      path += `L${at(towards(point, before, Math.min(ARROW.length - 1, distance(point, before))))}`;
      return;
    }
    const corner = Math.min(CORNER, distance(before, point) / 2, distance(point, next) / 2);
    path += `L${at(towards(point, before, corner))}Q${at(point)} ${at(towards(point, next, corner))}`;
    before = point;
  });
  return path;
}

/** The arrowhead of such a line, as a closed path. */
export function arrowPath(points: readonly Point[]): string {
  const [before, tip] = points.slice(-2);
  if (before === undefined || tip === undefined) return '';
  const foot = towards(tip, before, ARROW.length);
  const length = distance(tip, before) || 1;
  const x = ((before.y - tip.y) / length) * ARROW.half;
  const y = ((tip.x - before.x) / length) * ARROW.half;
  return `M${at(tip)}L${at({ x: foot.x + x, y: foot.y + y })}L${at({ x: foot.x - x, y: foot.y - y })}Z`;
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function at({ x, y }: Point): string {
  return `${roundedText(x)},${roundedText(y)}`;
}
