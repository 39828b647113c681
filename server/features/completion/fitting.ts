import type { Offer } from './item';
import type { Place } from './place';

/**
 * Nobody looks through more items than these: of a longer list the client gets the first that fit what is typed, and
 * asks again as typing goes on. So a list costs the same however many states there are.
 */
export const MOST_ITEMS = 200;

/** Of offers in their order as many as are shown: those that begin with what is typed before all others that fit. */
export function firstFitting(
  offers: readonly Offer[],
  place: Place,
): { readonly shown: readonly Offer[]; readonly isCut: boolean } {
  if (offers.length <= MOST_ITEMS) return { shown: offers, isCut: false };
  const beginning = new Set<Offer>();
  const others = new Set<Offer>();
  for (const offer of offers) {
    const typed = typedFor(offer, place).toLowerCase();
    const name = (offer.filter ?? offer.label).toLowerCase();
    if (name.startsWith(typed)) beginning.add(offer);
    else if (holdsInOrder(name, typed)) others.add(offer);
    if (beginning.size >= MOST_ITEMS) break;
  }
  const chosen = new Set([...beginning, ...others].slice(0, MOST_ITEMS));
  return { shown: offers.filter((offer) => chosen.has(offer)), isCut: true };
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
