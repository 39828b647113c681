import type { StateGraph, StateNode } from './state-graph';

/** A position in the drawing, in pixels at scale 1; `y` grows downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle with its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Whether a rectangle is within another one. */
export function holdsBox(outer: Box, { x, y, width, height }: Box): boolean {
  const right = outer.x + outer.width;
  const bottom = outer.y + outer.height;
  return outer.x <= x && outer.y <= y && x + width <= right && y + height <= bottom;
}

/** The positions of all elements. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** By the `id` of the node; a container encloses the boxes of its children. */
  readonly nodes: ReadonlyMap<string, Box>;
  /** By the `id` of the edge: the points of its line from border to border, and the center of its label. */
  readonly edges: ReadonlyMap<string, { readonly points: readonly Point[]; readonly label: Point }>;
}

/** The size of a node without children. */
export type SizeOf = (node: StateNode) => { readonly width: number; readonly height: number };

/**
 * Positions nodes and edges; with the layout before an edit, remaining elements keep their positions as far as
 * possible.
 */
export type ComputeLayout = (graph: StateGraph, sizeOf: SizeOf, previous?: Layout) => Promise<Layout>;
