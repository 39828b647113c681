/** The number of leading items, of `count`, that pass a test; all items after the first that fails must fail too. */
export function countLeading(count: number, isLeading: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLeading(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the last entry of a rising list that is not above `value`; the first where all are. */
export function lastAtOrBefore(rising: readonly number[], value: number): number {
  return Math.max(0, countLeading(rising.length, (index) => (rising[index] ?? 0) <= value) - 1);
}
