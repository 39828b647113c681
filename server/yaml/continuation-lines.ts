import { parseDocument } from 'yaml';
import { append } from '../text/append';
import { hasLineBreak, lineEnd } from '../text/lines';
import { childNodesOf } from './cursor-context';
import { isOpen } from './open-brackets';
import { endOfQuoted } from './quotes';
import { missingComma, type Repair } from './repair';
import type { Node } from './tree';

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

interface Joined {
  readonly repairs: readonly Repair[];
  readonly end: number;
}

/** The quoted scalar at an offset; undefined if it is not closed, or not valid. */
function joinedScalar(text: string, start: number): Joined | undefined {
  const quote = text.charAt(start);
  const end = endOfQuoted(text, start + 1, quote);
  if (end === undefined) return undefined;
  const { contents, errors } = parseDocument(text.slice(start, end), { logLevel: 'silent' });
  const value: unknown = (contents as { value?: unknown } | null)?.value;
  if (errors.length > 0 || typeof value !== 'string') return undefined;
  const patch = quote + 'x'.repeat(end - start - 2) + quote;
  const mask = { start, end, style: quote === '"' ? 'double' : 'single', value, closed: true } as const;
  return { repairs: [{ patch: { start, text: patch }, mask }], end };
}

/** What may follow in brackets: after a value, only a sign that ends it. */
type Expected = 'value' | 'sign' | 'comma or bracket';

/** The flow collection at an offset; undefined if it is not closed, or the loader would refuse it. */
function joinedFlow(text: string, start: number): Joined | undefined {
  return new FlowJoiner(text, start).run();
}

/** Joins the lines of a flow collection: line breaks and comments become spaces. */
class FlowJoiner {
  /** The joined text up to the offset. */
  private readonly parts: string[] = [];
  /** The closing brackets of the open ones. */
  private readonly closers: string[] = [];
  private readonly others: Repair[] = [];
  private expected: Expected = 'value';
  /** The end of the last sign or value, and the number of parts up to it. */
  private last: { readonly end: number; readonly parts: number };
  private at: number;

  constructor(
    private readonly text: string,
    private readonly start: number,
  ) {
    this.at = start;
    this.last = { end: start, parts: 0 };
  }

  run(): Joined | undefined {
    const { text, start, parts, others } = this;
    do {
      if (this.at >= text.length) return undefined;
      if (this.skipBlank()) continue;
      this.addMissingComma();
      if (!this.readSign() && !this.readValue()) return undefined;
      this.last = { end: this.at, parts: parts.length };
    } while (this.closers.length > 0);
    return { repairs: [{ patch: { start, text: parts.join('') } }, ...others], end: this.at };
  }

  private skipBlank(): boolean {
    const { text, at } = this;
    const isComment = text[at] === '#';
    if (!isComment && !/[ \n\r]/.test(text.charAt(at))) return false;
    const length = isComment ? lineEnd(text, at) - at : 1;
    this.write(' '.repeat(length), length);
    return true;
  }

  /** A value on a line after another one lacks a comma, which replaces the space before it. */
  private addMissingComma(): void {
    const { text, at, last, parts } = this;
    if (this.expected === 'value' || !/["'[{]/.test(text.charAt(at))) return;
    if (!hasLineBreak(text, last.end, at)) return;
    parts[last.parts] = `,${parts[last.parts]?.slice(1)}`;
    this.others.push({ problem: missingComma(last.end) });
    this.expected = 'value';
  }

  /** Reads a comma, a colon or a closing bracket. */
  private readSign(): boolean {
    const { text, at, closers, expected } = this;
    const char = text.charAt(at);
    if (char === closers.at(-1)) {
      closers.pop();
      this.expected = 'sign';
    } else if (char === ',' || (char === ':' && expected === 'sign')) this.expected = 'value';
    else if (char !== ':' || expected !== 'value' || !isColonEnd(text, at + 1)) return false;
    this.write(char, 1);
    return true;
  }

  /** Reads a scalar, an opening bracket, or a tag or an anchor before a value. */
  private readValue(): boolean {
    const { text, at } = this;
    const char = text.charAt(at);
    const closer = CLOSERS[char];
    if (this.expected !== 'value' || /[\]}\t|>@`%]/.test(char)) return false;
    if (/^[-?]\s/.test(text.slice(at, at + 2))) return false;
    if (closer !== undefined) {
      this.closers.push(closer);
      this.write(char, 1);
      return true;
    }
    if (char === '&' || char === '!') {
      let end = at + 1;
      while (end < text.length && !/[\s,[\]{}]/.test(text.charAt(end))) end++;
      this.write(text.slice(at, end), end - at);
      return true;
    }
    return this.readScalar(/["']/.test(char) ? joinedScalar(text, at) : plainScalar(text, at));
  }

  private readScalar(scalar: Joined | undefined): boolean {
    const { text, at } = this;
    const [{ patch, mask } = {}] = scalar?.repairs ?? [];
    if (scalar === undefined || patch === undefined) return false;
    const isOnOneLine = !hasLineBreak(text, at, scalar.end);
    // A key is on one line.
    this.expected = isOnOneLine ? 'sign' : 'comma or bracket';
    if (mask !== undefined && !isOnOneLine) this.others.push({ mask });
    this.write(isOnOneLine ? text.slice(at, scalar.end) : patch.text, scalar.end - at);
    return true;
  }

  private write(written: string, length: number): void {
    this.parts.push(written);
    this.at += length;
  }
}

/** Whether a colon before an offset ends a key, whatever the key is. */
function isColonEnd(text: string, at: number): boolean {
  return /[\s,[\]{}]/.test(text.charAt(at) || ' ');
}

/** The plain scalar at an offset in brackets. */
function plainScalar(text: string, start: number): Joined | undefined {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (/[,[\]{}]/.test(char)) break;
    if (char === ':' && isColonEnd(text, at + 1)) break;
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
