import { isSupertype } from './subtyping';
import { unionType, widen } from './union';
import { UNKNOWN, type ValueType } from './value-type';

/** Limit of iterations, after which a growing type is unknown. */
const MAX_ROUNDS = 5;
/** Growing types are widened after this number of iterations. */
const MAX_EXACT_ROUNDS = 2;

/** The type of a value that is `initial` at first, and to which `step` is applied any number of times. */
export function typeFixpoint(initial: ValueType, step: (before: ValueType) => ValueType): ValueType {
  let type = initial;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = unionType(type, step(type));
    if (isSupertype(type, next)) return type;
    type = round < MAX_EXACT_ROUNDS ? next : widen(next);
  }
  step(UNKNOWN);
  return UNKNOWN;
}
