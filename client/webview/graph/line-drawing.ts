import * as l10n from '@vscode/l10n';
import type { Point } from '../../../server/drawing/layout';
import { arrowPath, linePath } from '../../../server/drawing/line-path';
import { writtenId } from '../../../server/drawing/shown-graph';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { targetsFrom } from '../../graph/edit/kinds';
import type { EditRequest } from '../../graph/messages';
import { svgElement } from '../dom';
import type { Drawing } from './drawing';
import { borderPoint, isOnBorder, isOnEnd, type LineStart } from './gesture';
import { ancestors } from './model';
import type { Notes } from './notes';
import type { Scene } from './scene';
import type { Selection } from './selection';
import type { Viewport } from './viewport';

interface LineParts {
  readonly scene: Scene;
  readonly drawing: Drawing;
  readonly viewport: Viewport;
  readonly selection: Selection;
  readonly notes: Notes;
  graph(): StateGraph | undefined;
  /** @param at where a new state is dropped */
  request(request: EditRequest, at?: Point): void;
}

/** Lines that the user draws with the mouse: from the border of a state, or from the end of the selected transition. */
export class LineDrawing {
  readonly #parts: LineParts;
  readonly #ghost = svgElement('g', { class: 'edge ghost', hidden: '' });
  readonly #line = svgElement('path', { class: 'line' });
  readonly #arrow = svgElement('path', { class: 'arrow' });
  /** The end of the selected transition. */
  readonly #handle = svgElement('circle', { class: 'handle', r: 5, hidden: '' });
  #released: Promise<void> = Promise.resolve();

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#ghost.append(this.#line, this.#arrow);
    parts.drawing.overlay.append(this.#handle, this.#ghost);
    const { element } = parts.drawing;
    // Before the viewport, which would move the drawing.
    element.addEventListener('pointerdown', (event) => this.#begin(event), { capture: true });
    element.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) element.classList.toggle('on-border', this.#startAt(event) !== undefined);
    });
  }

  /** Settles when no line is being drawn. */
  get released(): Promise<void> {
    return this.#released;
  }

  /** Shows the handle of the selected transition. */
  mark(): void {
    const end = this.#selectedEnd();
    this.#handle.toggleAttribute('hidden', end === undefined);
    if (!end) return;
    this.#handle.setAttribute('cx', String(end.x));
    this.#handle.setAttribute('cy', String(end.y));
  }

  #selectedEnd(): Point | undefined {
    const { scene, selection } = this.#parts;
    return scene.layout?.edges.get(selection.id ?? '')?.points.at(-1);
  }

  /** What a line would begin with at the pointer, if anything. */
  #startAt(event: PointerEvent): LineStart | undefined {
    const { scene, drawing, viewport, selection } = this.#parts;
    const point = viewport.pointAt(event);
    const { scale } = viewport.view;
    if (selection.id !== undefined && isOnEnd(this.#selectedEnd(), point, scale))
      return { kind: 'end', id: selection.id };
    const { node } = drawing.idAt(event.target);
    const box = node === undefined ? undefined : scene.layout?.nodes.get(node);
    const kind = node === undefined ? undefined : scene.model?.nodes.get(node)?.kind;
    const canLead = kind === 'state' || kind === 'automata';
    return node !== undefined && box && canLead && isOnBorder(box, point, scale)
      ? { kind: 'node', id: node }
      : undefined;
  }

  #begin(down: PointerEvent): void {
    const { drawing, viewport, scene } = this.#parts;
    const start = down.button === 0 ? this.#startAt(down) : undefined;
    const whole = this.#parts.graph();
    if (!start || !whole) return;
    down.stopPropagation();
    viewport.wasDragged = false;
    const edge = scene.model?.edges.get(start.id);
    const source = writtenId(edge?.from ?? start.id);
    const targets = new Set(targetsFrom(source, whole).map(({ id }) => id));
    const ending = new AbortController();
    const { signal } = ending;
    this.#released = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    let lit: { readonly at: string | undefined } | undefined;
    const stop = () => {
      ending.abort();
      this.#ghost.toggleAttribute('hidden', true);
      drawing.light(undefined);
    };
    const end = (up: PointerEvent) => {
      stop();
      if (!viewport.wasDragged) return;
      this.#finish(start, source, up, targets);
    };
    const move = (event: PointerEvent) => {
      if (!viewport.wasDragged) {
        if (!viewport.isDrag(down, event)) return;
        viewport.wasDragged = true;
        drawing.element.setPointerCapture(down.pointerId);
        drawing.element.focus();
      }
      const at = this.#nodeAt(event);
      if (lit === undefined || lit.at !== at) {
        lit = { at };
        drawing.light({ targets, at: at !== undefined && targets.has(at) ? at : undefined });
      }
      this.#draw(start, viewport.pointAt(event));
    };
    drawing.element.addEventListener('pointermove', move, { signal });
    drawing.element.addEventListener('pointerup', end, { signal });
    drawing.element.addEventListener('pointercancel', stop, { signal });
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      stop();
    };
    addEventListener('keydown', cancel, { signal, capture: true });
  }

  /** The drawn node at the pointer, which the drawing has captured. */
  #nodeAt({ clientX, clientY }: PointerEvent): string | undefined {
    const id = this.#parts.drawing.idAt(document.elementFromPoint(clientX, clientY)).node;
    return id === undefined ? undefined : writtenId(id);
  }

  #draw(start: LineStart, to: Point): void {
    const { layout } = this.#parts.scene;
    const box = layout?.nodes.get(start.id);
    const line = layout?.edges.get(start.id);
    const from = box ? borderPoint(box, to) : line?.points[0];
    if (!from) return;
    this.#ghost.toggleAttribute('hidden', false);
    this.#line.setAttribute('d', linePath([from, to]));
    this.#arrow.setAttribute('d', arrowPath([from, to]));
  }

  #finish(start: LineStart, source: string, up: PointerEvent, targets: ReadonlySet<string>): void {
    const { request, notes, scene, viewport } = this.#parts;
    const at = this.#nodeAt(up);
    if (at !== undefined && targets.has(at)) {
      const kind = start.kind === 'node' ? 'connect' : 'retarget';
      request({ kind, ids: [start.id], end: { to: at } });
      return;
    }
    const { model } = scene;
    const around = model ? ancestors(model, source).map(({ id }) => id) : [];
    // The canvas belongs to the outermost automata.
    const newIn = at === undefined ? around.at(-1) : around.find((id) => id === at);
    if (start.kind === 'node' && newIn !== undefined)
      request({ kind: 'connect', ids: [start.id], end: { newIn } }, viewport.pointAt(up));
    else notes.flash(l10n.t('Drop it on a state.'));
  }
}
