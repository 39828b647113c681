import { countLeading } from './binary-search';

/** A half-open range of text; offsets count UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether two ranges have the same ends. */
export function isSameRange(a: Range, b: Range | undefined): boolean {
  return b !== undefined && a.start === b.start && a.end === b.end;
}

/** Whether a cursor at `offset` touches the range: both ends are included, as a cursor is between characters. */
export function touchesRange(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** The range moved by a number of code units. */
export function shiftRange(range: Range, by: number): Range {
  return { start: range.start + by, end: range.end + by };
}

/** Those of nested or disjoint ranges that are in no other one, in the order of the text. */
export function outermostRanges<T extends Range>(ranges: Iterable<T>): T[] {
  let end = -1;
  return [...ranges]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((range) => {
      if (range.end <= end) return false;
      end = range.end;
      return true;
    });
}

/**
 * The smallest range that contains a range and an offset, which may be on the quote next to a name: editors expect a
 * range that contains the cursor.
 */
export function extendRange({ start, end }: Range, offset: number): Range {
  return { start: Math.min(start, offset), end: Math.max(end, offset) };
}

/** Finds, in O(log n), the last end of the ranges that start at or before an offset; -1 if there are none. */
export function latestEnds(ranges: readonly Range[]): (offset: number) => number {
  const rising = ranges.toSorted((a, b) => a.start - b.start);
  let latest = -1;
  const ends = rising.map(({ end }) => {
    latest = Math.max(latest, end);
    return latest;
  });
  return (offset) => ends[countLeading(rising, ({ start }) => start <= offset) - 1] ?? -1;
}
