import type { Address } from '../project/files/paths';
import { lineChanges, type TextChange } from '../text/line-diff';
import { lineStarts, positionIn } from '../text/lines';

/** The text of a file that is edited while it is debugged. */
interface CurrentText {
  readonly text: string;
  readonly starts: readonly number[];
  /** The edits since it was loaded. */
  readonly changes: readonly TextChange[];
}

/** The texts of the files of an automata. Positions refer to the open editors, which may have been edited since. */
export class SourceTexts {
  private readonly current = new Map<Address, CurrentText>();

  constructor(
    private readonly loaded: ReadonlyMap<Address, string>,
    /** The text of an open editor. */
    private readonly currentText: (address: Address) => string | undefined = () => undefined,
  ) {}

  /** The zero-based line and character of an offset in the loaded text. */
  positionAt(address: Address, offset: number): { readonly line: number; readonly character: number } {
    const { starts, changes, text } = this.textOf(address);
    return positionIn(starts, Math.min(movedOffset(offset, changes), text.length));
  }

  loadedText(address: Address): string | undefined {
    return this.loaded.get(address);
  }

  /** The files that were edited since they were loaded. */
  edited(): Address[] {
    return [...this.loaded].flatMap(([address, text]) => {
      const now = this.currentText(address);
      return now === undefined || now === text ? [] : [address];
    });
  }

  private textOf(address: Address): CurrentText {
    const loaded = this.loaded.get(address) ?? '';
    const text = this.currentText(address) ?? loaded;
    const known = this.current.get(address);
    if (known?.text === text) return known;
    const current = {
      text,
      starts: lineStarts(text),
      changes: text === loaded ? [] : lineChanges(loaded, text),
    };
    this.current.set(address, current);
    return current;
  }
}

/** The offset after edits. */
function movedOffset(offset: number, changes: readonly TextChange[]): number {
  let moved = offset;
  for (const { range, text } of changes) {
    if (range.start > offset || (range.start === offset && range.end > offset)) break;
    // An offset in replaced text moves to the start of the replacement.
    if (range.end > offset) return moved - offset + range.start;
    moved += text.length - (range.end - range.start);
  }
  return moved;
}
