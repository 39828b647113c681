import type { Box } from '../../../server/drawing/layout';
import { boxesTouch } from './geometry';

/** A drawn element and its bounding box. */
interface CulledElement {
  readonly element: SVGElement;
  readonly box: Box;
}

/** Fewer elements are always drawn. */
const many = 600;

/** Removes elements that are far outside the view from the document, so that large drawings move smoothly. */
export class Culling {
  #placed: readonly CulledElement[] = [];
  /** The region whose elements are in the document. */
  #region: Box | undefined;
  #hidden = new Set<SVGElement>();

  /** Replaces the elements. */
  take(placed: readonly CulledElement[]): void {
    this.#placed = placed.length < many ? [] : placed;
    this.#region = undefined;
    if (this.#placed.length === 0) this.#hide(new Set());
  }

  /** Updates the drawn part if the view leaves it, or becomes much smaller. */
  see(seen: Box): void {
    if (this.#placed.length === 0 || this.#isGood(seen)) return;
    const region = {
      x: seen.x - seen.width,
      y: seen.y - seen.height,
      width: seen.width * 3,
      height: seen.height * 3,
    };
    this.#region = region;
    const isFar = ({ box }: CulledElement) => !boxesTouch(box, region);
    this.#hide(new Set(this.#placed.filter(isFar).map(({ element }) => element)));
  }

  /** Hides some elements and no others. Most stay as they are, which the browser need not draw again. */
  #hide(hidden: Set<SVGElement>): void {
    for (const element of this.#hidden) if (!hidden.has(element)) element.style.display = '';
    for (const element of hidden) if (!this.#hidden.has(element)) element.style.display = 'none';
    this.#hidden = hidden;
  }

  #isGood(seen: Box): boolean {
    const region = this.#region;
    return (
      region !== undefined &&
      region.width < seen.width * 6 &&
      region.x <= seen.x &&
      region.y <= seen.y &&
      region.x + region.width >= seen.x + seen.width &&
      region.y + region.height >= seen.y + seen.height
    );
  }
}
