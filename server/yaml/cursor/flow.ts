import { maxOf } from '../../text/append';
import { leadingBlanks } from '../../text/lines';
import type { Range } from '../../text/range';
import type { Notation } from '../cut/unit';
import { isBracketed, type MapNode, type Node, type SeqNode } from '../tree/tree';
import { type CursorContext, type CursorLine, childNodesOf, DEFAULT_CURSOR_CONTEXT, slotOf } from './context';

/** The cursor in flow style, `{ a: b, c: [d] }`, and in all of JSON. */

/** The innermost flow collection around the cursor; an unclosed one includes the following spaces. */
export function flowAt(text: string, node: Node, at: number): MapNode | SeqNode | undefined {
  if (node.kind === 'scalar' || node.kind === 'alias') return undefined;
  if (node.flow && !isAround(text, node, at)) return undefined;
  for (const child of childNodesOf(node)) {
    if (child.start > at) break;
    const found = flowAt(text, child, at);
    if (found) return found;
  }
  return node.flow ? node : undefined;
}

function isAround(text: string, node: MapNode | SeqNode, at: number): boolean {
  const isBare = node.parent === undefined && !/[[{]/.test(text.charAt(node.start));
  if (!isBare) return node.start < at && at <= endOf(text, node);
  // The entries of a JSON slice have no brackets in the slice: all of its text belongs to them, unless it closes
  // others.
  return node.start <= at || text.slice(0, node.start).trim() === '';
}

function endOf(text: string, node: MapNode | SeqNode): number {
  if (isClosed(text, node)) return node.end;
  let end = node.end;
  while (end < text.length && /\s/.test(text.charAt(end))) end++;
  // In YAML, a line without indentation is outside the collection.
  return end === text.length || text[end - 1] === ' ' ? end : node.end;
}

function isClosed(text: string, node: MapNode | SeqNode): boolean {
  const last = text[node.end - 1];
  return node.end - 1 > node.start && last === (node.kind === 'map' ? '}' : ']');
}

/** The context of a cursor in a flow collection, outside of any scalar. */
export function flowCursorContext(
  text: string,
  node: MapNode | SeqNode,
  at: number,
  line: CursorLine,
  notation: Notation,
): CursorContext | undefined {
  if (at === node.end && isClosed(text, node)) return undefined;
  const word = wordAround(text, at, notation);
  const common = {
    ...DEFAULT_CURSOR_CONTEXT,
    replace: word,
    prefix: text.slice(word.start, at),
    flow: true,
    column: leadingBlanks(line.before),
  };
  const ends = placesBefore(node, word.start);
  const from = maxOf(ends, node.start + 1);
  const gap = withoutComments(text.slice(from, word.start), notation).replace(/\s+/g, '');
  const expectsEntry = gap.endsWith(',') || (gap === '' && from === node.start + 1);
  if (node.kind === 'seq') {
    const index = node.items.filter((item) => item.end <= word.start).length;
    return expectsEntry ? { ...common, role: 'value', slot: { owner: node, index } } : undefined;
  }
  if (expectsEntry) return { ...common, role: 'key', slot: slotOf(node), map: node };
  const pair = node.pairs.findLast((one) => one.colon >= 0 && one.colon < word.start);
  if (pair === undefined || from !== pair.colon + 1 || gap !== '') return undefined;
  // The value is after the cursor, unless the parser read the next key as the missing value.
  if (pair.value.start >= at && !isNextKey(text, pair.value)) return undefined;
  // YAML requires a space after the colon, unless the key is in quotes.
  const quoted = pair.key.kind === 'scalar' && pair.key.style !== 'plain';
  const needsBlank = text[at - 1] === ':' && !quoted;
  return { ...common, role: 'value', slot: { owner: pair, index: 0 }, needsBlank };
}

/** Whether the parsed value of a key is empty, or is the next key after a missing comma. */
function isNextKey(text: string, value: Node): boolean {
  if (value.end === value.start) return true;
  if (value.kind === 'map' && !isBracketed(value)) return true;
  return /^\s*:/.test(text.slice(value.end, value.end + 100));
}

/** The ends of the keys, colons and values before an offset. */
function placesBefore(node: MapNode | SeqNode, before: number): number[] {
  const ends = childNodesOf(node).flatMap((child) => (child.end > child.start ? [child.end] : []));
  if (node.kind === 'map') for (const pair of node.pairs) if (pair.colon >= 0) ends.push(pair.colon + 1);
  return ends.filter((end) => end <= before);
}

function withoutComments(gap: string, notation: Notation): string {
  return notation === 'json'
    ? gap.replace(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, '')
    : gap.replace(/(^|\s)#[^\n\r]*/g, '$1');
}

/** The bare word around the cursor. */
function wordAround(text: string, at: number, notation: Notation): Range {
  // In JSON a slash begins a comment.
  const part = notation === 'json' ? /[^\s,[\]{}:"'#/]/ : /[^\s,[\]{}:"'#]/;
  const isWord = (char: string | undefined) => char !== undefined && part.test(char);
  let start = at;
  while (start > 0 && isWord(text[start - 1])) start--;
  let end = at;
  while (end < text.length && isWord(text[end])) end++;
  return { start, end };
}
