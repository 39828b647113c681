import type * as lsp from 'vscode-languageserver';
import type { Address } from '../project/files/paths';
import type { SourceRange } from '../run/conversation/events';
import { positionsIn } from './convert';
import type { Services } from './handlers/handler';

/** Locations in the texts of a run, which may have changed since. */
export class SourceLocations {
  private readonly converters = new Map<Address, (offset: number) => lsp.Position>();

  constructor(
    private readonly services: Pick<Services, 'toUri'>,
    private readonly texts: ReadonlyMap<Address, string>,
  ) {}

  /** The location of a place; undefined if the text of its file is not known. */
  of(place: SourceRange | undefined): lsp.Location | undefined {
    const text = place && this.texts.get(place.address);
    if (place === undefined || text === undefined) return undefined;
    const at = this.converters.get(place.address) ?? positionsIn(text);
    this.converters.set(place.address, at);
    // Without the line break at the end of a block.
    const end = place.start + text.slice(place.start, place.end).trimEnd().length;
    return {
      uri: this.services.toUri(place.address),
      range: { start: at(place.start), end: at(end) },
    };
  }
}

/** The URIs of a client for addresses, where they differ. */
export function differentUris(
  addresses: Iterable<Address>,
  toUri: Services['toUri'],
): { readonly [address: string]: string } {
  const uris = [...addresses].map((address) => [address, toUri(address)] as const);
  return Object.fromEntries(uris.filter(([address, uri]) => address !== uri));
}
