/** Adds any number of items to a list: `push(...items)` has a limit, as the arguments of a call are on the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
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
