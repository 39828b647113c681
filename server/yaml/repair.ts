import { append } from '../text/append';
import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import { conflictRepairs } from './conflicts';
import { fenceRepairs } from './fences';
import type { Mask } from './mask';
import { type Effort, hasTooManyProblems, type Problem, type ProblemFix } from './problem';
import { singleQuoted } from './quotes';

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
  const repairs: Repair[] = [...conflictRepairs(text), ...fenceRepairs(text)];
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

/** Reads a range of text as one scalar. The parser sees a word in place of each of its words. */
export function asScalar(
  text: string,
  { start, end }: Range,
  problem: Omit<Problem, 'start' | 'end'>,
  style: Mask['style'] = 'plain',
  value = text.slice(start, end),
): Repair {
  return {
    // Spaces are kept, so that further lines have the same indentation.
    patch: { start, text: text.slice(start, end).replace(/\S/g, 'x').replace(/\t/g, ' ') },
    mask: { start, end, style, value: STRAY_END.exec(value)?.[1] ?? value },
    problem: { ...problem, start, end },
  };
}

/** An expression followed by a character that belongs to the mistake: it is not a string, and keeps its type. */
const STRAY_END = /^(\{\{[^{}]*\}\})["':[\]{}]$/;

/** Excludes a range of text from the tree. */
export function omitText(text: string, { start, end }: Range, problem: Problem): Repair {
  return { patch: { start, text: text.slice(start, end).replace(/[^\n\r]/g, ' ') }, problem };
}

/** Puts a comma in place of the last space or line break before an entry. */
export function commaBefore(text: string, entry: Range): Repair | undefined {
  let written = entry.start;
  while (written > 0 && /\s/.test(text.charAt(written - 1))) written--;
  if (written === entry.start) return undefined;
  return { patch: { start: written, text: ',' }, problem: missingComma(written) };
}

export const MISSING_COMMA = msg('Expected `,` after this entry.');

/** The problem of an entry that ends at an offset. */
export function missingComma(end: number): Problem {
  const remedy = replacementFix({ start: end, end }, ',', msg('Add the `,`'));
  return {
    kind: 'syntax',
    recovered: true,
    start: Math.max(0, end - 1),
    end,
    message: MISSING_COMMA,
    remedy,
  };
}

/** The fix that replaces a range. */
export function replacementFix(range: Range, text: string, title: Message): ProblemFix {
  return { title, edits: [{ range, text }] };
}

/** The same fix, marked as the only possible one. */
export function markCertain(remedy: ProblemFix): ProblemFix {
  return { ...remedy, isCertain: true };
}

/** The fix that adds quotes around a range, which is otherwise unchanged. */
export function quoteFix(text: string, { start, end }: Range): ProblemFix {
  return {
    title: msg('Put it in quotes'),
    isCertain: true,
    edits: [{ range: { start, end }, text: singleQuoted(text.slice(start, end)) }],
  };
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
