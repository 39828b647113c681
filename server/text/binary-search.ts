/** The number of leading items that pass a test; all items after the first that fails must fail too. In O(log n). */
export function countLeading<T>(items: ArrayLike<T>, isLeading: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLeading(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the last entry of a rising list that is not above `value`; 0 if all are above it. */
export function lastAtOrBefore(rising: readonly number[], value: number): number {
  return Math.max(0, countLeading(rising, (entry) => entry <= value) - 1);
}
