import { lastAtOrBefore } from '../../text/binary-search';
import { commonTextEnds } from '../../text/common-ends';
import { breakBefore, positionIn } from '../../text/lines';
import type { Range } from '../../text/range';
import { DEFAULT_LIMITS, type ParseLimits } from '../read/problem';
import { type CutOptions, reparse, type Sliceable, sliceText, unitsOf } from './cut';
import type { SkipReason } from './skipped';
import { joinUnits, type Notation, type Unit } from './unit';

/** A position as editors count it: zero-based, characters in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly character: number;
}

/** A text with its units. Immutable: an edit returns a new document that shares the untouched units. */
export class Document {
  private readonly starts: readonly number[];
  private readonly firstLines: readonly number[];
  /** Where the units begin in their first lines: in JSON without line breaks, not at the start. */
  private readonly columns: readonly number[];
  private indexes: ReadonlyMap<Unit, number> | undefined;

  private constructor(
    private readonly options: CutOptions,
    private readonly slices: readonly Unit[],
    readonly units: readonly Unit[],
    /** The text, if it is known already. */
    private cachedText?: string,
  ) {
    const starts = new Array<number>(units.length);
    const firstLines = new Array<number>(units.length);
    const columns = new Array<number>(units.length);
    const rootUnits: Unit[] = [];
    let offset = 0;
    let line = 0;
    let column = 0;
    // Runs on every keystroke, so it does little work per unit and allocates nothing temporary.
    for (let index = 0; index < units.length; index++) {
      const unit = units[index];
      if (unit === undefined) continue;
      starts[index] = offset;
      firstLines[index] = line;
      columns[index] = column;
      unit.lastIndex = index;
      if (unit.kind !== 'state' && !unit.isNested) rootUnits.push(unit);
      offset += unit.text.length;
      const breaks = unit.lines.length - 1;
      line += breaks;
      column = unit.text.length - (unit.lines[breaks] ?? 0) + (breaks === 0 ? column : 0);
    }
    this.starts = starts;
    this.firstLines = firstLines;
    this.columns = columns;
    this.rootUnits = rootUnits;
    this.length = offset;
  }

  readonly length: number;
  /** The units other than states, which are at the root. */
  readonly rootUnits: readonly Unit[];

  static open(
    text: string,
    notation: Notation,
    sliceable: Sliceable,
    limits: ParseLimits = DEFAULT_LIMITS,
  ): Document {
    const options = { notation, limits, sliceable };
    const slices = sliceText(text, options);
    return new Document(options, slices, unitsOf(slices, undefined, options), text);
  }

  get notation(): Notation {
    return this.options.notation;
  }

  /** The limits that it was parsed with. */
  get limits(): ParseLimits {
    return this.options.limits;
  }

  /** Why the text is not parsed; undefined if it is. */
  get skipped(): SkipReason | undefined {
    return this.units.length === 1 ? this.units[0]?.skipped : undefined;
  }

  /** The text, if it is cached. */
  get textAtHand(): string | undefined {
    return this.cachedText;
  }

  get text(): string {
    this.cachedText ??= joinUnits(this.units);
    return this.cachedText;
  }

  /**
   * Replaces `start`..`end` by `text`; offsets outside of the document are clamped.
   *
   * @param result the text of the result, if it is known
   */
  edit(start: number, end: number, text: string, result?: string): Document {
    const from = Math.max(0, Math.min(start, this.length));
    const to = Math.max(from, Math.min(end, this.length));
    const slices = reparse(this.slices, from, to, text, this.options);
    return new Document(this.options, slices, unitsOf(slices, this.units, this.options), result);
  }

  /** A document with another text that shares the units at the beginning and the end. */
  withText(text: string): Document {
    const { front, back } = commonTextEnds(this.text, text);
    return this.edit(front, this.length - back, text.slice(front, text.length - back), text);
  }

  /** Offset of a unit's first code unit; units are compared by identity. */
  startOf(unit: Unit): number {
    return this.starts[this.indexOf(unit)] ?? 0;
  }

  /** Whether a unit is one of the document's. */
  holds(unit: Unit): boolean {
    return this.indexOf(unit) >= 0;
  }

  /** Index of a unit; -1 for a unit of another text. */
  indexOf(unit: Unit): number {
    if (this.units[unit.lastIndex] === unit) return unit.lastIndex;
    this.indexes ??= new Map(this.units.map((each, index) => [each, index]));
    return this.indexes.get(unit) ?? -1;
  }

  /** Offset of the unit with this index. */
  startAt(index: number): number {
    return this.starts[index] ?? this.length;
  }

  /** Index of the unit at a cursor. Between two units, the one that begins there. */
  unitIndexAt(offset: number): number {
    return lastAtOrBefore(this.starts, offset);
  }

  /** The units that a range touches, with their offsets. */
  *unitsIn({ start, end }: Range): Iterable<{ readonly unit: Unit; readonly start: number }> {
    const last = this.unitIndexAt(end);
    for (let index = this.unitIndexAt(start); index <= last; index++) {
      const unit = this.units[index];
      if (unit) yield { unit, start: this.startAt(index) };
    }
  }

  positionAt(offset: number): Position {
    return this.placeAt(offset).position;
  }

  /** The position of the start of the unit with this index. */
  positionOfUnit(index: number): Position {
    return { line: this.firstLineAt(index), character: this.columnOf(index, 0) };
  }

  /** The position of an offset, and the start and end offsets of its line, the end limited to its unit. */
  private placeAt(offset: number): { position: Position; lineStart: number; lineEnd: number } {
    const at = Math.max(0, Math.min(offset, this.length));
    const index = this.unitIndexAt(at);
    const unit = this.units[index];
    const unitStart = this.startAt(index);
    const lines = unit?.lines ?? [0];
    const { line, character: inUnit } = positionIn(lines, at - unitStart);
    const character = inUnit + this.columnOf(index, line);
    const nextLine = lines[line + 1];
    return {
      position: { line: this.firstLineAt(index) + line, character },
      lineStart: at - character,
      lineEnd: nextLine === undefined ? this.startAt(index + 1) : unitStart + nextLine,
    };
  }

  /** The positions of both ends of a range, which is usually within a line. */
  rangeAt(start: number, end: number): { readonly start: Position; readonly end: Position } {
    const { position, lineStart, lineEnd } = this.placeAt(start);
    const isOnLine = start <= end && lineStart <= end && end < lineEnd;
    const last = isOnLine ? { line: position.line, character: end - lineStart } : this.positionAt(end);
    return { start: position, end: last };
  }

  /** Positions after the end of a line or of the document are clamped to it. */
  offsetAt(position: Position): number {
    if (position.line < 0) return 0;
    const character = Math.max(0, position.character);
    let index = lastAtOrBefore(this.firstLines, position.line);
    while (this.firstLineAt(index) === position.line && this.columnOf(index, 0) > character) index--;
    const unit = this.units[index];
    if (unit === undefined) return 0;
    const line = position.line - this.firstLineAt(index);
    const start = unit.lines[line];
    if (start === undefined) return this.length;
    const nextLine = unit.lines[line + 1];
    const end = nextLine === undefined ? unit.text.length : breakBefore(unit.text, nextLine);
    return (
      this.startAt(index) + Math.min(start + character - this.columnOf(index, line), Math.max(start, end))
    );
  }

  /** The position in its line at which a line of a unit begins; the lines of a unit are counted from zero. */
  private columnOf(index: number, line: number): number {
    return line === 0 ? (this.columns[index] ?? 0) : 0;
  }

  /** Line of the start of the unit with this index. */
  private firstLineAt(index: number): number {
    return this.firstLines[index] ?? 0;
  }
}
