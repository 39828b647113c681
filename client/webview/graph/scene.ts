import { drawnNodes } from '../../../server/drawing/drawn-lines';
import type { Box, Layout, Point } from '../../../server/drawing/layout';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { anchored, anchorOf } from './anchor';
import { type PreparedGraph, prepareGraph } from './drawn-graph';
import { droppedLayout } from './dropped';
import { boundsOf } from './geometry';
import { packLayout, type SavedLayout, unpackLayout } from './host';
import { Layouter } from './layouter';
import type { Model } from './model';

/** With this many states or more, a message about the layout is shown immediately; below, only if it takes long. */
const many = 120;

/** Delay before a message about the layout is shown, in milliseconds. */
const noticeDelay = 300;

interface ComputedLayout {
  readonly key: string;
  readonly layout: Layout;
}

interface PendingLayout {
  readonly key: string;
  readonly layout: Promise<Layout | undefined>;
}

/** The drawn graph and its layout. */
export class Scene {
  readonly #layouter: Layouter;
  readonly #tell: (count: number) => void;
  #prepared: PreparedGraph | undefined;
  #layout: Layout | undefined;
  /** The computed layouts of the graph and of the part around a node. That of the drawing may be shifted as a whole. */
  #whole: ComputedLayout | undefined;
  #part: (ComputedLayout & { readonly of: string }) | undefined;
  #pending: PendingLayout | undefined;
  /** Counts the calls of `update`. */
  #updates = 0;

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
    return this.#whole && packLayout(this.#whole.key, this.#whole.layout);
  }

  /**
   * Replaces the graph and computes its layout. False if a newer graph arrived; rejects with the reason if the layout
   * fails.
   *
   * @param of the node if the graph is the part around one
   * @param kept the stored layout of an earlier page
   * @param seen the visible part of the drawing
   * @param preferred the node that keeps its position, if possible
   * @param dropped where the user has dropped a new node
   */
  async update(
    graph: StateGraph,
    of: string | undefined,
    kept: SavedLayout | undefined,
    seen: () => Box,
    preferred: () => string | undefined,
    dropped: Point | undefined,
  ): Promise<boolean> {
    this.#updates += 1;
    const update = this.#updates;
    const prepared = prepareGraph(graph);
    const known = of === undefined ? this.#whole : this.#part?.of === of ? this.#part : undefined;
    const placed = dropped && this.#layout && droppedLayout(prepared, this.#layout, dropped);
    const layout = placed ?? (await this.#layoutOf(prepared, known, of === undefined ? kept : undefined));
    if (!layout || update !== this.#updates) return false;
    const old = this.cards();
    const before = this.#layout;
    if (of === undefined) this.#whole = { key: prepared.key, layout };
    else this.#part = { key: prepared.key, layout, of };
    this.#prepared = prepared;
    this.#layout = anchored(layout, before, anchorOf(old, layout.nodes, seen(), preferred()));
    return true;
  }

  /** Reuses the layout if its key is unchanged: only texts of the same size have changed. */
  async #layoutOf(
    prepared: PreparedGraph,
    known: ComputedLayout | undefined,
    kept: SavedLayout | undefined,
  ): Promise<Layout | undefined> {
    const { key } = prepared;
    // The graph that an edit asks for is soon followed by the one for the change of the text.
    if (this.#pending?.key === key) return this.#pending.layout;
    this.#pending = undefined;
    if (known?.key === key) {
      this.#layouter.forget();
      return known.layout;
    }
    if (!known && kept?.key === key) return unpackLayout(kept);
    const pending = { key, layout: this.#compute(prepared, known?.layout ?? (kept && unpackLayout(kept))) };
    this.#pending = pending;
    try {
      return await pending.layout;
    } finally {
      if (this.#pending === pending) this.#pending = undefined;
    }
  }

  async #compute(prepared: PreparedGraph, previous: Layout | undefined): Promise<Layout | undefined> {
    const { graph } = prepared.model;
    const { size } = prepared.sizes;
    // The layout library takes seconds to load.
    if (drawnNodes(graph).length === 0) return { width: 0, height: 0, nodes: new Map(), edges: new Map() };
    const timer = setTimeout(() => this.#tell(size), size > many ? 0 : noticeDelay);
    try {
      return await this.#layouter.layOut({ graph, sizes: prepared.sizes, previous });
    } finally {
      clearTimeout(timer);
    }
  }
}
