import { drawnNodes } from '../../../server/drawing/drawn-lines';
import type { Box, Layout, Point } from '../../../server/drawing/layout';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { anchored, anchorOf } from './anchor';
import { type PreparedGraph, prepareGraph } from './drawn-graph';
import { boundsOf } from './geometry';
import { packLayout, type SavedLayout, unpackLayout } from './host';
import { Layouter } from './layouter';
import type { Model } from './model';
import { provisionalLayout } from './provisional-layout';

/** With this many states or more, the layout takes so long that nothing waits for it. */
const many = 120;

/** Delays before a provisional layout is drawn, and before a message about the layout is shown, in milliseconds. */
const delays = { provisional: 100, notice: 300 } as const;

interface ComputedLayout {
  readonly key: string;
  readonly layout: Layout;
}

interface PendingLayout {
  readonly key: string;
  readonly layout: Promise<Layout | undefined>;
}

/** What the layout of a graph depends on besides, and how it is drawn. */
interface SceneDrawing {
  /** The stored layout of an earlier page. */
  readonly kept: SavedLayout | undefined;
  /** Where the user has dropped a new node. */
  readonly dropped: Point | undefined;
  /** The visible part of the drawing. */
  seen(): Box;
  /** The node that keeps its position, if possible. */
  preferred(): string | undefined;
  /** Settles when the user draws no line, from a node that must not move meanwhile. */
  released(): Promise<void>;
  /** Draws the layout, which may be provisional. */
  draw(): void;
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
  /** Whether what is drawn is only drawn until its layout is computed. */
  #isProvisional = false;
  /** The node whose neighbours are drawn; undefined for the whole graph. */
  #drawnOf: string | undefined;
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
   * Replaces the graph and computes its layout. If that takes long, a provisional one is drawn first. Rejects with the
   * reason if the layout fails.
   *
   * @param of the node if the graph is the part around one
   * @returns false if a newer graph arrived
   */
  async update(graph: StateGraph, of: string | undefined, drawing: SceneDrawing): Promise<boolean> {
    this.#updates += 1;
    const update = this.#updates;
    const prepared = prepareGraph(graph, this.#prepared);
    const known = of === undefined ? this.#whole : this.#part?.of === of ? this.#part : undefined;
    const draw = (layout: Layout) => {
      const anchor = anchorOf(this.cards(), layout.nodes, drawing.seen(), drawing.preferred());
      this.#layout = anchored(layout, this.#layout, anchor);
      this.#prepared = prepared;
      this.#drawnOf = of;
      drawing.draw();
    };
    const keep = (layout: Layout) => {
      if (of === undefined) this.#whole = { key: prepared.key, layout };
      else this.#part = { key: prepared.key, layout, of };
      this.#isProvisional = false;
      draw(layout);
      return true;
    };
    const isOther = known !== undefined && known.key !== prepared.key && this.#drawnOf === of;
    const provisional = isOther ? this.#provisional(prepared, drawing.dropped) : undefined;
    if (provisional?.isComplete && !this.#isProvisional) return keep(provisional.layout);
    const drawProvisionally = async () => {
      await drawing.released();
      if (!provisional || update !== this.#updates) return;
      this.#isProvisional = true;
      draw(provisional.layout);
    };
    const computed = this.#layoutOf(prepared, known, of === undefined ? drawing.kept : undefined);
    const isLarge = prepared.sizes.size > many;
    if (isLarge) void drawProvisionally();
    const timer = isLarge ? undefined : setTimeout(drawProvisionally, delays.provisional);
    try {
      const layout = await computed;
      await drawing.released();
      return layout && update === this.#updates ? keep(layout) : false;
    } finally {
      clearTimeout(timer);
    }
  }

  #provisional(prepared: PreparedGraph, dropped: Point | undefined) {
    const { model } = this;
    if (!model || !this.#layout) return undefined;
    return provisionalLayout(prepared, { graph: model.graph, layout: this.#layout }, dropped);
  }

  /** Reuses the layout if its key is unchanged: only texts of the same size have changed. */
  async #layoutOf(
    prepared: PreparedGraph,
    known: ComputedLayout | undefined,
    kept: SavedLayout | undefined,
  ): Promise<Layout | undefined> {
    const { key } = prepared;
    // Findings and texts of the same size may change while the layout is computed.
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
    const { rest } = this.#layouter;
    const timer = setTimeout(() => this.#tell(size), size > many ? rest : rest + delays.notice);
    try {
      return await this.#layouter.layOut({ graph, sizes: prepared.sizes, previous });
    } finally {
      clearTimeout(timer);
    }
  }
}
