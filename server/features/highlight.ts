import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { locate } from './locate';
import { mentionUnder } from './symbols/symbol';
import { familyOf, meaningsOf, rangeOf } from './symbols/uses';

/** One place that names what the cursor names. Offsets are those of the document. */
interface Highlight {
  readonly range: Range;
  /** `write`: it is defined or assigned here. */
  readonly access: 'read' | 'write';
}

/** Everything in a file that names the symbol under the cursor, in the order of the text; empty where none is. */
export function highlights(workspace: Workspace, address: Address, offset: number): readonly Highlight[] {
  const at = locate(workspace, address, offset);
  const mention = at && mentionUnder(at);
  if (at === undefined || mention === undefined) return [];
  const { uses } = familyOf(workspace, meaningsOf(at, mention));
  return uses
    .filter((use) => use.source.address === address)
    .map((use) => ({ range: rangeOf(use), access: use.mention.access === 'read' ? 'read' : 'write' }));
}
