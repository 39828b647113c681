import * as l10n from '@vscode/l10n';
import type { Box, Layout } from '../../../server/drawing/layout';
import type { Drawing } from './drawing';
import { type Focus, touching } from './focus';
import { boundsOf, boxesTouch } from './geometry';
import type { Minimap } from './minimap';
import { type Direction, nearestBox } from './move';
import { neighboursOf, type RunPlace, transitionsAt } from './neighbours';
import type { Notes } from './notes';
import type { Scene } from './scene';
import type { Viewport } from './viewport';
import { describeState, describeTransition, takeHint } from './wording';

/** The views that show the selection, and a listener. */
interface SelectionViews {
  readonly scene: Scene;
  readonly drawing: Drawing;
  readonly minimap: Minimap;
  readonly viewport: Viewport;
  readonly notes: Notes;
  /** Called when the selection or the highlighted part has changed. */
  changed(): void;
}

/** The selected node or edge, and the highlighted part of the drawing. */
export class Selection {
  readonly #shows: SelectionViews;
  #id: string | undefined;
  /** Nodes that are selected besides. */
  #others: readonly string[] = [];
  #focus: Focus | undefined;
  #run: RunPlace | undefined;

  constructor(shows: SelectionViews) {
    this.#shows = shows;
  }

  /** The id of a node or an edge, with several nodes that of the last one. */
  get id(): string | undefined {
    return this.#id;
  }

  /** The ids of all that is selected. */
  get ids(): readonly string[] {
    return this.#id === undefined ? [] : [this.#id, ...this.#others];
  }

  /** The selected node, or the source of the selected edge. */
  get node(): string | undefined {
    const id = this.#id;
    return id === undefined ? undefined : (this.#shows.scene.model?.edges.get(id)?.from ?? id);
  }

  get focus(): Focus | undefined {
    return this.#focus;
  }

  /** The position of the conversation; undefined if there is none. */
  set run(run: RunPlace | undefined) {
    this.#run = run;
  }

  /** The selected edge, if the conversation can take it. */
  get takeable(): string | undefined {
    return this.#run?.open.find((id) => id === this.#id);
  }

  /** Highlights a part, or everything. */
  set focus(focus: Focus | undefined) {
    this.#focus = focus;
    this.mark();
  }

  /** @param reveal whether to move the view if the element is not visible */
  select(id: string | undefined, reveal: boolean): void {
    this.#select(id === undefined ? [] : [id], reveal);
  }

  /** Adds a node to the selected ones, or removes it from them. */
  toggle(id: string): void {
    const all = this.#nodes;
    this.#select(all.includes(id) ? all.filter((one) => one !== id) : [id, ...all], false);
  }

  /** The selected nodes. */
  get #nodes(): readonly string[] {
    return this.ids.filter((id) => this.#shows.scene.model?.nodes.has(id));
  }

  #select([id, ...others]: readonly string[], reveal: boolean): void {
    this.#id = id;
    this.#others = others;
    this.mark();
    const { scene, notes } = this.#shows;
    const { model } = scene;
    if (id === undefined || !model) return;
    const node = model.nodes.get(id);
    const edge = model.edges.get(id);
    const hint = this.takeable === undefined ? '' : ` ${takeHint()}`;
    const said = node ? describeState(model, node) : edge ? `${describeTransition(model, edge)}.${hint}` : '';
    notes.say(others.length > 0 ? `${said}. ${l10n.t('{0} states are selected.', others.length + 1)}` : said);
    if (reveal) this.reveal([edge?.from ?? id]);
  }

  /** The selected node, or the source of the selected edge, is visible in a part of the drawing. */
  isIn(seen: Box): boolean {
    const box = this.node === undefined ? undefined : this.#shows.scene.layout?.nodes.get(this.node);
    return box !== undefined && boxesTouch(box, seen);
  }

  /** Moves the view so that nodes are visible. */
  reveal(ids: readonly string[]): void {
    const { layout } = this.#shows.scene;
    const nodes = new Map<string, NonNullable<ReturnType<Layout['nodes']['get']>>>();
    for (const id of ids) {
      const box = layout?.nodes.get(id);
      if (box) nodes.set(id, box);
    }
    if (layout && nodes.size > 0) {
      this.#shows.viewport.reveal(boundsOf({ ...layout, nodes, edges: new Map() }));
    }
  }

  /** Marks the selection in the current drawing; removed elements are deselected. */
  mark(): void {
    const { scene, drawing, minimap, changed } = this.#shows;
    const { model } = scene;
    if (!model) return;
    [this.#id, ...this.#others] = this.ids.filter((id) => scene.has(id));
    drawing.select(this.ids, touching(model, this.ids));
    minimap.select(this.node);
    drawing.focusOn(this.#focus?.kind === 'path' ? this.#focus.part : undefined);
    changed();
  }

  /**
   * Selects the nearest node in a direction.
   *
   * @param isExtended whether the selected nodes stay selected
   */
  move(direction: Direction, isExtended = false): void {
    const { model, layout } = this.#shows.scene;
    const id = this.node;
    if (!model || !layout) return;
    if (id === undefined) {
      this.selectAt(0);
      return;
    }
    const boxes = this.#shows.scene.cards();
    const own = layout.nodes.get(id);
    if (own) boxes.set(id, own);
    const next = nearestBox(boxes, id, direction, neighboursOf(model, id).nodes);
    if (next === undefined) return;
    const others = isExtended ? this.#nodes.filter((one) => one !== next) : [];
    this.#select([next, ...others], true);
  }

  /** Selects the first or the last drawn state; the first one is an initial state. */
  selectAt(index: 0 | -1): void {
    const { model, prepared } = this.#shows.scene;
    const nodes = model?.graph.nodes.filter(({ id }) => prepared?.sizes.has(id)) ?? [];
    const first = index === 0 ? nodes.find(({ isInitial }) => isInitial) : undefined;
    const node = first ?? nodes.at(index);
    if (node) this.select(node.id, true);
  }

  /** Selects the next or previous outgoing transition of the selected or the current state. */
  cycle(step: 1 | -1): void {
    const { scene } = this.#shows;
    const all = scene.model ? transitionsAt(scene.model, this.node, this.#id, this.#run) : [];
    const edges = all.filter((edge) => scene.has(edge.id));
    const at = edges.findIndex((edge) => edge.id === this.#id);
    const beginning = step > 0 ? 0 : edges.length - 1;
    const next = edges[at < 0 ? beginning : (at + step + edges.length) % edges.length];
    if (next) this.select(next.id, true);
  }
}
