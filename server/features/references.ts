import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { anchorAtCursor } from './anchors';
import { locateCursor } from './cursor-location';
import { possibleMeaningsOf, possibleUsesOf, type SymbolInProject, useRange } from './symbols/linked-symbols';
import { mentionAtCursor } from './symbols/symbol';

/** An occurrence of the name at the cursor. Offsets are those of its document. */
export interface Reference {
  readonly address: Address;
  readonly range: Range;
  /** A key or declaration, as opposed to an assignment. */
  readonly isDefinition: boolean;
}

/**
 * All references to the anchor or symbol at the cursor, in all files of all projects that the file is part of, in the order of
 * files and text. Targets by id (`#id`) also count as references to the state, but not the reverse. An ambiguous name
 * in a scenario is a reference to each symbol that it may refer to. Empty if there is no symbol.
 */
export function references(workspace: Workspace, address: Address, offset: number): readonly Reference[] {
  const at = locateCursor(workspace, address, offset);
  const anchor = at && anchorAtCursor(at);
  if (anchor) {
    const aliases = anchor.aliases.map((range) => ({ address, range, isDefinition: false }));
    const { definition: range } = anchor;
    return range ? [{ address, range, isDefinition: true }, ...aliases] : aliases;
  }
  const mention = at && mentionAtCursor(at);
  if (at === undefined || mention === undefined) return [];
  const meanings = possibleMeaningsOf(at, mention);
  return possibleUsesOf(workspace, [...meanings, ...meanings.flatMap(idsOf)]).map((use) => ({
    address: use.source.address,
    range: useRange(use),
    isDefinition: use.mention.access === 'definition',
  }));
}

/** The ids of a state. */
function idsOf({ project, symbol }: SymbolInProject): SymbolInProject[] {
  if (symbol.kind !== 'state') return [];
  const { path } = symbol;
  return project
    .scopes(path)
    .flatMap(({ scope }) =>
      scope.id ? [{ project, symbol: { kind: 'id' as const, name: scope.id.text, path } }] : [],
    );
}
