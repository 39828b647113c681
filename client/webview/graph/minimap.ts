import type { Box, Layout, Point } from '../../../server/drawing/layout';
import { svgElement } from '../dom';
import { type DrawnElement, drawnElement } from '../drawn-element';
import { setChildren } from '../set-children';
import { boundsOf, inView, type Size, type View } from './geometry';
import { frameOf, smallView, viewAt } from './minimap-geometry';

const size: Size = { width: 168, height: 112 };

/** The overview: the whole drawing in small, with a frame around the view. A click or drag in it moves the view. */
export class Minimap {
  readonly element: SVGSVGElement;
  readonly #nodes = svgElement('g');
  readonly #frame = svgElement('rect', { class: 'seen', rx: 2 });
  #small: View = { x: 0, y: 0, scale: 1 };
  #boxes = new Map<string, DrawnElement<SVGRectElement>>();
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
    this.select(undefined);
    const before = this.#boxes;
    this.#boxes = new Map(
      [...layout.nodes].map(([id, box]) => {
        const { width, height, ...place } = inView(box, this.#small);
        const attributes = {
          class: classOf(id),
          ...place,
          width: Math.max(width, 1),
          height: Math.max(height, 1),
        };
        return [id, drawnElement(before.get(id), [attributes], () => svgElement('rect', attributes))];
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
