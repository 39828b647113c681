import { diffLines } from 'diff';

/** Long texts are shown whole, as comparing them takes quadratic time. */
const MAX_DIFFERENCES = 400;

/** The lines in which two texts differ. */
export function textDifference(
  before: string,
  after: string,
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  const parts = diffLines(before, after, { maxEditLength: MAX_DIFFERENCES });
  if (parts === undefined) return { removed: before.split('\n'), added: after.split('\n') };
  const lines = (isWanted: (part: { added: boolean; removed: boolean }) => boolean) =>
    parts.filter(isWanted).flatMap(({ value }) => value.replace(/\n$/, '').split('\n'));
  return { removed: lines(({ removed }) => removed), added: lines(({ added }) => added) };
}
