import type { Box } from '../../../server/drawing/layout';
import { svgElement } from '../dom';
import { measures } from './card-measures';
import { type FarName, farFont, farNames, type NamedBox, nameRooms } from './far-names';
import { middleOf } from './geometry';
import { clipped, widthOf } from './measure';
import type { WebNodeContent } from './node-content';

/** A drawn node with its name. */
export interface NamedElement extends NamedBox {
  readonly element: SVGGElement;
  readonly content: WebNodeContent;
}

/** Scales below which names keep their size on the screen, and below which they are all that a card shows. */
const scales = { constant: farFont.size / 13, far: 0.7 } as const;

/** Names are computed again when the scale has changed by this factor. */
const step = 2 ** (1 / 8);

/** The names in the drawing, which keep their size while the drawing is zoomed out. */
export class Names {
  #all: readonly NamedElement[] = [];
  #rooms: ReadonlyMap<string, Box> | undefined;
  /** The scale that the names were computed for; undefined if they must be computed again. */
  #at: number | undefined;
  #selected: string | undefined;
  /** The scale of the name in each card that shows a part of its text. An element never gets another text. */
  #near = new WeakMap<Element, number>();

  /** The names of frames, which are above the lines. */
  readonly frames = svgElement('g', { class: 'frame-names' });

  constructor(private readonly svg: SVGSVGElement) {}

  /** Takes the nodes of a new drawing. */
  take(all: readonly NamedElement[]): void {
    this.#all = all;
    this.frames.replaceChildren();
    this.#rooms = undefined;
    this.#at = undefined;
  }

  /** The name of the selected node is visible at every scale. */
  select(id: string | undefined): void {
    if (id === this.#selected) return;
    this.#selected = id;
    if (this.#at !== undefined && this.#at < scales.far) this.#at = undefined;
  }

  /** Shows the names for a scale. */
  see(scale: number): void {
    this.svg.style.setProperty('--screen', `${1 / scale}px`);
    const at = scale >= scales.constant ? 1 : step ** Math.floor(Math.log(scale) / Math.log(step));
    if (at === this.#at) return;
    this.#at = at;
    const isFar = at < scales.far;
    this.svg.classList.toggle('far', isFar);
    this.svg.classList.toggle('constant', at < 1);
    this.frames.replaceChildren();
    if (isFar) this.#showFar(at);
    else this.#showNear(at);
  }

  #showNear(scale: number): void {
    for (const named of this.#all) {
      if (this.#near.get(named.element) === scale) continue;
      showNear(named, scale);
      this.#near.set(named.element, scale);
    }
  }

  #showFar(scale: number): void {
    this.#near = new WeakMap();
    this.#rooms ??= nameRooms(
      new Map(this.#all.flatMap(({ id, box, isFrame }) => (isFrame ? [] : [[id, box] as const]))),
    );
    const measure = (text: string) => widthOf(text, farFont);
    const all = this.#all.map((named) =>
      named.id === this.#selected ? { ...named, rank: Infinity } : named,
    );
    const names = farNames(all, this.#rooms, scale, measure);
    for (const named of this.#all) {
      const name = names.get(named.id);
      if (!named.isFrame) showFar(named, name);
      else if (name) this.frames.append(nameText(name, name.box.x));
    }
  }
}

/** In its place in the card, shortened to the space that it has there. */
function showNear(named: NamedElement, scale: number): void {
  const { element, content, box, isFrame } = named;
  element.querySelector(':scope > .far-name')?.remove();
  setBody(element, { ...box, x: 0, y: 0 });
  const name = element.querySelector(':scope > .name');
  if (!name || isFrame) return;
  const room = (box.width - measures.padding - Number(name.getAttribute('x'))) * scale;
  name.textContent = scale === 1 ? content.name : clipped(named.name, farFont, room);
}

function showFar({ element, box }: NamedElement, name: FarName | undefined): void {
  element.querySelector(':scope > .far-name')?.remove();
  element.classList.toggle('unnamed', name === undefined);
  const at = name?.box ?? box;
  const own = { ...at, x: at.x - box.x, y: at.y - box.y };
  setBody(element, own);
  if (name === undefined) return;
  element.append(nameText({ ...name, box: own }, middleOf(own).x));
  // Above the cards without a name.
  element.parentNode?.append(element);
}

/** The lines of a name; `x` is where they are aligned. */
function nameText({ lines, box }: FarName, x: number): SVGTextElement {
  const first = 0.35 - ((lines.length - 1) / 2) * lineHeight;
  return svgElement(
    'text',
    { class: 'far-name', y: middleOf(box).y },
    ...lines.map((line, index) =>
      svgElement('tspan', { x, dy: `${index === 0 ? first : lineHeight}em` }, line),
    ),
  );
}

/** In `em`. */
const lineHeight = farFont.line / farFont.size;

function setBody(element: SVGGElement, box: Box): void {
  const body = element.querySelector(':scope > .body');
  for (const name of ['x', 'y', 'width', 'height'] as const) body?.setAttribute(name, String(box[name]));
}
