import type { Layout } from '../../../server/drawing/layout';
import type { StateGraph } from '../../../server/drawing/state-graph';
import type { Size } from './geometry';

/** To the worker that computes layouts. */
export interface LayoutWork {
  readonly graph: StateGraph;
  /** The sizes of the nodes without children, by id. */
  readonly sizes: ReadonlyMap<string, Size>;
  readonly previous: Layout | undefined;
}

/** From the worker: the layout, or an error. */
export type LayoutResult = { readonly layout: Layout } | { readonly error: string };
