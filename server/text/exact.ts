const EMPTY: readonly never[] = [];

/**
 * A list as it is kept for long: no room is left for more, as there is in one that was filled item by item, and all
 * that are empty are one.
 */
export function exact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? EMPTY : list.slice();
}
