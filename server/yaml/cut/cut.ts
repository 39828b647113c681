import { append } from '../../text/append';
import { lastAtOrBefore } from '../../text/binary-search';
import { indentAt, lineEnd, matchedText } from '../../text/lines';
import { sliceJson } from '../json/cut';
import { isSyntaxProblem, type ParseLimits } from '../read/problem';
import { endOfQuoted } from '../read/quotes';
import { depthAt } from '../tree/nesting';
import { isSameLevel, type Level, levelKey, ROOT_LEVEL } from './levels';
import { mayBeSkipped, skipReason } from './skipped';
import { leadingKey, type Slice, sliceYaml } from './slices';
import { joinUnits, type Notation, Unit, unitedUnit, unitStarts } from './unit';

/** Decides from the root keys of a file whether its slices can be parsed independently. */
export type Sliceable = (rootKeys: readonly string[]) => boolean;

/** How a document is split. */
export interface CutOptions {
  readonly notation: Notation;
  readonly limits: ParseLimits;
  readonly sliceable: Sliceable;
}

/** The slices of a whole text; joined, they are the text. A text that is not parsed is one slice. */
export function sliceText(text: string, { notation, limits }: CutOptions): Unit[] {
  const pieces = skipReason(text, limits)
    ? [{ text, kind: 'head', next: 'entry', commaBefore: 0, level: ROOT_LEVEL, opened: undefined } as const]
    : notation === 'json'
      ? sliceJson(text)
      : sliceYaml(text).slices;
  return inOneFile(pieces.map((piece) => unitOf(piece, notation, limits)));
}

/** Slices without a line break get that of the file: the last line may have none, and entries of JSON share lines. */
function inOneFile(slices: Unit[]): Unit[] {
  const lineBreak = slices.find(({ lines }) => lines.length > 1)?.lineBreak;
  const isOther = (unit: Unit) => unit.lineBreak !== lineBreak && unit.lines.length === 1;
  if (!slices.some(isOther)) return slices;
  return slices.map((unit) => (isOther(unit) ? unitOf(unit, unit.notation, unit.limits, lineBreak) : unit));
}

function unitOf(piece: Slice | Unit, notation: Notation, limits: ParseLimits, lineBreak?: string): Unit {
  const { text, kind, next, commaBefore, level, opened } = piece;
  return new Unit(text, kind, notation, limits, next, commaBefore, level, opened, lineBreak);
}

/**
 * The slices after `from`..`to` was replaced by `text`. The result equals a cut of the whole new text, but only the
 * edited region is read, and all other slices stay the same objects.
 */
export function reparse(
  old: readonly Unit[],
  from: number,
  to: number,
  text: string,
  options: CutOptions,
): Unit[] {
  if (options.notation === 'yaml') return cutYaml(old, from, to, text, options);
  const same = wordInUnit(old, from, to, text);
  if (same) return same;
  const before = joinUnits(old);
  return inOneFile(reuse(old, sliceJson(before.slice(0, from) + text + before.slice(to)), options));
}

/** The slices after an edit of a word in the value of an entry, which leaves the others as they are. */
function wordInUnit(old: readonly Unit[], from: number, to: number, text: string): Unit[] | undefined {
  const bounds = unitStarts(old);
  const index = lastAtOrBefore(bounds, from);
  const unit = old[index];
  const start = from - (bounds[index] ?? 0);
  const end = start + to - from;
  if (unit === undefined || !/^(?:section|state)/.test(unit.kind) || old.at(-1)?.kind !== 'tail')
    return undefined;
  const own = unit.text;
  const isWord = /^[\w.]+$/.test(own.slice(start - 1, end + 1) + text) && end < own.length;
  const key = matchedText(own, KEY);
  if (!isWord || key === '' || start < key.length) return undefined;
  return old.with(index, unit.withText(own.slice(0, start) + text + own.slice(end)));
}

/** The key that begins an entry of JSON. */
const KEY = /^\s*"(?:[^"\\]|\\.)*"\s*:/;

function cutYaml(old: readonly Unit[], from: number, to: number, text: string, options: CutOptions): Unit[] {
  const bounds = unitStarts(old);
  // Whether the slice before the edit still begins one depends on its second line as well. The slice before that is
  // cut again as well: its own first lines are unchanged, and it includes text that no longer begins a slice.
  let first = Math.max(0, lastAtOrBefore(bounds, from) - 2);
  while (first > 0 && levelAfter(old[first - 1])?.column === 'awaited') first--;
  let last = lastAtOrBefore(bounds, to);
  for (;;) {
    const base = bounds[first] ?? 0;
    const region = joinUnits(old.slice(first, last + 1));
    const edited = region.slice(0, from - base) + text + region.slice(to - base);
    const cut = sliceYaml(edited, levelAfter(old[first - 1]));
    const following = old[last + 1];
    // The following text was cut at the same level, or must be cut again.
    if (following && !canFollow(following, cut.after, old[last], edited)) {
      last = Math.max(last + 1, nextOutside(old, last + 1) - 1);
      continue;
    }
    const fresh = reuse(old.slice(first, last + 1), cut.slices, options);
    return inOneFile(old.slice(0, first).concat(fresh, old.slice(last + 1)));
  }
}

/** The level of the slice after a unit; undefined at the start of a document. */
function levelAfter(unit: Unit | undefined): Level | undefined {
  return unit && (unit.opened ?? unit.level);
}

/** Whether a slice begins in the column of the root keys. */
function isOfRoot({ kind, isNested }: Unit): boolean {
  return kind !== 'state' && !isNested;
}

/** Whether a slice would be cut in the same way after an edited text, at whose end is this level instead of that of `before`. */
function canFollow(unit: Unit, level: Level, before: Unit | undefined, edited: string): boolean {
  // Whether a line in another column than the states begins one depends on the lines around it.
  const isMisplaced = unit.kind === 'state' && indentAt(unit.text, 0) !== unit.level.column;
  if (isMisplaced || /:[ \t]*(?:#.*)?[\n\r]*$/.test(edited.slice(-MAX_KEY))) return false;
  const last = levelAfter(before);
  if (isOfRoot(unit)) return level.column === last?.column;
  return level.column !== 'awaited' && isSameLevel(level, last);
}

/** Characters at the end of a text that may be a key. */
const MAX_KEY = 200;

/** The index of the first slice, at or after `from`, that is not part of the same automata. */
function nextOutside(units: readonly Unit[], from: number): number {
  const depth = depthAt(units, from);
  let index = from;
  for (let unit = units[index]; unit !== undefined; unit = units[++index])
    if (depth === 0 ? isOfRoot(unit) : unit.path.length < depth) break;
  return index;
}

/** The slices if they can be parsed independently, otherwise one unit. Depends on the text only. */
export function unitsOf(
  slices: readonly Unit[],
  previous: readonly Unit[] | undefined,
  options: CutOptions,
): readonly Unit[] {
  const { notation, limits, sliceable } = options;
  // A single head is a document: it has no keys, and perhaps nothing but comments.
  const isHead = slices.every(({ kind }) => kind === 'head');
  if (!isHead && !areSkipped(slices, limits)) {
    const units = notation === 'json' ? slices : yamlUnits(slices, previous ?? []);
    if (canBeRead(units, sliceable)) return units;
  }
  const text = joinUnits(slices);
  const only = previous?.length === 1 ? previous[0] : undefined;
  return only?.kind === 'whole' && only.text === text ? [only] : [new Unit(text, 'whole', notation, limits)];
}

/**
 * The slices, with those of a nested automata as one unit if they cannot be parsed independently, and those that are
 * the text in quotes of one value.
 */
function yamlUnits(slices: readonly Unit[], previous: readonly Unit[]): readonly Unit[] {
  if (slices.every((unit) => unit.openQuote === undefined && isClear(unit))) return slices;
  const known = new Set(previous);
  const units: Unit[] = [];
  for (let first = 0, next = 0; first < slices.length; first = next) {
    next = first + 1;
    const quoted = quotedSlices(slices, first);
    if (quoted.length > 1) {
      const united = sameOrNew(unitedUnit(quoted), known);
      if (!united.parsed.problems.some(isSyntaxProblem)) {
        units.push(united);
        next = first + quoted.length;
        continue;
      }
    }
    while (slices[next]?.isNested) next++;
    const group = slices.slice(first, next);
    if (group.length === 1 || group.every(isClear)) append(units, group);
    else units.push(sameOrNew(unitedUnit(group), known));
  }
  return units;
}

/** The slices up to the end of a value in quotes whose lines look like keys of an automata or like states. */
function quotedSlices(slices: readonly Unit[], first: number): readonly Unit[] {
  const unit = slices[first];
  const quote = unit?.openQuote;
  if (unit === undefined || quote === undefined || unit.isNested || unit.opened !== undefined) return [];
  if (!unit.parsed.problems.some(isSyntaxProblem)) return [];
  for (let next = first + 1; next < slices.length && next <= first + MAX_QUOTED_SLICES; next++) {
    const { text, isNested, opened } = slices[next] ?? unit;
    if (isNested || opened !== undefined) return [];
    const end = endOfQuoted(text, 0, quote);
    if (end === undefined) continue;
    const isEnd = /^[ \t,\]}]*(?:#.*)?$/.test(text.slice(end, lineEnd(text, end)));
    return isEnd ? slices.slice(first, next + 1) : [];
  }
  return [];
}

/** Lines of a text that look like keys; each of them is a slice. */
const MAX_QUOTED_SLICES = 100;

function isClear(unit: Unit): boolean {
  if (unit.opened === undefined && !unit.isNested) return true;
  if (unit.isNested && unit.kind !== 'state' && OPAQUE_KEYS.has(leadingKey(unit))) return false;
  return unit.isIndependent;
}

/** Keys after the states of a nested automata that affect how all of it is read, including a second `states`. */
const OPAQUE_KEYS: ReadonlySet<string | undefined> = new Set([
  '<<',
  'type',
  'properties',
  'outputs',
  'states',
]);

/** An equal one of the known units, each at most once, otherwise the new one. */
function sameOrNew(state: Unit, known: Set<Unit>): Unit {
  for (const unit of known) {
    const isSame = unit.text === state.text && unit.kind === state.kind && unit.opened === undefined;
    if (!isSame || !isSameLevel(unit.level, state.level)) continue;
    known.delete(unit);
    return unit;
  }
  return state;
}

function areSkipped(slices: readonly Unit[], limits: ParseLimits): boolean {
  const length = slices.reduce((sum, unit) => sum + unit.text.length, 0);
  // The text is only joined if its length alone does not decide.
  return mayBeSkipped(length, limits) && skipReason(joinUnits(slices), limits) !== undefined;
}

function canBeRead(slices: readonly Unit[], sliceable: Sliceable): boolean {
  const sections = slices.filter(
    ({ kind, isNested }) => (kind === 'section' || kind === 'states') && !isNested,
  );
  return (
    sliceable(sections.map((unit) => leadingKey(unit) ?? '')) &&
    slices.every((unit) => unit.isIndependent) &&
    haveOwnAnchors(slices)
  );
}

/** Whether no anchor is in two slices, which is an error. */
function haveOwnAnchors(slices: readonly Unit[]): boolean {
  const known = new Set<string>();
  for (const { anchors } of slices) {
    if (anchors.some((name) => known.has(name))) return false;
    for (const name of anchors) known.add(name);
  }
  return true;
}

function keyOf({ text, kind, next, commaBefore, level, opened }: Slice | Unit): string {
  const levels = levelKey(level) + (opened ? levelKey(opened) : '');
  return `${kind} ${next} ${commaBefore} ${levels}\n${text}`;
}

/** Reuses units of a region that did not change, in their order. */
function reuse(old: readonly Unit[], slices: readonly Slice[], { notation, limits }: CutOptions): Unit[] {
  const same = (unit: Unit | undefined, piece: Slice | undefined) =>
    unit !== undefined &&
    piece !== undefined &&
    unit.kind === piece.kind &&
    unit.next === piece.next &&
    unit.commaBefore === piece.commaBefore &&
    isSameLevel(unit.level, piece.level) &&
    isSameLevel(unit.opened, piece.opened) &&
    unit.text === piece.text;
  let front = 0;
  while (same(old[front], slices[front])) front++;
  let back = 0;
  while (back < Math.min(old.length, slices.length) - front && same(old.at(-1 - back), slices.at(-1 - back)))
    back++;
  // Between them, edits in several places may have left other units unchanged.
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
