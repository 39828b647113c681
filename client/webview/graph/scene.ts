import type { Box, Layout } from '../../../server/drawing/layout';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { anchored, anchorOf } from './anchor';
import { type PreparedGraph, prepareGraph } from './drawn-graph';
import { boundsOf } from './geometry';
import { packLayout, type SavedLayout, unpackLayout } from './host';
import { Layouter } from './layouter';
import type { Model } from './model';

/** With this many states or more, a message about the layout is shown immediately; below, only if it takes long. */
const many = 120;

/** Delay before a message about the layout is shown, in milliseconds. */
const noticeDelay = 300;

/** The drawn graph and its layout. */
export class Scene {
  readonly #layouter: Layouter;
  readonly #tell: (count: number) => void;
  #prepared: PreparedGraph | undefined;
  #layout: Layout | undefined;
  /** The computed layout. That of the drawing may be shifted as a whole. */
  #laidOut: { readonly key: string; readonly layout: Layout } | undefined;

  /**
   * @param layouter the address of the layout script
   * @param tell receives the number of states if the layout takes long
   */
  constructor(layouter: string, tell: (count: number) => void) {
    this.#layouter = new Layouter(layouter);
    this.#tell = tell;
  }

  get prepared(): PreparedGraph | undefined {
    return this.#prepared;
  }

  get model(): Model | undefined {
    return this.#prepared?.model;
  }

  get layout(): Layout | undefined {
    return this.#layout;
  }

  /** The bounding box of the drawing. */
  get bounds(): Box | undefined {
    return this.#layout && boundsOf(this.#layout, this.model?.graph.edges);
  }

  /** Whether a node or an edge is drawn. */
  has(id: string): boolean {
    return Boolean(this.#layout?.nodes.has(id) || this.#layout?.edges.has(id));
  }

  /** The boxes of the nodes without children. */
  cards(): Map<string, Box> {
    return new Map([...(this.#layout?.nodes ?? [])].filter(([id]) => !this.#prepared?.frames.has(id)));
  }

  /** The layout to store; undefined if there is none or it is too large. */
  toKeep(): SavedLayout | undefined {
    return this.#laidOut && packLayout(this.#laidOut.key, this.#laidOut.layout);
  }

  /**
   * Replaces the graph and computes its layout. False if a newer graph arrived; rejects with the reason if the layout
   * fails.
   *
   * @param kept the stored layout of an earlier page
   * @param seen the visible part of the drawing
   * @param preferred the node that keeps its position, if possible
   */
  async update(
    graph: StateGraph,
    kept: SavedLayout | undefined,
    seen: () => Box,
    preferred: () => string | undefined,
  ): Promise<boolean> {
    const prepared = prepareGraph(graph);
    const layout = await this.#layoutOf(prepared, kept);
    if (!layout) return false;
    const old = this.cards();
    const before = this.#layout;
    this.#laidOut = { key: prepared.key, layout };
    this.#prepared = prepared;
    this.#layout = anchored(layout, before, anchorOf(old, layout.nodes, seen(), preferred()));
    return true;
  }

  /** Reuses the layout if its key is unchanged: only texts of the same size have changed. */
  async #layoutOf(prepared: PreparedGraph, kept: SavedLayout | undefined): Promise<Layout | undefined> {
    if (this.#laidOut?.key === prepared.key) {
      this.#layouter.forget();
      return this.#laidOut.layout;
    }
    if (!this.#laidOut && kept?.key === prepared.key) return unpackLayout(kept);
    const { graph } = prepared.model;
    const { size } = prepared.sizes;
    const timer = setTimeout(() => this.#tell(size), size > many ? 0 : noticeDelay);
    try {
      const previous = this.#laidOut?.layout ?? (kept && unpackLayout(kept));
      return await this.#layouter.layOut({ graph, sizes: prepared.sizes, previous });
    } finally {
      clearTimeout(timer);
    }
  }
}
