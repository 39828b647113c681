import type { Offer } from './item';
import type { Place } from './place';

/**
 * Nobody looks through more items than these: of a longer list the client gets the first that fit what is typed, and
 * asks again as typing goes on. So a list costs the same however many states there are.
 */
export const MOST_ITEMS = 200;

/**
 * Of many things those that can come to be shown once they are offered by a label behind what is typed, so that no
 * others are made offers of. If there are more than are shown, so are there of these.
 */
export function candidates<T>(all: readonly T[], labelOf: (one: T) => string, typed: string): readonly T[] {
  if (all.length <= MOST_ITEMS) return all;
  const { beginning, others } = fitting(all, labelOf, () => typed.toLowerCase());
  const chosen = new Set([...beginning, ...[...others].slice(0, MOST_ITEMS)]);
  for (const one of all) {
    if (chosen.size > MOST_ITEMS) break;
    chosen.add(one);
  }
  return all.filter((one) => chosen.has(one));
}

/** Of offers in their order as many as are shown: those that begin with what is typed before all others that fit. */
export function firstFitting(
  offers: readonly Offer[],
  place: Place,
): { readonly shown: readonly Offer[]; readonly isCut: boolean } {
  if (offers.length <= MOST_ITEMS) return { shown: offers, isCut: false };
  const { beginning, others } = fitting(
    offers,
    ({ filter, label }) => filter ?? label,
    (offer) => typedFor(offer, place).toLowerCase(),
  );
  const chosen = new Set([...beginning, ...others].slice(0, MOST_ITEMS));
  return { shown: offers.filter((offer) => chosen.has(offer)), isCut: true };
}

/** Those that begin with what is typed, as many as are shown, and those before them that fit otherwise. */
function fitting<T>(
  all: readonly T[],
  labelOf: (one: T) => string,
  typedFor: (one: T) => string,
): { readonly beginning: ReadonlySet<T>; readonly others: ReadonlySet<T> } {
  const beginning = new Set<T>();
  const others = new Set<T>();
  for (const one of all) {
    const typed = typedFor(one);
    const label = labelOf(one).toLowerCase();
    if (label.startsWith(typed)) beginning.add(one);
    else if (others.size < MOST_ITEMS && holdsInOrder(label, typed)) others.add(one);
    if (beginning.size >= MOST_ITEMS) break;
  }
  return { beginning, others };
}

/** What stands between the start of what an offer replaces and the cursor. */
function typedFor({ insert }: Offer, { at, spot }: Place): string {
  const replace = insert.as === 'verbatim' ? insert.replace : undefined;
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
