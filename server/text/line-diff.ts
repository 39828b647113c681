import { diffArrays } from 'diff';
import { append } from './append';
import { commonTextEnds } from './common-ends';
import { lineStarts } from './lines';
import type { Range } from './range';

/** A change of a text. */
export interface TextChange {
  readonly range: Range;
  readonly text: string;
}

/** Texts that differ in more lines than this are replaced as one: comparing them takes quadratic time. */
const MAX_DIFFERENCES = 400;

/**
 * The changes that turn one text into another, line by line, so that cursors and marks stay on their lines. They are
 * in the order of the text, and no two of them touch the same line.
 */
export function lineChanges(before: string, after: string): TextChange[] {
  const a = linesOf(before);
  const b = linesOf(after);
  const starts = lineStarts(before);
  return hunks(a, b).flatMap(({ from, to, lines }) => {
    const old = a.slice(from, to);
    // The same number of lines: each is changed separately, as for a change of indentation.
    if (old.length === lines.length)
      return old.flatMap((line, index) => minimalChange(starts[from + index] ?? 0, line, lines[index] ?? ''));
    return minimalChange(starts[from] ?? before.length, old.join(''), lines.join(''));
  });
}

/** The change that replaces a text, without the ends that both have in common. */
function minimalChange(start: number, old: string, replacement: string): TextChange[] {
  if (old === replacement) return [];
  let { front, back } = commonTextEnds(old, replacement);
  // A pair of surrogates or `\r\n` is not split.
  if (front > 0 && /[\ud800-\udbff\r]/.test(old.charAt(front - 1))) front--;
  const isCut = (text: string) =>
    /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(-back - 1, text.length - back + 1));
  if (back > 0 && (isCut(old) || isCut(replacement))) back--;
  const range = { start: start + front, end: start + old.length - back };
  return [{ range, text: replacement.slice(front, replacement.length - back) }];
}

/** The lines of a text with their breaks. */
function linesOf(text: string): string[] {
  const starts = lineStarts(text).filter((start) => start < text.length);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** Lines `from`..`to` of the old text are replaced by `lines`. */
interface Hunk {
  readonly from: number;
  to: number;
  readonly lines: string[];
}

function hunks(a: string[], b: string[]): Hunk[] {
  const parts = diffArrays(a, b, { maxEditLength: MAX_DIFFERENCES });
  if (parts === undefined) return [{ from: 0, to: a.length, lines: b }];
  const found: Hunk[] = [];
  let hunk: Hunk | undefined;
  let at = 0;
  for (const { value, added, removed } of parts) {
    if (!added) at += value.length;
    if (!added && !removed) hunk = undefined;
    else if (hunk === undefined) {
      hunk = { from: removed ? at - value.length : at, to: at, lines: added ? value : [] };
      found.push(hunk);
    } else if (added) append(hunk.lines, value);
    else hunk.to = at;
  }
  return found;
}

/** A line of two lists, or of both. */
export interface ComparedLine {
  readonly version: 'before' | 'after' | 'both';
  readonly line: string;
}

/** The lines of two lists in order, with those that both have once. Costs at most that of `lineChanges`. */
export function comparedLines(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_DIFFERENCES }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value.map((line): ComparedLine => ({ version: added ? 'after' : removed ? 'before' : 'both', line })),
  );
}
