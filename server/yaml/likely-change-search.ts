import { lineEnd, lineStart, nextContent } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { applyLikelyChange, changesNear, isBeforeBlockLine, type LikelyChange } from './likely-changes';
import { type Effort, isSyntaxProblem, newEffort, type ParseResult, type Problem } from './problem';
import { replacementFix } from './repair';
import { isLonePair, type MapNode, type Mutable, type Node, newPair, type SeqNode } from './tree';
import type { Notation } from './unit';
import { descendantsOf } from './visit';

/**
 * One wrong bracket, quote, colon or indentation often causes errors in all of the following text. If the repairs
 * leave such errors, the text is parsed again with single small changes near the first error. A change after which
 * fewer errors are left is most likely what the author meant: then only this mistake is reported.
 */

/** Limit of characters that are parsed in the search, including repairs: longer texts get fewer attempts. */
const MAX_PARSED_LENGTH: Readonly<Record<Notation, number>> = { yaml: 150_000, json: 1_500_000 };
const MAX_ATTEMPTS: Readonly<Record<Notation, number>> = { yaml: 48, json: 150 };

/** The result of parsing a text or, if it has fewer problems, of the text with one change. */
export function parseWithLikelyChange(
  text: string,
  notation: Notation,
  parse: (text: string, effort: Effort) => ParseResult,
): ParseResult {
  const first = parse(text, newEffort());
  const errors = first.problems.filter(isSyntaxProblem).sort((a, b) => a.start - b.start);
  // All tabs are replaced together.
  if (!isUnclear(text, errors, notation) || errors.some(({ kind }) => kind === 'tab')) return first;
  if (errors.some((error) => error.isCutOff === true || isHalfTyped(text, error, notation))) return first;
  const effort = newEffort();
  let best: { readonly change: LikelyChange; readonly parsed: ParseResult } | undefined;
  // Repairs that lose nothing are as good as a change, unless the change removes all errors.
  let least = errors.some(({ recovered }) => !recovered) ? costOf(errors) : 2;
  let count = 0;
  const pairs = pairCount(first.root);
  const isAboutDepth = errors.every(({ isOfDepth }) => isOfDepth === true);
  if (isAboutDepth && errors.length === 1) return first;
  for (const change of changesNear(text, errors, notation)) {
    if (++count > MAX_ATTEMPTS[notation] || effort.parsed + text.length > MAX_PARSED_LENGTH[notation]) break;
    // If only indentation is wrong, no character is; and another indentation explains no more than a single error.
    if (isAboutDepth ? change.message !== undefined : errors.length === 1 && change.message === undefined)
      continue;
    effort.maxProblems = least - 1;
    const parsed = parse(applyLikelyChange(text, change), effort);
    const left = parsed.problems.filter(isSyntaxProblem);
    // Braces that are missing in a list are more likely than entries without any.
    const cost = costOf(left) + (hasLonePairs(parsed.root) ? 1.5 : 1);
    // A change that is itself an error, or turns keys into parts of a string, is not a correction.
    if (cost >= least || isWrong(change, left) || pairCount(parsed.root) < pairs) continue;
    best = { change, parsed };
    least = cost;
    if (cost === 1) break;
  }
  return best ? asWritten(text, first, best.parsed, best.change) : first;
}

/** Whether the changed text has a problem that starts at the change. */
function isWrong({ start, text }: LikelyChange, left: readonly Problem[]): boolean {
  return left.some((problem) => problem.start >= start && problem.start <= start + text.length);
}

/** Whether text may be lost, or there are so many errors that they may follow from one mistake. */
function isUnclear(text: string, errors: readonly Problem[], notation: Notation): boolean {
  // Two documents are two files.
  if (errors.some(({ start }) => text.startsWith('---', start))) return false;
  const isSeparate = errors.length <= MAX_SEPARATE_ERRORS || errors.every(hasCertainFix);
  return (
    !isSeparate ||
    errors.some(
      ({ recovered, start }) => !recovered || (notation === 'yaml' && isBeforeBlockLine(text, start)),
    )
  );
}

/** Any number of such problems, such as strings in wrong quotes, may be separate mistakes. */
function hasCertainFix({ remedy }: Problem): boolean {
  return remedy?.isCertain === true;
}

/** Up to this number, each error may be a separate mistake. */
const MAX_SEPARATE_ERRORS = 2;

/** Whether a line ends with a word or string that is probably incomplete. */
function isHalfTyped(text: string, { start }: Problem, notation: Notation): boolean {
  const line = text.slice(lineStart(text, start), lineEnd(text, start));
  const rest = text.slice(start, lineEnd(text, start));
  const before = text.slice(lineStart(text, start), start);
  // A quote after another one may close a string.
  const isOpenQuote = /^["'][^"',:]*$/.test(rest) && !before.includes(rest.charAt(0));
  // At the end of a line of JSON, a bracket opens a collection.
  if (notation === 'json' && /^"[[{]\s*$/.test(rest)) return false;
  return isOpenQuote || /^[\w-]+$/.test(line.replace(/^(?:- |\s)+/, ''));
}

/** The number of pairs with a scalar key. A flow collection as a key does not count. */
function pairCount(root: Node | undefined): number {
  let count = 0;
  for (const node of root ? descendantsOf(root) : [])
    if (node.kind === 'map') count += node.pairs.filter(({ key }) => key.kind === 'scalar').length;
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

/** The cost of an error that may lose text; other errors cost 1. */
const LOSSY_COST = 3;

function costOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { recovered }) => sum + (recovered ? 1 : LOSSY_COST), 0);
}

/** The result for a changed text, with the offsets of the original text. */
function asWritten(text: string, first: ParseResult, parsed: ParseResult, change: LikelyChange): ParseResult {
  const by = change.text.length - (change.end - change.start);
  const place = (at: number) => {
    const moved = at >= change.start + change.text.length ? at - by : Math.min(at, change.end);
    return Math.min(at <= change.start ? at : moved, text.length);
  };
  const range = ({ start, end }: Range) => ({ start: place(start), end: place(end) });
  // Results are shared by equal texts, so the tree is copied.
  const copies = new Map<Node, Node>();
  const root = parsed.root && copyNode(parsed.root, undefined, place, copies);
  const openAliases = parsed.openAliases.flatMap((alias) => {
    const copy = copies.get(alias);
    return copy?.kind === 'alias' ? [copy] : [];
  });
  const left = parsed.problems.map((problem) => {
    const { remedy } = problem;
    const edits = remedy?.edits.map((edit) => ({ ...edit, range: range(edit.range) }));
    return { ...problem, ...range(problem), ...(remedy && edits && { remedy: { ...remedy, edits } }) };
  });
  const problems = [...left, problemOf(text, first.problems.filter(isSyntaxProblem), change)];
  return { root, openAliases, problems: problems.sort((a, b) => a.start - b.start) };
}

function copyNode(
  node: Node,
  parent: Node['parent'],
  place: (at: number) => number,
  copies: Map<Node, Node>,
): Node {
  const tag = node.tag && { ...node.tag, start: place(node.tag.start), end: place(node.tag.end) };
  const own = { start: place(node.start), end: place(node.end), parent, tag };
  if (node.kind === 'scalar' || node.kind === 'alias') {
    const target =
      node.kind === 'alias' ? node.target && (copies.get(node.target) ?? node.target) : undefined;
    const copy: Node = node.kind === 'alias' ? { ...node, ...own, target } : { ...node, ...own };
    copies.set(node, copy);
    return copy;
  }
  if (node.kind === 'seq') {
    const seq: Mutable<SeqNode> = { ...node, ...own };
    copies.set(node, seq);
    seq.items = node.items.map((item) => copyNode(item, seq, place, copies));
    return seq;
  }
  const map: Mutable<MapNode> = { ...node, ...own };
  copies.set(node, map);
  map.pairs = node.pairs.map((pair) => {
    const one = newPair(place(pair.start), map);
    one.end = place(pair.end);
    one.colon = pair.colon < 0 ? pair.colon : place(pair.colon);
    one.name = pair.name;
    // A missing key in JSON has no parent.
    one.key = copyNode(pair.key, pair.key.parent && one, place, copies);
    one.value = copyNode(pair.value, one, place, copies);
    return one;
  });
  return map;
}

/** The problem that the change corrects; the original one of its line if the change has no message of its own. */
function problemOf(text: string, errors: readonly Problem[], change: LikelyChange): Problem {
  const { start, end, message, title } = change;
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const here = errors.find((error) => error.start >= from && error.start <= to) ?? errors[0];
  // Which of the lines has the intended indentation is unknown.
  if (message === undefined && here) return here;
  const mark = {
    start: Math.min(change.mark.start, text.length),
    end: Math.min(change.mark.end, text.length),
  };
  const remedy = title === undefined ? undefined : replacementFix({ start, end }, change.text, title);
  const doubt = doubtOf(text, change);
  return { kind: 'syntax', recovered: true, ...mark, message: message ?? msg(''), doubt, remedy };
}

/** The text that a change makes uncertain: another character of its lines may be the wrong one. */
function doubtOf(text: string, { start, end, text: written }: LikelyChange): Range {
  // A missing bracket does not affect names.
  if (start === end && /^[[\]{}],?$/.test(written)) return { start, end };
  const from = Math.max(nextContent(text, lineStart(text, start)), start - MAX_DOUBT);
  return { start: Math.min(from, start), end: Math.min(lineEnd(text, end), end + MAX_DOUBT) };
}

/** Limit of characters on each side of a change, for long lines. */
const MAX_DOUBT = 200;
