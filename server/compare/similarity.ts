import { addToGroup } from '../text/group-by';

/** Something that is compared by its features. */
export interface Featured<T> {
  readonly item: T;
  /** The weight of each feature. */
  readonly features: ReadonlyMap<string, number>;
}

/** Half of the features, by weight, are the same. */
const MIN_SIMILARITY = 0.5;

/** How much closer than the second a pair is that differs. */
const MIN_MARGIN = 0.1;

/** A pair without a difference; sums of weights are not exact. */
const SAME = 0.999;

/** A feature of more pairs than this proposes none, so that the number of compared pairs does not grow with its square. */
const MAX_PAIRS_OF_FEATURE = 16;

/** The pairs in which each is the closest to the other, and clearly closer than any other. */
export function closestPairs<T>(
  old: readonly Featured<T>[],
  added: readonly Featured<T>[],
): readonly (readonly [old: T, added: T])[] {
  const closestOfOld = new Map<Featured<T>, Closest<T>>();
  const closestOfAdded = new Map<Featured<T>, Closest<T>>();
  for (const [one, candidates] of candidatesOf(old, added))
    for (const other of candidates) {
      const similarity = similarityOf(one, other);
      note(closestOfOld, one, other, similarity);
      note(closestOfAdded, other, one, similarity);
    }
  return [...closestOfOld].flatMap(([one, closest]) => {
    const back = closestOfAdded.get(closest.other);
    const isPair = back?.other === one && isClear(closest) && isClear(back);
    return isPair ? [[one.item, closest.other.item] as const] : [];
  });
}

interface Closest<T> {
  readonly other: Featured<T>;
  readonly similarity: number;
  /** The similarity of the second. */
  readonly second: number;
}

function note<T>(
  closest: Map<Featured<T>, Closest<T>>,
  one: Featured<T>,
  other: Featured<T>,
  similarity: number,
): void {
  const known = closest.get(one);
  if (known === undefined || similarity > known.similarity)
    closest.set(one, { other, similarity, second: known?.similarity ?? 0 });
  else if (similarity > known.second) closest.set(one, { ...known, second: similarity });
}

function isClear<T>({ similarity, second }: Closest<T>): boolean {
  if (similarity >= SAME) return second < SAME;
  return similarity >= MIN_SIMILARITY && similarity - second >= MIN_MARGIN;
}

/** For each old one, the added ones that have an uncommon feature in common with it. */
function candidatesOf<T>(
  old: readonly Featured<T>[],
  added: readonly Featured<T>[],
): ReadonlyMap<Featured<T>, ReadonlySet<Featured<T>>> {
  const oldByFeature = byFeature(old);
  const found = new Map<Featured<T>, Set<Featured<T>>>();
  for (const [feature, others] of byFeature(added)) {
    const ones = oldByFeature.get(feature) ?? [];
    if (ones.length * others.length > MAX_PAIRS_OF_FEATURE) continue;
    for (const one of ones) {
      const candidates = found.get(one) ?? new Set();
      found.set(one, candidates);
      for (const other of others) candidates.add(other);
    }
  }
  return found;
}

function byFeature<T>(all: readonly Featured<T>[]): ReadonlyMap<string, readonly Featured<T>[]> {
  const found = new Map<string, Featured<T>[]>();
  for (const one of all) {
    for (const feature of one.features.keys()) addToGroup(found, feature, one);
    // Those whose features are all common.
    addToGroup(found, JSON.stringify([...one.features.keys()].toSorted()), one);
  }
  return found;
}

/** The weight of the features that both have, of the weight of all: 1 if they are the same. */
function similarityOf<T>(one: Featured<T>, other: Featured<T>): number {
  let shared = 0;
  for (const [feature, weight] of one.features) if (other.features.has(feature)) shared += 2 * weight;
  const all = sumOf(one) + sumOf(other);
  return all === 0 ? 0 : shared / all;
}

function sumOf<T>({ features }: Featured<T>): number {
  return [...features.values()].reduce((sum, weight) => sum + weight, 0);
}
