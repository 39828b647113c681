import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { locateCursor } from './cursor-location';
import { linkedSymbolsOf, resolveMention, type SymbolInProject, useRange } from './symbols/linked-symbols';
import { mentionAtCursor } from './symbols/symbol';

/** One place that names what the cursor names. Offsets are those of its document. */
export interface Reference {
  readonly address: Address;
  readonly range: Range;
  /** It comes to be here: its key, its declaration; not where it is merely assigned. */
  readonly isDefinition: boolean;
}

/**
 * Everything that names the symbol under the cursor, in all files of all projects that the file is part of, in the
 * order of files and text. What leads to a state by its id (`#id`) counts as a reference of the state, too, though
 * not the other way round. Empty where there is no symbol.
 */
export function references(workspace: Workspace, address: Address, offset: number): readonly Reference[] {
  const at = locateCursor(workspace, address, offset);
  const mention = at && mentionAtCursor(at);
  if (at === undefined || mention === undefined) return [];
  const meanings = resolveMention(at, mention);
  return linkedSymbolsOf(workspace, [...meanings, ...meanings.flatMap(idsOf)]).uses.map((use) => ({
    address: use.source.address,
    range: useRange(use),
    isDefinition: use.mention.access === 'definition',
  }));
}

/** The ids by which a state is named. */
function idsOf({ project, symbol }: SymbolInProject): SymbolInProject[] {
  if (symbol.kind !== 'state') return [];
  const { path } = symbol;
  return project
    .scopes(path)
    .flatMap(({ scope }) =>
      scope.id ? [{ project, symbol: { kind: 'id' as const, id: scope.id.text, path } }] : [],
    );
}
