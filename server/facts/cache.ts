import type { Shape } from '../format/shape';
import type { Unit } from '../yaml/document';
import { collectFacts } from './collect';
import type { UnitFacts } from './facts';

const cache = new WeakMap<Unit, Map<Shape, UnitFacts>>();

/** The facts of a unit in a file of this shape, made once: units are immutable. */
export function factsOf(unit: Unit, shape: Shape): UnitFacts {
  const byShape = cache.get(unit) ?? new Map<Shape, UnitFacts>();
  cache.set(unit, byShape);
  const facts = byShape.get(shape) ?? collectFacts(unit, shape);
  byShape.set(shape, facts);
  return facts;
}
