/** A half-open stretch of text; offsets count UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether a cursor at `offset` touches the range: both ends count, as a caret is between characters. */
export function touchesRange(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** The same range `by` code units further on. */
export function shiftRange(range: Range, by: number): Range {
  return { start: range.start + by, end: range.end + by };
}

/**
 * The range that contains an offset, which may be on the quote next to a name: editors expect a range that contains
 * the cursor.
 */
export function extendRange({ start, end }: Range, offset: number): Range {
  return { start: Math.min(start, offset), end: Math.max(end, offset) };
}
