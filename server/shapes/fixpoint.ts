import { covers } from './covers';
import { type Shape, UNKNOWN } from './shape';
import { union, widen } from './union';

/** Steps that are tried, and after how many of them what grows is widened. */
const ROUNDS = 5;
const EXACT_ROUNDS = 2;

/** What a value may be that begins as `initial` and goes through `step` any number of times. */
export function repeated(initial: Shape, step: (before: Shape) => Shape): Shape {
  let shape = initial;
  for (let round = 0; round < ROUNDS; round++) {
    const next = union(shape, step(shape));
    if (covers(shape, next)) return shape;
    shape = round < EXACT_ROUNDS ? next : widen(next);
  }
  step(UNKNOWN);
  return UNKNOWN;
}
