import { engine } from '../../engine/engine';
import type { CompletionContext } from './completion-context';
import type { CompletionCandidate } from './item';

/**
 * Limit of items per list: the client gets the first ones that match the typed text, and requests the list again on
 * further typing. The cost of a list therefore does not depend on the number of states.
 */
export const MAX_COMPLETION_ITEMS = 100;

/**
 * Selects the items that can be shown after filtering, by their names with `leadingText` before them, so that no other
 * candidates are created. If more items match than are shown, the result also has more.
 *
 * @param names by position; the same list is searched again while the user types
 */
export function prefilter<T>(
  all: readonly T[],
  names: readonly string[],
  typed: string,
  leadingText = '',
): readonly T[] {
  if (all.length <= MAX_COMPLETION_ITEMS) return all;
  const labels = loweredOf(names);
  const start = leadingText.toLowerCase();
  const letters = typed.toLowerCase();
  const { beginning, others } = matching(
    all.length,
    (index) => start + labels[index],
    () => letters,
  );
  const chosen = new Set([...beginning, ...others.slice(0, MAX_COMPLETION_ITEMS)]);
  for (let index = 0; chosen.size <= MAX_COMPLETION_ITEMS; index++) chosen.add(index);
  return inOrder(all, chosen);
}

const loweredOf = engine.query('lower case', (names: readonly string[]): readonly string[] =>
  names.map((name) => name.toLowerCase()),
);

/** Selects as many candidates as are shown, in order: prefix matches before all other matches. */
export function selectCandidates(
  candidates: readonly CompletionCandidate[],
  context: CompletionContext,
): { readonly shown: readonly CompletionCandidate[]; readonly isCut: boolean } {
  if (candidates.length <= MAX_COMPLETION_ITEMS) return { shown: candidates, isCut: false };
  const { beginning, others } = matching(
    candidates.length,
    (index) => (candidates[index]?.filter ?? candidates[index]?.label ?? '').toLowerCase(),
    (index) => typedFor(candidates[index], context).toLowerCase(),
  );
  const chosen = new Set([...beginning, ...others].slice(0, MAX_COMPLETION_ITEMS));
  return { shown: inOrder(candidates, chosen), isCut: true };
}

/** Positions of as many prefix matches as are shown, and of other matches before them. */
function matching(
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
    else if (others.length < MAX_COMPLETION_ITEMS && containsInOrder(label, typed)) others.push(index);
  }
  return { beginning, others };
}

function inOrder<T>(all: readonly T[], positions: ReadonlySet<number>): readonly T[] {
  return [...positions].sort((a, b) => a - b).flatMap((position) => all[position] ?? []);
}

/** The text between the start of a candidate's replaced range and the cursor. */
function typedFor(candidate: CompletionCandidate | undefined, { at, cursor }: CompletionContext): string {
  const replace = candidate?.insert.as === 'verbatim' ? candidate.insert.replace : undefined;
  return replace ? at.unit.text.slice(replace.start, at.offset) : cursor.prefix;
}

/** Whether a name contains the typed letters in order, which is how editors filter. */
function containsInOrder(name: string, typed: string): boolean {
  let at = 0;
  for (const letter of typed) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
