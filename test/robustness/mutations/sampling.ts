import { Random } from '../edits/random';

/** Some of the items, the same for the same seed, in their order. */
export function drawSample<T>(items: readonly T[], count: number, seed: string): T[] {
  const random = new Random(seed);
  const left = items.map((_, index) => index);
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(random.below(left.length), 1));
  return chosen.sort((a, b) => a - b).flatMap((index) => items[index] ?? []);
}
