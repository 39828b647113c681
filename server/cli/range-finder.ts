import type { PrintedRange } from '../check';
import type { Address } from '../project/files/paths';
import type { SourceRange } from '../run/conversation/events';
import { lineStarts, positionIn } from '../text/lines';

/** Finds the lines of places in texts. Those of a text are counted once. */
export function rangeFinder(textOf: (address: Address) => string): (place: SourceRange) => PrintedRange {
  const known = new Map<Address, readonly number[]>();
  return ({ address, start, end }) => {
    const starts = known.get(address) ?? lineStarts(textOf(address));
    known.set(address, starts);
    const last = positionIn(starts, end);
    return { address, ...positionIn(starts, start), endLine: last.line, endCharacter: last.character };
  };
}
