import { exceeds } from '../text/bytes';
import { lineEnd } from '../text/lines';
import { mayConflict } from './conflicts';
import { parseJson } from './json';
import { parseYaml } from './parse';
import { DEFAULT_LIMITS, type Parsed, type ParseLimits } from './problem';
import { AT_ROOT, type Context, hasContent, hasDocumentMark, leadingKey, type Slice, slice } from './slices';

export type Notation = 'yaml' | 'json';

/** A place in a document as editors count it: both from zero, characters in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Decides from the keys at the root of a YAML file whether its slices can be understood one by one. */
export type Sliceable = (rootKeys: readonly string[]) => boolean;

/**
 * The unit of all caching: a stretch of a document that is parsed on its own. Immutable; offsets inside are
 * relative to it, so an edit elsewhere leaves it as it is. `whole` units are entire documents.
 */
export class Unit {
  private cachedParsed: Parsed | undefined;
  private cachedLines: readonly number[] | undefined;
  private cachedStandsAlone: boolean | undefined;
  /** Where it stands in the text that was made last of those that it is in: mostly in the others as well. */
  lastIndex = -1;

  constructor(
    readonly text: string,
    readonly kind: Slice['kind'] | 'whole',
    readonly notation: Notation,
    readonly limits: ParseLimits,
  ) {}

  get parsed(): Parsed {
    this.cachedParsed ??= this.isTooLarge
      ? tooLarge(this.text)
      : (this.notation === 'json' ? parseJson : parseYaml)(this.text, this.limits);
    return this.cachedParsed;
  }

  /** The text is larger than the limit, and not looked into. */
  get isTooLarge(): boolean {
    return this.kind === 'whole' && exceeds(this.text, this.limits.maxFileSize);
  }

  /** Whether it can be read without the slices around it, as far as its own text tells. */
  get standsAlone(): boolean {
    this.cachedStandsAlone ??= standsAlone(this);
    return this.cachedStandsAlone;
  }

  /** Offsets at which lines begin. */
  get lines(): readonly number[] {
    this.cachedLines ??= lineStarts(this.text);
    return this.cachedLines;
  }
}

/** A text with its units. Immutable: an edit gives a new document that shares the untouched units. */
export class Document {
  private readonly starts: readonly number[];
  private readonly firstLines: readonly number[];
  private indexes: ReadonlyMap<Unit, number> | undefined;

  private constructor(
    readonly notation: Notation,
    /** Those with which it was read. */
    readonly limits: ParseLimits,
    private readonly sliceable: Sliceable,
    private readonly slices: readonly Unit[],
    readonly units: readonly Unit[],
    /** Where it is known already. */
    private cachedText?: string,
  ) {
    const starts = new Array<number>(units.length);
    const firstLines = new Array<number>(units.length);
    const rootUnits: Unit[] = [];
    let offset = 0;
    let line = 0;
    // Done at every keystroke, so no more than these few steps for each, and nothing is thrown away.
    for (let index = 0; index < units.length; index++) {
      const unit = units[index];
      if (unit === undefined) continue;
      starts[index] = offset;
      firstLines[index] = line;
      unit.lastIndex = index;
      if (unit.kind !== 'state') rootUnits.push(unit);
      offset += unit.text.length;
      line += unit.lines.length - 1;
    }
    this.starts = starts;
    this.firstLines = firstLines;
    this.rootUnits = rootUnits;
    this.length = offset;
  }

  readonly length: number;
  /** The units other than states: what stands at the root. */
  readonly rootUnits: readonly Unit[];

  static open(
    text: string,
    notation: Notation,
    sliceable: Sliceable,
    limits: ParseLimits = DEFAULT_LIMITS,
  ): Document {
    const inOne = notation === 'json' || exceeds(text, limits.maxFileSize);
    const pieces: readonly Slice[] = inOne ? [{ text, kind: 'head' }] : slice(text).slices;
    const slices = pieces.map((piece) => new Unit(piece.text, piece.kind, notation, limits));
    return new Document(
      notation,
      limits,
      sliceable,
      slices,
      unitsOf(slices, undefined, notation, sliceable, limits),
      text,
    );
  }

  /** The text is larger than the limit, and not looked into. */
  get isTooLarge(): boolean {
    return this.units.length === 1 && this.units[0]?.isTooLarge === true;
  }

  get text(): string {
    this.cachedText ??=
      this.units.length === 1 ? (this.units[0]?.text ?? '') : this.units.map((unit) => unit.text).join('');
    return this.cachedText;
  }

  /** Replaces `start`..`end` by `text`; offsets outside of the document are clamped. */
  edit(start: number, end: number, text: string): Document {
    const from = Math.max(0, Math.min(start, this.length));
    const to = Math.max(from, Math.min(end, this.length));
    const slices =
      this.notation === 'json' ? this.editWhole(from, to, text) : this.editSlices(from, to, text);
    const units = unitsOf(slices, this.units, this.notation, this.sliceable, this.limits);
    return new Document(this.notation, this.limits, this.sliceable, slices, units);
  }

  private editWhole(from: number, to: number, text: string): Unit[] {
    const all = this.text;
    return [new Unit(all.slice(0, from) + text + all.slice(to), 'head', this.notation, this.limits)];
  }

  private editSlices(from: number, to: number, text: string): Unit[] {
    const old = this.slices;
    const bounds = new Array<number>(old.length + 1).fill(0);
    for (let index = 0; index < old.length; index++)
      bounds[index + 1] = (bounds[index] ?? 0) + (old[index]?.text.length ?? 0);
    // One slice before the edit is cut anew with it: its own first line is untouched, and it takes over what
    // no longer begins a slice.
    let first = Math.max(0, lastAtOrBefore(bounds, from, old.length) - 1);
    if (old[first]?.kind === 'state' && old[first - 1]?.kind === 'states') first--;
    let last = lastAtOrBefore(bounds, to, old.length);
    for (;;) {
      const base = bounds[first] ?? 0;
      const region = old
        .slice(first, last + 1)
        .map((unit) => unit.text)
        .join('');
      const edited = region.slice(0, from - base) + text + region.slice(to - base);
      const before = first === 0 ? undefined : contextBefore(old, first);
      const cut = slice(edited, before);
      // What follows was cut below the same `states:`, or must be cut again.
      const inStates = old[last + 1]?.kind === 'state';
      if (inStates && !(sameContext(cut.context, contextBefore(old, last + 1)) && !cut.context.awaiting)) {
        while (old[last + 1]?.kind === 'state') last++;
        continue;
      }
      const fresh = reuse(old.slice(first, last + 1), cut.slices, this.notation, this.limits);
      return old.slice(0, first).concat(fresh, old.slice(last + 1));
    }
  }

  /** Offset of a unit's first code unit; units are found by identity. */
  startOf(unit: Unit): number {
    return this.starts[this.indexOf(unit)] ?? 0;
  }

  /** Whether a unit is one of the document's. */
  holds(unit: Unit): boolean {
    return this.indexOf(unit) >= 0;
  }

  /** Position among the units; -1 for a unit of another text. */
  indexOf(unit: Unit): number {
    if (this.units[unit.lastIndex] === unit) return unit.lastIndex;
    this.indexes ??= new Map(this.units.map((each, index) => [each, index]));
    return this.indexes.get(unit) ?? -1;
  }

  /** Offset at which the unit of this index begins. */
  startAt(index: number): number {
    return this.starts[index] ?? this.length;
  }

  /** Index of the unit under a cursor. At a border the cursor is in the unit that begins there. */
  unitIndexAt(offset: number): number {
    return lastAtOrBefore(this.starts, offset, this.units.length);
  }

  positionAt(offset: number): Position {
    return this.placeAt(offset).position;
  }

  /** The position of an offset, and the offsets at which its line begins and ends, the latter within its unit. */
  private placeAt(offset: number): { position: Position; lineStart: number; lineEnd: number } {
    const at = Math.max(0, Math.min(offset, this.length));
    const index = this.unitIndexAt(at);
    const unit = this.units[index];
    const unitStart = this.starts[index] ?? 0;
    const lines = unit?.lines ?? [0];
    const line = lastAtOrBefore(lines, at - unitStart, lines.length);
    const lineStart = unitStart + (lines[line] ?? 0);
    return {
      position: { line: (this.firstLines[index] ?? 0) + line, character: at - lineStart },
      lineStart,
      lineEnd: unitStart + (lines[line + 1] ?? unit?.text.length ?? 0),
    };
  }

  /** The positions of both ends of a stretch, which mostly is a part of a line. */
  rangeAt(start: number, end: number): { readonly start: Position; readonly end: Position } {
    const { position, lineStart, lineEnd } = this.placeAt(start);
    const isOnLine = start <= end && lineStart <= end && end < lineEnd;
    const last = isOnLine ? { line: position.line, character: end - lineStart } : this.positionAt(end);
    return { start: position, end: last };
  }

  /** Positions behind the end of a line or of the document are clamped to it. */
  offsetAt(position: Position): number {
    if (position.line < 0) return 0;
    const index = lastAtOrBefore(this.firstLines, position.line, this.units.length);
    const unit = this.units[index];
    if (unit === undefined) return 0;
    const line = position.line - (this.firstLines[index] ?? 0);
    const start = unit.lines[line];
    if (start === undefined) return this.length;
    const end =
      line + 1 < unit.lines.length ? breakBefore(unit.text, unit.lines[line + 1] ?? 0) : unit.text.length;
    return (
      (this.starts[index] ?? 0) + Math.min(start + Math.max(0, position.character), Math.max(start, end))
    );
  }
}

function areTooLarge(slices: readonly Unit[], { maxFileSize }: ParseLimits): boolean {
  const length = slices.reduce((sum, unit) => sum + unit.text.length, 0);
  // The text is put together only where its length alone does not tell.
  return length * 3 > maxFileSize && exceeds(slices.map((unit) => unit.text).join(''), maxFileSize);
}

/** What is known of a text that nobody looks into. */
function tooLarge(text: string): Parsed {
  const message =
    'This file is larger than the limit, so it is not checked. Raise `atomicState.limits.maxFileSize` to have it read.';
  const problem = { kind: 'limit', start: 0, end: lineEnd(text, 0), message } as const;
  return { root: undefined, problems: [problem], openAliases: [] };
}

/** Slices where the file can be understood slice by slice, else one unit; the same for the same text always. */
function unitsOf(
  slices: readonly Unit[],
  previous: readonly Unit[] | undefined,
  notation: Notation,
  sliceable: Sliceable,
  limits: ParseLimits,
): readonly Unit[] {
  const isSlices = notation === 'yaml' && slices.length > 0 && !areTooLarge(slices, limits);
  if (isSlices && canBeRead(slices, sliceable)) return slices;
  const text = slices.map((unit) => unit.text).join('');
  const only = previous?.length === 1 ? previous[0] : undefined;
  return only?.kind === 'whole' && only.text === text ? [only] : [new Unit(text, 'whole', notation, limits)];
}

function canBeRead(slices: readonly Unit[], sliceable: Sliceable): boolean {
  const sections = slices.filter(({ kind }) => kind === 'section' || kind === 'states');
  return (
    sliceable(sections.map((unit) => leadingKey(unit) ?? '')) && slices.every((unit) => unit.standsAlone)
  );
}

function standsAlone(unit: Unit): boolean {
  if (unit.kind === 'head' && hasContent(unit.text)) return false;
  if (hasDocumentMark(unit) || mayConflict(unit.text)) return false;
  // An alias without an anchor in its own slice may have it in an earlier one.
  return !unit.text.includes('*') || unit.parsed.openAliases.length === 0;
}

function contextBefore(units: readonly Unit[], index: number): Context {
  const previous = units[index - 1];
  if (previous?.kind !== 'state')
    return previous?.kind === 'states' ? { column: undefined, awaiting: true } : AT_ROOT;
  return { column: previous.text.search(/\S/), awaiting: false };
}

function sameContext(a: Context, b: Context): boolean {
  return a.column === b.column && a.awaiting === b.awaiting;
}

/** Keeps the units of a region that came out as they were, in the order in which they are. */
function reuse(
  old: readonly Unit[],
  slices: readonly Slice[],
  notation: Notation,
  limits: ParseLimits,
): Unit[] {
  const same = (unit: Unit | undefined, piece: Slice | undefined) =>
    unit !== undefined && piece !== undefined && unit.kind === piece.kind && unit.text === piece.text;
  let front = 0;
  while (same(old[front], slices[front])) front++;
  let back = 0;
  while (back < Math.min(old.length, slices.length) - front && same(old.at(-1 - back), slices.at(-1 - back)))
    back++;
  // Between them, changes in many places may have left others as they were.
  const between = old.slice(front, old.length - back);
  const indexes = new Map<string, number>();
  for (const [index, unit] of between.entries()) indexes.set(unit.kind + unit.text, index);
  let next = 0;
  const fresh = slices.slice(front, slices.length - back).map(({ text, kind }) => {
    const index = indexes.get(kind + text) ?? -1;
    const unit = index >= next ? between[index] : undefined;
    if (unit) next = index + 1;
    return unit ?? new Unit(text, kind, notation, limits);
  });
  return [...old.slice(0, front), ...fresh, ...old.slice(old.length - back)];
}

/** Index of the last entry of a rising list that is not above `value`, among the first `count`. */
function lastAtOrBefore(rising: readonly number[], value: number, count: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** Offset of the break that ends the line before `lineStart`. */
function breakBefore(text: string, lineStart: number): number {
  const one = lineStart - 1;
  return text[one] === '\n' && text[one - 1] === '\r' ? one - 1 : one;
}
