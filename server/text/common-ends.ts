/** The numbers of equal items at the beginning and at the end of two texts or lists; no item is counted twice. */
export function commonEnds<T extends string | readonly unknown[]>(
  before: T,
  after: T,
): { readonly front: number; readonly back: number } {
  const shorter = Math.min(before.length, after.length);
  let front = 0;
  while (front < shorter && before[front] === after[front]) front++;
  let back = 0;
  while (back < shorter - front && before[before.length - 1 - back] === after[after.length - 1 - back])
    back++;
  return { front, back };
}
