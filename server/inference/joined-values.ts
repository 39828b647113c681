import { alternatives, type Shape, UNDEFINED } from '../shapes/shape';
import type { SharedShapes } from '../shapes/shared';
import { union, unionOf, widen } from '../shapes/union';
import { RememberedShapes } from './remembered-shapes';
import type { Value } from './remembered-values';

/** What variables come to, of the shapes of all their values. While these stay the same objects, so does the whole. */
export class JoinedValues {
  private known = new Map<string, RememberedShapes>();

  /** @param most how many shapes of each variable are remembered */
  constructor(
    private readonly shared: SharedShapes,
    private readonly most: number,
  ) {}

  /** Forgets all variables but these. */
  retain(names: Iterable<string>): void {
    this.known = new Map(Array.from(names, (name) => [name, this.rememberedOf(name)]));
  }

  /** What a variable comes to whose values have these shapes. */
  shapeOf(name: string, values: readonly Value[], from: readonly Shape[]): Shape {
    const isAssigned = values.some(({ entry }) => entry.output !== undefined);
    const isDeclared = values.some(({ entry }) => entry.output === undefined);
    const besides = `${isAssigned} ${isDeclared}`;
    const remembered = this.rememberedOf(name);
    const known = remembered.get(from, besides);
    if (known) return known;
    const all = unionOf(from);
    // What nothing assigns keeps its first value; what nothing declares has none before it is assigned.
    const grown = () => generalized(isDeclared ? all : union(all, UNDEFINED));
    const shape = this.shared.share(isAssigned ? grown() : all);
    remembered.add({ from, besides, shape });
    return shape;
  }

  private rememberedOf(name: string): RememberedShapes {
    const known = this.known.get(name) ?? new RememberedShapes(this.most);
    this.known.set(name, known);
    return known;
  }
}

/** Widened, but for a list that is still empty: whatever comes into it is assigned, and so is known. */
function generalized(shape: Shape): Shape {
  const isEmpty = (one: Shape) => one.kind === 'array' && one.items?.length === 0;
  return union(...alternatives(shape).map((one) => (isEmpty(one) ? one : widen(one))));
}
