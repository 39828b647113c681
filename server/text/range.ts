/** A half-open stretch of text; offsets count UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether a cursor at `offset` touches the range: both ends count, as a caret stands between characters. */
export function touches(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** The same range `by` code units further on. */
export function shift(range: Range, by: number): Range {
  return { start: range.start + by, end: range.end + by };
}
