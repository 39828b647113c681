import type { CompletionItem } from '../../server/features/completion';

/** The items that an editor shows for the typed letters, in their displayed order. */
export function shownItems(
  items: readonly CompletionItem[],
  text: string,
  cursor: number,
): readonly CompletionItem[] {
  const scored = items.flatMap((item) => {
    const typed = text.slice(item.replace.start, cursor).trimStart();
    const score = scoreOf(typed, item.filter ?? item.label);
    return score === undefined ? [] : [{ item, score }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || (a.item.sort < b.item.sort ? -1 : 1))
    .map(({ item }) => item);
}

/** The rank of a match: prefixes, then prefixes of words, then letters anywhere; undefined if it does not match. */
function scoreOf(typed: string, name: string): number | undefined {
  if (typed === '') return 0;
  if (name.startsWith(typed)) return 4;
  const letters = typed.toLowerCase();
  const lower = name.toLowerCase();
  if (lower.startsWith(letters)) return 3;
  const words = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u);
  if (words.some((word) => word.toLowerCase().startsWith(letters))) return 2;
  let at = 0;
  for (const letter of letters) {
    at = lower.indexOf(letter, at) + 1;
    if (at === 0) return undefined;
  }
  return 1;
}
