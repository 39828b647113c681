import { nextContent } from '../text/lines';
import { commentEnd, stringEnd } from './json-brackets';
import { type Cut, slicesAt } from './json-slices';
import type { Slice } from './slices';

/**
 * Cuts a JSON text by its brackets, independent of lines and indentation. Undefined if the brackets are not those of
 * one map. Linear.
 */
export function sliceByDepth(text: string): readonly Slice[] | undefined {
  const scan = new DepthScan(text);
  const isCut = scan.run() && scan.cuts.some(({ kind }) => kind === 'section' || kind === 'states');
  return isCut ? slicesAt(text, scan.cuts) : undefined;
}

class DepthScan {
  readonly cuts: Cut[] = [{ at: 0, kind: 'head' }];
  private readonly brackets: string[] = [];
  /** The last token allows an entry of the root or of `states` to begin. */
  private expectsEntry = false;
  private inStates = false;
  private isClosed = false;

  constructor(private readonly text: string) {}

  /** Whether the text is one map with matching brackets. */
  run(): boolean {
    const { text } = this;
    for (let at = 0; at < text.length; at++) {
      const sign = text.charAt(at);
      const end = sign === '/' ? commentEnd(text, at) : sign === '"' ? stringEnd(text, at) : at + 1;
      if (end === undefined || !this.readToken(sign, at, end)) return false;
      at = end - 1;
    }
    return this.isClosed;
  }

  /** Whether the text may continue with a token: its first character, its start and its end. */
  private readToken(sign: string, start: number, end: number): boolean {
    if (sign === '/' || /\s/.test(sign)) return true;
    if (sign === '{' || sign === '[') return this.open(sign);
    if (sign === '}' || sign === ']') return this.close(sign, start);
    if (sign === '"') this.readString(start, end);
    else this.expectsEntry = sign === ',' && this.atEntries;
    return this.brackets.length > 0 || sign === ',';
  }

  /** Whether entries of the root or of `states` are at the current depth. */
  private get atEntries(): boolean {
    return this.brackets.length === (this.inStates ? 2 : 1);
  }

  private readString(start: number, end: number): void {
    if (!this.expectsEntry) return;
    this.expectsEntry = false;
    const { text } = this;
    const colon = nextContent(text, end);
    if (text[colon] !== ':') return;
    const isStates = !this.inStates && text.slice(start, end) === '"states"';
    const value = isStates ? nextContent(text, colon + 1) : -1;
    const opens = isStates && text[value] === '{' && text[nextContent(text, value + 1)] === '"';
    this.cuts.push({
      at: this.startOf(start),
      kind: this.inStates ? 'state' : opens ? 'states' : 'section',
    });
  }

  /** The start of the line if only spaces precede the offset on it. */
  private startOf(at: number): number {
    let start = at;
    while (this.text[start - 1] === ' ' || this.text[start - 1] === '\t') start--;
    const before = this.text[start - 1];
    return before === '\n' || before === '\r' || before === undefined ? start : at;
  }

  private open(sign: string): boolean {
    if (this.brackets.length === 0 && (this.isClosed || sign !== '{')) return false;
    this.brackets.push(sign);
    const depth = this.brackets.length;
    this.inStates ||= depth === 2 && this.cuts.at(-1)?.kind === 'states';
    this.expectsEntry = this.atEntries;
    return true;
  }

  private close(sign: string, at: number): boolean {
    const opened = this.brackets.pop();
    if (opened !== (sign === '}' ? '{' : '[')) return false;
    this.expectsEntry = false;
    const depth = this.brackets.length;
    if (depth === 0) {
      this.cuts.push({ at: this.startOf(at), kind: 'tail' });
      this.isClosed = true;
    } else if (depth === 1 && this.inStates) {
      this.inStates = false;
      this.cuts.push({ at: this.startOf(at), kind: 'states-end' });
    }
    return true;
  }
}
