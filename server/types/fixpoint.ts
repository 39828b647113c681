import { isSupertype } from './subtyping';
import { unionType, widen } from './union';
import { UNKNOWN, type ValueType } from './value-type';

/** Limit of iterations, after which growing types are widened. */
const ROUNDS = 5;
const EXACT_ROUNDS = 2;

/** The type of a value that begins as `initial` and goes through `step` any number of times. */
export function typeFixpoint(initial: ValueType, step: (before: ValueType) => ValueType): ValueType {
  let shape = initial;
  for (let round = 0; round < ROUNDS; round++) {
    const next = unionType(shape, step(shape));
    if (isSupertype(shape, next)) return shape;
    shape = round < EXACT_ROUNDS ? next : widen(next);
  }
  step(UNKNOWN);
  return UNKNOWN;
}
