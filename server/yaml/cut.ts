import { exceeds } from '../text/bytes';
import { lastAtOrBefore } from '../text/rising';
import { jsonRegion, readableSlices } from './json-cut';
import { sliceJson } from './json-slices';
import type { ParseLimits } from './problem';
import { AT_ROOT, type Context, leadingKey, type Slice, slice } from './slices';
import { type Notation, Unit } from './unit';

/** Decides from the keys at the root of a file whether its slices can be understood one by one. */
export type Sliceable = (rootKeys: readonly string[]) => boolean;

/** How a document is read. */
export interface CutOptions {
  readonly notation: Notation;
  readonly limits: ParseLimits;
  readonly sliceable: Sliceable;
}

/** A whole text as slices, which joined are the text. What is too large is one. */
export function cutText(text: string, { notation, limits }: CutOptions): Unit[] {
  const pieces = exceeds(text, limits.maxFileSize)
    ? [{ text, kind: 'head', next: 'entry', commaBefore: 0 } as const]
    : (notation === 'json' ? sliceJson(text) : slice(text)).slices;
  return pieces.map((piece) => unitOf(piece, notation, limits));
}

function unitOf({ text, kind, next, commaBefore }: Slice, notation: Notation, limits: ParseLimits): Unit {
  return new Unit(text, kind, notation, limits, next, commaBefore);
}

/**
 * The slices of a text of which `from`..`to` was replaced by `text`: as the whole new text would be cut, but only
 * what the edit touches is looked at, and all others stay the same objects.
 */
export function cutAnew(
  old: readonly Unit[],
  from: number,
  to: number,
  text: string,
  options: CutOptions,
): Unit[] {
  if (options.notation === 'yaml') return cutYaml(old, from, to, text, options);
  const { first, last, slices } = jsonRegion(old, from, to, text);
  const fresh = reuse(old.slice(first, last + 1), slices, options);
  return old.slice(0, first).concat(fresh, old.slice(last + 1));
}

function cutYaml(old: readonly Unit[], from: number, to: number, text: string, options: CutOptions): Unit[] {
  const bounds = new Array<number>(old.length).fill(0);
  for (let index = 1; index < old.length; index++)
    bounds[index] = (bounds[index - 1] ?? 0) + (old[index - 1]?.text.length ?? 0);
  // One slice before the edit is cut anew with it: its own first line is untouched, and it takes over what
  // no longer begins a slice.
  let first = Math.max(0, lastAtOrBefore(bounds, from) - 1);
  if (old[first]?.kind === 'state' && old[first - 1]?.kind === 'states') first--;
  let last = lastAtOrBefore(bounds, to);
  for (;;) {
    const base = bounds[first] ?? 0;
    const region = joined(old.slice(first, last + 1));
    const edited = region.slice(0, from - base) + text + region.slice(to - base);
    const cut = slice(edited, first === 0 ? undefined : contextBefore(old, first));
    // What follows was cut below the same `states:`, or must be cut again.
    const inStates = old[last + 1]?.kind === 'state';
    if (inStates && !(sameContext(cut.context, contextBefore(old, last + 1)) && !cut.context.awaiting)) {
      while (old[last + 1]?.kind === 'state') last++;
      continue;
    }
    const fresh = reuse(old.slice(first, last + 1), cut.slices, options);
    return old.slice(0, first).concat(fresh, old.slice(last + 1));
  }
}

/** Slices where the file can be understood slice by slice, else one unit; the same for the same text always. */
export function unitsOf(
  slices: readonly Unit[],
  previous: readonly Unit[] | undefined,
  options: CutOptions,
): readonly Unit[] {
  const { notation, limits, sliceable } = options;
  if (slices.length > 0 && !areTooLarge(slices, limits)) {
    const units = notation === 'json' ? jsonUnits(slices, previous ?? [], options) : slices;
    if (units && canBeRead(units, sliceable)) return units;
  }
  const text = joined(slices);
  const only = previous?.length === 1 ? previous[0] : undefined;
  return only?.kind === 'whole' && only.text === text ? [only] : [new Unit(text, 'whole', notation, limits)];
}

function jsonUnits(
  slices: readonly Unit[],
  previous: readonly Unit[],
  options: CutOptions,
): readonly Unit[] | undefined {
  const readable = readableSlices(slices, () => joined(slices));
  if (readable === 'by lines') return slices;
  return readable && reuse(previous, readable, options);
}

/** The text that units make. */
export function joined(units: readonly Unit[]): string {
  return units.length === 1 ? (units[0]?.text ?? '') : units.map((unit) => unit.text).join('');
}

function areTooLarge(slices: readonly Unit[], { maxFileSize }: ParseLimits): boolean {
  const length = slices.reduce((sum, unit) => sum + unit.text.length, 0);
  // The text is put together only where its length alone does not tell.
  return length * 3 > maxFileSize && exceeds(joined(slices), maxFileSize);
}

function canBeRead(slices: readonly Unit[], sliceable: Sliceable): boolean {
  const sections = slices.filter(({ kind }) => kind === 'section' || kind === 'states');
  return (
    sliceable(sections.map((unit) => leadingKey(unit) ?? '')) && slices.every((unit) => unit.standsAlone)
  );
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

function keyOf({ text, kind, next, commaBefore }: Slice | Unit): string {
  return `${kind} ${next} ${commaBefore} ${text}`;
}

/** Keeps the units of a region that came out as they were, in the order in which they are. */
function reuse(old: readonly Unit[], slices: readonly Slice[], { notation, limits }: CutOptions): Unit[] {
  const same = (unit: Unit | undefined, piece: Slice | undefined) =>
    unit !== undefined &&
    piece !== undefined &&
    unit.kind === piece.kind &&
    unit.next === piece.next &&
    unit.commaBefore === piece.commaBefore &&
    unit.text === piece.text;
  let front = 0;
  while (same(old[front], slices[front])) front++;
  let back = 0;
  while (back < Math.min(old.length, slices.length) - front && same(old.at(-1 - back), slices.at(-1 - back)))
    back++;
  // Between them, changes in many places may have left others as they were.
  const between = old.slice(front, old.length - back);
  const indexes = new Map<string, number>();
  for (const [index, unit] of between.entries()) indexes.set(keyOf(unit), index);
  let next = 0;
  const fresh = slices.slice(front, slices.length - back).map((piece) => {
    const index = indexes.get(keyOf(piece)) ?? -1;
    const unit = index >= next ? between[index] : undefined;
    if (unit) next = index + 1;
    return unit ?? unitOf(piece, notation, limits);
  });
  return [...old.slice(0, front), ...fresh, ...old.slice(old.length - back)];
}
