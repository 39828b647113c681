/** Adds any number of items to a list: `push(...items)` has a limit, as the arguments of a call are on the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Removes items from the end of a list while they pass a test. */
export function popWhile<T>(list: T[], test: (last: T) => boolean): void {
  while (list.length > 0 && test(list[list.length - 1] as T)) list.pop();
}

/** The least of `other` and any number of numbers. */
export function minOf(numbers: Iterable<number>, other: number): number {
  let result = other;
  for (const number of numbers) if (number < result) result = number;
  return result;
}

/** The greatest of `other` and any number of numbers. */
export function maxOf(numbers: Iterable<number>, other: number): number {
  let result = other;
  for (const number of numbers) if (number > result) result = number;
  return result;
}
