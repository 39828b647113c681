import type { Catalog } from '../format/catalog';
import type { Shape } from '../format/shape';
import type { Unit } from '../yaml/document';
import { collectFacts } from './collect';

/**
 * What is read off a unit in a file of a shape, where these modules are known, made once: all three are immutable.
 */
export function rememberedByUnit<T>(
  make: (unit: Unit, shape: Shape, catalog: Catalog) => T,
): (unit: Unit, shape: Shape, catalog: Catalog) => T {
  const cache = new WeakMap<Catalog, WeakMap<Unit, Map<Shape, T>>>();
  return (unit, shape, catalog) => {
    const byUnit = cache.get(catalog) ?? new WeakMap<Unit, Map<Shape, T>>();
    cache.set(catalog, byUnit);
    const byShape = byUnit.get(unit) ?? new Map<Shape, T>();
    byUnit.set(unit, byShape);
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const made = make(unit, shape, catalog);
    byShape.set(shape, made);
    return made;
  };
}

/** The facts of a unit. */
export const factsOf = rememberedByUnit(collectFacts);
