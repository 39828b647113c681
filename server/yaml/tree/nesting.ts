import { append } from '../../text/append';
import { previousContent } from '../../text/lines';
import type { Document } from '../cut/document';
import { openedMap, type Unit } from '../cut/unit';

/** The number of enclosing states of the unit with this index. */
export function depthAt(units: readonly Unit[], index: number): number {
  return units[index]?.path.length ?? 0;
}

/** Index of the last unit of the state that begins with a unit: a later one if it is an automata in several units. */
export function lastUnitOfState(units: readonly Unit[], index: number): number {
  const depth = units[index]?.opened?.path.length;
  let last = index;
  while (depth !== undefined && depthAt(units, last + 1) >= depth) last++;
  return last;
}

/** Index of the last unit below the `states:` that ends a unit; its own index if there is none. */
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

/** Offset in the document of the end of a unit's content. */
export function contentEndAt(document: Document, index: number): number {
  const { text = '', parsed } = document.units[index] ?? {};
  return document.startAt(index) + previousContent(text, parsed?.root?.end ?? text.length);
}

/** The end of the state whose key is at an offset of a unit, if it is in another unit. Offset in the document. */
export function endOfNested(document: Document, unit: Unit, start: number): number | undefined {
  if (openedMap(unit)?.parent?.start !== start) return undefined;
  return contentEndAt(document, lastUnitOfState(document.units, document.indexOf(unit)));
}

/**
 * The results of `own` for the units of a document, as a tree: those of the units of a nested automata are inserted
 * by `around` into the last result of its first unit. `around` also gets the index of its last unit.
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
