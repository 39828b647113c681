/** Some of the values that can be tried. */
export interface Tried<Value> {
  readonly values: readonly Value[];
  /** Whether values were left out because there are too many. */
  readonly isCut: boolean;
}

/** The first values, without those whose JSON is equal. */
export function cutValues<Value>(values: Iterable<Value>, max: number): Tried<Value> {
  const found = new Map<string, Value>();
  for (const value of values) {
    // A missing value has no JSON.
    const key = String(JSON.stringify(value));
    if (found.has(key)) continue;
    if (found.size === max) return { values: [...found.values()], isCut: true };
    found.set(key, value);
  }
  return { values: [...found.values()], isCut: false };
}

/** One value for each of some names. */
export interface Combination<Value> {
  readonly entries: readonly (readonly [name: string, value: Value])[];
  /** How many values are not the first ones of their names. */
  readonly changes: number;
}

/** The values of a name; the first one is the usual one. */
export type NamedValues<Value> = readonly [name: string, values: readonly Value[]];

/**
 * All choices of an option at each of some places, those with the fewest changes first. An option is a number from 0, the
 * usual one; places after the last changed one are left out.
 *
 * @param countsOf the number of options of each place, after a choice was tried
 */
export function* choicesOf(countsOf: () => readonly number[]): Generator<readonly number[]> {
  const queue: (readonly number[])[] = [[]];
  // Each choice changes places after the last changed one. Iterates over those that are added meanwhile as well.
  for (const chosen of queue) {
    yield chosen;
    const usual = [...chosen];
    for (const count of countsOf().slice(chosen.length)) {
      for (let option = 1; option < count; option++) queue.push([...usual, option]);
      usual.push(0);
    }
  }
}

/** All combinations of the values of some names, those with the fewest changes first. */
export function* combinationsOf<Value>(names: readonly NamedValues<Value>[]): Generator<Combination<Value>> {
  const lists = names.filter(([, values]) => values.length > 0);
  const counts = lists.map(([, values]) => values.length);
  for (const chosen of choicesOf(() => counts))
    yield {
      entries: lists.map(([name, values], at) => [name, values[chosen[at] ?? 0] as Value]),
      changes: chosen.filter((option) => option > 0).length,
    };
}

/** The combinations of several groups of names, those with the fewest changes first. */
export function combinationsOfGroups<Value>(
  groups: Iterable<readonly NamedValues<Value>[]>,
  max: number,
): Tried<Combination<Value>> {
  const found: Combination<Value>[] = [];
  let isCut = false;
  for (const group of groups) {
    let count = 0;
    for (const combination of combinationsOf(group)) {
      if (count++ === max) {
        isCut = true;
        break;
      }
      found.push(combination);
    }
  }
  return { values: found.toSorted((a, b) => a.changes - b.changes), isCut };
}
