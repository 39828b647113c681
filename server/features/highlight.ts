import type { Address } from '../project/paths';
import { unitFacts } from '../project/source';
import type { Workspace } from '../project/workspace';
import { type Range, shift } from '../text/range';
import { locate } from './locate';
import { type Mention, mentionsOf } from './mentions';
import { refTo, symbolAt, symbolKey } from './symbol';

/** One place that names what the cursor names. Offsets are those of the document. */
export interface Highlight {
  readonly range: Range;
  /** `write`: it is defined or assigned here. */
  readonly access: 'read' | 'write';
}

/** Everything in a file that names the symbol under the cursor, in the order of the text; empty where none is. */
export function highlights(workspace: Workspace, address: Address, offset: number): readonly Highlight[] {
  const at = locate(workspace, address, offset);
  const ref = at && symbolAt(at);
  if (at === undefined || ref === undefined) return [];
  const { document } = at.source;
  const key = symbolKey(ref.symbol);
  const name = nameIn(ref.mention);
  return document.units.flatMap((unit, index) =>
    mentionsOf(unitFacts(at.source, unit)).flatMap((mention): Highlight[] => {
      // Whatever names a symbol does so by the same word.
      if (nameIn(mention) !== name) return [];
      const other = refTo(workspace, at.project, { source: at.source, unit }, mention);
      if (other === undefined || symbolKey(other.symbol) !== key) return [];
      const range = shift({ start: mention.start, end: mention.end }, document.startAt(index));
      return [{ range, access: mention.access === 'read' ? 'read' : 'write' }];
    }),
  );
}

/** The word by which a mention names its symbol. */
function nameIn({ what }: Mention): string {
  switch (what.kind) {
    case 'id':
      return what.id;
    case 'target':
      return what.upTo.split(/[.#]/).at(-1) ?? '';
    case 'handler':
    case 'emit':
      return what.event;
    case 'use':
      return what.use.name;
    case 'file':
      return what.use.path.text;
    default:
      return what.name;
  }
}
