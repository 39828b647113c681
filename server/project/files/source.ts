import type { UnitFacts } from '../../facts/facts';
import { factsOf, writtenFactsOf } from '../../facts/unit-facts';
import type { Catalog } from '../../format/catalog';
import type { DocumentKind } from '../../format/document-kind';
import type { Document } from '../../yaml/cut/document';
import type { Unit } from '../../yaml/cut/unit';
import type { Address } from './paths';

/** A state file: its current text, kind and catalog. Immutable. */
export interface Source {
  readonly address: Address;
  readonly document: Document;
  readonly documentKind: DocumentKind;
  /** The modules and widgets that are known in it. */
  readonly catalog: Catalog;
}

export function unitFacts(source: Source, unit: Unit): UnitFacts {
  return factsOf(source.catalog, source.documentKind, unit);
}

/** The facts of a unit with each name and expression once, in the scope around its text. */
export function writtenFacts(source: Source, unit: Unit): UnitFacts {
  return writtenFactsOf(source.catalog, source.documentKind, unit);
}

/** Results of longer units, in characters, are computed in slices. */
const MAX_STEP_LENGTH = 20_000;

export function isLongUnit({ text }: Unit): boolean {
  return text.length > MAX_STEP_LENGTH;
}
