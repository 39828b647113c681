import type { Catalog } from '../format/catalog';
import type { Shape } from '../format/shape';
import type { Unit } from '../yaml/unit';
import { collectFacts } from './collect';

/**
 * What is read off a unit in a file of a shape, where these modules are known, made once: all three are immutable.
 */
export function rememberedByUnit<T>(
  make: (unit: Unit, shape: Shape, catalog: Catalog) => T,
): (unit: Unit, shape: Shape, catalog: Catalog) => T {
  const cache = new WeakMap<Catalog, Map<Shape, WeakMap<Unit, T>>>();
  return (unit, shape, catalog) => {
    const byShape = cache.get(catalog) ?? new Map<Shape, WeakMap<Unit, T>>();
    cache.set(catalog, byShape);
    const byUnit = byShape.get(shape) ?? new WeakMap<Unit, T>();
    byShape.set(shape, byUnit);
    const known = byUnit.get(unit);
    if (known !== undefined) return known;
    const made = make(unit, shape, catalog);
    byUnit.set(unit, made);
    return made;
  };
}

/** The facts of a unit. */
export const factsOf = rememberedByUnit(collectFacts);
