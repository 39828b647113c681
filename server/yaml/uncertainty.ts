import { engine } from '../engine/engine';
import { maxOf, minOf } from '../text/append';
import type { Range } from '../text/range';
import type { Problem } from './problem';
import { isSlice, type Node } from './tree';
import type { Unit } from './unit';

/**
 * What a syntax error leaves in doubt. The tree may have other names there than the author means, so nothing is
 * concluded from them until the syntax is right.
 */
export const uncertainRanges = engine.query('places in doubt', (unit: Unit): readonly Range[] => {
  const { text, parsed } = unit;
  const problems = parsed.problems.filter(leavesDoubt);
  // No indentation tells where a bracket or a quote belongs.
  if (problems.some(isOfStructure) && isMinified(unit)) return [{ start: 0, end: text.length }];
  const doubtful = problems.map(({ start, end, doubt }) => doubt ?? { start, end });
  const named = doubtful.filter(({ start, end }) => isNamed(text.slice(start, end)));
  if (named.length <= MAX_DOUBTS) return named.length === 0 ? NOTHING : named;
  // Between so many mistakes nothing is certain, and each node is compared with each doubt.
  const starts = named.map(({ start }) => start);
  const ends = named.map(({ end }) => end);
  return [{ start: minOf(starts, text.length), end: maxOf(ends, 0) }];
});

const MAX_DOUBTS = 20;

/** Whether another sign may be wrong than the one that is reported, so that the brackets are not known. */
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

/** Whether names are written there, and not only signs, or a word that is being typed. */
function isNamed(written: string): boolean {
  return /\p{L}/u.test(written) && !/^["']?[\w-]+["']?$/.test(written);
}

const NOTHING: readonly Range[] = [];

/** Whether what is written at a place may be meant otherwise. */
export function isUncertain(unit: Unit, { start, end }: Range): boolean {
  return uncertainRanges(unit).some((doubt) => doubt.start <= end && start <= doubt.end);
}

/** Whether a map may have other keys than the tree says, a list other items, and a scalar another text. */
export function isNodeUncertain(unit: Unit, node: Node): boolean {
  return uncertainRanges(unit).some((doubt) => isAbout(node, doubt));
}

function isAbout(node: Node, doubt: Range): boolean {
  if (doubt.end < node.start || doubt.start > node.end) return false;
  if (node.kind === 'scalar' || node.kind === 'alias') return true;
  // In brackets, what is wrong with a text may have swallowed what follows it.
  const isBlock = !node.flow || (node.kind === 'map' && isSlice(node));
  const isOwn = (child: Node) => isBlock || child.kind === 'map' || child.kind === 'seq';
  const children = node.kind === 'map' ? node.pairs.map(({ value }) => value) : node.items;
  return !children.some((child) => isOwn(child) && contains(child, doubt));
}

function contains(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether a problem leaves open what is meant. */
function leavesDoubt({ kind, recovered, remedy, isBegunKey }: Problem): boolean {
  if (kind === 'comment' || kind === 'trailing-comma' || kind === 'limit') return false;
  if (recovered !== true) return true;
  return kind === 'syntax' && remedy?.isCertain !== true && isBegunKey !== true;
}
