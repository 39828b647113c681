import type { TextChange } from '../../text/line-diff';
import { lineEnd, lineStart, nextContent } from '../../text/lines';
import type { Range } from '../../text/range';
import {
  costOf,
  type Effort,
  isSyntaxProblem,
  newEffort,
  type ParseResult,
  type Problem,
} from '../read/problem';
import { isLonePair, type Node } from '../tree/tree';
import { descendantsOf } from '../tree/visit';
import { changesNear, isBeforeBlockLine } from './likely-changes';
import type { Mistake } from './mistake';

/**
 * One wrong bracket, quote, colon or indentation often causes errors in all of the following text. If the corrections
 * leave such errors, the text is parsed again with single small changes near the first error. A change after which
 * fewer errors are left is most likely what the author meant: then only this mistake is reported.
 */

/** Limit of characters that are parsed in the search, including corrections: longer texts get fewer attempts. */
const MAX_PARSED_LENGTH = 150_000;
const MAX_ATTEMPTS = 48;

/**
 * The result of parsing a text or, if it has fewer problems, of the text with one change. `parse` returns the tree and
 * the problems at the places in the text as it is written.
 */
export function parseWithLikelyChange(
  text: string,
  parse: (effort: Effort, change?: Mistake) => ParseResult,
): ParseResult {
  const first = parse(newEffort());
  const errors = first.problems.filter(isSyntaxProblem).sort((a, b) => a.start - b.start);
  // All tabs are replaced together.
  if (!isUnclear(text, errors) || errors.some(({ kind }) => kind === 'tab')) return first;
  if (errors.some((error) => isHalfTyped(text, error))) return first;
  const effort = newEffort();
  let best: { readonly change: Mistake; readonly parsed: ParseResult } | undefined;
  // Repairs that lose nothing are as good as a change, unless the change removes all errors.
  let least = errors.some(({ recovered }) => !recovered) ? costOf(errors) : 2;
  let count = 0;
  const pairs = pairCount(first.root);
  const isAboutDepth = errors.every(({ isOfDepth }) => isOfDepth === true);
  for (const change of changesNear(text, errors)) {
    if (++count > MAX_ATTEMPTS || effort.parsed + text.length > MAX_PARSED_LENGTH) break;
    // If only indentation is wrong, no character is; and another indentation explains no more than a single error.
    const { edits, problem } = change;
    const isWithoutReason = errors.length === 1 && problem === undefined;
    if (!problem?.isOfDepth && ((isAboutDepth && problem !== undefined) || isWithoutReason)) continue;
    effort.maxProblems = least - 1;
    const parsed = parse(effort, { edits });
    const left = parsed.problems.filter(isSyntaxProblem);
    // Braces that are missing in a list are more likely than entries without any.
    const cost = costOf(left) + (hasLonePairs(parsed.root) ? 1.5 : 1);
    // A change that is itself an error, or turns keys into parts of a string, is not a correction.
    if (cost >= least || isWrong(change, left) || pairCount(parsed.root) < pairs) continue;
    best = { change, parsed };
    least = cost;
    if (cost === 1) break;
  }
  if (best === undefined) return first;
  const own = problemOf(text, errors, best.change);
  const others = best.parsed.problems.filter(({ start }) => start !== own?.start);
  const problems = [...others, ...(own ? [own] : [])].sort((a, b) => a.start - b.start);
  return { ...best.parsed, problems };
}

/** Whether the changed text has a problem that starts at the change. */
function isWrong({ edits }: Mistake, left: readonly Problem[]): boolean {
  return edits.some(({ range }) =>
    left.some((problem) => problem.start >= range.start && problem.start <= range.end),
  );
}

/** Whether text may be lost, or there are so many errors that they may follow from one mistake. */
function isUnclear(text: string, errors: readonly Problem[]): boolean {
  // Two documents are two files.
  if (errors.some(({ start }) => text.startsWith('---', start))) return false;
  const isSeparate = errors.length <= MAX_SEPARATE_ERRORS || errors.every(hasCertainFix);
  return !isSeparate || errors.some(({ recovered, start }) => !recovered || isBeforeBlockLine(text, start));
}

/** Any number of such problems, such as strings in wrong quotes, may be separate mistakes. */
function hasCertainFix({ remedy }: Problem): boolean {
  return remedy?.isCertain === true;
}

/** Up to this number, each error may be a separate mistake. */
const MAX_SEPARATE_ERRORS = 2;

/** Whether a line ends with a word or string that is probably incomplete. */
function isHalfTyped(text: string, { start }: Problem): boolean {
  const line = text.slice(lineStart(text, start), lineEnd(text, start));
  const rest = text.slice(start, lineEnd(text, start));
  const before = text.slice(lineStart(text, start), start);
  // A quote after another one may close a string.
  const isOpenQuote = /^["'][^"',:]*$/.test(rest) && !before.includes(rest.charAt(0));
  return isOpenQuote || /^[\w-]+$/.test(line.replace(/^(?:- |\s)+/, ''));
}

/** The number of pairs with a scalar key and its colon. A flow collection as a key does not count. */
function pairCount(root: Node | undefined): number {
  let count = 0;
  for (const node of root ? descendantsOf(root) : [])
    if (node.kind === 'map')
      count += node.pairs.filter(({ key, colon }) => key.kind === 'scalar' && colon >= 0).length;
  return count;
}

/** Whether two entries of a list follow each other without braces around them. */
function hasLonePairs(root: Node | undefined): boolean {
  for (const node of root ? descendantsOf(root) : []) {
    if (node.kind !== 'seq' || !node.flow) continue;
    if (node.items.filter(isLonePair).length > 1) return true;
  }
  return false;
}

/** The problem that the change corrects; the original one of its line if the change has no problem of its own. */
function problemOf(
  text: string,
  errors: readonly Problem[],
  { edits, problem }: Mistake,
): Problem | undefined {
  const [first] = edits;
  if (problem !== undefined && first !== undefined) return { ...problem, doubt: doubtOf(text, first) };
  // Which of the lines has the intended indentation is unknown.
  const from = lineStart(text, first?.range.start ?? 0);
  const to = lineEnd(text, first?.range.end ?? 0);
  return errors.find((error) => error.start >= from && error.start <= to) ?? errors[0];
}

/** The text that a change makes uncertain: another character of its lines may be the wrong one. */
function doubtOf(text: string, { range: { start, end }, text: written }: TextChange): Range {
  // A missing bracket does not affect names.
  if (start === end && /^[[\]{}],?$/.test(written)) return { start, end };
  const from = Math.max(nextContent(text, lineStart(text, start)), start - MAX_DOUBT);
  return { start: Math.min(from, start), end: Math.min(lineEnd(text, end), end + MAX_DOUBT) };
}

/** Limit of characters on each side of a change, for long lines. */
const MAX_DOUBT = 200;
