const EMPTY: readonly never[] = [];

/**
 * A list for long-term storage: without the spare capacity of a list that was filled item by item; all empty lists are
 * the same object.
 */
export function compactList<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? EMPTY : list.slice();
}

const EMPTY_MAP: ReadonlyMap<never, never> = new Map<never, never>();
const EMPTY_SET: ReadonlySet<never> = new Set<never>();

/** A map for long-term storage: all empty maps are the same object, as each needs more memory than two entries. */
export function compactMap<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  return map.size === 0 ? EMPTY_MAP : map;
}

/** The same for sets. */
export function compactSet<T>(set: ReadonlySet<T>): ReadonlySet<T> {
  return set.size === 0 ? EMPTY_SET : set;
}
