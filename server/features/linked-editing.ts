import type { Address } from '../project/files/paths';
import { unitFacts } from '../project/files/source';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { locateCursor } from './cursor-location';
import { prepareRename } from './rename';
import { nameEdit } from './rename/edits';
import { linkedSymbolsOf, resolveMention, useRange } from './symbols/linked-symbols';
import { mentionAt } from './symbols/mentions';

/** The text that a linked name may consist of while it is typed. */
export const LINKED_WORD = '[A-Za-z_$][\\w$]*';

/**
 * The ranges to edit together while one of them is typed: all mentions of a variable of a state, if they are all in
 * one state of one file and written as the plain word. Undefined if a rename would change more, or is refused.
 */
export function linkedRanges(
  workspace: Workspace,
  address: Address,
  offset: number,
): readonly Range[] | undefined {
  const at = locateCursor(workspace, address, offset);
  const mention = at && mentionAt(unitFacts(at.source, at.unit), at.offset);
  if (at === undefined || mention === undefined) return undefined;
  const meanings = resolveMention(at, mention);
  if (!meanings.every(({ symbol }) => symbol.kind === 'local')) return undefined;
  const { uses } = linkedSymbolsOf(workspace, meanings);
  const word = at.unit.text.slice(mention.start, mention.end);
  const isSafe = uses.every((use) => {
    const { start, end } = use.mention;
    const isHere = use.unit === at.unit && use.mention.scope === mention.scope;
    return isHere && use.unit.text.slice(start, end) === word && nameEdit(use, 'x').text === 'x';
  });
  if (!isSafe || uses.length < 2 || !new RegExp(`^${LINKED_WORD}$`).test(word)) return undefined;
  return prepareRename(workspace, address, offset).kind === 'ready' ? uses.map(useRange) : undefined;
}
