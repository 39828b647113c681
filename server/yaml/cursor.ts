import { type Range, touches } from '../text/range';
import type { MapNode, Node, Pair, ScalarNode, SeqNode } from './tree';

/** A place that holds, or could hold, a value: that of a pair, an item of a list, or the root of the text. */
export interface Slot {
  readonly owner: Pair | SeqNode | undefined;
  /** Index of the item if the owner is a list. */
  readonly index: number;
}

export type Quote = 'none' | 'single' | 'double' | 'block';

/** What a cursor is about to write, in whatever half-typed text. */
export interface Spot {
  /** `either`: on a line of its own where a map, a list or a scalar may begin. */
  readonly role: 'key' | 'value' | 'either';
  /** Where the value goes; for a key, where its map stands (or would stand). */
  readonly slot: Slot;
  /** The map whose key is written, as far as it exists. */
  readonly map: MapNode | undefined;
  /** The pair whose key is under the cursor. */
  readonly pair: Pair | undefined;
  /** The scalar under the cursor, key or value; undefined where nothing is written yet. */
  readonly scalar: ScalarNode | undefined;
  /** What accepting a completion replaces: the whole word or scalar, without its quotes. */
  readonly replace: Range;
  /** The text of that range before the cursor. */
  readonly prefix: string;
  readonly quote: Quote;
  readonly flow: boolean;
  /** Column at which the key (or what stands in its place) begins. */
  readonly column: number;
  /** The column lies left of the text's root: the key belongs to a map around this text. */
  readonly outside: boolean;
}

/** Finds what the cursor is about to write; undefined inside comments and where nothing can be written. */
export function spotAt(text: string, root: Node | undefined, offset: number): Spot | undefined {
  const at = Math.max(0, Math.min(offset, text.length));
  const line = lineAt(text, at);
  const scalar = root && scalarAt(root, at);
  if (scalar && !leavesBlock(scalar, line, at)) {
    if (scalar.style !== 'plain' || !standsAlone(text, scalar)) return spotInScalar(text, scalar, at);
  }
  if (isComment(line, root)) return undefined;
  const flow = root && flowAt(root, at);
  return flow ? spotInFlow(text, flow, at) : spotInBlock(text, root, at, line);
}

/** The scalar (key or value) whose text the cursor touches. */
export function scalarAt(node: Node, offset: number): ScalarNode | undefined {
  if (node.kind === 'scalar') return !node.empty && touches(node, offset) ? node : undefined;
  if (node.kind === 'alias' || offset < node.start) return undefined;
  for (const child of childrenOf(node)) {
    if (child.start > offset) break;
    const found = child.end < offset ? undefined : scalarAt(child, offset);
    if (found) return found;
  }
  return undefined;
}

/** Keys and values, or items, in the order of the text. */
export function childrenOf(node: MapNode | SeqNode): readonly Node[] {
  return node.kind === 'seq' ? node.items : node.pairs.flatMap((pair) => [pair.key, pair.value]);
}

/** Where a node stands. */
export function slotOf(node: Node): Slot {
  const owner = node.parent;
  return { owner, index: owner?.kind === 'seq' ? owner.items.indexOf(node) : 0 };
}

/** What stands in a slot. */
export function nodeIn(slot: Slot, root: Node | undefined): Node | undefined {
  if (slot.owner === undefined) return root;
  return slot.owner.kind === 'pair' ? slot.owner.value : slot.owner.items[slot.index];
}

interface Line {
  readonly start: number;
  /** The text of the line before the cursor. */
  readonly before: string;
  readonly after: string;
}

function lineAt(text: string, at: number): Line {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return { start, before: text.slice(start, at), after: text.slice(at, end) };
}

/** A blank line at or left of the key's column belongs to a block scalar's range, but what is typed there does not. */
function leavesBlock(scalar: ScalarNode, line: Line, at: number): boolean {
  if (scalar.style !== 'literal' && scalar.style !== 'folded') return false;
  if (line.start <= scalar.start || /\S/.test(line.before + line.after)) return false;
  const parent = scalar.parent?.kind === 'pair' ? scalar.parent.parent : scalar.parent;
  return parent !== undefined && at - line.start <= parent.indent;
}

/** A plain value that is all there is on its line may be a key that still lacks its colon. */
function standsAlone(text: string, node: ScalarNode): boolean {
  if (node.parent?.kind === 'pair' && (node.parent.key === node || node.parent.parent.flow)) return false;
  if (node.parent?.kind === 'seq' && node.parent.flow) return false;
  const before = lineAt(text, node.start).before;
  return /^[ ]*(?:- +)*$/.test(before) && !/[\n\r]/.test(text.slice(node.start, node.end));
}

function isComment(line: Line, root: Node | undefined): boolean {
  const { before } = line;
  for (let hash = before.indexOf('#'); hash >= 0; hash = before.indexOf('#', hash + 1)) {
    const apart = hash === 0 || /\s/.test(before[hash - 1] ?? '');
    if (apart && !(root && scalarAt(root, line.start + hash))) return true;
  }
  return false;
}

function spotInScalar(text: string, scalar: ScalarNode, at: number): Spot | undefined {
  const quoted = scalar.style === 'single' || scalar.style === 'double';
  const closed = quoted && scalar.end - 1 > scalar.start && text[scalar.end - 1] === text[scalar.start];
  const start = quoted ? scalar.start + 1 : scalar.start;
  const end = closed ? scalar.end - 1 : scalar.end;
  if (at < start || at > end) return undefined;
  const pair = scalar.parent?.kind === 'pair' && scalar.parent.key === scalar ? scalar.parent : undefined;
  return {
    role: pair ? 'key' : 'value',
    slot: slotOf(pair ? pair.parent : scalar),
    map: pair?.parent,
    pair,
    scalar,
    replace: { start, end },
    prefix: text.slice(start, at),
    quote: QUOTES[scalar.style],
    flow: pair ? pair.parent.flow : isInFlow(scalar),
    column: scalar.start - lineAt(text, scalar.start).start,
    outside: false,
  };
}

const QUOTES: Readonly<Record<ScalarNode['style'], Quote>> = {
  plain: 'none',
  single: 'single',
  double: 'double',
  literal: 'block',
  folded: 'block',
};

function isInFlow(scalar: ScalarNode): boolean {
  return scalar.parent?.kind === 'pair' ? scalar.parent.parent.flow : (scalar.parent?.flow ?? false);
}

// Flow style: { a: b, c: [d] }, and all of JSON.

/** The innermost flow collection around the cursor. */
function flowAt(node: Node, at: number): MapNode | SeqNode | undefined {
  if (node.kind === 'scalar' || node.kind === 'alias') return undefined;
  if (node.flow && !(node.start < at && at <= node.end)) return undefined;
  for (const child of childrenOf(node)) {
    if (child.start > at) break;
    const found = flowAt(child, at);
    if (found) return found;
  }
  return node.flow ? node : undefined;
}

function spotInFlow(text: string, node: MapNode | SeqNode, at: number): Spot | undefined {
  const last = text[node.end - 1];
  if (at === node.end && node.end - 1 > node.start && (last === '}' || last === ']')) return undefined;
  const word = wordAround(text, at);
  const rest = {
    replace: word,
    prefix: text.slice(word.start, at),
    quote: 'none',
    flow: true,
    column: 0,
    outside: false,
  } as const;
  const none = { map: undefined, pair: undefined, scalar: undefined };
  if (node.kind === 'seq') {
    const index = node.items.filter((item) => item.end < at).length;
    return { ...rest, ...none, role: 'value', slot: { owner: node, index } };
  }
  const pair = node.pairs.findLast((candidate) => candidate.start <= at);
  const written = pair ? Math.max(pair.value.end, pair.key.end, pair.colon + 1) : node.start;
  const behindComma = pair === undefined || text.slice(written, at).includes(',');
  if (pair && !behindComma && pair.colon >= 0 && at > pair.colon) {
    return { ...rest, ...none, role: 'value', slot: { owner: pair, index: 0 } };
  }
  return {
    ...rest,
    ...none,
    role: 'key',
    slot: slotOf(node),
    map: node,
    pair: behindComma ? undefined : pair,
  };
}

/** The bare word around the cursor. */
function wordAround(text: string, at: number): Range {
  const isWord = (char: string | undefined) => char !== undefined && /[^\s,[\]{}:"'#]/.test(char);
  let start = at;
  while (start > 0 && isWord(text[start - 1])) start--;
  let end = at;
  while (end < text.length && isWord(text[end])) end++;
  return { start, end };
}

// Block style: columns decide what a line belongs to.

function spotInBlock(text: string, root: Node | undefined, at: number, line: Line): Spot | undefined {
  const lead = /^ *(?:- +)*/.exec(line.before)?.[0] ?? '';
  const pair = root && pairOnLine(root, line.start, at);
  if (pair) return spotBehindColon(text, pair, at);
  if (/:\s/.test(line.before.slice(lead.length)) || line.before.endsWith('-')) return undefined;
  const end = at + (/^[^\s#:]*/.exec(line.after)?.[0].length ?? 0);
  const dashes = [...lead.matchAll(/-/g)].map((match) => match.index);
  const found = descend(root, line.start, dashes, lead.length);
  if (!found) return undefined;
  return {
    ...found,
    pair: undefined,
    replace: { start: line.start + lead.length, end },
    prefix: line.before.slice(lead.length),
    quote: 'none',
    flow: false,
    column: lead.length,
  };
}

/** The last pair whose colon stands on the cursor's line and before it. */
function pairOnLine(root: Node, lineStart: number, at: number): Pair | undefined {
  let found: Pair | undefined;
  const visit = (node: Node): void => {
    if (node.kind === 'scalar' || node.kind === 'alias' || node.start > at) return;
    if (node.kind === 'seq') for (const item of node.items) visit(item);
    else {
      for (const pair of node.pairs) {
        if (pair.start > at || pair.end < lineStart) continue;
        if (pair.colon >= lineStart && pair.colon < at) found = pair;
        visit(pair.value);
      }
    }
  };
  visit(root);
  return found;
}

function spotBehindColon(text: string, pair: Pair, at: number): Spot | undefined {
  if (text[at - 1] === ':') return undefined; // YAML wants a blank first.
  const { value } = pair;
  const scalar = value.kind === 'scalar' && !value.empty && value.start < at ? value : undefined;
  const start = scalar?.start ?? at;
  return {
    role: 'value',
    slot: { owner: pair, index: 0 },
    map: undefined,
    pair: undefined,
    scalar,
    replace: { start, end: at },
    prefix: text.slice(start, at),
    quote: scalar ? QUOTES[scalar.style] : 'none',
    flow: false,
    column: pair.parent.indent,
    outside: false,
  };
}

type Found = Pick<Spot, 'role' | 'slot' | 'map' | 'scalar' | 'outside'>;

/**
 * Follows the columns of a line down the tree: each dash leads into an item, the column behind them into the
 * map that stands there, or into the empty place where one may begin.
 */
function descend(
  root: Node | undefined,
  lineStart: number,
  dashes: number[],
  column: number,
): Found | undefined {
  let slot: Slot = { owner: undefined, index: 0 };
  for (;;) {
    const node = nodeIn(slot, root);
    const dash = dashes[0];
    const target = dash ?? column;
    if (node === undefined || (node.kind === 'scalar' && (node.empty || node.start >= lineStart))) {
      const scalar = node?.kind === 'scalar' && !node.empty ? node : undefined;
      return dash === undefined
        ? { role: 'either', slot, map: undefined, scalar, outside: false }
        : undefined;
    }
    if (node.kind === 'scalar' || node.kind === 'alias' || node.flow) return undefined;
    if (node.kind === 'map') {
      if (dash === undefined && target === node.indent) {
        return { role: 'key', slot, map: node, scalar: undefined, outside: false };
      }
      if (target < node.indent) {
        return slot.owner === undefined && dash === undefined
          ? { role: 'key', slot, map: undefined, scalar: undefined, outside: true }
          : undefined;
      }
      const above = node.pairs.findLast((pair) => pair.start < lineStart);
      if (above === undefined) return undefined;
      slot = { owner: above, index: 0 };
      if (target === node.indent && above.value.kind !== 'seq') return undefined;
    } else if (dash !== undefined && target === node.indent) {
      const onLine = node.items.findIndex((item) => item.start >= lineStart);
      slot = { owner: node, index: onLine < 0 ? node.items.length : onLine };
      dashes.shift();
    } else if (target > node.indent) {
      const above = node.items.findLastIndex((item) => item.start < lineStart);
      if (above < 0) return undefined;
      slot = { owner: node, index: above };
    } else if (target === node.indent) {
      return { role: 'either', slot, map: undefined, scalar: undefined, outside: false };
    } else return undefined;
  }
}
