import { append } from '../text/append';
import { previousContent } from '../text/lines';
import type { Document } from './document';
import { openedMap, type Unit } from './unit';

/** Index of the last unit of the state that begins with a unit: other than its own if more of an automata follows. */
export function lastUnitOfState(units: readonly Unit[], index: number): number {
  const depth = units[index]?.opened?.path.length;
  let last = index;
  while (depth !== undefined && (units[last + 1]?.path.length ?? 0) >= depth) last++;
  return last;
}

/** Index of the last unit below the `states:` that ends a unit; its own if none does. */
export function lastOfStates(units: readonly Unit[], index: number): number {
  const opening = units[index];
  const depth = opening?.opened?.path.length ?? (opening?.kind === 'states' ? 0 : undefined);
  let last = index;
  for (let next = units[index + 1]; depth !== undefined && next !== undefined; next = units[last + 1]) {
    const isBelow = next.path.length > depth || (next.path.length === depth && next.kind === 'state');
    if (!isBelow) break;
    last++;
  }
  return last;
}

/** Offset of the document after what the unit of an index contains. */
export function contentEndAt(document: Document, index: number): number {
  const unit = document.units[index];
  const text = unit?.text ?? '';
  return document.startAt(index) + previousContent(text, unit?.parsed.root?.end ?? text.length);
}

/** Where the state ends whose key is at an offset of a unit, if that is in another unit. Offset of the document. */
export function endOfNested(document: Document, unit: Unit, start: number): number | undefined {
  if (openedMap(unit)?.parent?.start !== start) return undefined;
  return contentEndAt(document, lastUnitOfState(document.units, document.indexOf(unit)));
}

/**
 * What `own` gives for each unit of a document, as a tree: what the units of a nested automata give is put into the last
 * thing that its first unit gives by `around`, which also takes the index of its last unit.
 */
export function nestByUnit<T>(
  units: readonly Unit[],
  own: (index: number) => readonly T[],
  around: (outer: T, inner: readonly T[], last: number) => T,
): T[] {
  const within = (from: number, to: number): T[] => {
    const all: T[] = [];
    for (let index = from, last = from; index < to; index = last + 1) {
      last = lastUnitOfState(units, index);
      const things = own(index);
      const outer = last > index ? things.at(-1) : undefined;
      append(all, outer === undefined ? things : things.slice(0, -1));
      const inner = within(index + 1, last + 1);
      if (outer === undefined) append(all, inner);
      else all.push(around(outer, inner, last));
    }
    return all;
  };
  return within(0, units.length);
}
