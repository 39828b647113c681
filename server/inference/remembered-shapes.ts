import type { Shape } from '../shapes/shape';

/** A shape with those that it was made from, and what decided besides. */
export interface MadeShape {
  readonly from: readonly Shape[];
  readonly besides: string;
  readonly shape: Shape;
}

/** The shapes that something came to, by what it was made from each time. What was asked for longest ago is forgotten first. */
export class RememberedShapes {
  private readonly made: MadeShape[] = [];

  /** @param most how many are remembered */
  constructor(private readonly most: number) {}

  /** All that are remembered, those asked for longest ago first. */
  get all(): readonly MadeShape[] {
    return [...this.made];
  }

  /** What it came to when it was made from just these objects. */
  get(from: readonly Shape[], besides: string): Shape | undefined {
    const { made } = this;
    const index = made.findLastIndex((one) => one.besides === besides && isEach(one.from, from));
    const found = made[index];
    if (found === undefined) return undefined;
    if (index < made.length - 1) made.push(...made.splice(index, 1));
    return found.shape;
  }

  add(made: MadeShape): void {
    this.made.push(made);
    if (this.made.length > this.most) this.made.shift();
  }
}

function isEach(a: readonly Shape[], b: readonly Shape[]): boolean {
  return a.length === b.length && a.every((shape, index) => shape === b[index]);
}
