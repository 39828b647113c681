import { hasLineBreak, isLineBreak, lineEnd, lineStart, startOfIndentation } from '../text/lines';
import type { Range } from '../text/range';
import { hasNamedAnchor, isRepeated, openedMap, type Unit } from '../yaml/cut/unit';
import {
  isBlockText,
  isMerged,
  isSlice,
  type MapNode,
  type Node,
  type Pair,
  pairOf,
  type SeqNode,
} from '../yaml/tree/tree';
import { quotedText, writingOf } from '../yaml/write/scalars';
import {
  commaAfter,
  contentEnd,
  type Edit,
  endWithComments,
  insertEntries,
  insertText,
  lineBreakOf,
  REST_OF_LINE,
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
    return written === undefined ? undefined : [...insertEntries(unit, to, written), ...removals];
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
  if (isBlockText(value) || value.tag !== undefined || value.anchor !== undefined) return undefined;
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
  return written.map((line) => lineBreakOf(unit) + line).join('');
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
 * them, but without commas; in brackets on one line, the texts of the items. Blank lines and other comments between items
 * stay where they are. Undefined if other text is on the lines.
 */
export function moveItem(unit: Unit, list: SeqNode, from: number, to: number): Edit[] | undefined {
  if (to === from || to === from + 1) return [];
  const { items } = list;
  if (items.some((item) => hasNamedAnchor(unit, item))) return undefined;
  const lines = list.flow ? linesInBrackets(unit, items) : onLines(unit, list);
  const places = lines.length === items.length ? lines : list.flow ? inBrackets(unit, items) : undefined;
  const order = items.map((_, index) => index);
  order.splice(from, 1);
  order.splice(to > from ? to - 1 : to, 0, from);
  return places?.flatMap((ranges, index) => {
    const moved = places[order[index] ?? index];
    if (moved === undefined || moved === ranges) return [];
    const texts = moved.map(({ start, end }) => unit.text.slice(start, end));
    return ranges.map((range, part) => ({ range, text: texts[part] ?? '' }));
  });
}

/** The items of a list in brackets; undefined if comments are between them, which may be about either. */
function inBrackets({ text }: Unit, items: readonly Node[]): Range[][] | undefined {
  const gaps = items.slice(1).map((item, index) => text.slice(items[index]?.end, item.start));
  return gaps.some((gap) => /[#/]/.test(gap)) ? undefined : items.map(({ start, end }) => [{ start, end }]);
}

/** The lines of the items of a list in brackets, around their commas; without items that share a line. */
function linesInBrackets(unit: Unit, items: readonly Node[]): Range[][] {
  const { text } = unit;
  return items.flatMap((item) => {
    const line = startOfIndentation(text, item.start);
    const own = lineEnd(text, item.end);
    const comma = commaAfter(text, item.end);
    const end = lineEnd(text, Math.max(comma, item.end));
    const before = comma >= 0 && end === own ? comma : item.end;
    const after = before === comma ? comma + 1 : before;
    // A comment after a comma on a line of its own may be about either.
    const isLoose = end > own && text.slice(comma + 1, end).trim() !== '';
    if (line === undefined || isLoose || !REST_OF_LINE.test(text.slice(after, own))) return [];
    const start = startWithComments(unit, line, item.start - line);
    const around = { start: item.end, end: before };
    return [[{ start, end: item.end }, around, { start: after, end: own }]];
  });
}

/** The lines of the items of a block list without the last line break; without items that begin on another line. */
function onLines(unit: Unit, list: SeqNode): Range[][] {
  const { text } = unit;
  // A block scalar that keeps blank lines at its end would gain or lose some.
  if (scalarsWithBlankLines(unit).some(({ start }) => list.start <= start && start < list.end)) return [];
  // The first item is on the line of the dash of the list: `- - A`.
  const isInList = /^ *(?:- +)+$/.test(text.slice(lineStart(text, list.start), list.start));
  return list.items.flatMap((item, index) => {
    const dash = text.lastIndexOf('-', item.start - 1);
    const line = lineStart(text, dash);
    const isFirst = isInList && index === 0;
    if (dash !== line + list.indent || !(isFirst || text.slice(line, dash).trim() === '')) return [];
    const start = isFirst ? line : startWithComments(unit, line, list.indent);
    if (isInList && start !== line) return [];
    const end = endWithComments(text, contentEnd(text, item), list.indent);
    return [[{ start: isInList ? dash : start, end }]];
  });
}
