import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { Catalog } from '../format/catalog';
import type { DocumentKind } from '../format/document-kind';
import { hasAliases, type Unit } from '../yaml/cut/unit';
import { collectFacts, collectResolvedFacts } from './collect';
import type { UnitFacts } from './facts';

/**
 * The facts of a unit in a file of a kind, with the modules that are known there. Each scope has the content of its
 * aliases and merge keys, at the place where it is written.
 */
export const factsOf = engine.slicedQuery(
  'facts',
  function* (catalog: Catalog, documentKind: DocumentKind, unit: Unit): Task<UnitFacts> {
    if (!hasAliases(unit)) return yield* collectFacts(catalog, documentKind, unit);
    const resolved = yield* collectResolvedFacts(catalog, documentKind, unit);
    return resolved ?? (yield* aliasedFacts.asTask(catalog, documentKind, unit));
  },
);

/** The facts of a unit with each name and expression once, in the scope around its text. */
export function writtenFactsOf(catalog: Catalog, documentKind: DocumentKind, unit: Unit): UnitFacts {
  return (hasAliases(unit) ? aliasedFacts : factsOf)(catalog, documentKind, unit);
}

const aliasedFacts = engine.slicedQuery('written facts', collectFacts);
