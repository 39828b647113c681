import { engine } from '../../engine/engine';
import { maxOf, minOf } from '../../text/append';
import { latestEnds, type Range } from '../../text/range';
import type { Unit } from '../cut/unit';
import { hasIncompleteKey } from '../mistakes/incomplete-keys';
import { isSyntaxProblem, type Problem } from '../read/problem';
import { containerOf, isLonePair, isMerged, isSlice, type MapNode, type Node, resolveAlias } from './tree';

/**
 * The text that a syntax error makes uncertain. Its names may differ from what the author means, so nothing is
 * concluded from them until the error is corrected.
 */
export const uncertainRanges = engine.query('places in doubt', (unit: Unit): readonly Range[] => {
  const { text, parsed } = unit;
  const problems = parsed.problems.filter(leavesDoubt);
  // Without indentation, the place of a missing bracket or quote is unknown.
  if (problems.some(isOfStructure) && isMinified(unit)) return [{ start: 0, end: text.length }];
  const doubtful = problems.map(({ start, end, doubt }) => doubt ?? { start, end });
  const named = doubtful.filter(({ start, end }) => isNamed(text.slice(start, end)));
  if (named.length <= MAX_DOUBTS) return named.length === 0 ? NOTHING : named;
  // Among so many mistakes nothing is certain, and each node would be compared with each range.
  const starts = named.map(({ start }) => start);
  const ends = named.map(({ end }) => end);
  return [{ start: minOf(starts, text.length), end: maxOf(ends, 0) }];
});

const MAX_DOUBTS = 20;

/** Whether another character than the reported one may be wrong, so that the brackets are uncertain. */
function isOfStructure({ recovered, doubt }: Problem): boolean {
  return recovered !== true || doubt !== undefined;
}

/** Whether JSON with several levels is written on one line. */
function isMinified({ text, notation }: Unit): boolean {
  if (notation !== 'json') return false;
  const written = text.trim();
  return written.length > MIN_MINIFIED_LENGTH && !/[\n\r]/.test(written);
}

const MIN_MINIFIED_LENGTH = 200;

/** Whether the text has names, and not only punctuation or an incomplete word, also in or between doubled quotes. */
function isNamed(written: string): boolean {
  return /\p{L}/u.test(written) && !/^["']{0,2}[\w-]+["']{0,2}$/.test(written);
}

const NOTHING: readonly Range[] = [];

/** Whether the text at a range may have another meaning. */
export function isUncertain(unit: Unit, { start, end }: Range): boolean {
  return uncertainRanges(unit).some((doubt) => doubt.start <= end && start <= doubt.end);
}

/** Whether a syntax error is about the text at a range, such as a key without its colon. */
export function hasSyntaxProblem(unit: Unit, { start, end }: Range): boolean {
  return syntaxProblemEnds(unit)(start) >= end;
}

const syntaxProblemEnds = engine.query('ends of syntax problems', ({ parsed }: Unit) =>
  latestEnds(parsed.problems.filter(isSyntaxProblem)),
);

/** Whether a map may have other keys than in the tree, a list other items, or a scalar another text. */
export function isNodeUncertain(unit: Unit, node: Node): boolean {
  return uncertainRanges(unit).some((doubt) => isAbout(node, doubt));
}

function isAbout(node: Node, doubt: Range): boolean {
  if (doubt.end < node.start || doubt.start > node.end) return false;
  if (node.kind === 'scalar' || node.kind === 'alias') return true;
  // In brackets, a mistake in a string may have swallowed the following text.
  const isBlock = !node.flow || (node.kind === 'map' && isSlice(node));
  const isOwn = (child: Node) => isBlock || child.kind === 'map' || child.kind === 'seq';
  const children = node.kind === 'map' ? node.pairs.map(({ value }) => value) : node.items;
  return !children.some((child) => isOwn(child) && contains(child, doubt));
}

function contains(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether a problem makes the meaning uncertain. */
function leavesDoubt({ kind, recovered, remedy, isIncompleteKey }: Problem): boolean {
  if (kind === 'comment' || kind === 'trailing-comma' || kind === 'limit') return false;
  if (recovered !== true) return true;
  return kind === 'syntax' && remedy?.isCertain !== true && isIncompleteKey !== true;
}

/** Whether all keys of a map are written in it: none is incomplete or uncertain, and braces are closed. */
export function hasAllKeys(unit: Unit, map: MapNode): boolean {
  const list = isLonePair(map) ? containerOf(map) : undefined;
  const isClosed =
    !map.flow || isSlice(map) || unit.text[(list ?? map).end - 1] === (list === undefined ? '}' : ']');
  const keys = map.pairs.every(({ key }) => resolveAlias(key)?.kind === 'scalar');
  return (
    isClosed &&
    keys &&
    !isMerged(map) &&
    !isNodeUncertain(unit, map) &&
    !hasIncompleteKey(map, unit.text, unit.parsed.problems)
  );
}

/** Whether a map has all keys that the author wrote, and the text around it has no other syntax error. */
export function isWhole(unit: Unit, map: MapNode): boolean {
  return hasAllKeys(unit, map) && !unit.parsed.problems.some(isUnrepaired);
}

/** Whether the tree may differ from what the author means because of a problem. */
export function isUnrepaired({ kind, recovered }: Problem): boolean {
  return recovered !== true && kind !== 'comment' && kind !== 'limit';
}
