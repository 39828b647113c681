import { lastAtOrBefore } from '../text/binary-search';
import { lineStarts } from '../text/lines';

/** The texts of the files of an automata, with their lines. */
export class SourceTexts {
  private readonly starts = new Map<string, readonly number[]>();

  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  /** Line and character from 0. */
  positionAt(address: string, offset: number): { readonly line: number; readonly character: number } {
    let starts = this.starts.get(address);
    if (starts === undefined) {
      starts = lineStarts(this.texts.get(address) ?? '');
      this.starts.set(address, starts);
    }
    const line = lastAtOrBefore(starts, offset);
    return { line, character: offset - (starts[line] ?? 0) };
  }
}
