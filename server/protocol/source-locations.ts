import type * as lsp from 'vscode-languageserver';
import type { Address } from '../project/paths';
import type { SourceRange } from '../run/events';
import { lastAtOrBefore } from '../text/binary-search';
import { lineStarts } from '../text/lines';
import type { Services } from './handlers/handler';

/** Places in texts as they were when something was run. */
export class SourceLocations {
  private readonly starts = new Map<Address, readonly number[]>();

  constructor(
    private readonly services: Pick<Services, 'toUri'>,
    private readonly texts: ReadonlyMap<Address, string>,
  ) {}

  /** Undefined for a place in another file. */
  of(place: SourceRange | undefined): lsp.Location | undefined {
    const text = place && this.texts.get(place.address);
    if (place === undefined || text === undefined) return undefined;
    const starts = this.starts.get(place.address) ?? lineStarts(text);
    this.starts.set(place.address, starts);
    const at = (offset: number) => {
      const line = lastAtOrBefore(starts, offset);
      return { line, character: offset - (starts[line] ?? 0) };
    };
    // A block ends with the line break after it.
    const end = place.start + text.slice(place.start, place.end).trimEnd().length;
    return {
      uri: this.services.toUri(place.address),
      range: { start: at(place.start), end: at(end) },
    };
  }
}
