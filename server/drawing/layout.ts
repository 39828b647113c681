import type { StateGraph, StateNode } from './state-graph';

/** A place in the drawing, in pixels at scale 1; `y` grows downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where everything goes. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** By the `id` of the node; a container holds the boxes of what is in it. */
  readonly nodes: ReadonlyMap<string, Box>;
  /** By the `id` of the edge: the points of a line from border to border, and the middle of its label. */
  readonly edges: ReadonlyMap<string, { readonly points: readonly Point[]; readonly label: Point }>;
}

/** How large a node without children is to be. */
export type SizeOf = (node: StateNode) => { readonly width: number; readonly height: number };

/** Places nodes and edges; with the layout before an edit, what is still there stays where it was as far as possible. */
export type ComputeLayout = (graph: StateGraph, sizeOf: SizeOf, previous?: Layout) => Promise<Layout>;
