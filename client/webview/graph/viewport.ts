import type { Box, Point } from '../../../server/drawing/layout';
import { fitBox, middleOf, revealBox, type Size, type View, zoomView } from './geometry';

/** The duration of an animated move, in milliseconds. */
const glide = 180;

/** The maximum pointer movement of a click, in pixels. */
const clickSlack = 4;

/** Whether the system or VS Code is set to reduced motion. */
export function prefersReducedMotion(): boolean {
  return (
    matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.body.classList.contains('vscode-reduce-motion')
  );
}

/** The visible part of the drawing, which wheel, pointer and keys change. */
export class Viewport {
  readonly #window: HTMLElement;
  readonly #changed: (view: View) => void;
  #size: Size = { width: 0, height: 0 };
  #view: View = { x: 0, y: 0, scale: 1 };
  #frame = 0;
  /** The view has not changed since the drawing was fitted, so it is fitted again when the window is resized. */
  isFitted = false;
  /** The pointer has dragged the drawing since it was pressed, so its click is ignored. */
  wasDragged = false;

  /**
   * @param window the element that shows the drawing
   * @param changed is called with each new view
   * @param resized is called when the window has another size
   */
  constructor(window: HTMLElement, changed: (view: View) => void, resized: () => void) {
    this.#window = window;
    this.#changed = changed;
    new ResizeObserver(() => {
      this.#size = { width: window.clientWidth, height: window.clientHeight };
      resized();
    }).observe(window);
    window.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    window.addEventListener('pointerdown', (event) => this.#drag(event));
  }

  get view(): View {
    return this.#view;
  }

  /** The size of the window; reading it from the page would lay out all that has just been drawn. */
  get size(): Size {
    return this.#size;
  }

  /** Shows a view, by default without animation. */
  take(view: View, smoothly = false): void {
    this.isFitted = false;
    if (smoothly) this.glideTo(view);
    else this.#set(view);
  }

  #set(view: View): void {
    cancelAnimationFrame(this.#frame);
    this.#view = view;
    this.#changed(view);
  }

  /** Moves to another view, animated unless motion is reduced. */
  glideTo(view: View): void {
    if (view === this.#view) return;
    if (prefersReducedMotion()) {
      this.#set(view);
      return;
    }
    const from = this.#view;
    const begin = performance.now();
    cancelAnimationFrame(this.#frame);
    const step = (now: number) => {
      const part = Math.min(Math.max((now - begin) / glide, 0), 1);
      const eased = 1 - (1 - part) ** 3;
      const between = (one: number, other: number) => one + (other - one) * eased;
      this.#set({
        x: between(from.x, view.x),
        y: between(from.y, view.y),
        scale: between(from.scale, view.scale),
      });
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Shows all of a box. */
  fit(box: Box, smoothly = true): void {
    const view = fitBox(box, this.size);
    if (smoothly) this.glideTo(view);
    else this.#set(view);
    this.isFitted = true;
  }

  /** Moves the view as little as possible so that a box is visible. */
  reveal(box: Box): void {
    const view = revealBox(this.#view, box, this.size);
    if (view === this.#view) return;
    this.isFitted = false;
    this.glideTo(view);
  }

  /** Zooms around the middle of a box in the drawing; without one, around that of the window. */
  zoom(factor: number, around?: Box): void {
    const { x, y, scale } = this.#view;
    const { width, height } = this.size;
    const middle = around && middleOf(around);
    const at = middle
      ? { x: middle.x * scale + x, y: middle.y * scale + y }
      : { x: width / 2, y: height / 2 };
    this.isFitted = false;
    this.glideTo(zoomView(this.#view, factor, at));
  }

  pan(dx: number, dy: number): void {
    this.isFitted = false;
    this.#set({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    // Browsers report a pinch gesture as a wheel event with Ctrl.
    if (event.ctrlKey || event.metaKey) {
      const delta = Math.min(Math.max(event.deltaY * unit, -60), 60);
      this.isFitted = false;
      this.#set(zoomView(this.#view, Math.exp(-delta / 120), this.#inWindow(event)));
      return;
    }
    const sideways = event.shiftKey && event.deltaX === 0;
    this.pan(-(sideways ? event.deltaY : event.deltaX) * unit, sideways ? 0 : -event.deltaY * unit);
  }

  #drag(down: PointerEvent): void {
    this.wasDragged = false;
    if (down.button !== 0 && down.button !== 1) return;
    let last: Point = { x: down.clientX, y: down.clientY };
    const ending = new AbortController();
    const { signal } = ending;
    const move = (event: PointerEvent) => {
      if (!this.wasDragged && this.isDrag(down, event)) {
        this.wasDragged = true;
        this.#window.setPointerCapture(down.pointerId);
        this.#window.classList.add('dragging');
      }
      if (this.wasDragged) {
        this.pan(event.clientX - last.x, event.clientY - last.y);
        last = { x: event.clientX, y: event.clientY };
      }
    };
    const end = () => {
      this.#window.classList.remove('dragging');
      ending.abort();
    };
    this.#window.addEventListener('pointermove', move, { signal });
    this.#window.addEventListener('pointerup', end, { signal });
    this.#window.addEventListener('pointercancel', end, { signal });
  }

  /** Whether the pointer has moved further than in a click. */
  isDrag(down: PointerEvent, event: PointerEvent): boolean {
    return Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > clickSlack;
  }

  /** The point of the drawing at the pointer. */
  pointAt(event: MouseEvent): Point {
    const { x, y } = this.#inWindow(event);
    return { x: (x - this.#view.x) / this.#view.scale, y: (y - this.#view.y) / this.#view.scale };
  }

  #inWindow(event: MouseEvent): Point {
    const { left, top } = this.#window.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
