import { type Range, touchesRange } from '../text/range';
import type { MapNode, Node, Pair, ScalarNode, SeqNode } from './tree';

/** A place that holds, or could hold, a value: that of a pair, an item of a list, or the root of the text. */
export interface Slot {
  readonly owner: Pair | SeqNode | undefined;
  /** Index of the item if the owner is a list. */
  readonly index: number;
}

export type Quote = 'none' | 'single' | 'double' | 'block';

/** What a cursor is about to write, in whatever half-typed text. */
export interface CursorContext {
  /**
   * `either`: on a line of its own where a map, a list or a scalar may begin. `item`: where only the dash of
   * the list `list` may appear.
   */
  readonly role: 'key' | 'value' | 'either' | 'item';
  /** Where the value goes; for a key, where its map stands (or would appear); for an item, where the list does. */
  readonly slot: Slot;
  /** The map whose key is written, as far as it exists. */
  readonly map: MapNode | undefined;
  /** The pair whose key is under the cursor. */
  readonly pair: Pair | undefined;
  /** The scalar under the cursor, key or value; undefined where nothing is written yet. */
  readonly scalar: ScalarNode | undefined;
  /** What accepting a completion replaces: the word or scalar, without its quotes. Always on the cursor's line. */
  readonly replace: Range;
  /** The text of that range before the cursor. */
  readonly prefix: string;
  readonly quote: Quote;
  /** The quote that the cursor is in is closed right after `replace`. */
  readonly closed: boolean;
  /** The scalar goes on over other lines, or is a block of lines: no single word could replace it. */
  readonly partial: boolean;
  /** In flow style, and in all of JSON. */
  readonly flow: boolean;
  /**
   * Column of the key that is written; of a pair's value, that of its key; of an item, where its content begins.
   * In flow style, the indentation of the line.
   */
  readonly column: number;
  /** The column lies left of the text's root: the key belongs to a map around this text. */
  readonly outside: boolean;
  /** A block list that a dash at this column would go on with. */
  readonly list: SeqNode | undefined;
  /** The tag that comes before the value, as written: `!include`. A tag half-typed is the `prefix`. */
  readonly tag: string | undefined;
  /** Right after the colon of a key, where a blank has to come first. */
  readonly needsBlank: boolean;
}

/** The parts of a spot that are the same at most places. */
export const DEFAULT_CURSOR_CONTEXT = {
  map: undefined,
  pair: undefined,
  scalar: undefined,
  quote: 'none',
  closed: false,
  partial: false,
  outside: false,
  list: undefined,
  tag: undefined,
  needsBlank: false,
} as const;

/** The line around a cursor. */
export interface CursorLine {
  readonly start: number;
  /** The text of the line before the cursor. */
  readonly before: string;
  readonly after: string;
}

export function lineAt(text: string, at: number): CursorLine {
  let start = at;
  while (start > 0 && !isBreak(text[start - 1])) start--;
  let end = at;
  while (end < text.length && !isBreak(text[end])) end++;
  return { start, before: text.slice(start, at), after: text.slice(at, end) };
}

function isBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\r';
}

/** Whether the range goes over the end of a line. */
export function spansLines(text: string, { start, end }: Range): boolean {
  return /[\n\r]/.test(text.slice(start, end));
}

/** The scalar (key or value) whose text the cursor touches. */
export function scalarAt(node: Node, offset: number): ScalarNode | undefined {
  if (node.kind === 'scalar') return !node.empty && touchesRange(node, offset) ? node : undefined;
  if (node.kind === 'alias' || offset < node.start) return undefined;
  for (const child of childNodesOf(node)) {
    if (child.start > offset) break;
    const found = child.end < offset ? undefined : scalarAt(child, offset);
    if (found) return found;
  }
  return undefined;
}

/** Keys and values, or items, in the order of the text. */
export function childNodesOf(node: MapNode | SeqNode): readonly Node[] {
  if (node.kind === 'seq') return node.items;
  const children: Node[] = [];
  for (const { key, value } of node.pairs) children.push(key, value);
  return children;
}

/** Where a node is. */
export function slotOf(node: Node): Slot {
  const owner = node.parent;
  return { owner, index: owner?.kind === 'seq' ? owner.items.indexOf(node) : 0 };
}

/** What is in a slot. */
export function nodeIn(slot: Slot, root: Node | undefined): Node | undefined {
  if (slot.owner === undefined) return root;
  return slot.owner.kind === 'pair' ? slot.owner.value : slot.owner.items[slot.index];
}
