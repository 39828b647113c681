import { countLeading } from '../text/binary-search';
import { groupBy } from '../text/group-by';
import { closestPairs } from './similarity';

/** An item of a list with the texts that identify it. */
export interface ListItem<T> {
  readonly item: T;
  readonly text: string;
  /** Its text with the names as they are written. */
  readonly written: string;
  /** The texts of its members. */
  readonly members: readonly string[];
}

/** An item of two lists; one side is undefined if it was added or removed. */
export interface ItemPair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
  /** It has another order than the others. */
  readonly isMoved: boolean;
}

/** Pairs the items of two lists: equal ones, then those that have most in common. In the order of the new list. */
export function listPairs<T>(before: readonly ListItem<T>[], after: readonly ListItem<T>[]): ItemPair<T>[] {
  const oldOf = new Map<ListItem<T>, ListItem<T>>();
  const rest = () => {
    const known = new Set(oldOf.values());
    return [before.filter((old) => !known.has(old)), after.filter((other) => !oldOf.has(other))] as const;
  };
  for (const key of ['text', 'written'] as const) {
    const [olds, others] = rest();
    const equal = groupBy(olds, (old) => old[key]);
    for (const other of others) {
      const old = equal.get(other[key])?.shift();
      if (old) oldOf.set(other, old);
    }
  }
  for (const [old, other] of closestPairs(...featured(rest()))) oldOf.set(other, old);
  // Of those that have as much in common with several, the ones at the same place.
  const [olds, others] = rest();
  for (const [index, other] of others.entries()) {
    const old = olds[index];
    if (old && olds.length === others.length && old.members.some((text) => other.members.includes(text)))
      oldOf.set(other, old);
  }
  return inNewOrder(before, after, oldOf);
}

function featured<T>([old, added]: readonly [readonly ListItem<T>[], readonly ListItem<T>[]]) {
  const features = (item: ListItem<T>) => ({
    item,
    features: new Map(item.members.map((text) => [text, 1])),
  });
  return [old.map(features), added.map(features)] as const;
}

function inNewOrder<T>(
  before: readonly ListItem<T>[],
  after: readonly ListItem<T>[],
  oldOf: ReadonlyMap<ListItem<T>, ListItem<T>>,
): ItemPair<T>[] {
  const indexes = new Map(before.map((old, index) => [old, index]));
  const pairs = after.map((other) => ({ other, old: oldOf.get(other) }));
  const inOrder = longestIncreasing(pairs.flatMap(({ old }) => indexes.get(old as ListItem<T>) ?? []));
  const paired = new Set(oldOf.values());
  return [
    ...pairs.map(({ old, other }) => ({
      before: old?.item,
      after: other.item,
      isMoved: old !== undefined && !inOrder.has(indexes.get(old) ?? -1),
    })),
    ...before
      .filter((old) => !paired.has(old))
      .map(({ item }) => ({ before: item, after: undefined, isMoved: false })),
  ];
}

/** The longest increasing subsequence of different numbers. */
function longestIncreasing(numbers: readonly number[]): ReadonlySet<number> {
  /** The ends of the best subsequences by their length, and the number before each number in the best one. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    const at = countLeading(ends, (end) => end < number);
    previous.set(number, ends[at - 1]);
    ends[at] = number;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) found.add(at);
  return found;
}
