/** How many items are equal at the beginning and at the end; no item is counted twice. */
interface CommonEnds {
  readonly front: number;
  readonly back: number;
}

/** The common ends of two lists. Linear in the shorter one. */
export function commonEnds<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T | undefined, other: T | undefined) => boolean = (one, other) => one === other,
): CommonEnds {
  const shorter = Math.min(before.length, after.length);
  let front = 0;
  while (front < shorter && isSame(before[front], after[front])) front++;
  let back = 0;
  while (back < shorter - front && isSame(before.at(-1 - back), after.at(-1 - back))) back++;
  return { front, back };
}

/**
 * The common ends of two texts, in UTF-16 units. Linear in the shorter one. It is not the function for lists, in which
 * each character would be a text of its own: that takes five times as long.
 */
export function commonTextEnds(before: string, after: string): CommonEnds {
  const shorter = Math.min(before.length, after.length);
  let front = 0;
  while (front < shorter && before.charCodeAt(front) === after.charCodeAt(front)) front++;
  let back = 0;
  const [last, lastAfter] = [before.length - 1, after.length - 1];
  while (back < shorter - front && before.charCodeAt(last - back) === after.charCodeAt(lastAfter - back))
    back++;
  return { front, back };
}
