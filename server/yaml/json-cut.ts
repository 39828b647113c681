import { lastAtOrBefore } from '../text/binary-search';
import { leadingBlanks } from '../text/lines';
import { sliceByDepth } from './json-depth';
import { isBlock } from './json-lines';
import { JSON_START, type JsonContext, sliceJson } from './json-slices';
import { isSyntaxProblem } from './problem';
import type { Slice } from './slices';
import { joinUnits, type Unit, unitStarts } from './unit';

/** Which slices of a JSON text are parsed independently; decided from the text alone. */

/** The part of a text to cut again after an edit: indexes of its first and last slice, and the new slices. */
interface JsonRegion {
  readonly first: number;
  readonly last: number;
  readonly slices: readonly Slice[];
}

/** The part to cut again after `from`..`to` was replaced by `text`. The result equals a cut of the whole new text. */
export function jsonRegion(old: readonly Unit[], from: number, to: number, text: string): JsonRegion {
  const bounds = unitStarts(old);
  const first = firstTouched(old, lastAtOrBefore(bounds, from));
  let last = lastAtOrBefore(bounds, to);
  for (;;) {
    const base = bounds[first] ?? 0;
    const region = old.slice(first, last + 1);
    const before = joinUnits(region);
    const edited = before.slice(0, from - base) + text + before.slice(to - base);
    const following = old[last + 1];
    const start = first === 0 ? JSON_START : contextBefore(old, first);
    const cut = sliceJson(edited, start, {
      before: old[first - 1]?.text ?? '',
      following: following?.kind,
    });
    if (following === undefined) return { first, last, slices: cut.slices };
    // It is cut again, as it contains the position of the preceding comma.
    if (following.next === 'end' && following.kind !== 'states-end') {
      last++;
      continue;
    }
    const known = contextBefore(old, last + 1);
    if (cut.openComment || cut.context.root !== known.root) last = old.length - 1;
    else if (isSame(cut.context, known) || following.kind === 'section' || following.kind === 'states')
      return { first, last, slices: cut.slices };
    // The following slices were cut below the same `states`, or are cut again.
    else last = nextSection(old, last + 1) - 1;
  }
}

/**
 * The slice before the edit is cut again as well: its own first line is unchanged, and it includes text that no
 * longer begins a slice. The closing brackets of `states` and the root depend on the following text.
 */
function firstTouched(old: readonly Unit[], touched: number): number {
  let first = Math.max(0, touched - 1);
  while (old[first]?.kind === 'states-end' || old[first]?.kind === 'tail') first--;
  return old[first]?.kind === 'state' && old[first - 1]?.kind === 'states' ? first - 1 : Math.max(0, first);
}

function nextSection(units: readonly Unit[], from: number): number {
  let index = from;
  while (index < units.length && units[index]?.kind !== 'section' && units[index]?.kind !== 'states') index++;
  return index;
}

function contextBefore(units: readonly Unit[], index: number): JsonContext {
  const first = units.find(({ kind }) => kind === 'section' || kind === 'states');
  const root = first && leadingBlanks(first.text);
  let before = index - 1;
  while (units[before]?.kind === 'states-end') before--;
  const unit = units[before];
  return {
    root,
    column: unit?.kind === 'state' ? leadingBlanks(unit.text) : undefined,
    awaiting: unit?.kind === 'states',
  };
}

function isSame(a: JsonContext, b: JsonContext): boolean {
  return a.root === b.root && a.column === b.column && a.awaiting === b.awaiting;
}

/** The brackets that a valid slice of each kind leaves open. */
const OPEN: Readonly<Record<Slice['kind'], { readonly unopened: number; readonly unclosed: number }>> = {
  head: { unopened: 0, unclosed: 1 },
  section: { unopened: 0, unclosed: 0 },
  states: { unopened: 0, unclosed: 1 },
  state: { unopened: 0, unclosed: 0 },
  'states-end': { unopened: 1, unclosed: 0 },
  tail: { unopened: 1, unclosed: 0 },
};

/** The number of brackets that a slice opens and closes in excess. */
function excessOf({ kind, brackets }: Unit): { readonly unopened: number; readonly unclosed: number } {
  const { unopened, unclosed } = OPEN[kind === 'whole' ? 'section' : kind];
  return { unopened: brackets.unopened.length - unopened, unclosed: brackets.unclosed.length - unclosed };
}

/**
 * The slices to parse independently, cut by lines or by depth; undefined if the text must be parsed as a whole. If
 * the brackets of the text match, they determine the cut. Otherwise the lines do, if they show which slice lacks a
 * bracket.
 */
export function readableSlices(
  lines: readonly Unit[],
  text: () => string,
): 'by lines' | readonly Slice[] | undefined {
  // Only a head: the text is written on few lines.
  if (!lines.some(({ kind }) => kind === 'section' || kind === 'states')) return byDepth(text());
  if (lines.some(({ brackets }) => brackets.openComment)) return undefined;
  const isComplete = lines.at(-1)?.kind === 'tail' && lines.every(({ next }) => next !== 'nothing');
  const wrong = lines.filter((unit) => {
    const { unopened, unclosed } = excessOf(unit);
    return unopened !== 0 || unclosed !== 0 || unit.brackets.mismatched !== undefined;
  });
  const isWrong = new Set(wrong);
  const isMixed = lines.some((unit) => !isWrong.has(unit) && hasFurtherEntries(unit));
  if (wrong.length === 0 && isComplete && !isMixed) return 'by lines';
  if (areBalanced(lines)) return byDepth(text());
  if (endsEarly(lines.at(-1))) return undefined;
  if (isMixed) return undefined;
  return areContained(wrong, isComplete) ? 'by lines' : undefined;
}

/** Shorter texts that are not split into lines are parsed as a whole, which is fast. */
const MIN_LENGTH_BY_DEPTH = 20_000;

function byDepth(text: string): readonly Slice[] | undefined {
  return text.length < MIN_LENGTH_BY_DEPTH ? undefined : sliceByDepth(text);
}

/** Whether a slice has further entries, which do not begin a line like the others. */
function hasFurtherEntries(unit: Unit): boolean {
  return unit.brackets.hasSecondKey || (unit.kind === 'head' && !unit.isIndependent);
}

/** Whether all brackets match. */
function areBalanced(units: readonly Unit[]): boolean {
  let depth = 0;
  for (const { brackets } of units) {
    depth -= brackets.unopened.length;
    if (depth < 0 || brackets.mismatched !== undefined) return false;
    depth += brackets.unclosed.length;
  }
  return depth === 0;
}

/**
 * Whether each wrong bracket is inside of one slice. If one slice opens a bracket and a later one closes it, the
 * lines are probably misleading.
 */
function areContained(wrong: readonly Unit[], isComplete: boolean): boolean {
  const opens = wrong.some((unit) => excessOf(unit).unclosed > 0) || !isComplete;
  const closes = wrong.some((unit) => excessOf(unit).unopened > 0);
  if (opens && closes) return false;
  return wrong.every((unit) => {
    if (unit.kind === 'head' || unit.kind === 'states') return false;
    return unit.kind === 'tail' || unit.kind === 'states-end' || isBlock(unit.text);
  });
}

/** Whether a text ends in a state or an incomplete entry: what is open at its end depends on the whole text. */
function endsEarly(last: Unit | undefined): boolean {
  if (last === undefined || last.kind === 'tail') return false;
  if (last.kind === 'state' || excessOf(last).unclosed > 0) return true;
  // One problem is the missing bracket of the root.
  return last.parsed.problems.filter(isSyntaxProblem).length > 1;
}
