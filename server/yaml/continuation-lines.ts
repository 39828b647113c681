import { parseDocument } from 'yaml';
import { append } from '../text/append';
import { hasLineBreak, lineEnd, matchedText } from '../text/lines';
import { childNodesOf } from './cursor-context';
import type { Mask } from './mask';
import { isQuoteClosed } from './quotes';
import { missingComma, type Repair } from './repair';
import { isBracketed, type Node } from './tree';

/**
 * In quotes and brackets, the authors' loader ignores the indentation of lines, while YAML 1.2, which the parser
 * follows, requires more than that of the key. For the parser, the lines of such a value are joined into one.
 */

/**
 * Repairs that join the lines of the values that end before their closing quote or bracket, in the order of the
 * text; a problem of them is a missing comma. Ends before one that has no end, or would not be loaded. `masked` are the start
 * offsets of scalars that were repaired before. Linear.
 */
export function continuationRepairs(
  text: string,
  root: Node | undefined,
  masked: ReadonlySet<number>,
): Repair[] {
  const repairs: Repair[] = [];
  const stack: Node[] = root ? [root] : [];
  let resumeAt = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.start < resumeAt || masked.has(node.start)) continue;
    if (isOpen(text, node)) {
      const joined = node.kind === 'scalar' ? joinedScalar(text, node.start) : joinedFlow(text, node.start);
      if (joined === undefined || /^[ \t]*:/.test(text.slice(joined.end, lineEnd(text, joined.end)))) break;
      append(repairs, joined.repairs);
      resumeAt = joined.end;
    } else if (node.kind === 'map' || node.kind === 'seq') {
      const children = childNodesOf(node);
      for (let index = children.length - 1; index >= 0; index--) {
        const child = children[index];
        if (child) stack.push(child);
      }
    }
  }
  return repairs;
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

function isOpen(text: string, node: Node): boolean {
  if (node.kind === 'alias') return false;
  if (node.kind === 'scalar')
    return (node.style === 'single' || node.style === 'double') && !isQuoteClosed(text, node.start, node.end);
  return isBracketed(node) && !text.endsWith(CLOSERS[text.charAt(node.start)] ?? '', node.end);
}

interface Joined {
  readonly repairs: readonly Repair[];
  readonly end: number;
}

/** The quoted scalar at an offset; undefined if it is not closed, or not valid. */
function joinedScalar(text: string, start: number): Joined | undefined {
  const end = endOfQuoted(text, start);
  if (end === undefined) return undefined;
  const { contents, errors } = parseDocument(text.slice(start, end), { logLevel: 'silent' });
  const value: unknown = (contents as { value?: unknown } | null)?.value;
  if (errors.length > 0 || typeof value !== 'string') return undefined;
  const quote = text.charAt(start);
  const patch = quote + 'x'.repeat(end - start - 2) + quote;
  const mask = { start, end, style: quote === '"' ? 'double' : 'single', value, closed: true } as const;
  return { repairs: [{ patch: { start, text: patch }, mask }], end };
}

/** The offset after the closing quote of the quoted scalar at an offset. */
function endOfQuoted(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] !== quote) continue;
    else if (quote === "'" && text[at + 1] === quote) at++;
    else return at + 1;
  }
  return undefined;
}

/** What may follow in brackets: after a value, only a sign that ends it. */
type Expected = 'value' | 'sign' | 'comma or bracket';

/** The flow collection at an offset; undefined if it is not closed, or the loader would refuse it. */
function joinedFlow(text: string, start: number): Joined | undefined {
  const masks: Mask[] = [];
  const parts: string[] = [];
  const closers: string[] = [];
  const commas: Repair[] = [];
  let expected: Expected = 'value';
  /** The end of the last sign or value, and the number of parts up to it. */
  let last = { end: start, parts: 0 };
  let at = start;
  const keep = (length: number) => {
    parts.push(text.slice(at, at + length));
    at += length;
  };
  const blank = (length: number) => {
    parts.push(' '.repeat(length));
    at += length;
  };
  do {
    const char = text.charAt(at);
    if (char === '') return undefined;
    const isBlank = /[ \n\r#]/.test(char);
    if (expected !== 'value' && /["'[{]/.test(char) && hasLineBreak(text, last.end, at)) {
      const gap = parts[last.parts] ?? '';
      parts[last.parts] = `,${gap.slice(1)}`;
      commas.push({ problem: missingComma(last.end) });
      expected = 'value';
    }
    if (/[ \n\r]/.test(char)) blank(1);
    else if (char === '#') blank(lineEnd(text, at) - at);
    else if (char === ',') {
      expected = 'value';
      keep(1);
    } else if (char === ':' && /[\s,[\]{}]/.test(text.charAt(at + 1) || ' ')) {
      if (expected === 'comma or bracket') return undefined;
      expected = 'value';
      keep(1);
    } else if (char === closers.at(-1)) {
      closers.pop();
      expected = 'sign';
      keep(1);
    } else if (expected === 'sign' && char === ':') {
      expected = 'value';
      keep(1);
    } else if (expected !== 'value' || /[\]}\t|>@`%]/.test(char) || /^[-?]\s/.test(text.slice(at, at + 2))) {
      return undefined;
    } else if (char === '[' || char === '{') {
      closers.push(CLOSERS[char] ?? '');
      keep(1);
    } else if (char === '&' || char === '!') {
      keep(matchedText(text.slice(at, lineEnd(text, at)), /^[^\s,[\]{}]+/).length);
    } else {
      const scalar = char === '"' || char === "'" ? joinedScalar(text, at) : plainScalar(text, at);
      const [{ patch, mask } = {}] = scalar?.repairs ?? [];
      if (scalar === undefined || patch === undefined) return undefined;
      const isOnOneLine = lineEnd(text, at) >= scalar.end;
      // A key is on one line.
      expected = isOnOneLine ? 'sign' : 'comma or bracket';
      if (mask !== undefined && !isOnOneLine) masks.push(mask);
      parts.push(isOnOneLine ? text.slice(at, scalar.end) : patch.text);
      at = scalar.end;
    }
    if (!isBlank) last = { end: at, parts: parts.length };
  } while (closers.length > 0);
  const repairs: Repair[] = [{ patch: { start, text: parts.join('') } }, ...commas];
  append(
    repairs,
    masks.map((mask) => ({ mask })),
  );
  return { repairs, end: at };
}

/** The plain scalar at an offset in brackets. */
function plainScalar(text: string, start: number): Joined | undefined {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (/[,[\]{}]/.test(char)) break;
    if (char === ':' && /[\s,[\]{}]/.test(text.charAt(at + 1) || ' ')) break;
    if (char === '#' && /\s/.test(text.charAt(at - 1))) break;
    if (char === '\t') return undefined;
    if (!/\s/.test(char)) end = at + 1;
  }
  if (end === start) return undefined;
  const value = folded(text.slice(start, end));
  const mask = { start, end, style: 'plain', value, closed: true } as const;
  return { repairs: [{ patch: { start, text: 'x'.repeat(end - start) }, mask }], end };
}

/** Lines joined as YAML does: one line break is a space, and of several ones the first is dropped. */
function folded(written: string): string {
  const [first = '', ...others] = written.split('\n').map((line) => line.trim());
  let joined = first;
  let blank = 0;
  for (const line of others) {
    if (line === '') blank++;
    else {
      joined += (blank === 0 ? ' ' : '\n'.repeat(blank)) + line;
      blank = 0;
    }
  }
  return joined;
}
