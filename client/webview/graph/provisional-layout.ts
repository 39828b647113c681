import { drawnNodes } from '../../../server/drawing/drawn-lines';
import { SPACING } from '../../../server/drawing/elk-terms';
import { type Box, holdsBox, type Layout, type Point } from '../../../server/drawing/layout';
import { resizedBox } from '../../../server/drawing/reuse';
import type { StateGraph, StateNode } from '../../../server/drawing/state-graph';
import { lookUpNode } from '../../../server/drawing/tree';
import { boxesTouch, type Size } from './geometry';
import { ancestors, type Model } from './model';
import { ProvisionalLines } from './provisional-lines';

/** In pixels: between a new node and the one beside it, and to others. */
const GAP = { beside: 48, other: 12 } as const;

/** With more new nodes, no place is better than another one. */
const MAX_NEW_NODES = 50;

interface SizedGraph {
  readonly model: Model;
  readonly sizes: ReadonlyMap<string, Size>;
}

/** What was drawn before an edit. */
interface DrawnBefore {
  readonly graph: StateGraph;
  readonly layout: Layout;
}

interface Provisional {
  readonly layout: Layout;
  /** Nothing but a node was added, where the user has dropped it: no other layout is needed. */
  readonly isComplete: boolean;
}

/**
 * A layout that is computed at once, to be drawn until a better one is known. What is drawn stays where it is, new nodes
 * are beside those that lead to them, and new lines are straight; what is below a new node moves down if there is no room.
 *
 * @param dropped where the user has dropped the new node
 * @returns undefined if most of the graph is new
 */
export function provisionalLayout(
  graph: SizedGraph,
  before: DrawnBefore,
  dropped?: Point,
): Provisional | undefined {
  return new LayoutBuilder(graph, renamed(before, graph.model)).layout(dropped);
}

/** What was drawn, with the new name of a state: the only one that is new, instead of the only one that has vanished. */
function renamed({ graph, layout }: DrawnBefore, model: Model): DrawnBefore {
  const known = new Set(graph.nodes.map(({ id }) => id));
  const [before, ...vanished] = graph.nodes.filter(({ id }) => !model.nodes.has(id));
  const [now, ...added] = model.graph.nodes.filter(({ id }) => !known.has(id));
  const isRenamed = before && now && before.parent === now.parent && before.kind === now.kind;
  if (!isRenamed || vanished.length > 0 || added.length > 0) return { graph, layout };
  const idOf = (id: string) => (id === before.id ? now.id : id);
  return {
    graph: {
      nodes: graph.nodes.map((node) => (node === before ? now : node)),
      edges: graph.edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })),
    },
    layout: { ...layout, nodes: new Map([...layout.nodes].map(([id, box]) => [idOf(id), box])) },
  };
}

class LayoutBuilder {
  readonly #model: Model;
  readonly #sizes: ReadonlyMap<string, Size>;
  readonly #before: Layout;
  readonly #nodes: readonly StateNode[];
  readonly #boxes = new Map<string, Box>();
  readonly #lines: ProvisionalLines;
  #isComplete = true;

  constructor({ model, sizes }: SizedGraph, before: DrawnBefore) {
    this.#model = model;
    this.#sizes = sizes;
    this.#before = before.layout;
    this.#nodes = drawnNodes(model.graph);
    this.#lines = new ProvisionalLines(before.graph, before.layout);
  }

  layout(dropped: Point | undefined): Provisional | undefined {
    for (const { id } of this.#nodes) {
      const box = this.#before.nodes.get(id);
      if (box) this.#boxes.set(id, box);
    }
    const isEmpty = this.#boxes.size === 0;
    const added = this.#nodes.filter(({ id }) => !this.#boxes.has(id));
    const isDropped = dropped !== undefined && added.length === 1;
    if (added.length > MAX_NEW_NODES || (isEmpty && !isDropped)) return undefined;
    if (!isDropped || this.#boxes.size < this.#before.nodes.size) this.#isComplete = false;
    for (const [id, box] of [...this.#boxes]) {
      const { width, height } = this.#sizes.get(id) ?? box;
      if (width === box.width && height === box.height) continue;
      this.#isComplete = false;
      this.#resize(id, resizedBox(box, { width, height }));
    }
    this.#placeAll(added, isDropped ? dropped : undefined);
    this.#growFrames();
    const { edges, areOthersSame } = this.#lines.of(this.#model.graph, this.#boxes, added[0]?.id);
    return {
      layout: { ...this.#before, nodes: this.#boxes, edges },
      isComplete: this.#isComplete && areOthersSame,
    };
  }

  /** Places new nodes; those whose neighbours are new after these. */
  #placeAll(added: readonly StateNode[], dropped: Point | undefined): void {
    const ids = new Set(added.map(({ id }) => id));
    const left = added.filter(({ parent }) => parent === undefined || !ids.has(parent));
    while (left.length > 0) {
      const next = left.findIndex((node) => this.#neighbourOf(node) !== undefined);
      const [node] = left.splice(Math.max(0, next), 1);
      if (node) this.#fill(node.id, this.#placeOf(node, dropped));
    }
  }

  /** The place of a new node; what is in its way moves. */
  #placeOf(node: StateNode, dropped: Point | undefined): Box {
    const size = this.#sizeOf(node.id);
    const boxAt = ({ x, y }: Point): Box => ({ x, y, ...size });
    const at = dropped && boxAt({ x: dropped.x - size.width / 2, y: dropped.y - size.height / 2 });
    if (at && this.#isFree(node, at, 0)) return at;
    this.#isComplete = false;
    const { beside, side } = this.#neighbourOf(node) ?? this.#siblingOf(node) ?? {};
    if (beside === undefined) return this.#firstPlaceOf(node, size);
    const x = beside.x + (beside.width - size.width) / 2;
    const bottom = beside.y + beside.height;
    const below = boxAt({ x, y: bottom + GAP.beside });
    const free = [
      side === 'above' ? boxAt({ x, y: beside.y - GAP.beside - size.height }) : below,
      boxAt({ x: beside.x + beside.width + GAP.beside, y: beside.y }),
      boxAt({ x: beside.x - GAP.beside - size.width, y: beside.y }),
    ].find((box) => this.#isFree(node, box, GAP.other));
    if (free === undefined) this.#makeRoom(bottom, size.height + GAP.beside);
    return free ?? below;
  }

  /** The place of the first node of an automata. */
  #firstPlaceOf({ parent }: StateNode, size: Size): Box {
    const frame = lookUpNode(this.#boxes, parent);
    const box = { x: (frame?.x ?? 0) + SPACING.inside, y: (frame?.y ?? 0) + SPACING.title, ...size };
    if (frame && !holdsBox(frame, box)) this.#makeRoom(box.y, size.height);
    return box;
  }

  /** The node beside which a new one is placed, of the same automata, and on which side of it. */
  #neighbourOf({ id, parent }: StateNode): { beside: Box; side: 'above' | 'below' } | undefined {
    const first = (ids: readonly string[], side: 'above' | 'below') => {
      for (const other of ids) {
        const sibling = [other, ...ancestors(this.#model, other).map((outer) => outer.id)].find(
          (one) => this.#model.nodes.get(one)?.parent === parent,
        );
        const beside = sibling === id ? undefined : lookUpNode(this.#boxes, sibling);
        if (beside) return { beside, side };
      }
      return undefined;
    };
    const before = this.#model.into.get(id)?.map(({ from }) => from) ?? [];
    const after = this.#model.out.get(id)?.map(({ to }) => to) ?? [];
    return first(before, 'below') ?? first(after, 'above');
  }

  /** The node before a new one in the text, otherwise the one after it. */
  #siblingOf({ id, parent }: StateNode): { beside: Box; side: 'below' } | undefined {
    const all = this.#model.children.get(parent) ?? [];
    const at = all.findIndex((one) => one.id === id);
    for (const one of [...all.slice(0, at).reverse(), ...all.slice(at + 1)]) {
      const beside = this.#boxes.get(one.id);
      if (beside) return { beside, side: 'below' };
    }
    return undefined;
  }

  /** Whether a node has room in its automata at a place, as far from all others as `margin`. */
  #isFree({ id }: StateNode, { x, y, width, height }: Box, margin: number): boolean {
    const box = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
    const around = new Set(ancestors(this.#model, id).map((outer) => outer.id));
    return [...this.#boxes].every(([other, that]) =>
      around.has(other) ? holdsBox(that, box) : !boxesTouch(that, box),
    );
  }

  /** The size of a node; new ones in it are below one another. */
  #sizeOf(id: string): Size {
    const children = this.#model.children.get(id);
    if (children === undefined) return this.#sizes.get(id) ?? { width: 0, height: 0 };
    const sizes = children.map((child) => this.#sizeOf(child.id));
    const { inside, title } = SPACING;
    return {
      width: Math.max(...sizes.map(({ width }) => width)) + 2 * inside,
      height: sizes.reduce((sum, { height }) => sum + height + GAP.beside, title + inside - GAP.beside),
    };
  }

  /** Places a node, and what is in it. */
  #fill(id: string, box: Box): void {
    this.#boxes.set(id, box);
    let top = box.y + SPACING.title;
    for (const child of this.#model.children.get(id) ?? []) {
      const { width, height } = this.#sizeOf(child.id);
      this.#fill(child.id, { x: box.x + SPACING.inside, y: top, width, height });
      top += height + GAP.beside;
    }
  }

  #resize(id: string, box: Box): void {
    const before = this.#boxes.get(id);
    if (before) this.#lines.resize(id, before, box);
    this.#boxes.set(id, box);
  }

  /** Moves everything below a height down; automata around it become higher. */
  #makeRoom(at: number, height: number): void {
    const isFrame = (id: string) => this.#model.children.has(id);
    this.#lines.makeRoom(at, height, (id) => {
      const box = this.#boxes.get(id);
      if (!box || (isFrame(id) && box.y < at)) return undefined;
      return box.y >= at;
    });
    for (const [id, box] of [...this.#boxes]) {
      if (box.y >= at) this.#boxes.set(id, { ...box, y: box.y + height });
      else if (isFrame(id) && box.y + box.height > at)
        this.#boxes.set(id, { ...box, height: box.height + height });
    }
  }

  /** Lets the frames of automata contain their states. */
  #growFrames(): void {
    const { inside, title } = SPACING;
    for (const { id } of [...this.#nodes].reverse()) {
      const frame = this.#boxes.get(id);
      const boxes = (this.#model.children.get(id) ?? []).flatMap((child) => this.#boxes.get(child.id) ?? []);
      if (!frame || boxes.every((box) => holdsBox(frame, box))) continue;
      const left = Math.min(frame.x, ...boxes.map(({ x }) => x - inside));
      const top = Math.min(frame.y, ...boxes.map(({ y }) => y - title));
      const right = Math.max(frame.x + frame.width, ...boxes.map(({ x, width }) => x + width + inside));
      const bottom = Math.max(frame.y + frame.height, ...boxes.map(({ y, height }) => y + height + inside));
      this.#resize(id, { x: left, y: top, width: right - left, height: bottom - top });
    }
  }
}
