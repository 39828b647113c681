import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { anchorAtCursor } from './anchors';
import { locateCursor } from './cursor-location';
import { possibleMeaningsOf, possibleUsesOf, useRange } from './symbols/linked-symbols';
import { mentionAtCursor } from './symbols/symbol';

/** An occurrence of the name at the cursor. Offsets are those of the document. */
interface Highlight {
  readonly range: Range;
  /** `write`: a definition or an assignment. */
  readonly access: 'read' | 'write';
}

/** All occurrences of the anchor or symbol at the cursor in its file, in the order of the text; empty if there is none. */
export function highlights(workspace: Workspace, address: Address, offset: number): readonly Highlight[] {
  const at = locateCursor(workspace, address, offset);
  const anchor = at && anchorAtCursor(at);
  if (anchor) {
    const aliases = anchor.aliases.map((range): Highlight => ({ range, access: 'read' }));
    const { definition: range } = anchor;
    return range ? [{ range, access: 'write' }, ...aliases] : aliases;
  }
  const mention = at && mentionAtCursor(at);
  if (at === undefined || mention === undefined) return [];
  const uses = possibleUsesOf(workspace, possibleMeaningsOf(at, mention));
  return uses
    .filter((use) => use.source.address === address)
    .map((use) => ({ range: useRange(use), access: use.mention.access === 'read' ? 'read' : 'write' }));
}
