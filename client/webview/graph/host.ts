import type { Layout } from '../../../server/drawing/layout';
import type { FromPage, SavedPage } from '../../graph/messages';
import type { View } from './geometry';
import type { FieldDraft } from './text-field';

/** The state of the page that is restored after a reload. */
export interface SavedState extends SavedPage {
  readonly view?: View | undefined;
  readonly selected?: string | undefined;
  readonly automata?: boolean;
  /** Only this node and its neighbours are drawn. */
  readonly neighbours?: string | undefined;
  /** Undefined until the user chooses; by default, larger graphs have one. */
  readonly minimap?: boolean;
  readonly legend?: boolean;
  readonly layout?: SavedLayout | undefined;
  /** A text that the user has not entered yet. */
  readonly draft?: FieldDraft | undefined;
}

/** A layout as plain data, and the key of its graph. */
export interface SavedLayout {
  readonly key: string;
  readonly size: readonly [width: number, height: number];
  readonly nodes: readonly [string, NonNullable<ReturnType<Layout['nodes']['get']>>][];
  readonly edges: readonly [string, NonNullable<ReturnType<Layout['edges']['get']>>][];
}

/** The panel, as the page sees it. */
export interface GraphHost {
  postMessage(message: FromPage): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
}

/** Limit of nodes of a stored layout. Larger layouts are computed again after a reload. */
const most = 400;

/** Stores a layout, unless it is very large. */
export function packLayout(key: string, layout: Layout): SavedLayout | undefined {
  if (layout.nodes.size > most) return undefined;
  return { key, size: [layout.width, layout.height], nodes: [...layout.nodes], edges: [...layout.edges] };
}

/** The stored layout. */
export function unpackLayout({ size: [width, height], nodes, edges }: SavedLayout): Layout {
  return { width, height, nodes: new Map(nodes), edges: new Map(edges) };
}
