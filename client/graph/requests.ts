/** What the panel of the state graph asks the server, beyond the Language Server Protocol. */

import { type Position, type Range, RequestType } from 'vscode-languageclient';
import type { StateGraph } from '../../server/drawing/state-graph';

/** Where a node or an edge is written. */
export interface GraphPlace {
  readonly uri: string;
  /** All of it. */
  readonly range: Range;
  /** Its name, or the target. */
  readonly selection: Range;
}

/** The graph of a project, and where its nodes and edges are written, by their `id`. */
export interface DrawnGraph {
  readonly graph: StateGraph;
  readonly places: Readonly<Record<string, GraphPlace>>;
  readonly title: string;
}

/** Asks for the graph of the project that a file belongs to; `null` where it belongs to none. */
export const stateGraphRequest = new RequestType<{ readonly uri: string }, DrawnGraph | null, void>(
  'atomicState/stateGraph',
);

/** Asks in the text of which node of that graph, and of which edge, a position lies; `null` where it lies in none. */
export const stateAtRequest = new RequestType<
  { readonly textDocument: { readonly uri: string }; readonly position: Position },
  { readonly id: string; readonly edge?: string } | null,
  void
>('atomicState/stateAt');
