import { distance } from 'fastest-levenshtein';

/** Names longer than this are compared by their beginning only: nobody mistypes a page. */
const LONGEST = 200;

/**
 * The known names that a mistyped one may stand for, the best first: few slips for its length, or the same but
 * for case and separators.
 */
export function nearest(name: string, known: Iterable<string>, most = 3): string[] {
  const wanted = plain(name);
  const sorted = wordsOf(name);
  const close: { candidate: string; slips: number }[] = [];
  for (const candidate of new Set(known)) {
    if (candidate === name || candidate === '') continue;
    const other = plain(candidate);
    const slips = other === wanted ? 0 : isSwap(wanted, other) ? 1 : distance(wanted, other);
    const length = Math.min(wanted.length, other.length);
    // A name of one letter is like any other of one letter.
    const allowed = Math.min(Math.max(1, Math.floor(length / 3)), length - 1);
    if (sorted.length > 1 && wordsOf(candidate).join() === sorted.join()) close.push({ candidate, slips: 1 });
    else if (isDoubled(wanted, other)) close.push({ candidate, slips: 4 });
    else if (slips <= Math.min(Math.max(allowed, 0), 4)) close.push({ candidate, slips });
  }
  close.sort((a, b) => a.slips - b.slips || (a.candidate < b.candidate ? -1 : 1));
  return close.slice(0, most).map((one) => one.candidate);
}

/** How a message ends that knows better: " Did you mean `home`?", or nothing. */
export function didYouMean(names: readonly string[]): string {
  return names[0] === undefined ? '' : ` Did you mean \`${names[0]}\`?`;
}

/** The words of a name in the order of the alphabet: `name_user` and `user_name` have the same. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[\s_.-]+/)
    .sort();
}

/** Whether a name is the known one with its end written again: `cleanlinessliness`. */
function isDoubled(wanted: string, known: string): boolean {
  const rest = wanted.slice(known.length);
  return rest.length > 1 && wanted.startsWith(known) && known.endsWith(rest);
}

function plain(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}

/** Two neighbouring letters in the wrong order: one slip of the fingers. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
