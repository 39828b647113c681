import { Document } from '../yaml/cut/document';
import type { Notation, Unit } from '../yaml/cut/unit';
import { fieldOf } from './objects';
import type { Type } from './types';

/**
 * The kind of a file: a whole automata, one atomic state, a map of states (to be included), or the successor's
 * `blocks`, which are detected and not analysed. `modules` are files that the settings list, which describe
 * extensions of the format by the user. `scenarios` are conversations with an automata, `configuration` has settings.
 */
export type DocumentKind =
  | 'automata'
  | 'state'
  | 'states'
  | 'successor'
  | 'modules'
  | 'scenarios'
  | 'configuration';

/** Whether the units of a document can be parsed independently; a single state depends on all of its sections. */
function canSlice(rootKeys: readonly string[]): boolean {
  if (rootKeys.includes('states') || rootKeys.includes('initial')) return true;
  return !rootKeys.some((key) => fieldOf('state', key) !== undefined);
}

/** Opens a document of the format. */
export function openDocument(
  text: string,
  notation: Notation,
  limits?: Parameters<typeof Document.open>[3],
): Document {
  return Document.open(text, notation, canSlice, limits);
}

/** The type of a map of states. */
export const STATES: Type = fieldOf('automata', 'states')?.type ?? { kind: 'any', template: true };

/** The type of the map at a unit's root. */
export function rootTypeOf(unit: Unit, documentKind: DocumentKind): Type {
  if (documentKind === 'modules') return { kind: 'object', object: 'modules-file' };
  if (documentKind === 'scenarios') return { kind: 'object', object: 'scenario-file' };
  if (documentKind === 'configuration') return { kind: 'object', object: 'configuration' };
  if (unit.kind === 'state' || documentKind === 'states') return STATES;
  return { kind: 'object', object: documentKind === 'state' ? 'state' : 'automata' };
}

/** Whether the map at a unit's root is only part of the document's root, so that other keys may be in other units. */
export function isPart(unit: Unit): boolean {
  return unit.kind !== 'whole';
}
