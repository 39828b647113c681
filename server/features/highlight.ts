import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { locateCursor } from './cursor-location';
import { linkedSymbolsOf, resolveMention, useRange } from './symbols/linked-symbols';
import { mentionAtCursor } from './symbols/symbol';

/** One place that names what the cursor names. Offsets are those of the document. */
interface Highlight {
  readonly range: Range;
  /** `write`: it is defined or assigned here. */
  readonly access: 'read' | 'write';
}

/** Everything in a file that names the symbol under the cursor, in the order of the text; empty where none is. */
export function highlights(workspace: Workspace, address: Address, offset: number): readonly Highlight[] {
  const at = locateCursor(workspace, address, offset);
  const mention = at && mentionAtCursor(at);
  if (at === undefined || mention === undefined) return [];
  const { uses } = linkedSymbolsOf(workspace, resolveMention(at, mention));
  return uses
    .filter((use) => use.source.address === address)
    .map((use) => ({ range: useRange(use), access: use.mention.access === 'read' ? 'read' : 'write' }));
}
