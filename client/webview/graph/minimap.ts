import equal from 'fast-deep-equal';
import type { Box, Layout, Point } from '../../../server/drawing/layout';
import { svgElement } from '../dom';
import { setChildren } from '../set-children';
import { boundsOf, type Size, type View } from './geometry';
import { frameOf, smallView, viewAt } from './minimap-geometry';

const size: Size = { width: 168, height: 112 };

/** The overview: the whole drawing in small, with a frame around the view. A click or drag in it moves the view. */
export class Minimap {
  readonly element: SVGSVGElement;
  readonly #nodes = svgElement('g');
  readonly #frame = svgElement('rect', { class: 'seen', rx: 2 });
  #small: View = { x: 0, y: 0, scale: 1 };
  /** With the attributes that they were drawn from. */
  #boxes = new Map<string, { readonly element: SVGRectElement; readonly parts: readonly unknown[] }>();
  #selected: SVGRectElement | undefined;

  /**
   * @param state of the page
   * @param goTo receives the view that the user selects
   */
  constructor(
    private readonly state: () => { view: View; window: Size },
    private readonly goTo: (view: View) => void,
  ) {
    this.element = svgElement(
      'svg',
      { class: 'minimap', width: size.width, height: size.height, 'aria-hidden': 'true' },
      this.#nodes,
      this.#frame,
    );
    this.element.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      this.element.setPointerCapture(event.pointerId);
      this.#go(event);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (event.buttons === 1) this.#go(event);
    });
  }

  /** Draws the boxes of a layout; a class for each, such as `frame`. */
  draw(layout: Layout, classOf: (id: string) => string): void {
    this.#small = smallView(boundsOf(layout), size);
    const { x, y, scale } = this.#small;
    this.select(undefined);
    const before = this.#boxes;
    this.#boxes = new Map(
      [...layout.nodes].map(([id, box]) => {
        const attributes = {
          class: classOf(id),
          x: box.x * scale + x,
          y: box.y * scale + y,
          width: Math.max(box.width * scale, 1),
          height: Math.max(box.height * scale, 1),
        };
        const parts = Object.values(attributes);
        const known = before.get(id);
        return [
          id,
          known && equal(known.parts, parts) ? known : { parts, element: svgElement('rect', attributes) },
        ];
      }),
    );
    setChildren(
      this.#nodes,
      [...this.#boxes.values()].map(({ element }) => element),
    );
    this.follow();
  }

  /** Highlights only the box of a node. */
  select(id: string | undefined): void {
    this.#selected?.classList.remove('selected');
    this.#selected = id === undefined ? undefined : this.#boxes.get(id)?.element;
    this.#selected?.classList.add('selected');
  }

  /** Moves the frame to the current view. */
  follow(): void {
    const { view, window } = this.state();
    const frame = cut(frameOf(view, window, this.#small));
    for (const name of ['x', 'y', 'width', 'height'] as const) {
      this.#frame.setAttribute(name, String(frame[name]));
    }
  }

  #go(event: PointerEvent): void {
    const { left, top } = this.element.getBoundingClientRect();
    const point: Point = { x: event.clientX - left, y: event.clientY - top };
    const { view, window } = this.state();
    this.goTo(viewAt(point, view, window, this.#small));
  }
}

/** The part of a frame inside of the overview, so that its border is visible. */
function cut(frame: Box): Box {
  const left = Math.min(Math.max(frame.x, 1), size.width - 1);
  const top = Math.min(Math.max(frame.y, 1), size.height - 1);
  const right = Math.min(Math.max(frame.x + frame.width, 1), size.width - 1);
  const bottom = Math.min(Math.max(frame.y + frame.height, 1), size.height - 1);
  return { x: left, y: top, width: Math.max(right - left, 2), height: Math.max(bottom - top, 2) };
}
