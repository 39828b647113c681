const EMPTY: readonly never[] = [];

/**
 * A list as it is kept for long: no room is left for more, as there is in one that was filled item by item, and all
 * that are empty are one.
 */
export function compactList<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? EMPTY : list.slice();
}

const EMPTY_MAP: ReadonlyMap<never, never> = new Map<never, never>();
const EMPTY_SET: ReadonlySet<never> = new Set<never>();

/** A map as it is kept for long: all that are empty are one, as each needs more memory than two entries. */
export function compactMap<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  return map.size === 0 ? EMPTY_MAP : map;
}

/** The same for sets. */
export function compactSet<T>(set: ReadonlySet<T>): ReadonlySet<T> {
  return set.size === 0 ? EMPTY_SET : set;
}
