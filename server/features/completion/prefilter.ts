import { engine } from '../../engine/engine';
import type { CompletionContext } from './completion-context';
import type { CompletionCandidate } from './item';

/**
 * Nobody looks through more items than these: of a longer list the client gets the first that fit what is typed, and
 * asks again as typing goes on. So a list costs the same however many states there are.
 */
export const MAX_COMPLETION_ITEMS = 100;

/**
 * Of many things those that can come to be shown once they are offered by their names, with `lead` in front, after
 * what is typed, so that no others are made offers of. If there are more than are shown, so are there of these.
 *
 * @param names by position, looked through in the same list again while one types
 */
export function prefilter<T>(
  all: readonly T[],
  names: readonly string[],
  typed: string,
  lead = '',
): readonly T[] {
  if (all.length <= MAX_COMPLETION_ITEMS) return all;
  const labels = loweredOf(names);
  const start = lead.toLowerCase();
  const letters = typed.toLowerCase();
  const { beginning, others } = fitting(
    all.length,
    start === '' ? (index) => labels[index] ?? '' : (index) => start + labels[index],
    () => letters,
  );
  const chosen = new Set([...beginning, ...others.slice(0, MAX_COMPLETION_ITEMS)]);
  for (let index = 0; chosen.size <= MAX_COMPLETION_ITEMS; index++) chosen.add(index);
  return inOrder(all, chosen);
}

const loweredOf = engine.query('lower case', (names: readonly string[]): readonly string[] =>
  names.map((name) => name.toLowerCase()),
);

/** Of offers in their order as many as are shown: those that begin with what is typed before all others that fit. */
export function selectCandidates(
  offers: readonly CompletionCandidate[],
  place: CompletionContext,
): { readonly shown: readonly CompletionCandidate[]; readonly isCut: boolean } {
  if (offers.length <= MAX_COMPLETION_ITEMS) return { shown: offers, isCut: false };
  const { beginning, others } = fitting(
    offers.length,
    (index) => (offers[index]?.filter ?? offers[index]?.label ?? '').toLowerCase(),
    (index) => typedFor(offers[index], place).toLowerCase(),
  );
  const chosen = new Set([...beginning, ...others].slice(0, MAX_COMPLETION_ITEMS));
  return { shown: inOrder(offers, chosen), isCut: true };
}

/** Positions of those that begin with what is typed, as many as are shown, and of others before them that fit. */
function fitting(
  count: number,
  labelAt: (index: number) => string,
  typedAt: (index: number) => string,
): { readonly beginning: readonly number[]; readonly others: readonly number[] } {
  const beginning: number[] = [];
  const others: number[] = [];
  for (let index = 0; index < count && beginning.length < MAX_COMPLETION_ITEMS; index++) {
    const typed = typedAt(index);
    const label = labelAt(index);
    if (label.startsWith(typed)) beginning.push(index);
    else if (others.length < MAX_COMPLETION_ITEMS && holdsInOrder(label, typed)) others.push(index);
  }
  return { beginning, others };
}

function inOrder<T>(all: readonly T[], positions: ReadonlySet<number>): readonly T[] {
  return [...positions].sort((a, b) => a - b).flatMap((position) => all[position] ?? []);
}

/** What is between the start of what an offer replaces and the cursor. */
function typedFor(offer: CompletionCandidate | undefined, { at, spot }: CompletionContext): string {
  const replace = offer?.insert.as === 'verbatim' ? offer.insert.replace : undefined;
  return replace ? at.unit.text.slice(replace.start, at.offset) : spot.prefix;
}

/** Whether a name holds the letters that are typed, one after the other: the way in which editors filter. */
function holdsInOrder(name: string, typed: string): boolean {
  let at = 0;
  for (const letter of typed) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
