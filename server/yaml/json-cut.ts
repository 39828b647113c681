import { lastAtOrBefore } from '../text/binary-search';
import { sliceByDepth } from './json-depth';
import { isBlock, leadingBlanks } from './json-lines';
import { JSON_START, type JsonContext, sliceJson } from './json-slices';
import type { Slice } from './slices';
import type { Unit } from './unit';

/** Which slices of a JSON text are parsed on their own; decided from the text alone. */

/** The part of a text to cut again after an edit: indexes of its first and last slice, and what they become. */
export interface JsonRegion {
  readonly first: number;
  readonly last: number;
  readonly slices: readonly Slice[];
}

/** What to cut again where `from`..`to` was replaced by `text`: as the whole new text would be cut. */
export function jsonRegion(old: readonly Unit[], from: number, to: number, text: string): JsonRegion {
  const bounds = new Array<number>(old.length).fill(0);
  for (let index = 1; index < old.length; index++)
    bounds[index] = (bounds[index - 1] ?? 0) + (old[index - 1]?.text.length ?? 0);
  const first = firstTouched(old, lastAtOrBefore(bounds, from));
  let last = lastAtOrBefore(bounds, to);
  for (;;) {
    const base = bounds[first] ?? 0;
    const region = old.slice(first, last + 1);
    const before = region.map((unit) => unit.text).join('');
    const edited = before.slice(0, from - base) + text + before.slice(to - base);
    const following = old[last + 1];
    const start = first === 0 ? JSON_START : contextBefore(old, first);
    const cut = sliceJson(edited, start, {
      before: old[first - 1]?.text ?? '',
      following: following?.kind,
    });
    if (following === undefined) return { first, last, slices: cut.slices };
    // It is cut again, as it says where the comma before it is.
    if (following.next === 'end' && following.kind !== 'states-end') {
      last++;
      continue;
    }
    const known = contextBefore(old, last + 1);
    if (cut.openComment || cut.context.root !== known.root) last = old.length - 1;
    else if (isSame(cut.context, known) || following.kind === 'section' || following.kind === 'states')
      return { first, last, slices: cut.slices };
    // What follows was cut below the same `states`, or is cut again.
    else last = nextSection(old, last + 1) - 1;
  }
}

/**
 * The slice before the edit is cut again with it: its own first line is untouched, and it takes over what no longer
 * begins a slice. What closes `states` or the root depends on what follows.
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

/** Brackets that a whole slice leaves open. */
const OPEN: Readonly<Record<Slice['kind'], { readonly unopened: number; readonly unclosed: number }>> = {
  head: { unopened: 0, unclosed: 1 },
  section: { unopened: 0, unclosed: 0 },
  states: { unopened: 0, unclosed: 1 },
  state: { unopened: 0, unclosed: 0 },
  'states-end': { unopened: 1, unclosed: 0 },
  tail: { unopened: 1, unclosed: 0 },
};

/** How many brackets a slice opens, and closes, more than it should. */
function excessOf({ kind, brackets }: Unit): { readonly unopened: number; readonly unclosed: number } {
  const { unopened, unclosed } = OPEN[kind === 'whole' ? 'section' : kind];
  return { unopened: brackets.unopened.length - unopened, unclosed: brackets.unclosed.length - unclosed };
}

/**
 * The slices to parse one by one: those cut by lines, or else by depth; undefined where the text has to be read as a whole.
 * Where the brackets of the text are in order, the cut follows them. Where they are not, it follows the lines, if
 * these tell which slice a bracket is missing from.
 */
export function readableSlices(
  lines: readonly Unit[],
  text: () => string,
): 'by lines' | readonly Slice[] | undefined {
  // Nothing but a head: the text is written on few lines.
  if (!lines.some(({ kind }) => kind === 'section' || kind === 'states')) return byDepth(text());
  if (lines.some(({ brackets }) => brackets.openComment)) return undefined;
  const isComplete = lines.at(-1)?.kind === 'tail' && lines.every(({ next }) => next !== 'nothing');
  const wrong = lines.filter((unit) => {
    const { unopened, unclosed } = excessOf(unit);
    return unopened !== 0 || unclosed !== 0 || unit.brackets.mismatched !== undefined;
  });
  const isWrong = new Set(wrong);
  const isMixed = lines.some((unit) => !isWrong.has(unit) && holdsMore(unit));
  if (wrong.length === 0 && isComplete && !isMixed) return 'by lines';
  if (areInOrder(lines)) return byDepth(text());
  if (isMixed) return undefined;
  return areContained(wrong, isComplete) ? 'by lines' : undefined;
}

/** Shorter texts that are not written in lines are read as a whole: they cost little. */
const MIN_LENGTH_BY_DEPTH = 20_000;

function byDepth(text: string): readonly Slice[] | undefined {
  return text.length < MIN_LENGTH_BY_DEPTH ? undefined : sliceByDepth(text);
}

/** Whether a slice holds entries that do not begin a line as the others do. */
function holdsMore(unit: Unit): boolean {
  return unit.brackets.hasSecondKey || (unit.kind === 'head' && !unit.standsAlone);
}

/** Whether the brackets of a text pair up, as far as their number tells. */
function areInOrder(units: readonly Unit[]): boolean {
  let depth = 0;
  for (const { brackets } of units) {
    depth -= brackets.unopened.length;
    if (depth < 0 || brackets.mismatched !== undefined) return false;
    depth += brackets.unclosed.length;
  }
  return depth === 0;
}

/**
 * Whether each slice with a wrong bracket is told by its lines. A bracket that one slice opens and a later one closes
 * rather means that the lines mislead.
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
