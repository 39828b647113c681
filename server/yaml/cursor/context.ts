import { lineEnd, lineStart } from '../../text/lines';
import { type Range, touchesRange } from '../../text/range';
import type { MapNode, Node, Pair, ScalarNode, SeqNode } from '../tree/tree';

/** A place that has, or could have, a value: that of a pair, an item of a list, or the root of the text. */
export interface Slot {
  readonly owner: Pair | SeqNode | undefined;
  /** Index of the item if the owner is a list. */
  readonly index: number;
}

export type Quote = 'none' | 'single' | 'double' | 'block';

/** What can be written at a cursor, in possibly incomplete text. */
export interface CursorContext {
  /**
   * `either`: on a line of its own where a map, a list or a scalar may begin. `item`: only the dash of the list
   * `list` is possible.
   */
  readonly role: 'key' | 'value' | 'either' | 'item';
  /** The place of the value; for a key, the place of its map; for an item, the place of its list. */
  readonly slot: Slot;
  /** The map whose key is being written, if it exists. */
  readonly map: MapNode | undefined;
  /** The pair whose key is at the cursor. */
  readonly pair: Pair | undefined;
  /** The key or value scalar at the cursor; undefined if nothing is written yet. */
  readonly scalar: ScalarNode | undefined;
  /** The range that a completion replaces: the word or scalar, without its quotes. Always on the cursor's line. */
  readonly replace: Range;
  /** The text of that range before the cursor. */
  readonly prefix: string;
  readonly quote: Quote;
  /** The quotes around the cursor are closed right after `replace`. */
  readonly closed: boolean;
  /** The scalar continues on other lines or is a block scalar, so no single word can replace it. */
  readonly partial: boolean;
  /** In flow style, or in JSON. */
  readonly flow: boolean;
  /**
   * Column of the key that is being written; for a pair's value, that of its key; for an item, the start of its
   * content. In flow style, the indentation of the line.
   */
  readonly column: number;
  /** The column is left of the text's root: the key belongs to a map around this text. */
  readonly outside: boolean;
  /** A block list that a dash in this column would continue. */
  readonly list: SeqNode | undefined;
  /** The tag before the value, as written: `!include`. An incomplete tag is in `prefix`. */
  readonly tag: string | undefined;
  /** Right after the colon of a key, where a space is needed first. */
  readonly needsBlank: boolean;
}

/** The values of most contexts. */
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
  const start = lineStart(text, at);
  return { start, before: text.slice(start, at), after: text.slice(at, lineEnd(text, at)) };
}

/** The key or value scalar that the cursor touches. */
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

/** The slot of a node. */
export function slotOf(node: Node): Slot {
  const owner = node.parent;
  return { owner, index: owner?.kind === 'seq' ? owner.items.indexOf(node) : 0 };
}

/** The node in a slot. */
export function nodeIn(slot: Slot, root: Node | undefined): Node | undefined {
  if (slot.owner === undefined) return root;
  return slot.owner.kind === 'pair' ? slot.owner.value : slot.owner.items[slot.index];
}
