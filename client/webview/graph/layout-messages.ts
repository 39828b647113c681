import type { Layout } from '../../../server/drawing/layout';
import type { StateGraph } from '../../../server/drawing/state-graph';
import type { Size } from './geometry';

/** To the worker that places nodes and edges. */
export interface LayoutWork {
  readonly graph: StateGraph;
  /** Of the nodes without children, by id. */
  readonly sizes: ReadonlyMap<string, Size>;
  readonly previous: Layout | undefined;
}

/** From the worker: where everything goes, or why that could not be worked out. */
export type LayoutResult = { readonly layout: Layout } | { readonly error: string };
