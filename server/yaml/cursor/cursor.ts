import { columnOf, hasLineBreak, leadingBlanks, matchedText } from '../../text/lines';
import type { Notation } from '../cut/unit';
import { isEscapedAt } from '../json/brackets';
import { startsLine } from '../read/plain';
import { containerOf, type Node, type ScalarNode } from '../tree/tree';
import { blockCursorContext } from './block';
import {
  type CursorContext,
  type CursorLine,
  DEFAULT_CURSOR_CONTEXT,
  lineAt,
  type Quote,
  scalarAt,
  slotOf,
} from './context';
import { flowAt, flowCursorContext } from './flow';

export {
  type CursorContext,
  childNodesOf,
  nodeIn,
  type Quote,
  type Slot,
  scalarAt,
  slotOf,
} from './context';

/**
 * The context of a cursor; undefined inside comments and where nothing can be written. `root` is the tree of `text`;
 * offsets outside of the text are clamped.
 */
export function cursorContextAt(
  text: string,
  root: Node | undefined,
  offset: number,
  notation: Notation = 'yaml',
): CursorContext | undefined {
  const at = Math.max(0, Math.min(offset, text.length));
  // A cursor cannot be within a line break.
  if (text[at - 1] === '\r' && text[at] === '\n') return undefined;
  const line = lineAt(text, at);
  const scalar = root && scalarAt(root, at);
  if (scalar && !leavesBlock(scalar, line, at) && !isLoose(text, scalar)) {
    return contextInScalar(text, scalar, at, line);
  }
  if (isComment(line, root, text, notation)) return undefined;
  const flow = root && flowAt(text, root, at);
  if (flow) return flowCursorContext(text, flow, at, line, notation);
  if (notation === 'json') return root === undefined ? contextWithoutRoot(text, at, line) : undefined;
  return blockCursorContext(text, root, at, line);
}

/**
 * A blank line at or left of the key's column is in the range of a block scalar, but text that is typed there is not.
 */
function leavesBlock(scalar: ScalarNode, line: CursorLine, at: number): boolean {
  if (scalar.style !== 'literal' && scalar.style !== 'folded') return false;
  if (line.start <= scalar.start || /\S/.test(line.before + line.after)) return false;
  const parent = containerOf(scalar);
  return parent !== undefined && at - line.start <= parent.indent;
}

/**
 * Whether plain text may be read differently once it is complete: on separate lines in block style it may be keys
 * without colons; in flow style, over several lines, entries without commas.
 */
function isLoose(text: string, scalar: ScalarNode): boolean {
  if (scalar.style !== 'plain') return false;
  if (containerOf(scalar)?.flow) return hasLineBreak(text, scalar.start, scalar.end);
  const isKey = scalar.parent?.kind === 'pair' && scalar.parent.key === scalar;
  return !isKey && startsLine(text, scalar.start);
}

function isComment(line: CursorLine, root: Node | undefined, text: string, notation: Notation): boolean {
  const inScalar = (offset: number) => root !== undefined && scalarAt(root, offset) !== undefined;
  const { before } = line;
  if (notation === 'json') {
    for (let at = before.indexOf('//'); at >= 0; at = before.indexOf('//', at + 1)) {
      if (!inScalar(line.start + at)) return true;
    }
    const cursor = line.start + before.length;
    const open = text.lastIndexOf('/*', cursor - 1);
    return open >= 0 && text.slice(open, cursor).indexOf('*/', 2) < 0 && !inScalar(open);
  }
  for (let hash = before.indexOf('#'); hash >= 0; hash = before.indexOf('#', hash + 1)) {
    const isAfterSpace = hash === 0 || /\s/.test(before.charAt(hash - 1));
    if (isAfterSpace && !inScalar(line.start + hash)) return true;
  }
  return false;
}

const QUOTES: Readonly<Record<ScalarNode['style'], Quote>> = {
  plain: 'none',
  single: 'single',
  double: 'double',
  literal: 'block',
  folded: 'block',
};

function contextInScalar(
  text: string,
  scalar: ScalarNode,
  at: number,
  line: CursorLine,
): CursorContext | undefined {
  const quote = QUOTES[scalar.style];
  // No name is possible after the `|` of a block.
  if (quote === 'block' && line.start <= scalar.start) return undefined;
  if (line.start > scalar.start && isMargin(text, scalar, line)) return undefined;
  const inner = innerRange(text, scalar, at, line);
  if (inner === undefined) return undefined;
  const pair = scalar.parent?.kind === 'pair' ? scalar.parent : undefined;
  const isKey = pair?.key === scalar;
  const flow = containerOf(scalar)?.flow ?? false;
  // A quoted word on a line of its own may become a key, like a plain one.
  const loose =
    !isKey && !flow && (quote === 'single' || quote === 'double') && startsLine(text, scalar.start);
  const from = pair && !loose ? pair.start : scalar.start;
  // Written out: an object spread would cost more than the rest of the search.
  return {
    role: isKey ? 'key' : loose ? 'either' : 'value',
    slot: slotOf(isKey ? pair.parent : scalar),
    map: isKey ? pair.parent : undefined,
    pair: isKey ? pair : undefined,
    scalar,
    replace: { start: inner.start, end: inner.end },
    prefix: text.slice(inner.start, at),
    quote,
    closed: inner.closed,
    partial: quote === 'block' || hasLineBreak(text, scalar.start, scalar.end),
    flow,
    column: flow ? leadingBlanks(line.before) : columnOf(text, from),
    outside: false,
    list: undefined,
    tag: scalar.tag?.name,
    needsBlank: false,
  };
}

/** The text inside the quotes of a scalar on the cursor's line. */
function innerRange(
  text: string,
  scalar: ScalarNode,
  at: number,
  line: CursorLine,
): { start: number; end: number; closed: boolean } | undefined {
  const quoted = scalar.style === 'single' || scalar.style === 'double';
  const closed = quoted && isClosed(text, scalar);
  const start = quoted ? scalar.start + 1 : scalar.start;
  let end = closed ? scalar.end - 1 : scalar.end;
  if (at < start || at > end) return undefined;
  // Text inserted after a backslash would become part of the escape.
  if (scalar.style === 'double' && isEscapedAt(text, scalar.start, at)) return undefined;
  // The intended end of an unclosed string is unknown; most likely it is the end of the word.
  if (quoted && !closed) end = Math.min(end, at + matchedText(line.after, /^[^\s"',:{}[\]]*/).length);
  const lineEnd = at + line.after.length;
  const from = Math.max(start, line.start + (start < line.start ? leadingBlanks(line.before) : 0));
  return { start: Math.min(from, at), end: Math.min(end, lineEnd), closed: closed && end <= lineEnd };
}

/** Whether the cursor is too far left on a continuation line of a scalar: text there would end the scalar. */
function isMargin(text: string, scalar: ScalarNode, { before, after }: CursorLine): boolean {
  if (!/^[ \t]*$/.test(before)) return false;
  if (/^[ \t]+[^ \t]/.test(after)) return true;
  const isBlock = scalar.style === 'literal' || scalar.style === 'folded';
  const indent = isBlock
    ? matchedText(text.slice(scalar.start, scalar.end), /(?<=[\n\r]) +(?=\S)/).length
    : 0;
  return before.length <= (containerOf(scalar)?.indent ?? -1) || before.length < indent;
}

/** Whether the last quote closes the string and is not escaped. */
function isClosed(text: string, scalar: ScalarNode): boolean {
  const end = scalar.end - 1;
  if (!scalar.closed || end <= scalar.start || text[end] !== text[scalar.start]) return false;
  return scalar.style === 'single' || !isEscapedAt(text, scalar.start, end);
}

/** The context in a JSON text that is empty or has only a word. */
function contextWithoutRoot(text: string, at: number, line: CursorLine): CursorContext | undefined {
  let start = at;
  while (start > line.start && /\S/.test(text.charAt(start - 1))) start--;
  if (text.slice(0, start).trim() !== '') return undefined;
  return {
    ...DEFAULT_CURSOR_CONTEXT,
    role: 'either',
    slot: { owner: undefined, index: 0 },
    replace: { start, end: at + matchedText(line.after, /^\S*/).length },
    prefix: text.slice(start, at),
    flow: true,
    column: start - line.start,
  };
}
