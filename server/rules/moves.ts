import { hasLineBreak, isLineBreak, lineEnd, lineStart, startOfIndentation } from '../text/lines';
import type { Range } from '../text/range';
import { hasNamedAnchor, isRepeated, openedMap, type Unit } from '../yaml/cut/unit';
import { isMerged, isSlice, type MapNode, type Pair, pairOf, type SeqNode } from '../yaml/tree/tree';
import { quotedText, writingOf } from '../yaml/write/scalars';
import {
  appendInFlow,
  contentEnd,
  type Edit,
  endWithComments,
  insertText,
  lineBreakOf,
  removePair,
  scalarsWithBlankLines,
  shiftLines,
  startWithComments,
} from './edits';

/** Edits that move entries of a map or list to another place of the same unit. Undefined if other text would change. */

/** Moves pairs of one map to another one, after one of its pairs: by default the last. */
export function movePairs(
  unit: Unit,
  pairs: readonly Pair[],
  to: MapNode,
  after: Pair | undefined = to.pairs.at(-1),
): Edit[] | undefined {
  const [first] = pairs;
  if (first === undefined || after === undefined || isShared(unit, to)) return undefined;
  if (pairs.some(({ name }) => pairOf(to, name) !== undefined)) return undefined;
  const from = first.parent;
  const removals = removalsOf(unit, pairs);
  if (removals === undefined) return undefined;
  if (to.flow) {
    const written = after === to.pairs.at(-1) ? flowTexts(unit, pairs) : undefined;
    return written === undefined ? undefined : [...appendInFlow(unit, to, written), ...removals];
  }
  const lines = linesIn(unit, pairs, to.indent);
  if (lines === undefined) return undefined;
  const end = contentEnd(unit.text, after);
  const last = pairs.at(-1) ?? first;
  const isAtEnd = contentEnd(unit.text, last) === end && pairs.length < from.pairs.length;
  const areNeighbours = from.pairs.slice(from.pairs.indexOf(first)).every((pair) => pairs.includes(pair));
  if (isAtEnd)
    return areNeighbours
      ? shiftLines(unit, lineStart(unit.text, first.start) - 1, end, to.indent - from.indent)
      : undefined;
  return [insertText(lineEnd(unit.text, end), lines), ...removals];
}

/** Moves pairs into the value of another pair of their map: `go` becomes a map with `go` as the value of `name`. */
export function moveIntoValue(
  unit: Unit,
  pairs: readonly Pair[],
  { value, parent, colon }: Pair,
  name: string,
): Edit[] | undefined {
  if (value.kind === 'map') return movePairs(unit, pairs, value);
  if (value.kind !== 'scalar' || value.empty || isShared(unit, parent)) return undefined;
  const isBlockText = value.style === 'literal' || value.style === 'folded';
  if (isBlockText || value.tag !== undefined || value.anchor !== undefined) return undefined;
  const { text } = unit;
  const removals = removalsOf(unit, pairs);
  if (removals === undefined || pairs.some((pair) => pair.name === name)) return undefined;
  const written = text.slice(value.start, value.end);
  const range = { start: colon + 1, end: value.end };
  if (parent.flow) {
    const entries = flowTexts(unit, pairs);
    const key = writingOf(parent, unit.notation) === 'json' ? quotedText(name, 'double') : name;
    if (entries === undefined) return undefined;
    return [{ range, text: ` { ${[`${key}: ${written}`, ...entries].join(', ')} }` }, ...removals];
  }
  const column = parent.indent + 2;
  const lines = linesIn(unit, pairs, column);
  // A comment would be after the wrong line.
  if (lines === undefined || !isLineBreak(text, value.end)) return undefined;
  const field = `${lineBreakOf(unit)}${' '.repeat(column)}${name}: ${written}`;
  return [{ range, text: field + lines }, ...removals];
}

/** Whether a map has text that is used elsewhere, or is partly in other units. */
function isShared(unit: Unit, map: MapNode): boolean {
  return isSlice(map) || map.tag !== undefined || openedMap(unit) === map || isRepeated(unit, map);
}

function removalsOf(unit: Unit, pairs: readonly Pair[]): Edit[] | undefined {
  const from = pairs[0]?.parent;
  if (from === undefined || isMerged(from) || isRepeated(unit, from)) return undefined;
  const removals = pairs.map((pair) => removePair(unit, pair));
  return removals.every((edits) => edits !== undefined) ? removals.flat() : undefined;
}

/** The lines of pairs in another column, after a line break; undefined if other text is on them. */
function linesIn(unit: Unit, pairs: readonly Pair[], column: number): string | undefined {
  const { text } = unit;
  const written: string[] = [];
  for (const pair of pairs) {
    const start = startOfIndentation(text, pair.start);
    if (pair.parent.flow || start === undefined) return undefined;
    const by = column - pair.parent.indent;
    for (const line of text.slice(start, lineEnd(text, contentEnd(text, pair))).split(/\r\n|\n|\r/)) {
      const indent = line.length - line.trimStart().length;
      written.push(line.trim() === '' ? line : ' '.repeat(Math.max(0, indent + by)) + line.trimStart());
    }
  }
  const lineBreak = lineBreakOf(unit);
  return written.map((line) => lineBreak + line).join('');
}

/** Pairs as the entries of a map in brackets; undefined if they may have another meaning there. */
function flowTexts({ text }: Unit, pairs: readonly Pair[]): string[] | undefined {
  const written: string[] = [];
  for (const pair of pairs) {
    const { value, parent } = pair;
    const own = text.slice(pair.start, contentEnd(text, pair));
    const isPlain = value.kind === 'scalar' && value.style === 'plain';
    const isBlock = (value.kind === 'map' || value.kind === 'seq') && !value.flow;
    const isOdd = isPlain && /[,[\]{}?#]/.test(text.slice(value.start, value.end));
    if (!parent.flow && (isBlock || isOdd || hasLineBreak(own, 0, own.length))) return undefined;
    // What is removed in brackets may overlap.
    if (parent.flow && pairs.length > 1) return undefined;
    written.push(own);
  }
  return written;
}

/**
 * Moves an item of a list before the one with another index. Whole lines change places, with the comments on and above
 * them; in brackets, the texts of the items. Blank lines and other comments between items stay where they are. Undefined
 * if other text is on the lines.
 */
export function moveItem(unit: Unit, list: SeqNode, from: number, to: number): Edit[] | undefined {
  if (to === from || to === from + 1) return [];
  if (list.items.some((item) => hasNamedAnchor(unit, item))) return undefined;
  const ranges = list.flow ? inBrackets(unit, list) : onLines(unit, list);
  const order = list.items.map((_, index) => index);
  order.splice(from, 1);
  order.splice(to > from ? to - 1 : to, 0, from);
  return ranges?.flatMap((range, index) => {
    const moved = ranges[order[index] ?? index];
    if (moved === undefined || moved === range) return [];
    return [{ range, text: unit.text.slice(moved.start, moved.end) }];
  });
}

/** The items of a list in brackets; undefined if comments are between them, which may be about either. */
function inBrackets({ text }: Unit, list: SeqNode): Range[] | undefined {
  const gaps = list.items.slice(1).map((item, index) => text.slice(list.items[index]?.end, item.start));
  return gaps.some((gap) => /[#/]/.test(gap))
    ? undefined
    : list.items.map(({ start, end }) => ({ start, end }));
}

/** The lines of each item of a block list without the last line break; undefined if an item begins on another line. */
function onLines(unit: Unit, list: SeqNode): Range[] | undefined {
  const { text } = unit;
  // A block scalar that keeps blank lines at its end would gain or lose some.
  if (scalarsWithBlankLines(unit).some(({ start }) => list.start <= start && start < list.end))
    return undefined;
  const dashes = list.items.map((item) => text.lastIndexOf('-', item.start - 1));
  const before = dashes.map((dash) => text.slice(lineStart(text, dash), dash));
  // The first item is on the line of the dash of the list: `- - A`.
  const isInList = /^ *(?:- +)+$/.test(before[0] ?? '');
  const starts = dashes.map((dash, index) => {
    const line = lineStart(text, dash);
    const isFirst = isInList && index === 0;
    if (dash !== line + list.indent || !(isFirst || before[index]?.trim() === '')) return undefined;
    const start = isFirst ? line : startWithComments(unit, line, list.indent);
    return isInList ? (start === line ? dash : undefined) : start;
  });
  const ranges: Range[] = [];
  for (const [index, start] of starts.entries()) {
    const item = list.items[index];
    if (start === undefined || item === undefined) return undefined;
    const end = endWithComments(text, contentEnd(text, item), list.indent);
    ranges.push({ start, end });
  }
  return ranges;
}
