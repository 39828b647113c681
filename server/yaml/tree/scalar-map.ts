import { append } from '../../text/append';
import { matchedText } from '../../text/lines';
import type { ScalarNode } from './tree';

/**
 * Maps each code unit of a scalar's decoded value to the source: `offsets[i]` is the source offset of value offset
 * `i`, and the last entry is the offset just after the last one. Escapes, folded line breaks, doubled quotes and
 * block indentation make the two differ. If the decoding here differs from the parser's, offsets are clamped to the
 * scalar, so ranges stay inside it.
 */
export function valueOffsets(text: string, node: ScalarNode): Int32Array {
  const offsets = new Int32Array(node.value.length + 1);
  const asWritten = writtenAt(text, node);
  if (asWritten !== undefined) {
    for (let i = 0; i < offsets.length; i++) offsets[i] = Math.min(asWritten + i, node.end);
    return offsets;
  }
  const decoded = decode(text, node);
  for (let i = 0; i <= node.value.length; i++) {
    offsets[i] = Math.min(decoded[Math.min(i, decoded.length - 1)] ?? node.start, node.end);
  }
  return offsets;
}

function decode(text: string, node: ScalarNode): number[] {
  switch (node.style) {
    case 'plain':
      return decodeFlow(text, node.start, node.end, undefined);
    case 'single':
      return decodeFlow(text, node.start + 1, closed(text, node, "'"), "'");
    case 'double':
      return decodeFlow(text, node.start + 1, closed(text, node, '"'), '"');
    default:
      return decodeBlock(text, node);
  }
}

/**
 * The start of a scalar whose value is in the text unchanged: this is so for most scalars, and always for an unclosed
 * string, which is not decoded.
 */
function writtenAt(text: string, { style, start, value }: ScalarNode): number | undefined {
  if (style === 'literal' || style === 'folded') return undefined;
  const from = style === 'plain' ? start : start + 1;
  return text.startsWith(value, from) ? from : undefined;
}

function closed(text: string, node: ScalarNode, quote: string): number {
  const end = node.end - 1;
  return end > node.start && text[end] === quote ? end : node.end;
}

const ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function decodeFlow(text: string, start: number, end: number, quote: '"' | "'" | undefined): number[] {
  const offsets: number[] = [];
  let at = start;
  while (at < end) {
    const char = text[at];
    if (quote === "'" && char === "'" && text[at + 1] === "'") {
      offsets.push(at);
      at += 2;
    } else if (quote === '"' && char === '\\') {
      at = decodeEscape(text, at, end, offsets);
    } else if (char === '\n' || char === '\r') {
      at = foldBreaks(text, at, end, offsets);
    } else if (char === ' ' || char === '\t') {
      const next = skipBlanks(text, at, end);
      const atBreak = text[next] === '\n' || text[next] === '\r';
      if (!atBreak || next >= end) for (; at < next; at++) offsets.push(at);
      at = next;
    } else {
      offsets.push(at++);
    }
  }
  offsets.push(end);
  return offsets;
}

function decodeEscape(text: string, at: number, end: number, offsets: number[]): number {
  const next = text.charAt(at + 1);
  if (next === '\n' || next === '\r') {
    const after = next === '\r' && text[at + 2] === '\n' ? at + 3 : at + 2;
    return skipBlanks(text, after, end);
  }
  const digits = ESCAPE_DIGITS[next] ?? 0;
  offsets.push(at);
  if (next === 'U' && Number.parseInt(text.slice(at + 2, at + 10), 16) > 0xffff) offsets.push(at);
  return at + 2 + digits;
}

/** One line break becomes a space, n of them become n - 1 line breaks; surrounding spaces are removed. */
function foldBreaks(text: string, start: number, end: number, offsets: number[]): number {
  const breaks: number[] = [];
  let at = start;
  while (at < end) {
    const char = text[at];
    if (char === '\n' || char === '\r') {
      breaks.push(at);
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1;
    } else if (char === ' ' || char === '\t') {
      at++;
    } else break;
  }
  if (breaks.length === 1) offsets.push(start);
  else append(offsets, breaks.slice(1));
  return at;
}

function skipBlanks(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && (text[next] === ' ' || text[next] === '\t')) next++;
  return next;
}

interface Line {
  readonly start: number;
  /** Offset of the line break (or the end of the scalar). */
  readonly end: number;
  readonly indent: number;
  readonly blank: boolean;
}

function decodeBlock(text: string, node: ScalarNode): number[] {
  const lines = blockLines(text, node);
  const explicit = /^[|>][-+]?([1-9])/.exec(text.slice(node.start, node.start + 3));
  const first = lines.find((line) => !line.blank);
  // An explicit indentation is relative to the parent's, which the first content line cannot undercut.
  const indent = explicit ? explicitIndent(text, node, Number(explicit[1])) : (first?.indent ?? 0);
  const offsets: number[] = [];
  let previous: { more: boolean } | undefined;
  let pending: number[] = [];
  for (const line of lines) {
    const contentStart = Math.min(line.start + indent, line.end);
    if (line.blank && line.end - line.start <= indent) {
      pending.push(line.end);
      continue;
    }
    const startsBlank = text[contentStart] === ' ' || text[contentStart] === '\t';
    if (previous !== undefined) pushBlockBreaks(node.style, pending, previous.more || startsBlank, offsets);
    else for (const at of pending) offsets.push(at);
    for (let at = contentStart; at < line.end; at++) offsets.push(at);
    previous = { more: startsBlank };
    pending = [line.end];
  }
  for (const at of pending) offsets.push(at);
  offsets.push(node.end);
  return offsets;
}

/** `pending` has the break that ended the last content line, then those of the empty lines since. */
function pushBlockBreaks(style: string, pending: readonly number[], keep: boolean, offsets: number[]): void {
  if (style === 'literal' || keep) append(offsets, pending);
  else if (pending.length === 1) append(offsets, pending);
  else append(offsets, pending.slice(1));
}

function explicitIndent(text: string, node: ScalarNode, digit: number): number {
  const lineStart =
    Math.max(text.lastIndexOf('\n', node.start - 1), text.lastIndexOf('\r', node.start - 1)) + 1;
  const prefix = matchedText(text.slice(lineStart, node.start), /^[ ]*(?:- +)*/);
  return prefix.length + digit;
}

function blockLines(text: string, node: ScalarNode): Line[] {
  const lines: Line[] = [];
  let at = node.start;
  while (at < node.end && text[at] !== '\n' && text[at] !== '\r') at++;
  at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  while (at < node.end) {
    let end = at;
    while (end < node.end && text[end] !== '\n' && text[end] !== '\r') end++;
    let indent = 0;
    while (at + indent < end && text[at + indent] === ' ') indent++;
    lines.push({ start: at, end, indent, blank: at + indent === end });
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
  return lines;
}
