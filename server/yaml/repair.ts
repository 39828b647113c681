import { append } from '../text/append';
import type { Range } from '../text/range';
import { conflictMistakes } from './conflicts';
import { fenceMistakes } from './fences';
import type { Mask } from './mask';
import { type Mistake, missingComma } from './mistake';
import { type Effort, hasTooManyProblems, type Problem } from './problem';

/**
 * A repair of a mistake that would swallow the following text: some text is replaced by as many valid code units, and
 * a scalar is restored in the tree. All offsets stay valid.
 */
export interface Repair {
  /** The replacement that the parser reads; undefined if it can read the text as it is. */
  readonly patch?: { readonly start: number; readonly text: string };
  readonly mask?: Mask;
  /** Undefined if it follows from another mistake that is already reported. */
  readonly problem?: Problem;
}

/** The result of parsing a text with all repairs. */
interface Repaired<T> {
  readonly parsed: T;
  /** The text with all repairs. */
  readonly text: string;
  /** The problems of the repairs. */
  readonly reported: Problem[];
  /** There are so many problems that other errors need not be reported. */
  readonly isGivenUp: boolean;
}

/** Parses a text, and repairs and parses it again until no further repair is found. */
export function parseWithRepairs<T>(
  text: string,
  effort: Effort,
  parse: (text: string, repairs: readonly Repair[]) => T,
  find: (text: string, parsed: T, repairs: readonly Repair[]) => readonly Repair[],
): Repaired<T> {
  const repairs = [...conflictMistakes(text), ...fenceMistakes(text)].flatMap((one) => blanked(text, one));
  let current = applyRepairs(text, repairs);
  for (let round = 0; ; round++) {
    const parsed = parse(current, repairs);
    const reported = problemsOf(repairs);
    effort.parsed += text.length;
    const isGivenUp = hasTooManyProblems(reported, effort);
    const found = isGivenUp || round >= maxRepairRounds(text) ? [] : find(current, parsed, repairs);
    if (found.length === 0) return { parsed, text: current, reported, isGivenUp };
    append(repairs, found);
    current = applyRepairs(current, found);
  }
}

/** Spaces in place of what a mistake deletes. */
function blanked(text: string, { edits, problem }: Mistake): Repair[] {
  return edits.map(({ range: { start, end } }, index) => ({
    patch: { start, text: text.slice(start, end).replace(/[^\n\r]/g, ' ') },
    ...(index === 0 && problem && { problem }),
  }));
}

/** Lower for long texts, as each round parses the text again. */
function maxRepairRounds(text: string): number {
  return text.length < 100_000 ? 12 : 3;
}

/** The problems of the repairs: the first one for each place. */
export function problemsOf(repairs: readonly Repair[]): Problem[] {
  const problems = new Map<number, Problem>();
  let closers = -1;
  const found = repairs.flatMap(({ problem }) => problem ?? []);
  for (const problem of found.sort((a, b) => a.start - b.start)) {
    if (problems.has(problem.start)) continue;
    // Consecutive unmatched brackets are one mistake.
    const isAfterClosers = problem.start === closers && problem.closesNothing === true;
    closers = problem.closesNothing ? problem.end : -1;
    if (!isAfterClosers) problems.set(problem.start, problem);
  }
  return [...problems.values()];
}

/** Excludes a range of text from the tree. */
export function omitInJson(text: string, { start, end }: Range, problem: Problem): Repair {
  return { patch: { start, text: text.slice(start, end).replace(/[^\n\r]/g, ' ') }, problem };
}

/** Puts a comma in place of the last space or line break before an entry. */
export function commaInJson(text: string, entry: Range): Repair | undefined {
  let written = entry.start;
  while (written > 0 && /\s/.test(text.charAt(written - 1))) written--;
  if (written === entry.start) return undefined;
  return { patch: { start: written, text: ',' }, problem: missingComma(written) };
}

/** The text with all patches applied; the patches must not overlap. */
function applyRepairs(text: string, repairs: readonly Repair[]): string {
  const patches = repairs.flatMap(({ patch }) => (patch ? [patch] : [])).sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const patch of patches) {
    if (patch.start < at) continue;
    parts.push(text.slice(at, patch.start), patch.text);
    at = patch.start + patch.text.length;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
