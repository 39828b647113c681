import { columnOf, matchedText } from '../../text/lines';
import type { Range } from '../../text/range';
import { startsLine } from '../read/plain';
import type { MapNode, Node, Pair, ScalarNode, SeqNode } from '../tree/tree';
import {
  type CursorContext,
  type CursorLine,
  DEFAULT_CURSOR_CONTEXT,
  lineAt,
  nodeIn,
  type Slot,
} from './context';

/** The cursor in block style, outside of any complete scalar: indentation determines what a line belongs to. */
export function blockCursorContext(
  text: string,
  root: Node | undefined,
  at: number,
  line: CursorLine,
): CursorContext | undefined {
  const lead = matchedText(line.before, /^ *(?:- +)*/);
  const pair = root && pairOnLine(root, line.start, at);
  if (pair) return contextAfterColon(text, pair, at, line);
  // Nothing can be inserted in the indentation of a non-empty line, or before dashes and brackets.
  if (lead === line.before && /^(?:\s+[^\s#]|[-?](?:\s|$)|[{[\]}"'|>!&*%@`,])/.test(line.after))
    return undefined;
  const written = tagged(line.before.slice(lead.length));
  if (written === undefined || /:\s/.test(written.word)) return undefined;
  const found = descend(text, root, line.start, lead);
  const isDash = written.word === '-';
  if (!found || (isDash && (found.list === undefined || /\S/.test(line.after)))) return undefined;
  const word = wordAt(line, at, written.word);
  if (word === undefined) return undefined;
  return {
    ...DEFAULT_CURSOR_CONTEXT,
    ...found,
    ...word,
    role: isDash ? 'item' : found.role,
    partial: found.scalar !== undefined && /[\n\r]/.test(text.slice(found.scalar.start, found.scalar.end)),
    flow: false,
    column: lead.length,
    tag: written.tag,
  };
}

/** A tag is followed by a value; after anchors, aliases and block headers no name is possible. */
function tagged(written: string): { tag: string | undefined; word: string } | undefined {
  const tag = /^(![^\s]*)\s+/.exec(written);
  const word = tag ? written.slice(tag[0].length) : written;
  return /^[&*|>?%@`]/.test(word) ? undefined : { tag: tag?.[1], word };
}

/**
 * The word at the cursor, without its quotes. A quoted word above other keys is not a scalar of the tree, as it has no
 * colon yet. Undefined after the closing quote.
 */
function wordAt(
  line: CursorLine,
  at: number,
  before: string,
): Pick<CursorContext, 'replace' | 'prefix' | 'quote' | 'closed'> | undefined {
  const mark = /^["']/.exec(before)?.[0];
  const prefix = mark === undefined ? before : before.slice(1);
  if (mark === undefined) {
    const replace = { start: at - prefix.length, end: at + restOfWord(line, prefix) };
    return { replace, prefix, quote: 'none', closed: false };
  }
  if (prefix.includes(mark)) return undefined;
  const rest = matchedText(line.after, /^[^\s"',:{}[\]]*/).length;
  const replace = { start: at - prefix.length, end: at + rest };
  return {
    replace,
    prefix,
    quote: mark === '"' ? 'double' : 'single',
    closed: line.after.charAt(rest) === mark,
  };
}

/** The length of the word after the cursor. On a blank line, the remaining spaces. */
function restOfWord(line: CursorLine, word: string): number {
  if (word === '' && /^[ \t]+$/.test(line.after)) return line.after.length;
  return matchedText(line.after, /^[^\s#:]*/).length;
}

/** The last pair of a block map whose colon is on the cursor's line and before it. */
function pairOnLine(root: Node, lineStart: number, at: number): Pair | undefined {
  let found: Pair | undefined;
  const visit = (node: Node): void => {
    if (node.kind === 'scalar' || node.kind === 'alias' || node.flow || node.start > at) return;
    if (node.kind === 'seq') {
      for (const item of node.items) visit(item);
      return;
    }
    for (const pair of node.pairs) {
      if (pair.start > at || pair.end < lineStart) continue;
      if (pair.colon >= lineStart && pair.colon < at) found = pair;
      visit(pair.value);
    }
  };
  visit(root);
  return found;
}

function contextAfterColon(
  text: string,
  pair: Pair,
  at: number,
  line: CursorLine,
): CursorContext | undefined {
  const { value } = pair;
  const needsBlank = text[at - 1] === ':';
  // The following text would become part of the key.
  if (needsBlank && !/^\s*$/.test(line.after)) return undefined;
  const isScalar = value.kind === 'scalar';
  const nothing = isScalar && value.empty;
  const begun = /^[ \t]+(!\w*)$/.exec(text.slice(pair.colon + 1, at))?.[1];
  if (begun !== undefined && isScalar && value.start >= at && value.style === 'plain') {
    // A tag before an existing path.
    const replace = { start: at - begun.length, end: at + matchedText(line.after, /^\w*/).length };
    const slot: Slot = { owner: pair, index: 0 };
    const column = columnOf(text, pair.start);
    return { ...DEFAULT_CURSOR_CONTEXT, role: 'value', slot, replace, prefix: begun, flow: false, column };
  }
  // Other text before or after the cursor rules out a value here.
  if (!nothing && (!isScalar || value.start >= at)) return undefined;
  const quoted = isScalar && (value.style === 'single' || value.style === 'double');
  // Spaces after an unclosed quote still belong to the string.
  if (!nothing && (quoted ? value.closed : value.style !== 'plain')) return undefined;
  const written = tagged(text.slice(pair.colon + 1, at).trimStart());
  if (written === undefined) return undefined;
  const start = nothing ? at - written.word.length : value.start + (quoted ? 1 : 0);
  if (start < line.start) return undefined;
  return {
    ...DEFAULT_CURSOR_CONTEXT,
    role: 'value',
    slot: { owner: pair, index: 0 },
    scalar: nothing ? undefined : value,
    replace: { start, end: at + (nothing ? restOfWord(line, written.word) : 0) },
    prefix: text.slice(start, at),
    quote: quoted && !nothing ? (value.style === 'single' ? 'single' : 'double') : 'none',
    flow: false,
    column: columnOf(text, pair.start),
    tag: written.tag,
    needsBlank,
  };
}

type Found = Pick<CursorContext, 'role' | 'slot' | 'map' | 'scalar' | 'outside' | 'list'>;

/** A place in the tree during the descent, and the column of the line that decides where to continue. */
interface Place {
  readonly text: string;
  readonly lineStart: number;
  readonly slot: Slot;
  readonly column: number;
  /** Whether the column is that of a dash. */
  readonly isDash: boolean;
}

/** The next place of the descent, and whether it is the last one. */
interface Step {
  readonly slot: Slot;
  readonly usesDash: boolean;
}

const NOTHING = { map: undefined, scalar: undefined, outside: false, list: undefined };

/**
 * Follows the columns of a line down the tree: each dash leads into an item, the column after it into the existing
 * map, or into the empty place where one may begin.
 */
function descend(text: string, root: Node | undefined, lineStart: number, lead: string): Found | undefined {
  const dashes = [...lead.matchAll(/-/g)].map((match) => match.index);
  let slot: Slot = { owner: undefined, index: 0 };
  for (;;) {
    const node = nodeIn(slot, root);
    const place = { text, lineStart, slot, column: dashes[0] ?? lead.length, isDash: dashes.length > 0 };
    if (node === undefined || node.kind === 'scalar') return startOfMap(node, place);
    if (node.kind === 'alias' || node.flow) return undefined;
    const step = node.kind === 'seq' ? intoList(node, place) : intoMap(node, place);
    if (step === undefined || 'role' in step) return step;
    if (step.usesDash) dashes.shift();
    slot = step.slot;
  }
}

/** The empty place where a map may begin. */
function startOfMap(node: ScalarNode | undefined, place: Place): Found | undefined {
  const { text, lineStart, slot, column, isDash } = place;
  if (isDash || !isOpen(text, node, lineStart, column)) return undefined;
  return { ...NOTHING, role: 'either', slot, scalar: node?.empty ? undefined : node };
}

function intoList(list: SeqNode, { text, lineStart, slot, column, isDash }: Place): Found | Step | undefined {
  if (column < list.indent) return undefined;
  const above = list.items.findLastIndex((item) => item.start < lineStart);
  const last = list.items[above];
  if (column > list.indent) return last && { slot: { owner: list, index: above }, usesDash: false };
  if (isDash) {
    return { slot: { owner: list, index: above + 1 }, usesDash: true };
  }
  if (last && continuesBelow(text, last, lineStart)) return undefined;
  // Above all of its items, the list may become the value of the key that is being written.
  return { ...NOTHING, role: last === undefined ? 'key' : 'item', slot, list };
}

function intoMap(map: MapNode, place: Place): Found | Step | undefined {
  const { text, lineStart, slot, column, isDash } = place;
  if (column < map.indent) return isDash ? undefined : leftOfMap(map, place);
  const above = map.pairs.findLast((pair) => pair.start < lineStart);
  const list = above?.value.kind === 'seq' && above.value.indent === column ? above.value : undefined;
  if (column === map.indent && !isDash) {
    if (above && continuesBelow(text, above, lineStart)) return undefined;
    return { ...NOTHING, role: 'key', slot, map, list };
  }
  if (above === undefined || (column === map.indent && list === undefined)) return undefined;
  return { slot: { owner: above, index: 0 }, usesDash: false };
}

/** A column left of a map belongs to it only above its keys, or if nothing encloses the map. */
function leftOfMap(map: MapNode, { text, lineStart, slot, column }: Place): Found | undefined {
  // Above all of its keys, the map may become the value of the key that is being written.
  const isBelow = map.start >= lineStart && isDeeper(text, slot, column);
  if (isBelow) return { ...NOTHING, role: 'key', slot };
  if (slot.owner !== undefined || continuesBelow(text, map, lineStart)) return undefined;
  return { ...NOTHING, role: 'key', slot, outside: true };
}

/** Whether a column is inside of a slot: right of the key that it belongs to. */
function isDeeper(text: string, { owner }: Slot, column: number): boolean {
  if (owner === undefined) return false;
  const { start } = owner.kind === 'pair' ? owner : { start: owner.start + 1 };
  return column > columnOf(text, start);
}

/** Whether something above the line continues below it, so that a new key or item would split it. */
function continuesBelow(text: string, { start, end }: Range, lineStart: number): boolean {
  if (start >= lineStart || end <= lineStart) return false;
  const line = lineAt(text, lineStart);
  return /\S/.test(text.slice(lineStart + line.after.length, end));
}

/**
 * Whether a map may begin here: nothing is written yet, or only words that may become keys, in the same column above
 * the line or on the line itself.
 */
function isOpen(text: string, node: ScalarNode | undefined, lineStart: number, column: number): boolean {
  if (node === undefined || node.empty) return true;
  if (node.start >= lineStart) return node.style === 'plain';
  return node.style === 'plain' && startsLine(text, node.start) && columnOf(text, node.start) === column;
}
