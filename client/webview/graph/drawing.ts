import * as l10n from '@vscode/l10n';
import type { DifferenceMark } from '../../../server/drawing/graph-difference';
import type { Box, Layout } from '../../../server/drawing/layout';
import { writtenId } from '../../../server/drawing/shown-graph';
import type { StateEdge } from '../../../server/drawing/state-graph';
import type { MarkedGraph } from '../../../server/protocol/messages';
import { ownValue } from '../../../server/text/own-value';
import type { UnreachedPart, WalkedPart } from '../../graph/messages';
import { htmlElement, svgElement } from '../dom';
import { type DrawnElement, drawnElement } from '../drawn-element';
import { setChildren } from '../set-children';
import { Culling } from './culling';
import { drawEdge } from './edges';
import { boundsOf, type Size, seenPart, type View } from './geometry';
import { Names } from './names';
import type { GraphPart } from './neighbours';
import { type NodeAppearance, nodeElement } from './nodes';
import { prefersReducedMotion } from './viewport';
import { takeHint } from './wording';

/** Scales below which labels of transitions are unreadable, and below which arrows are invisible. */
const readable = { labels: 0.6, arrows: 0.24 } as const;

interface DrawnEdge {
  readonly edge: StateEdge;
  /** The names of the states at its ends. */
  readonly ends: readonly (string | undefined)[];
  readonly tooltip: () => string;
}

/** The drawn elements of a graph. */
export interface DrawnGraph {
  readonly nodes: readonly NodeAppearance[];
  /** The ids of nodes that contain others. */
  readonly frames: ReadonlySet<string>;
  readonly edges: readonly DrawnEdge[];
  readonly layout: Layout;
}

/** A text of a node or an edge that can be edited in its place. */
export type DrawnText = 'name' | 'text' | 'event' | 'condition';

/** Added to the rank of names that matter more than any number of transitions. */
const alwaysNamed = 1000;

interface Drawn extends DrawnElement<SVGGElement> {
  /** Where it was placed. */
  at?: string;
}

/** The drawing: nodes and edges as elements, their marks, and the view. */
export class Drawing {
  /** For screen readers a list of the states, otherwise the drawing. */
  readonly element: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #world = svgElement('g', { class: 'world' });
  readonly #frames = svgElement('g', { class: 'frames' });
  readonly #edges = svgElement('g', { class: 'edges' });
  readonly #cards = svgElement('g', { class: 'cards' });
  /** For what is above the drawing and moves with it. */
  readonly overlay = svgElement('g', { class: 'overlay' });
  #nodes = new Map<string, Drawn>();
  #lines = new Map<string, Drawn>();
  /** Assigns each node an id that is valid in the document; ids of nodes can contain any character. */
  readonly #names = new Map<string, string>();
  readonly #culling = new Culling();
  readonly #farNames: Names;
  #view: View = { x: 0, y: 0, scale: 1 };
  #window: Size = { width: 0, height: 0 };
  /** The classes of the selected elements and those connected with them. */
  #marks: ReadonlyMap<SVGGElement, string> = new Map();
  #found: readonly Element[] = [];
  #walked: WalkedPart | undefined;
  #unreached: UnreachedPart | undefined;
  #differences: MarkedGraph | undefined;

  constructor() {
    this.#world.append(this.#frames, this.#edges, this.#cards);
    this.#svg = svgElement('svg', { class: 'drawing', role: 'none' }, this.#world);
    this.#farNames = new Names(this.#svg);
    this.#world.append(this.#farNames.frames, this.overlay);
    this.element = htmlElement(
      'div',
      {
        class: 'canvas',
        role: 'listbox',
        tabindex: 0,
        'aria-label': l10n.t('States'),
        'aria-multiselectable': 'true',
      },
      this.#svg,
    );
  }

  /** Replaces the drawn graph, before `select`. What both graphs contain is reused, so that it can be animated. */
  draw({ nodes, frames, edges, layout }: DrawnGraph): void {
    this.#svg.classList.toggle(
      'animated',
      this.#nodes.size > 0 && nodes.length <= 400 && !prefersReducedMotion(),
    );
    const before = this.#nodes;
    this.#nodes = new Map();
    for (const appearance of nodes) {
      const { box, node, content, isRoot, label } = appearance;
      const { id } = node;
      const isFrame = frames.has(id);
      // The size of a frame depends on its children.
      const parts = [node, content, isRoot, label, box.width, box.height, isFrame];
      const drawn: Drawn = drawnElement(before.get(id), parts, () => {
        const element = nodeElement(appearance, isFrame);
        element.dataset.node = id;
        element.id = this.#nameOf(id);
        return element;
      });
      place(drawn, box);
      this.#nodes.set(id, drawn);
    }
    const elementsOf = (isFrame: boolean) =>
      nodes.flatMap(({ node }) =>
        frames.has(node.id) === isFrame ? (this.#nodes.get(node.id)?.element ?? []) : [],
      );
    setChildren(this.#frames, elementsOf(true));
    setChildren(this.#cards, elementsOf(false));

    const linesBefore = this.#lines;
    this.#lines = new Map();
    for (const { edge, ends, tooltip } of edges) {
      const line = layout.edges.get(edge.id);
      if (!line) continue;
      const parts = [edge, line, ...ends];
      const draw = () => drawEdge(edge, line, tooltip());
      this.#lines.set(edge.id, drawnElement(linesBefore.get(edge.id), parts, draw));
    }
    this.#culling.take([
      ...nodes.flatMap(({ node, box }) => {
        const drawn = this.#nodes.get(node.id);
        return drawn ? [{ element: drawn.element, box }] : [];
      }),
      ...[...this.#lines].flatMap(([id, { element }]) => {
        const line = layout.edges.get(id);
        return line ? [{ element, box: lineBox(id, line) }] : [];
      }),
    ]);
    this.#cull();
    this.#takeNames({ nodes, frames, edges, layout });
    if (this.#unreached || this.#walked) this.#dimUnreached();
    this.#markDifferences();
  }

  #takeNames({ nodes, frames, edges }: DrawnGraph): void {
    const ends = new Map<string, number>();
    for (const { edge } of edges)
      for (const id of [edge.from, edge.to]) ends.set(id, (ends.get(id) ?? 0) + 1);
    this.#farNames.take(
      nodes.flatMap(({ node, content, box, isRoot }) => {
        const element = this.#nodes.get(node.id)?.element;
        const isFrame = frames.has(node.id);
        const rank = (ends.get(node.id) ?? 0) + (node.isInitial || isFrame ? alwaysNamed : 0);
        return element && !(isRoot && isFrame)
          ? [{ id: node.id, name: node.name, box, isFrame, rank, element, content }]
          : [];
      }),
    );
    this.#farNames.see(this.#view.scale);
  }

  /**
   * Dims the parts that no scenario reached.
   *
   * @param part undefined without coverage
   */
  dim(part: UnreachedPart | undefined): void {
    this.#unreached = part;
    this.#dimUnreached();
  }

  /** Marks the parts that differ from another version of the graph. */
  markDifferences(marks: MarkedGraph): void {
    this.#differences = marks;
    this.#markDifferences();
  }

  #markDifferences(): void {
    const { nodes, edges } = this.#differences ?? {};
    if (nodes === undefined || edges === undefined) return;
    const words: Readonly<Record<DifferenceMark, string>> = {
      added: l10n.t('added'),
      removed: l10n.t('removed'),
      changed: l10n.t('changed'),
    };
    const mark = (all: ReadonlyMap<string, Drawn>, marks: MarkedGraph['nodes']) => {
      for (const [id, { element }] of all) {
        const found = ownValue(marks, id) ?? ownValue(marks, writtenId(id));
        for (const name of Object.keys(words)) element.classList.toggle(name, name === found);
        if (found !== undefined) element.setAttribute('aria-description', words[found]);
      }
    };
    mark(this.#nodes, nodes);
    mark(this.#lines, edges);
  }

  /** Marks the visited parts with their counts, the current state, and the transitions that can be taken. */
  walk(part: WalkedPart | undefined): void {
    if (part === undefined && this.#walked === undefined) return;
    this.#walked = part;
    this.#dimUnreached();
  }

  #markWalked(): void {
    const part = this.#walked;
    const open = new Set(part?.open);
    const mark = (all: ReadonlyMap<string, Drawn>, counts: Readonly<Record<string, number>> = {}) => {
      for (const [id, { element }] of all) {
        const count = ownValue(counts, id) ?? 0;
        element.classList.toggle('walked', count > 0);
        const isCurrent = part?.current === id;
        element.classList.toggle('running', isCurrent);
        if (isCurrent) element.setAttribute('aria-current', 'true');
        else element.removeAttribute('aria-current');
        element.classList.toggle('open', open.has(id));
        showCount(element, count);
        const hint = open.has(id) ? takeHint() : undefined;
        showHint(element, hint);
        const taken = count > 0 ? [l10n.t('reached in the conversation, number of times: {0}', count)] : [];
        const description = [...taken, ...(hint === undefined ? [] : [hint])];
        if (description.length > 0) element.setAttribute('aria-description', description.join('. '));
      }
    };
    mark(this.#nodes, part?.nodes);
    mark(this.#lines, part?.edges);
  }

  /** Shows a part of the drawing in a window of some size. */
  see(view: View, window: Size): void {
    const { x, y, scale } = view;
    this.#view = view;
    this.#window = window;
    this.#cull();
    this.#world.setAttribute('transform', `translate(${x},${y}) scale(${scale})`);
    const { classList } = this.#svg;
    classList.toggle('no-labels', scale < readable.labels);
    classList.toggle('no-arrows', scale < readable.arrows);
    this.#farNames.see(scale);
  }

  /** Marks a node or an edge, or several nodes, as selected, and the connected elements as related. */
  select(ids: readonly string[], related: GraphPart): void {
    const [id] = ids;
    this.#farNames.select(id);
    this.#farNames.see(this.#view.scale);
    const marks = new Map<SVGGElement, string>();
    const mark = (drawn: Drawn | undefined, name: string) => {
      if (drawn) marks.set(drawn.element, name);
    };
    for (const node of related.nodes) mark(this.#nodes.get(node), 'related');
    for (const edge of related.edges) mark(this.#lines.get(edge), 'related');
    for (const one of ids) mark(this.#nodes.get(one) ?? this.#lines.get(one), 'selected');
    // What keeps its mark is not written: the browser would draw it again.
    for (const [element, name] of this.#marks) {
      if (marks.get(element) === name) continue;
      element.classList.remove(name);
      if (name !== 'selected') continue;
      if (element.dataset.edge === undefined) element.setAttribute('aria-selected', 'false');
      else hide(element);
    }
    for (const [element, name] of marks) {
      if (this.#marks.get(element) === name) continue;
      element.classList.add(name);
      if (name !== 'selected') continue;
      const { edge } = element.dataset;
      if (edge !== undefined) show(element, this.#nameOf(edge));
      element.setAttribute('aria-selected', 'true');
    }
    this.#marks = marks;
    this.#orderLines();
    const first = id === undefined ? undefined : (this.#nodes.get(id) ?? this.#lines.get(id))?.element;
    if (first) this.element.setAttribute('aria-activedescendant', first.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  /** Marked lines are drawn above the others. */
  #orderLines(): void {
    const lines = [...this.#lines.values()].map(({ element }) => element);
    const isMarked = (element: SVGGElement) => this.#marks.has(element);
    setChildren(this.#edges, [...lines.filter((line) => !isMarked(line)), ...lines.filter(isMarked)]);
  }

  /** Highlights a part; undefined for everything. */
  focusOn(part: GraphPart | undefined): void {
    if (part === undefined && !this.#svg.matches('.focused')) return;
    this.#svg.classList.toggle('focused', part !== undefined);
    for (const [id, { element }] of this.#nodes) element.classList.toggle('in', part?.nodes.has(id) ?? false);
    for (const [id, { element }] of this.#lines) element.classList.toggle('in', part?.edges.has(id) ?? false);
  }

  /** While a line is drawn: lights its possible targets, and marks the one at the pointer. */
  light(line: { readonly targets: ReadonlySet<string>; readonly at: string | undefined } | undefined): void {
    this.#svg.classList.toggle('drawing-line', line !== undefined);
    for (const [id, { element }] of this.#nodes) {
      element.classList.toggle('target', line?.targets.has(id) ?? false);
      element.classList.toggle('at', line !== undefined && line.at === id);
    }
  }

  /** Marks search results. */
  mark(ids: readonly string[]): void {
    for (const element of this.#found) element.classList.remove('found');
    this.#found = ids.flatMap((id) => this.#nodes.get(id)?.element ?? []);
    for (const element of this.#found) element.classList.add('found');
  }

  /** Whether a node or an edge is drawn. */
  has(id: string | undefined): boolean {
    return id !== undefined && (this.#nodes.has(id) || this.#lines.has(id));
  }

  /** The id of the node or edge at the target of an event, if any. */
  idAt(target: EventTarget | null): { readonly node?: string; readonly edge?: string } {
    const element = target instanceof Element ? target.closest('[data-node], [data-edge]') : null;
    if (!(element instanceof SVGElement)) return {};
    const { node, edge } = element.dataset;
    return { ...(node !== undefined && { node }), ...(edge !== undefined && { edge }) };
  }

  /** The text at the target of an event, of a node or an edge. */
  textAt(target: EventTarget | null): DrawnText | undefined {
    const element = target instanceof Element ? target.closest('text, tspan, .label') : null;
    if (element?.matches('.condition')) return 'condition';
    if (element?.closest('.label')) return 'event';
    return element?.matches('.name') ? 'name' : element?.matches('.text') ? 'text' : undefined;
  }

  /** Opens the context menu of a node or an edge as the mouse does, in its middle; without one, that of the drawing. */
  openMenu(id: string | undefined): void {
    const element = id === undefined ? undefined : (this.#nodes.get(id) ?? this.#lines.get(id))?.element;
    const { left, top, width, height } = (element ?? this.#svg).getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at });
    (element?.isConnected ? element : this.#svg).dispatchEvent(event);
  }

  #dimUnreached(): void {
    const part = this.#unreached;
    const text = l10n.t('not reached by scenarios');
    const dim = (all: ReadonlyMap<string, Drawn>, ids: readonly string[] = []) => {
      const unreached = new Set(ids);
      for (const [id, { element }] of all) {
        element.classList.toggle('unreached', unreached.has(id));
        if (unreached.has(id)) element.setAttribute('aria-description', text);
        else element.removeAttribute('aria-description');
      }
    };
    dim(this.#nodes, part?.nodes);
    dim(this.#lines, part?.edges);
    this.#markWalked();
  }

  #cull(): void {
    this.#culling.see(seenPart(this.#view, this.#window));
  }

  #nameOf(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = `state-${this.#names.size}`;
    this.#names.set(id, name);
    return name;
  }
}

/** Shows a transition to screen readers, which read only the selected one. */
function show(element: Element, name: string): void {
  element.id = name;
  element.setAttribute('role', 'option');
  element.removeAttribute('aria-hidden');
}

/** Hides a transition from screen readers. */
function hide(element: Element): void {
  element.setAttribute('aria-hidden', 'true');
  element.removeAttribute('role');
  element.removeAttribute('aria-selected');
}

/** How often something was reached, if more than once: after the label of an edge, above the corner of a node. */
function showCount(element: SVGGElement, count: number): void {
  element.querySelector(':scope > .times, :scope > .label > .times')?.remove();
  if (count < 2) return;
  const text = `×${count}`;
  const label = element.querySelector(':scope > .label');
  if (label) {
    const pill = label.querySelector('.pill');
    const [x, y, width] = ['x', 'y', 'width'].map((name) => Number(pill?.getAttribute(name)));
    label.append(
      svgElement('text', { class: 'times', x: (x ?? 0) + (width ?? 0) + 3, y: (y ?? 0) + 12 }, text),
    );
    return;
  }
  const width = element.querySelector(':scope > .body')?.getAttribute('width') ?? 0;
  element.append(svgElement('text', { class: 'times', x: width, y: -4, 'text-anchor': 'end' }, text));
}

/** Adds a line to the tooltip of an element. */
function showHint(element: SVGGElement, hint: string | undefined): void {
  const title = element.querySelector(':scope > title');
  title?.querySelector('tspan')?.remove();
  if (hint !== undefined) title?.append(svgElement('tspan', {}, `\n${hint}`));
}

/** Places an element, unless it is there: the browser would paint all of it again. */
function place(drawn: Drawn, { x, y }: Box): void {
  const at = `translate(${x}px, ${y}px)`;
  if (drawn.at !== at) drawn.element.style.transform = at;
  drawn.at = at;
}

/** The bounding box of a line. */
function lineBox(id: string, line: NonNullable<ReturnType<Layout['edges']['get']>>): Box {
  return boundsOf({ width: 0, height: 0, nodes: new Map(), edges: new Map([[id, line]]) });
}
