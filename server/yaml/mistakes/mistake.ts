import type { EditedText } from '../../text/edited-text';
import type { TextChange } from '../../text/line-diff';
import { lineStart, previousContent } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Problem, ProblemFix } from '../read/problem';
import { endOfQuoted } from '../read/quotes';

/**
 * A mistake in the syntax. The parser reads the text after the edits; where they are offered to the author, they are
 * the fix of the problem.
 */
export interface Mistake {
  /** In the order of the text. */
  readonly edits: readonly TextChange[];
  /** Undefined if it follows from another mistake that is already reported, or if the authors' loader allows it. */
  readonly problem?: Problem;
}

/** Offers the edits of a mistake as its fix. */
export function offered(problem: Problem, { edits, ...fix }: ProblemFix): Mistake {
  return { edits, problem: { ...problem, remedy: { ...fix, edits } } };
}

/** Reads a range of text as one scalar. */
export function asText(
  text: string,
  { start, end }: Range,
  problem: Omit<Problem, 'start' | 'end'>,
): Mistake {
  return offered({ ...problem, start, end }, quoteFix(text, { start, end }));
}

/** Reads a mistake over without a fix: which of several corrections is meant is unknown. */
export function withoutFix({ edits, problem }: Mistake): Mistake {
  return { edits, ...(problem && { problem: { ...problem, remedy: undefined } }) };
}

/** Excludes a range of text from the tree. */
export function omitText(range: Range, problem: Problem): Mistake {
  return { edits: [{ range, text: '' }], problem };
}

/** Puts a comma after the entry before another one, which may be followed by comments. */
export function commaBefore(text: string, entry: Range): Mistake | undefined {
  const end = endBeforeComments(text, previousContent(text, entry.start));
  if (end === 0 || end === entry.start) return undefined;
  const problem = missingComma(end);
  return { edits: problem.remedy?.edits ?? [], problem };
}

/** The end of the content before an offset in brackets, without comments; 0 if there is none. */
function endBeforeComments(text: string, from: number): number {
  for (let end = from; end > 0; ) {
    const start = lineStart(text, end);
    const comment = commentIn(text, { start, end });
    if (comment === undefined) return end;
    end = previousContent(text, comment);
    if (end > start) return end;
  }
  return 0;
}

/** The offset of the comment at the end of a line, if it has one. */
function commentIn(text: string, { start, end }: Range): number | undefined {
  for (let at = start; at < end; at++) {
    const isFirst = at === start || /[\s,:[{]/.test(text.charAt(at - 1));
    if (isFirst && text[at] === '#') return at;
    if (isFirst && /["']/.test(text.charAt(at)))
      at = (endOfQuoted(text, at + 1, text.charAt(at)) ?? at + 1) - 1;
  }
  return undefined;
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

/** The fix that adds quotes around a range, which is otherwise unchanged, except for a wrong quote at its end. */
export function quoteFix(text: string, { start, end }: Range): ProblemFix {
  const quoteAt = (at: number) => ({ range: { start: at, end: at }, text: "'" });
  const last = isStrayEnd(text, { start, end }) ? end - 1 : end;
  const inner = offsetsOf(text, "'", { start, end: last }).map(quoteAt);
  return {
    title: msg('Put it in quotes'),
    isCertain: true,
    edits: [quoteAt(start), ...inner, { range: { start: last, end }, text: "'" }],
  };
}

/** Whether a range is an expression followed by a quote of another kind than at its start. */
export function isStrayEnd(text: string, { start, end }: Range): boolean {
  return /^\{\{[^{}]*\}\}["']$/.test(text.slice(start, end));
}

/** The offsets of a character in a range. */
export function offsetsOf(text: string, character: string, { start, end }: Range): number[] {
  const found: number[] = [];
  for (let at = start; at < end; at++) if (text[at] === character) found.push(at);
  return found;
}

/**
 * The text after the edits of mistakes, and the mistakes that were corrected: of two that overlap, the first. The
 * others are found again in the result, if they remain.
 */
export function correct(
  edited: EditedText,
  mistakes: readonly Mistake[],
): { readonly edited: EditedText; readonly corrected: readonly Mistake[] } {
  const startOf = ({ edits: [first] }: Mistake) => first?.range.start ?? 0;
  const changes: TextChange[] = [];
  const corrected: Mistake[] = [];
  let end = 0;
  for (const mistake of mistakes.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (startOf(mistake) < end) continue;
    corrected.push(mistake);
    for (const edit of mistake.edits) {
      changes.push(edit);
      end = edit.range.end;
    }
  }
  return { edited: edited.with(changes), corrected };
}

/** The problems of mistakes, in the order of the text: the first one for each place. */
export function withoutRepeated(found: readonly Problem[]): Problem[] {
  const problems = new Map<number, Problem>();
  let closers = -1;
  for (const problem of found.toSorted((a, b) => a.start - b.start)) {
    if (problems.has(problem.start)) continue;
    // Consecutive unmatched brackets are one mistake.
    const isAfterClosers = problem.start === closers && problem.closesNothing === true;
    closers = problem.closesNothing ? problem.end : -1;
    if (!isAfterClosers) problems.set(problem.start, problem);
  }
  return [...problems.values()];
}

/** A problem of an edited text, in the original text. */
export function problemIn(edited: EditedText, problem: Problem): Problem {
  if (!edited.isEdited) return problem;
  const { remedy, doubt } = problem;
  return {
    ...problem,
    ...edited.rangeOf(problem),
    ...(doubt && { doubt: edited.rangeOf(doubt) }),
    ...(remedy && {
      remedy: {
        ...remedy,
        edits: remedy.edits.map((edit) => ({ ...edit, range: edited.rangeOf(edit.range) })),
      },
    }),
  };
}
