import { partsAround } from '../expression/enclosing';
import { parseTemplate } from '../expression/template';
import { toSource, toValueOffset } from '../facts/expressions';
import { nameOf } from '../facts/name';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { append } from '../text/append';
import { nextContent, previousContent } from '../text/lines';
import { type Range, shiftRange, touchesRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { openedMap, type Unit } from '../yaml/cut/unit';
import { commentLines } from '../yaml/read/comments';
import { depthAt, lastOfStates, lastUnitOfState } from '../yaml/tree/nesting';
import { valueOffsets } from '../yaml/tree/scalar-map';
import type { MapNode, Node, Pair, ScalarNode } from '../yaml/tree/tree';
import { itemStart, trimRangeEnd } from './nodes';

/**
 * The ranges that "Expand Selection" selects around a cursor, from the smallest to the whole document: a word of an
 * expression, its parts, the expression without and with its braces, the string, its quotes, the pair, the map, the
 * item, the list, the state. Each contains the previous one and is larger. Offsets are those of the document.
 */
export function selectionRanges(workspace: Workspace, address: Address, offset: number): readonly Range[] {
  const source = workspace.source(address);
  const document = source?.document;
  if (document === undefined) return [];
  const index = document.unitIndexAt(offset);
  const unit = document.units[index];
  const start = document.startAt(index);
  const inside = unit && source?.documentKind !== 'successor' ? rangesIn(unit, offset - start) : [];
  const spread = document.notation === 'json' ? enclosingJsonRanges : enclosingStatesRanges;
  const around = [...spread(document, index), { start: 0, end: document.length }];
  return growing([...inside.map((range) => shiftRange(range, start)), ...around], offset);
}

/** Keeps those ranges, from the innermost outwards, that contain all previous ones. */
function growing(ranges: readonly Range[], offset: number): Range[] {
  const kept: Range[] = [];
  let last: Range = { start: offset, end: offset };
  for (const { start, end } of ranges) {
    if (start > last.start || end < last.end || end - start === last.end - last.start) continue;
    last = { start, end };
    kept.push(last);
  }
  return kept;
}

function rangesIn(unit: Unit, offset: number): Range[] {
  const comment = commentLines(unit).find((line) => touchesRange(line, offset));
  const ranges: Range[] = comment ? [comment] : [];
  const opened = openedMap(unit);
  for (const part of pathTo(unit.parsed.root, offset, unit.text)) {
    // It ends in another unit.
    if (opened && endsElsewhere(part, opened)) continue;
    append(ranges, rangesOf(part, offset, unit.text));
  }
  return ranges.map((range) => trimRangeEnd(range, unit.text));
}

/** Whether a node or pair contains the states of an automata that begins in a unit. */
function endsElsewhere(part: Node | Pair, opened: MapNode): boolean {
  return part === opened.pairs.at(-1) || (part.start <= opened.start && part.end >= opened.end);
}

/** The nodes and pairs around a cursor, innermost first. */
function pathTo(root: Node | undefined, offset: number, text: string): (Node | Pair)[] {
  const path: (Node | Pair)[] = [];
  let next: Node | Pair | undefined = root;
  while (next !== undefined) {
    path.unshift(next);
    if (next.kind === 'pair') next = nearest([next.key, next.value], offset, text);
    else if (next.kind === 'map') next = nearest(next.pairs, offset, text);
    else if (next.kind === 'seq') next = nearest(next.items, offset, text);
    else break;
  }
  return path;
}

/** The part that continues after the cursor, otherwise the one that ends there. */
function nearest<T extends Node | Pair>(parts: readonly T[], offset: number, text: string): T | undefined {
  const touched = parts.filter((part) => {
    const range = writtenRange(part, text);
    return range.end > range.start && touchesRange(range, offset);
  });
  return touched.find((part) => offset < writtenRange(part, text).end) ?? touched.at(-1);
}

/** A part as it is written: an item with its dash, a value with its tag. */
function writtenRange(part: Node | Pair, text: string): Range {
  if (part.kind === 'pair') return trimRangeEnd(part, text);
  const start = Math.min(part.start, part.tag?.start ?? part.start, itemStart(part, text));
  return trimRangeEnd({ start, end: part.end }, text);
}

/** The ranges of one part, from its inside outwards. */
function rangesOf(part: Node | Pair, offset: number, text: string): Range[] {
  if (part.kind === 'pair') return [part];
  const tagged = part.tag ? [{ start: Math.min(part.tag.start, part.start), end: part.end }] : [];
  return [...inner(part, offset, text), part, ...tagged, writtenRange(part, text)];
}

function inner(node: Node, offset: number, text: string): Range[] {
  if (node.kind === 'scalar') return scalarRanges(node, offset, text);
  if (node.kind === 'alias' || !node.flow) return [];
  const end = /[\]}]/.test(text.charAt(node.end - 1)) ? node.end - 1 : node.end;
  const from = node.start + 1;
  const blanks = text.slice(from, end).search(/\S/);
  return blanks < 0 ? [] : [{ start: from + blanks, end }];
}

/** The expression at the cursor with its parts, and the string without its quotes. */
function scalarRanges(node: ScalarNode, offset: number, text: string): Range[] {
  const content = contentOf(node, text);
  const offsets = valueOffsets(text, node);
  const at = toValueOffset(offset, offsets);
  const expression = parseTemplate(node.value).expressions.find((one) => touchesRange(one, at));
  if (expression === undefined) return content;
  const { body } = expression;
  const code = node.value.slice(body.start, body.end);
  const blanks = { start: code.length - code.trimStart().length, end: code.trimEnd().length };
  const isInside = touchesRange(body, at);
  const parts = isInside ? [...partsAround(code, at - body.start), blanks] : [];
  const ranges = [...parts.map((range) => shiftRange(range, body.start)), body, expression];
  return [...ranges.map((range) => toSource(text, range, offsets)), ...content];
}

/** The text of a scalar: inside its quotes, below the header of a block. */
function contentOf(node: ScalarNode, text: string): Range[] {
  const name = nameOf(node, text);
  return name ? [{ start: name.start, end: name.end }] : [];
}

/**
 * The ranges of JSON maps that span several units: around a state the map of all states, without and with its
 * brackets and key, and around each root entry all of them.
 */
function enclosingJsonRanges(document: Document, index: number): Range[] {
  const { units } = document;
  const ranges: Range[] = [];
  let first = index;
  while (units[first]?.kind === 'state' || units[first]?.kind === 'states-end') first--;
  const states = units[first];
  let end = index;
  while (units[end]?.kind === 'state' || units[end]?.kind === 'states') end++;
  const closing = units[end];
  const bracket = closing?.kind === 'states-end' ? closing.text.indexOf('}') : -1;
  const pair =
    states?.kind === 'states' && states.parsed.root?.kind === 'map' ? states.parsed.root.pairs[0] : undefined;
  if (pair && bracket >= 0) {
    const base = document.startAt(first);
    const close = document.startAt(end) + bracket;
    append(ranges, inside(document, base + pair.value.start, close));
    ranges.push({ start: base + pair.start, end: close + 1 });
  }
  const root = units[0]?.parsed.root;
  const tail = units.at(-1);
  if (units[0]?.kind !== 'head' || root === undefined || tail?.kind !== 'tail') return ranges;
  const close = document.startAt(units.length - 1) + tail.text.indexOf('}');
  return [...ranges, ...inside(document, root.start, close)];
}

/** The content of two brackets, without and with them. */
function inside({ text }: Document, open: number, close: number): Range[] {
  const start = nextContent(text, open + 1);
  return [
    { start, end: previousContent(text, close) },
    { start: open, end: close + 1 },
  ];
}

/**
 * States are units of their own. Around a state are all states, and those with their key. For a nested automata,
 * these are followed by its keys and the automata with its name.
 */
function enclosingStatesRanges(document: Document, index: number): Range[] {
  const { units } = document;
  const ranges: Range[] = [];
  for (let at = index; at >= 0; at = openingOf(units, at)) {
    const unit = units[at];
    const opened = unit && openedMap(unit);
    const key = opened?.pairs.at(-1);
    const start = document.startAt(at);
    if (unit?.kind !== 'states' && opened === undefined) continue;
    const child = document.startAt(at + 1) + Math.max(0, units[at + 1]?.text.search(/\S/) ?? 0);
    const isInStates = index <= lastOfStates(units, at);
    const states = endAt(document, lastOfStates(units, at));
    if (isInStates && at !== lastOfStates(units, at)) {
      ranges.push({ start: child, end: states }, { start: start + (key?.start ?? 0), end: states });
    }
    if (opened) {
      const end = endAt(document, lastUnitOfState(units, at));
      const from = opened.parent?.start ?? opened.start;
      ranges.push({ start: start + opened.start, end }, { start: start + from, end });
    }
  }
  return ranges;
}

/** The index of the unit that ends with the `states:` of the automata that a unit is part of; -1 if there is none. */
function openingOf(units: readonly Unit[], index: number): number {
  const depth = depthAt(units, index);
  for (let at = index - 1; at >= 0; at--) {
    const { opened, kind } = units[at] ?? {};
    if (opened ? opened.path.length === depth : depth === 0 && kind === 'states') return at;
  }
  return -1;
}

function endAt(document: Document, index: number): number {
  const { text = '' } = document.units[index] ?? {};
  return document.startAt(index) + trimRangeEnd({ start: 0, end: text.length }, text).end;
}
