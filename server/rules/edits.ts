import { append } from '../text/append';
import { groupBy } from '../text/group-by';
import {
  indentAt as blanksAt,
  breakBefore,
  hasLineBreak,
  lineEnd,
  lineStart,
  matchedText,
  nextContent,
  nextContentLine,
  nextLine,
  previousContent,
  startOfIndentation,
  trimEndOfRange,
} from '../text/lines';
import type { Range } from '../text/range';
import { hasNamedAnchor, hasNoValue, isRepeated, openedMap, type Unit } from '../yaml/cut/unit';
import {
  indexOfPair,
  isEmptyOrNull,
  isMerged,
  isSlice,
  type MapNode,
  type Node,
  type Pair,
  pairOf,
  resolvedPairOf,
  type ScalarNode,
  type SeqNode,
} from '../yaml/tree/tree';
import { descendantsOf } from '../yaml/tree/visit';
import { dashOf, detectLayout, type TextLayout } from '../yaml/write/layout';
import { enclosingKeys, type Keys } from '../yaml/write/quoting';
import { quotedText, scalarText, type Writing, writingAt, writingOf } from '../yaml/write/scalars';
import {
  BlockWriter,
  inlineFields,
  inlineValue,
  textOfPieces,
  type Writable,
  type WritableMap,
} from '../yaml/write/values';
import type { Fix } from './rule';

/**
 * Edits that preserve comments, layout and line breaks. Offsets are relative to the unit; the offset of a comma above
 * the unit is negative. If an edit is not certainly safe, no edits are returned.
 */
export type Edit = Fix['edits'][number];

/** The line break of a unit, or of its file. */
export function lineBreakOf({ lineBreak = '\n' }: Unit): string {
  return lineBreak;
}

/** What may follow the last entry of a line: spaces and a comment. */
export const REST_OF_LINE = /^\s*(?:\/\/.*|\/\*.*\*\/\s*|#.*)?$/;

export interface NewField {
  readonly name: string;
  readonly value: Writable;
  /** Index of the pair to insert before; the number of pairs for the end. */
  readonly index: number;
}

/**
 * Adds a field to a section of a map. Undefined if the section is not a map written in place, or if the edit would change
 * other text as well.
 *
 * @param section its name, and the index of the pair to insert it before if it is missing
 * @param field is inserted before the pair of the section with its index; at the end by default
 */
export function addToSection(
  unit: Unit,
  map: MapNode,
  section: Pick<NewField, 'name' | 'index'>,
  { name, value, index }: Omit<NewField, 'index'> & { readonly index?: number | undefined },
  layout?: TextLayout,
): Edit[] | undefined {
  if (isRepeated(unit, map)) return undefined;
  const pair = pairOf(map, section.name);
  if (pair === undefined) {
    // A section of its own would replace the one that it merges.
    if (resolvedPairOf(map, section.name) !== undefined) return undefined;
    return addFields(unit, map, [{ ...section, value: { [name]: value } }], layout);
  }
  const inner = pair.value;
  if (inner.kind !== 'map') {
    // Without a value, or with `null`.
    const isOpen = hasNoValue(unit, pair) && !(pair.parent.flow && inner.start === inner.end);
    return isOpen ? setValue(unit, pair, { [name]: value }, layout) : undefined;
  }
  // In a map that merges others, the index counts their pairs as well.
  if (!isUntyped(inner) || isRepeated(unit, inner) || (index !== undefined && isMerged(inner)))
    return undefined;
  return addFields(unit, inner, [{ name, value, index: index ?? inner.pairs.length }], layout);
}

/** Whether a node has no tag, or only that of its own form, such as `!!map`. */
export function isUntyped({ kind, tag }: Node): boolean {
  const own = kind === 'scalar' ? 'str' : kind;
  return tag === undefined || tag.name === `tag:yaml.org,2002:${own}`;
}

/** Adds fields to a map in its own style, and otherwise in that of a layout. */
export function addFields(
  unit: Unit,
  map: MapNode,
  fields: readonly NewField[],
  layout = detectLayout(unit),
): Edit[] {
  const edits: Edit[] = [];
  // States in the following units must remain below their key.
  const last = openedMap(unit) === map ? map.pairs.length - 1 : map.pairs.length;
  const placed = fields.map((field) => ({ ...field, index: Math.min(field.index, last) }));
  for (const [index, here] of groupBy(placed, (field) => field.index))
    append(edits, (map.flow ? addInFlow : addInBlock)(unit, map, here, index, layout));
  return edits;
}

function addInBlock(
  unit: Unit,
  map: MapNode,
  fields: readonly NewField[],
  index: number,
  layout: TextLayout,
): Edit[] {
  const written = fieldsText(unit, mapOf(fields), map.indent, layout, enclosingKeys(map).name);
  const newLine = lineBreakOf(unit) + ' '.repeat(map.indent);
  const before = map.pairs[index - 1];
  // Insert after the line of the pair above and the comments in it: those of the pair below stay with that.
  const at = before
    ? endWithComments(unit.text, entryEnd(unit.text, before.value, before), map.indent)
    : lineEndAfterKey(unit.text, map);
  return [at === undefined ? insertText(map.start, written + newLine) : insertText(at, newLine + written)];
}

function mapOf(fields: readonly NewField[]): WritableMap {
  return new Map(fields.map(({ name, value }) => [name, value]));
}

/**
 * The fields of a map in block style, from the position of the first one.
 *
 * @param outer the key of the map
 */
export function fieldsText(
  unit: Unit,
  map: WritableMap,
  column: number,
  layout = detectLayout(unit),
  outer = '',
): string {
  return textOfPieces(
    new BlockWriter(layout, layout).fields(map, ' '.repeat(column), outer),
    lineBreakOf(unit),
  );
}

/** Where a line for the next entry begins: after a value, and the blank lines that a block scalar keeps. */
export function entryEnd(text: string, value: Node, entry: Range = value): number {
  let last: Node | undefined = value;
  while (last?.kind === 'map' || last?.kind === 'seq')
    last = last.kind === 'map' ? last.pairs.at(-1)?.value : last.items.at(-1);
  const { end = 0 } = last ?? {};
  const isKept = last !== undefined && keepsBlankLines(text, last) && hasLineBreak(text, end - 1, end);
  return isKept ? breakBefore(text, end) : lineEnd(text, contentEnd(text, entry));
}

/** Whether a node is a block scalar to which the blank lines after it belong. */
function keepsBlankLines(text: string, { start }: Range): boolean {
  return /^[|>](?:\d?\+|\+\d)/.test(text.slice(start, start + 3));
}

/** A unit, or its text in that of its document. */
type WrittenText = Pick<Unit, 'text' | 'notation' | 'parsed'>;

/** The block scalars to which the blank lines after them belong. */
export function scalarsWithBlankLines({ text, parsed, notation }: WrittenText): readonly ScalarNode[] {
  if (notation === 'json' || !text.includes('+')) return [];
  return [...descendantsOf(parsed.root)]
    .filter((node) => node.kind === 'scalar')
    .filter((node) => keepsBlankLines(text, node));
}

/** Whether an offset is in such a scalar. */
export function isInKept(unit: WrittenText, at: number): boolean {
  return scalarsWithBlankLines(unit).some(({ start, end }) => start <= at && at < end);
}

/** A value in brackets like those around it, on the line of an offset. */
export function flowText(
  unit: Unit,
  value: Writable,
  writing: Writing,
  at: number,
  layout = detectLayout(unit),
  keys?: Keys,
  like?: Range,
): string {
  const text = inlineValue(value, writing, flowOptions(unit, at, layout, keys, like));
  return text.replaceAll('\n', lineBreakOf(unit));
}

/** @param like a neighbour: if it is on one line, so is the new value */
function flowOptions({ text }: Unit, at: number, quoting: TextLayout, keys?: Keys, like?: Range) {
  const { padding, gap, entryStep } = quoting;
  const step = like && !hasLineBreak(text, like.start, like.end) ? undefined : entryStep;
  return { padding, gap, step, quoting, keys, indent: indentAt(text, at) };
}

/** The end of the line with the key of a map, or of the blank lines below it; undefined if more than comments follow. */
function lineEndAfterKey(text: string, { parent, start }: MapNode): number | undefined {
  if (parent?.kind !== 'pair' || parent.colon < 0) return undefined;
  const isFree = /^(?:[^\S\n\r]*(?:#.*)?[\n\r])+[ \t]*$/.test(text.slice(parent.colon + 1, start));
  return isFree ? endOfBlankLines(text, lineEnd(text, parent.colon)) : undefined;
}

function addInFlow(
  unit: Unit,
  map: MapNode,
  fields: readonly NewField[],
  index: number,
  layout: TextLayout,
): Edit[] {
  const entries = fields.map((field) => entryText(unit, map, field, layout));
  if (map.pairs.length > 0) return insertEntries(unit, map, entries, index);
  // The entries of these maps continue in other units.
  if (unit.kind === 'head' || unit.kind === 'states')
    return [insertText(map.start + 1, entries.map((entry) => `${gapIn(unit)}${entry},`).join(''))];
  const lines = linesInPlace(unit, map, mapOf(fields), layout);
  if (lines !== undefined) return lines;
  // After a key without a value, or even without a colon.
  const isWritten = /\S/.test(unit.text.slice(map.start, map.end));
  const colon = isWritten ? '' : map.parent?.kind === 'pair' && map.parent.colon < 0 ? ': ' : ' ';
  const writing = writingOf(map, unit.notation);
  const text = flowText(unit, mapOf(fields), writing, map.start, layout, enclosingKeys(map));
  return [{ range: map, text: colon + text }];
}

/** A value on lines of its own in place of an empty map or list of block YAML; undefined if others are in brackets. */
function linesInPlace(
  unit: Unit,
  node: MapNode | SeqNode,
  value: Writable,
  layout: TextLayout,
): Edit[] | undefined {
  const pair = node.parent;
  const isEmpty = /^(?:\{\s*\}|\[\s*\])$/.test(unit.text.slice(node.start, node.end));
  if (!isEmpty || pair?.kind !== 'pair' || pair.parent.flow || node.tag || node.anchor) return undefined;
  const { name, outer } = enclosingKeys(node);
  return layout.isInBrackets(name, outer) ? undefined : setValue(unit, pair, value, layout);
}

/** A field as an entry of a map in brackets. */
export function entryText(
  unit: Unit,
  map: MapNode,
  { name, value }: Omit<NewField, 'index'>,
  layout = detectLayout(unit),
): string {
  const like = map.pairs.findLast(({ value: one }) => one.kind === 'map' && one.pairs.length > 0);
  const options = flowOptions(unit, (map.pairs[0] ?? map).start, layout, enclosingKeys(map), like?.value);
  const text = inlineFields(new Map([[name, value]]), writingOf(map, unit.notation), options);
  return text.replaceAll('\n', lineBreakOf(unit));
}

/** The text after a colon or comma in brackets. */
export function gapIn(unit: Unit): string {
  return detectLayout(unit).gap;
}

/**
 * Inserts entries into a map or list in brackets that is not empty, before the one with an index, by default at the end.
 * They have lines of their own if that one has, and follow the comments around the comma of the previous one.
 */
export function insertEntries(
  unit: Unit,
  node: MapNode | SeqNode,
  written: readonly string[],
  index = Number.POSITIVE_INFINITY,
): Edit[] {
  const { text } = unit;
  const entries: readonly Range[] = node.kind === 'map' ? node.pairs : node.items;
  const previous = entries[Math.min(index, entries.length) - 1];
  const near = entries[index] ?? previous;
  if (near === undefined) return [];
  const isSliced = node.kind === 'map' && isSlice(node);
  const comma = previous === undefined ? node.start : commaAfter(text, previous.end);
  const from = comma < 0 && previous !== undefined ? previous.end : comma + 1;
  const breaks = entries.map(({ start }, at) =>
    hasLineBreak(text, entries[at - 1]?.end ?? node.start, start),
  );
  // Lines that are only wrapped are not those of their first entries.
  const areLines = breaks[0] || !breaks.includes(false, 1);
  const hasLine = near === previous ? breaks.at(-1) : hasLineBreak(text, from, near.start);
  const onLines = isSliced ? hasLineBreak(text, near.end, text.length) : areLines && hasLine === true;
  const gap = onLines ? lineBreakOf(unit) + indentAt(text, near.start) : gapIn(unit);
  const body = written.join(`,${gap}`);
  const end = lineEnd(text, from);
  const rest = text.slice(from, end);
  const isFree = onLines && REST_OF_LINE.test(rest);
  if (previous === undefined && (isSliced || !isFree))
    return [insertText(isSliced ? near.start : nextContent(text, from), `${body},${gap}`)];
  const free = previous === undefined ? endOfBlankLines(text, end) : end;
  if (comma >= 0) return [insertText(isFree ? free : from, `${gap}${body},`)];
  // Only the comma goes before a comment at the end of the line.
  if (isFree && end > from) return [insertText(from, ','), insertText(end, gap + body)];
  const comments = matchedText(rest, /^(?:[ \t]*\/\*.*?\*\/)+/).length;
  return [insertText(from + comments, `,${gap}${body}`)];
}

/**
 * Changes the indentation of all lines that begin in a range. Blank lines are unchanged, and no line loses non-blank
 * text.
 */
export function shiftLines(unit: Unit, start: number, end: number, by: number): Edit[] {
  const edits: Edit[] = [];
  for (const at of unit.lines) {
    if (by === 0 || at <= start || at >= end) continue;
    const blanks = matchedText(unit.text.slice(at, end), /^ */).length;
    if (/^\s*(?:[\n\r]|$)/.test(unit.text.slice(at, end))) continue;
    if (by > 0) edits.push(insertText(at, ' '.repeat(by)));
    else edits.push({ range: { start: at, end: at + Math.min(blanks, -by) }, text: '' });
  }
  return edits;
}

/**
 * Moves consecutive pairs of a block map below a key: either an existing key without a value right above them, or a
 * new one. Undefined if other text would change.
 *
 * @param isItem whether they become the only item of a list
 */
export function indentBelow(
  unit: Unit,
  map: MapNode,
  pairs: readonly Pair[],
  name: string,
  isItem = false,
): Edit[] | undefined {
  const { text } = unit;
  const [first] = pairs;
  const last = pairs.at(-1);
  if (map.flow || first === undefined || last === undefined) return undefined;
  const from = map.pairs.indexOf(first);
  if (pairs.some((pair, index) => map.pairs[from + index] !== pair)) return undefined;
  const start = lineStart(text, first.start);
  if (start + map.indent !== first.start || text.slice(start, first.start).trim() !== '') return undefined;
  const above = map.pairs[from - 1];
  const isEmptyAbove = above?.name === name && hasNoValue(unit, above);
  if (map.pairs.some((pair) => pair.name === name) && !isEmptyAbove) return undefined;
  const key = isEmptyAbove ? '' : `${' '.repeat(map.indent)}${name}:${lineBreakOf(unit)}`;
  const opening = { range: { start, end: first.start }, text: `${key}${' '.repeat(map.indent)}  - ` };
  const edits = [isItem ? opening : insertText(start, `${key}  `)];
  const end = contentEnd(text, last);
  for (let line = nextLine(text, start); line < end; line = nextLine(text, line))
    if (text.slice(line, lineEnd(text, line)).trim() !== '')
      edits.push(insertText(line, isItem ? '    ' : '  '));
  return edits;
}

/** Sets the value of a key without one, in the style of its map. */
export function setValue(unit: Unit, pair: Pair, value: Writable, layout = detectLayout(unit)): Edit[] {
  const { parent, value: node } = pair;
  const keys = enclosingKeys(node);
  const writing = writingOf(parent, unit.notation);
  if (writing !== 'block') {
    const text = flowText(unit, value, writing, pair.start, layout, keys);
    return setWrittenValue(unit, pair, gapIn(unit) + text);
  }
  const pieces = new BlockWriter(layout, layout).value(value, ' '.repeat(parent.indent), keys);
  return setWrittenValue(unit, pair, textOfPieces(pieces, lineBreakOf(unit)));
}

/** The same for a text that is written already, with what separates it from the colon. */
export function setWrittenValue(unit: Unit, { parent, colon, value: node }: Pair, text: string): Edit[] {
  const isWritten = node.end > node.start;
  const unused = parent.flow ? /^[ \t]*/ : /^[ \t]*(?=[\n\r]|$)/;
  const blanks = matchedText(unit.text.slice(colon + 1), unused).length;
  const range = { start: colon + 1, end: isWritten ? node.end : colon + 1 + blanks };
  if (parent.flow || !hasLineBreak(text, 0, 1)) return [{ range, text }];
  // A comment after the key or value remains on its line.
  const below = insertText(lineEnd(unit.text, range.end), text);
  if (!isWritten) return [below];
  // The comment after another value may be about that.
  const isEmpty = node.kind !== 'scalar' || isEmptyOrNull(node);
  return isEmpty ? [{ range, text: '' }, below] : [{ range, text }];
}

/**
 * Adds an object to a list in the style of the list and of its last item, before one of its items, by default at the end.
 * Undefined for an empty block list, and if the item is on the line of its key.
 */
export function addItem(
  unit: Unit,
  list: SeqNode,
  fields: Readonly<Record<string, Writable>>,
  before?: Node,
  layout = detectLayout(unit),
): Edit[] | undefined {
  const keys = enclosingKeys(list);
  const { text } = unit;
  const last = list.items.at(-1);
  const inline = last?.kind === 'map' && last.flow ? writingOf(last, unit.notation) : undefined;
  if (!list.flow) {
    if (last === undefined) return undefined;
    const indent = ' '.repeat(list.indent);
    const dash = dashOf(text, list);
    const pieces = inline
      ? [`${dash ?? '- '}${flowText(unit, fields, inline, last.start, layout, keys)}`]
      : new BlockWriter(layout, layout).item(fields, indent, dash, keys);
    if (before === undefined) {
      const end = endWithComments(text, entryEnd(text, last), list.indent);
      return [insertText(end, textOfPieces([`\n${indent}`, ...pieces], lineBreakOf(unit)))];
    }
    const line = lineStart(text, before.start);
    if (!/^ *- *$/.test(text.slice(line, before.start))) return undefined;
    // The comments above an item stay with it.
    const at = startWithComments(unit, line, list.indent);
    return [insertText(at, textOfPieces([indent, ...pieces, '\n'], lineBreakOf(unit)))];
  }
  const writing = inline ?? (unit.notation === 'json' ? 'json' : 'flow');
  if (last === undefined) {
    const written = flowText(unit, [fields], writing, list.start, layout, keys);
    return linesInPlace(unit, list, [fields], layout) ?? [{ range: list, text: written }];
  }
  const item = flowText(unit, fields, writing, last.start, layout, keys, last);
  return insertEntries(unit, list, [item], before && list.items.indexOf(before));
}

/** The start of the comments right above a line that are as indented as the entry on it; of the line if there are none. */
export function startWithComments(
  { text, notation }: Pick<Unit, 'text' | 'notation'>,
  line: number,
  column: number,
  least = 0,
): number {
  let start = line;
  for (;;) {
    const above = start > least ? commentAbove(text, breakBefore(text, start), notation) : undefined;
    if (above === undefined || above < least || blanksAt(text, above) !== column) return start;
    start = above;
  }
}

/** The start of the first line of a comment that ends at the end of a line; undefined if there is something else on it. */
export function commentAbove(text: string, end: number, notation: Unit['notation']): number | undefined {
  const line = lineStart(text, end);
  if (text.startsWith(notation === 'json' ? '//' : '#', line + blanksAt(text, line))) return line;
  const close = notation === 'json' ? previousContent(text, end) - 2 : -1;
  if (close < line || !text.startsWith('*/', close)) return undefined;
  // The first mark after the end of the previous comment, because a comment may contain some.
  const open = text.indexOf('/*', text.lastIndexOf('*/', close - 1) + 2);
  return open < close ? startOfIndentation(text, open) : undefined;
}

/**
 * The end of the line of an offset, or of the last of the comments after it that are indented more than a column. Blank
 * lines may come between.
 */
export function endWithComments(text: string, from: number, column: number): number {
  let end = lineEnd(text, from);
  for (let line = nextLine(text, end); line < text.length; line = nextLine(text, line)) {
    const blanks = blanksAt(text, line);
    if (blanks > column && text[line + blanks] === '#') end = lineEnd(text, line);
    else if (/\S/.test(text.slice(line, lineEnd(text, line)))) break;
  }
  return end;
}

/**
 * The edits that remove an entry of a map or list, with the comments right above it and at its end as well, if they are
 * on lines of their own.
 *
 * @param isFirst whether others follow, which take its place: without the blank lines after it
 */
export function withComments(
  unit: WrittenText,
  entry: Range,
  edits: readonly Edit[] | undefined,
  isFirst = false,
): Edit[] | undefined {
  const { text } = unit;
  const line = lineStart(text, entry.start);
  const column = blanksAt(text, line);
  const above = startWithComments(unit, line, column);
  const end = contentEnd(text, entry);
  return edits?.map((edit) => {
    const { range } = edit;
    const isLine = range.start === line || range.start === breakBefore(text, line);
    if (edit.text !== '' || !isLine) return edit;
    const start = range.start === line ? above : breakBefore(text, above);
    const isToEnd = range.end === nextLine(text, end);
    const after = isToEnd ? nextLine(text, endWithComments(text, end, column)) : range.end;
    // These would become part of a text above.
    const isBelowText = isToEnd && isInKept(unit, previousContent(text, start) - 1);
    const takesGap = isBelowText || (isFirst && isToEnd && nextContent(text, after) < text.length);
    return { ...edit, range: { start, end: takesGap ? nextContentLine(text, after) : after } };
  });
}

/**
 * Removes a pair with its line or comma. Undefined if this would also remove a comment on its line or an anchor that
 * an alias may need.
 */
export function removePair(unit: Unit, pair: Pair): Edit[] | undefined {
  if (hasNamedAnchor(unit, pair.value) || hasNamedAnchor(unit, pair.key)) return undefined;
  const map = pair.parent;
  // Part of its value is in other units.
  const opened = openedMap(unit);
  if (opened && (pair === opened.pairs.at(-1) || pair === opened.parent)) return undefined;
  if (isSlice(map)) return removeFromSlice(unit, map, pair);
  if (map.flow) return removeFromFlow(unit, map, map.pairs, indexOfPair(pair));
  const holder = map.parent;
  // At the root of one part of a document, the other pairs are in other units.
  const isAlone = map.pairs.length === 1 && (holder !== undefined || unit.kind === 'whole');
  return isAlone ? emptyContainerEdits(unit, map, '{}') : removeLines(unit, pair, map.pairs);
}

/**
 * Replaces the last entry of a block map or list by empty braces on the line of its key, unless a comment is in
 * between.
 */
function emptyContainerEdits(
  { text }: Unit,
  node: MapNode | SeqNode,
  braces: '{}' | '[]',
): Edit[] | undefined {
  const { parent, start } = node;
  const end = contentEnd(text, node);
  const isOnLineOfKey = parent?.kind === 'pair' && /^\s*$/.test(text.slice(parent.colon + 1, start));
  if (isOnLineOfKey) return [{ range: { start: parent.colon + 1, end }, text: ` ${braces}` }];
  // A list may be indented as little as its key; braces may not.
  return node.kind === 'map' || parent?.kind !== 'pair'
    ? [{ range: { start, end }, text: braces }]
    : undefined;
}

/** Removes a list item with its line or comma. Undefined under the same conditions as `removePair`. */
export function removeItem(unit: Unit, list: SeqNode, item: Node): Edit[] | undefined {
  if (hasNamedAnchor(unit, item)) return undefined;
  if (list.flow) return removeFromFlow(unit, list, list.items, list.items.indexOf(item));
  if (list.items.length === 1) return emptyContainerEdits(unit, list, '[]');
  const { text } = unit;
  const start = lineStart(text, item.start);
  const before = text.slice(start, item.start);
  const [, next] = list.items;
  const isAboveNext =
    next &&
    /^\s*-\s*$/.test(text.slice(contentEnd(text, item), next.start)) &&
    next.start - lineStart(text, next.start) === before.length;
  // The first item of `- - A` leaves its dash for the next one.
  if (item === list.items[0] && isAboveNext && /^\s*-\s+-\s*$/.test(before))
    return [{ range: { start: item.start, end: next.start }, text: '' }];
  if (!/^\s*-\s*$/.test(before)) return undefined;
  return [{ range: wholeLines(text, start, contentEnd(text, item)), text: '' }];
}

/**
 * Removes whole lines if nothing else is on them; the first entry of a list item leaves its dash for the next entry.
 */
function removeLines(unit: Unit, pair: Pair, pairs: readonly Pair[]): Edit[] | undefined {
  const { text } = unit;
  const start = lineStart(text, pair.start);
  const end = nextLine(text, contentEnd(text, pair));
  const before = text.slice(start, pair.start);
  if (/^\s*$/.test(before)) return [{ range: wholeLines(text, start, contentEnd(text, pair)), text: '' }];
  const next = pairs[indexOfPair(pair) + 1];
  if (!/^[\s-]*$/.test(before) || next === undefined || !/^\s*$/.test(text.slice(end, next.start)))
    return undefined;
  return [{ range: { start: pair.start, end: next.start }, text: '' }];
}

function removeFromFlow(
  unit: Unit,
  container: MapNode | SeqNode,
  entries: readonly (Pair | Node)[],
  index: number,
): Edit[] | undefined {
  const { text } = unit;
  const { [index - 1]: previous, [index]: entry, [index + 1]: next } = entries;
  if (entry === undefined) return undefined;
  if (entries.length === 1) return [{ range: container, text: container.kind === 'map' ? '{}' : '[]' }];
  const start = startOfIndentation(text, entry.start);
  const before = previous === undefined ? -1 : commaAfter(text, previous.end);
  const comma = commaAfter(text, entry.end);
  if (comma >= 0) {
    if (start !== undefined && hasLineBreak(text, comma, next?.start ?? container.end))
      return [{ range: { start, end: nextLine(text, comma) }, text: '' }];
    // The comments of the next entry stay.
    if (next && /\S/.test(text.slice(comma + 1, next.start)))
      return [{ range: { start: trimEndOfRange(text, 0, entry.start), end: comma + 1 }, text: '' }];
    const range = next ? { start: entry.start, end: next.start } : { start: before, end: comma };
    return [{ range, text: '' }];
  }
  if (previous === undefined) return undefined;
  if (before < 0 || (start === undefined && !/[^\s,]/.test(text.slice(previous.end, entry.start))))
    return [{ range: { start: previous.end, end: entry.end }, text: '' }];
  // A comment after the entry above remains; only the comma before it is removed.
  const end = lineEnd(text, entry.end);
  const isLast = REST_OF_LINE.test(text.slice(entry.end, end));
  const from = start === undefined ? trimEndOfRange(text, 0, entry.start) : breakBefore(text, start);
  return [
    { range: commaRange(text, before, from), text: '' },
    { range: { start: from, end: isLast ? end : entry.end }, text: '' },
  ];
}

/** The range to remove for a comma, with its line if nothing else is on that before another removed range. */
export function commaRange(text: string, comma: number, until = text.length): Range {
  const line = startOfIndentation(text, comma);
  const end = Math.min(lineEnd(text, comma), until);
  const next = comma + 1 + matchedText(text.slice(comma + 1, end), /^[ \t]*/).length;
  const isAlone = line !== undefined && next === end;
  return { start: isAlone ? breakBefore(text, line) : comma, end: line === undefined ? comma + 1 : next };
}

/**
 * Removes an entry of JSON whose neighbours are in other units, with its comma, or with the preceding comma if it is
 * the last entry.
 */
function removeFromSlice({ text, commaBefore }: Unit, map: MapNode, pair: Pair): Edit[] | undefined {
  if (map.pairs.length > 1) return undefined;
  const own = commaAfter(text, pair.end);
  if (own < 0 && commaBefore === 0) return undefined;
  const end = own < 0 ? pair.end : own + 1;
  const start = lineStart(text, pair.start);
  const isAlone =
    text.slice(start, pair.start).trim() === '' && REST_OF_LINE.test(text.slice(end, lineEnd(text, end)));
  const range = isAlone ? { start, end: nextLine(text, end) } : { start: pair.start, end };
  const above = { range: { start: -commaBefore, end: 1 - commaBefore }, text: '' };
  return own < 0 ? [above, { range, text: '' }] : [{ range, text: '' }];
}

/**
 * The range to remove for a comment: whole lines if nothing else is on them, otherwise the preceding spaces as well.
 */
export function commentRange(text: string, { start, end }: Range): Range {
  const line = lineStart(text, start);
  const before = text.slice(line, start);
  const isLast = /^\s*$/.test(text.slice(end, lineEnd(text, end)));
  if (isLast && /^\s*$/.test(before)) return { start: start - before.length, end: nextLine(text, end) };
  return { start: isLast ? trimEndOfRange(text, line, start) : start, end };
}

/** Puts a plain scalar in quotes that fit the surrounding text. */
export function quoteScalar(unit: Unit, scalar: ScalarNode): Edit {
  return { range: scalar, text: quotedText(scalar.value, unit.notation === 'json' ? 'double' : 'single') };
}

/** Replaces the text of a scalar and keeps its quotes. */
export function replaceText(unit: Unit, scalar: ScalarNode, text: string): Edit {
  if (scalar.style === 'double' || scalar.style === 'single')
    return { range: scalar, text: quotedText(text, scalar.style) };
  const isBlock = scalar.style === 'literal' || scalar.style === 'folded';
  const end = isBlock ? blockEnd(unit.text, scalar) : scalar.end;
  return { range: { start: scalar.start, end }, text: scalarText(text, writingAt(scalar, unit.notation)) };
}

/**
 * Writes another value in place of a scalar: what follows it on its line, such as a comment, stays after the first line
 * of the value.
 */
export function replaceScalar(
  { text }: Unit,
  { start, end, style }: Pick<ScalarNode, 'start' | 'end' | 'style'>,
  written: string,
): Edit[] {
  const isBlock = style === 'literal' || style === 'folded';
  const first = isBlock ? start + matchedText(text.slice(start, end), /^[|>][-+\d]*/).length : end;
  const head = written.slice(0, lineEnd(written, 0));
  const lines = written.slice(head.length);
  const line = lineEnd(text, first);
  const range = { start: line, end: line };
  // The blank lines after a text that keeps them are part of it.
  if (isBlock && (keepsBlankLines(text, { start, end }) || keepsBlankLines(written, { start: 0, end: 0 })))
    range.end = endOfBlankLines(text, end);
  else if (isBlock) range.end = Math.max(line, blockEnd(text, { start, end }));
  const edits = [{ range: { start, end: first }, text: head }];
  return lines === '' && range.start === range.end ? edits : [...edits, { range, text: lines }];
}

/** The end of the last blank line after an offset, or of its line if there is none. */
export function endOfBlankLines(text: string, from: number): number {
  const next = nextContentLine(text, from);
  return hasLineBreak(text, next - 1, next) ? breakBefore(text, next) : next;
}

/** The blank lines between a line and other text above it. */
export function gapAbove(text: string, line: number): string {
  return text.slice(nextLine(text, previousContent(text, line)), line);
}

/** The end of a block scalar with the blanks at its end, which are text, without the blank lines after it. */
function blockEnd(text: string, { start, end }: Range): number {
  const first = nextLine(text, start);
  const column = /^[|>][-+]?\d/.test(text.slice(start, first)) ? 0 : blanksAt(text, first);
  let last = lineEnd(text, contentEnd(text, { start, end }));
  for (let line = nextLine(text, last); line < end; line = nextLine(text, line))
    if (lineEnd(text, line) - line > column) last = lineEnd(text, line);
  return last;
}

/** Inserts text at an offset of the unit. */
export function insertText(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/** Offset after the last non-blank character of a node: block scalars end with their line break. */
export function contentEnd(text: string, { start, end }: Range): number {
  return Math.max(start, previousContent(text, end));
}

/** The lines of a range with their line break, or with the preceding one at the end of the text. */
export function wholeLines(text: string, line: number, end: number): Range {
  const next = nextLine(text, end);
  // A byte order mark stays.
  const start = line === 0 && text.startsWith('\ufeff') ? 1 : line;
  if (next < text.length || /[\n\r]$/.test(text)) return { start, end: next };
  return { start: breakBefore(text, start), end: next };
}

function indentAt(text: string, offset: number): string {
  return matchedText(text.slice(lineStart(text, offset), offset), /^[ \t]*/);
}

/** Offset of the comma after a flow entry; comments may come before it. -1 if there is none. */
export function commaAfter(text: string, from: number): number {
  const before = /^(?:\s|(?:\/\/|#)[^\n\r]*[\n\r]|\/\*(?:(?!\*\/)[\s\S])*\*\/)*,/.exec(
    text.slice(from, from + 2000),
  );
  return before ? from + before[0].length - 1 : -1;
}
