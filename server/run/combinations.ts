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

/** All combinations of the values of some names, those with the fewest changes first. */
export function* combinationsOf<Value>(names: readonly NamedValues<Value>[]): Generator<Combination<Value>> {
  const lists = names.filter(([, values]) => values.length > 0);
  const queue: { readonly chosen: readonly number[]; readonly changes: number }[] = [
    { chosen: [], changes: 0 },
  ];
  // Each combination changes names after the last changed one.
  for (const { chosen, changes } of queue) {
    yield {
      entries: lists.map(([name, values], at) => [name, values[chosen[at] ?? 0] as Value]),
      changes,
    };
    for (let at = chosen.length; at < lists.length; at++) {
      const same = Array.from({ length: at - chosen.length }, () => 0);
      const count = lists[at]?.[1].length ?? 0;
      for (let choice = 1; choice < count; choice++)
        queue.push({ chosen: [...chosen, ...same, choice], changes: changes + 1 });
    }
  }
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
