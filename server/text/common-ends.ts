/** How many items are the same at the beginning and at the end of two texts or lists; none is counted twice. */
export function commonEnds<T extends string | readonly unknown[]>(
  before: T,
  after: T,
): { readonly front: number; readonly back: number } {
  const most = Math.min(before.length, after.length);
  let front = 0;
  while (front < most && before[front] === after[front]) front++;
  let back = 0;
  while (back < most - front && before[before.length - 1 - back] === after[after.length - 1 - back]) back++;
  return { front, back };
}
