import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { StandaloneFinding } from '../rules/placed-finding';
import { isSameRange, type Range } from '../text/range';
import type { Unit } from '../yaml/cut/unit';
import { type EnclosingRanges, enclosingRanges } from '../yaml/tree/enclosing';

/** The time after an edit for which its author may go on writing, in milliseconds. */
export const PAUSE_MS = 3000;

/**
 * The place of the last edit. That something is absent in an object which holds it is not reported yet, because the author
 * may be about to write it: until there is an edit elsewhere, the cursor leaves the object, or `end` is called.
 */
export class LastEdit {
  private place: { readonly address: Address; readonly offset: number } | undefined;
  /** What holds the edit and all positions of the cursor since then; undefined until it is needed. */
  private held: EnclosingRanges | undefined;
  private hasWithheld = false;

  /** @param onRelease called when findings that were withheld are reported from now on, though nothing was edited */
  constructor(
    private readonly workspace: Pick<Workspace, 'document'>,
    private readonly onRelease: () => void,
  ) {}

  /** A file was edited; `offset` is the end of the new text. */
  edited(address: Address, offset: number): void {
    this.place = { address, offset };
    this.held = undefined;
    this.hasWithheld = false;
  }

  /** The cursor is at an offset of a file. */
  moved(address: Address, offset: number): void {
    const { place } = this;
    if (place === undefined || (place.address === address && place.offset === offset)) return;
    const before = this.heldRanges();
    const here: EnclosingRanges = place.address === address ? this.rangesAround(address, offset) : new Map();
    let isLess = false;
    const held = new Map<Unit, readonly Range[]>();
    for (const [unit, ranges] of before) {
      const left = ranges.filter((range) => includes(here.get(unit), range));
      isLess ||= left.length < ranges.length;
      held.set(unit, left);
    }
    if (!isLess) return;
    this.held = held;
    this.release();
  }

  /** The author has saved the file, or paused. */
  end(): void {
    this.place = undefined;
    this.release();
  }

  /** Whether a finding of a file is not reported yet. */
  withholds(address: Address, { unit, finding: { absentIn } }: StandaloneFinding): boolean {
    if (absentIn === undefined || this.place?.address !== address) return false;
    const isWithheld = includes(this.heldRanges().get(unit), absentIn);
    this.hasWithheld ||= isWithheld;
    return isWithheld;
  }

  private heldRanges(): EnclosingRanges {
    const { place } = this;
    this.held ??= place ? this.rangesAround(place.address, place.offset) : new Map();
    return this.held;
  }

  private rangesAround(address: Address, offset: number): EnclosingRanges {
    const document = this.workspace.document(address);
    return document === undefined ? new Map() : enclosingRanges(document, offset);
  }

  private release(): void {
    if (this.hasWithheld) this.onRelease();
    this.hasWithheld = false;
  }
}

function includes(ranges: readonly Range[] | undefined, range: Range): boolean {
  return ranges?.some((one) => isSameRange(one, range)) ?? false;
}
