import { hasLineBreak, lineEnd, lineStart, nextContent, nextLine, previousContent } from '../../text/lines';
import { msg } from '../../text/message';
import { markCertain, missingComma, replacementFix } from '../mistakes/mistake';
import {
  emptyScalar,
  type MapNode,
  type Mutable,
  type Node,
  newMap,
  newPair,
  newSeq,
  type Pair,
  type SeqNode,
} from '../tree/tree';
import { commentEnd, isClosedAt, stringEnd, tokenEnd } from './brackets';
import { CLOSER, JsonMistakes, OPENER, type Opener } from './mistakes';
import { type JsonRole, type JsonScalar, readExpression, readString, readWord } from './scalar';

/**
 * Reads JSON in one pass, whatever is wrong with it. Where the text is not what JSON allows, the next characters, the
 * number of brackets of each kind and, on request, the indentation of the lines decide which character is wrong.
 */

type Parent = Pair | SeqNode | undefined;

/** A place in the text: its offset, and the start and indentation of its line. */
interface Place {
  readonly at: number;
  readonly line: number;
  readonly indent: number;
}

/** A bracket that is not closed yet. */
interface Open extends Place {
  readonly kind: Opener;
}

interface JsonOptions {
  readonly maxDepth: number;
  /** The indentation of the lines shows where brackets end. */
  readonly byIndentation: boolean;
  /** The number of braces that the text after this one closes, without those that it opens. */
  readonly closedAfter: number;
  /** What is wrong if brackets are open at the end of the text: nothing if it is continued. */
  readonly end: 'cut off' | 'missing' | 'continued';
}

const UNREADABLE = msg('This is not a JSON value. Put text in double quotes.');

/** Levels that are read, at most: the reader recurses. */
const MAX_NESTING = 500;

/** Limits of the characters that are examined after a mistake: a long line may have one in each of its strings. */
const FAR = 20_000;
const NEAR = 300;
const MAX_FAR_REACHES = 50;

/** A name with a colon and the start of a value, whatever its quotes. */
const NAME = /^["'`]{0,2}[\w$.-]*["'`]{0,2}[ \t]*:\s*(?:["'`{[\d-]|true|false|null)/;
const MAX_NAME = 100;

/** A quote that only closing brackets and commas follow on its line. */
const STRAY = /^"[ \t,\]}]*(?:[\n\r]|$)/;

/** After so many mistakes, the rest of a text is not read. */
const MAX_MISTAKES = 20_000;

export class JsonReader {
  readonly mistakes: JsonMistakes;
  at = 0;
  /** The end of the last token other than a comma. */
  last = 0;
  /** The comma before the current token, if no entry follows it yet. */
  comma: Place | undefined;
  /** The brackets that are open at the end of a text that is cut off, and the string in which it ends. */
  openAtEnd: readonly Opener[] = [];
  cutString: number | undefined;
  private line = 0;
  private indent = 0;
  /** The current token is the first of its line. */
  private isFirst = true;
  private readonly opened: Open[] = [];
  /** The end of an entry whose end is missing: so is its comma. */
  private incomplete = -1;
  /** The brackets of a line that were closed together. */
  private joined = { line: -1, closers: '' };
  /** A bracket that was exchanged with the one before it. */
  private exchanged = -1;
  private isTooDeep = false;
  /** The first token on a line below the closing brackets before it. */
  private below: Place | undefined;
  private readonly contentEnd: number;
  private readonly lastLine: number;

  constructor(
    readonly text: string,
    private readonly options: JsonOptions,
  ) {
    this.mistakes = new JsonMistakes(text, options.closedAfter);
    this.contentEnd = previousContent(text, text.length);
    this.lastLine = lineStart(text, this.contentEnd);
  }

  get depth(): number {
    return Math.min(this.options.maxDepth, MAX_NESTING);
  }

  /** Whether only white space and comments are left. */
  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  private get place(): Place {
    return { at: this.at, line: this.line, indent: this.indent };
  }

  /** Moves to the next token, and returns its first character. */
  skip(): string {
    const { text, mistakes } = this;
    if (mistakes.count > MAX_MISTAKES && this.at < text.length) {
      mistakes.report(this.at, text.length, UNREADABLE, { recovered: false });
      this.at = text.length;
    }
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === 10 || code === 13) {
        this.line = this.at + 1;
        this.isFirst = true;
      } else if (
        (code === 47 && /[/*]/.test(text.charAt(this.at + 1))) ||
        (code === 35 && this.startsComment)
      )
        this.readComment();
      else if (code !== 32 && code !== 9 && code !== 0xfeff) break;
    }
    if (this.isFirst) this.indent = this.at - this.line;
    return text.charAt(this.at);
  }

  /** Whether a `#` begins a comment: on a line of its own, or after a complete entry. */
  private get startsComment(): boolean {
    const { text, at } = this;
    if (this.isFirst) return true;
    const before = text.charAt(previousContent(text, at) - 1);
    return /^[ \t]#[ \t]/.test(text.slice(at - 1, at + 2)) && /[,{}[\]"\w]/.test(before);
  }

  private readComment(): void {
    const { text, at, mistakes } = this;
    const end = text[at] === '#' ? lineEnd(text, at) : commentEnd(text, at);
    if (text[at] === '#') {
      const line = this.isFirst
        ? { start: lineStart(text, at), end: nextLine(text, at) }
        : { start: previousContent(text, at), end: lineEnd(text, at) };
      mistakes.report(
        at,
        lineEnd(text, at),
        msg('JSON does not allow comments that start with `#`. Remove the comment.'),
        {
          remedy: replacementFix(line, '', msg('Remove the comment')),
        },
      );
    } else mistakes.lenient('comment', at, end ?? text.length);
    if (end === undefined)
      mistakes.report(at, text.length, msg('The comment is not closed. End it with `*/`.'), {
        recovered: false,
      });
    this.at = (end ?? text.length) - 1;
  }

  /** Moves to the end of a token. */
  private pass(end: number): void {
    this.at = end;
    this.last = end;
    this.isFirst = false;
  }

  unexpected(): void {
    this.mistakes.unexpected(this.at);
    this.at++;
    this.isFirst = false;
  }

  /** Reads a value at the current token. */
  value(parent: Parent, depth: number, role: JsonRole): Node {
    const char = this.skip();
    const { at, text } = this;
    if (depth <= 0) return this.tooDeep(parent);
    const expression = char === '{' ? readExpression(text, at, this.reach) : undefined;
    if (expression) return this.scalar(expression, parent);
    const kind =
      at === this.exchanged
        ? '{'
        : char === '{' || char === '['
          ? char
          : this.openerMeant(char, role === 'value');
    if (kind) {
      if (/[()}\]]/.test(char)) this.mistakes.replaced(at, at + 1, kind);
      return this.collection({ ...this.place, kind }, parent, depth);
    }
    const found = this.readScalar(char, role);
    if (found) return this.scalar(found, parent);
    if (this.at > at) return this.value(parent, depth, role);
    if (/^[,:}\])]?$/.test(char)) this.missingValue(parent);
    else this.skipUnreadable();
    return emptyScalar(parent?.kind === 'pair' ? Math.max(parent.colon + 1, parent.key.end) : at, parent);
  }

  /** The opening bracket that is meant by another one in place of a value: its content follows. */
  private openerMeant(char: string, mayBeEmpty: boolean): Opener | undefined {
    if (!/^[()}\]]$/.test(char)) return undefined;
    const next = nextContent(this.text, this.at + 1);
    const first = this.text.charAt(next);
    if (!(mayBeEmpty ? /^["'`{[}\]\w-]$/ : /^["'`{[\w-]$/).test(first)) return undefined;
    const kind = OPENER[first] ?? (this.isName(next) ? '{' : '[');
    return this.mistakes.excess[kind] + (OPENER[char] === kind ? 1 : 0) < 0 ? kind : undefined;
  }

  /** Whether an opening bracket after an entry should be the closing one. */
  private isCloserMeant({ kind }: Open, char: string): boolean {
    if (this.comma || !/^[({[]$/.test(char)) return false;
    const isEnd = /^[,}\]]?$/.test(this.text.charAt(nextContent(this.text, this.at + 1)));
    return isEnd && this.mistakes.excess[kind] - (char === kind ? 1 : 0) > 0;
  }

  private get reach(): number {
    return this.mistakes.count < MAX_FAR_REACHES ? FAR : NEAR;
  }

  private readScalar(char: string, role: JsonRole): JsonScalar | undefined {
    if (/^[,:}\])]?$/.test(char)) return undefined;
    if (char !== '"') return readWord(this.text, this.at, role, this.reach);
    const found = this.stringAtEnd() ?? readString(this.text, this.at, role, this.reach);
    if (found === undefined) this.unexpected();
    return found;
  }

  /** The string in which the text ends. */
  private stringAtEnd(): JsonScalar | undefined {
    const { text, at: start, contentEnd: end, opened, options } = this;
    if (options.end !== 'cut off' || opened.length === 0 || start < this.lastLine) return undefined;
    if (stringEnd(text, start) < end || isClosedAt(text, start, end)) return undefined;
    const value = text.slice(start + 1, end);
    // If only closing brackets follow the quote, the quote is an extra one.
    if (/^[\s,\]}]+$/.test(value)) return undefined;
    this.cutString = start;
    return { start, end, value, style: 'double', type: 'string', closed: false };
  }

  private scalar(found: JsonScalar, parent: Parent): Node {
    const { start, end, value, style, type, closed, problem } = found;
    if (problem) this.mistakes.add(problem);
    this.pass(end);
    if (found.hasComma) this.incomplete = end;
    if (problem?.recovered === false && end - start === 1) return emptyScalar(start, parent);
    const own = { start, end, value, style, type, closed, parent };
    return { kind: 'scalar', ...own, empty: false, tag: undefined, anchor: undefined };
  }

  private missingValue(parent: Parent): void {
    const { text, at, mistakes } = this;
    const pair = parent?.kind === 'pair' ? parent : undefined;
    const more = pair && { absentIn: { start: pair.key.start, end: pair.key.end } };
    if (pair && pair.colon >= 0 && hasLineBreak(text, pair.colon, at))
      mistakes.report(pair.colon, pair.colon + 1, msg('Expected a value after this `:`.'), more);
    else mistakes.report(at, Math.min(at + 1, text.length), msg('Expected a value.'), more);
  }

  private tooDeep(parent: Parent): Node {
    const { text, at: start } = this;
    if (!this.isTooDeep) {
      const message = msg(
        'Nested deeper than `atomicState.limits.maxDepth`; deeper levels are not checked. To check them, raise the setting.',
      );
      this.mistakes.report(start, Math.min(start + 1, text.length), message, {
        kind: 'limit',
        recovered: false,
      });
    }
    this.isTooDeep = true;
    let open = 0;
    for (; this.at < text.length; this.at = tokenEnd(text, this.at)) {
      const char = text.charAt(this.at);
      if (open === 0 && /[,}\]]/.test(char)) break;
      if (char === '{' || char === '[') open++;
      else if (OPENER[char]) open--;
    }
    this.pass(previousContent(text, this.at));
    return emptyScalar(start, parent);
  }

  private collection(open: Open, parent: Parent, depth: number): MapNode | SeqNode {
    const node = this.contentOf(open, parent, depth);
    if (node) return node;
    // The other bracket is meant.
    const kind: Opener = open.kind === '{' ? '[' : '{';
    if (this.exchanged !== open.at + 1) this.mistakes.replaced(open.at, open.at + 1, kind);
    this.line = open.line;
    this.indent = open.indent;
    return this.contentOf({ ...open, kind }, parent, depth) ?? newMap(open.at, open.at + 1, parent);
  }

  /** Reads up to the closing bracket; undefined if the bracket of the other kind is meant. */
  private contentOf(open: Open, parent: Parent, depth: number): MapNode | SeqNode | undefined {
    this.pass(open.at + 1);
    const { at } = open;
    const node = open.kind === '{' ? newMap(at, at + 1, parent) : newSeq(at, at + 1, parent);
    return this.fill(node, open, depth) ? node : undefined;
  }

  /** Reads the content of a map or list. False if its bracket should be the other one. */
  private fill(node: Mutable<MapNode> | Mutable<SeqNode>, open: Open, depth: number): boolean {
    this.opened.push(open);
    this.comma = undefined;
    const isRead =
      node.kind === 'map' ? this.pairs(node, open, depth - 1) : this.items(node, open, depth - 1);
    this.opened.pop();
    node.end = this.openAtEnd.length > 0 ? this.text.length : this.last;
    return isRead;
  }

  /** Whether a token is left of the content of a bracket that was opened on a line above. */
  private isBelow(open: Open | undefined, char: string): boolean {
    if (!this.options.byIndentation || !open || !this.isFirst || this.line <= open.line) return false;
    return OPENER[char] ? this.indent < open.indent : this.indent <= open.indent;
  }

  /** Reads up to the next entry. False if there is none: the bracket is closed, or the text ends. */
  private toEntry(open: Open | undefined, count: number): boolean {
    for (;;) {
      const char = this.skip();
      if (char === '') {
        if (open) this.endOfText(open);
        return false;
      }
      const action = this.actionOf(open, char);
      if (action === 'entry') return true;
      if (action === 'comma') this.readComma(char, open, count);
      else if (action === 'skip') this.unexpected();
      else {
        if (open && action === 'before') this.closeBefore(open, char);
        else {
          if (this.comma) this.mistakes.lenient('trailing-comma', this.comma.at, this.comma.at + 1);
          this.comma = undefined;
          this.pass(this.at + 1);
        }
        return false;
      }
    }
  }

  private readComma(char: string, open: Open | undefined, count: number): void {
    const { at, mistakes } = this;
    if (char !== ',') {
      const fix = replacementFix({ start: at, end: at + 1 }, ',', msg`Change to \`${','}\``);
      const message = msg`Expected \`${','}\` instead of \`${char}\`.`;
      mistakes.report(at, at + 1, message, { remedy: markCertain(fix) });
    }
    if (!this.comma && count > 0) this.comma = this.place;
    else {
      const isItem = open?.kind === '[';
      const message = isItem ? msg('Expected a value.') : msg('Expected a field name in double quotes.');
      mistakes.report(at, at + 1, message);
    }
    this.at++;
    this.isFirst = false;
  }

  /**
   * What a token does where an entry, a comma or a closing bracket is expected: it is one of these, comes after the end
   * of the innermost bracket, or should not be there.
   */
  private actionOf(open: Open | undefined, char: string): 'entry' | 'comma' | 'close' | 'before' | 'skip' {
    const { at, mistakes, options } = this;
    const { excess } = mistakes;
    const own = OPENER[char];
    const isAfterEntry = this.last > (open?.at ?? 0) + 1 && !this.comma && this.incomplete !== this.last;
    if (char === '"' && isAfterEntry && STRAY.test(this.text.slice(at, at + MAX_NAME))) return 'skip';
    if (at === this.exchanged && own) return 'close';
    if (this.isBelow(open, char)) return 'before';
    if (/^[,，；]$/.test(char)) return 'comma';
    if (open?.kind === '[' && this.openerMeant(char, false)) return 'entry';
    if (open === undefined) return own || char === ')' ? 'skip' : 'entry';
    const expected = CLOSER[open.kind];
    if (this.isCloserMeant(open, char) || (char === ')' && excess[open.kind] > 0)) {
      mistakes.replaced(at, at + 1, expected);
      return 'close';
    }
    if (own === undefined) return char === ')' ? 'skip' : 'entry';
    const isExtra = excess[own] < 0;
    const isBlock = options.byIndentation && this.line > open.line;
    if ((isBlock || (options.byIndentation && isExtra)) && this.continues(open)) return 'skip';
    if (char === expected) return isExtra && !options.byIndentation && !this.fits() ? 'skip' : 'close';
    const isMissing = excess[open.kind] > 0;
    const isOfParent = this.opened.at(-2)?.kind === own;
    const next = nextContent(this.text, at + 1);
    if (!(isBlock && this.isFirst) && !(isExtra && isMissing)) {
      if (isOfParent && isMissing) return 'before';
      if (isExtra) return 'skip';
      if (isOfParent && this.text[next] === expected) {
        mistakes.replaced(at, next + 1, expected + this.text.slice(at + 1, next) + char);
        this.exchanged = next;
        return 'close';
      }
      if (isOfParent) return 'before';
    }
    mistakes.replaced(at, at + 1, expected);
    return 'close';
  }

  /** Whether the lines below a closing bracket belong to the same bracket, or close it. */
  private continues(open: Open): boolean {
    const { text } = this;
    // The same for each of consecutive closing brackets.
    if (this.below === undefined || this.below.at <= this.at || this.below.line <= this.line)
      this.below = this.placeBelow();
    const { at, line, indent } = this.below;
    if (at >= text.length) return false;
    if (line === this.line || indent > open.indent) return true;
    const isOwn = this.isFirst && this.indent === open.indent;
    return indent === open.indent && OPENER[text.charAt(at)] !== undefined && !isOwn;
  }

  /** The place of the next token that is neither a bracket nor a comma on the same line. */
  private placeBelow(): Place {
    const { text } = this;
    let { line } = this;
    let at = this.at + 1;
    for (; at < text.length; at = tokenEnd(text, at)) {
      const char = text.charAt(at);
      if (char === '\n' || char === '\r') line = at + 1;
      else if (!/[\s/]/.test(char) && (line > this.line || !/[,}\]]/.test(char))) break;
    }
    return { at, line, indent: at - line };
  }

  /** Whether the text after a closing bracket can follow it, in the bracket around it. */
  private fits(): boolean {
    const { text } = this;
    const parent = this.opened.at(-2);
    const next = nextContent(text, this.at + 1);
    if (parent === undefined) return this.options.end !== 'cut off' || next >= text.length;
    if (text[next] !== ',') return true;
    const entry = nextContent(text, next + 1);
    return OPENER[text.charAt(entry)] !== undefined || this.isName(entry) === (parent.kind === '{');
  }

  /** Closes a bracket before the current token. */
  private closeBefore(open: Open, char: string): void {
    const { text, last, at, mistakes, comma } = this;
    const isAlone = this.options.byIndentation && this.isFirst && !hasLineBreak(text, open.at, last);
    if (isAlone) this.unclosed(open);
    // A bracket on the same line, or a comma on a line of its own.
    else if (char !== '' && ((OPENER[char] && !this.isFirst) || (char === ',' && this.isFirst)))
      mistakes.unclosed(open, at, { start: at, end: at + 1 });
    else mistakes.unclosed(open, last, { start: Math.max(0, last - 1), end: last });
    this.comma = undefined;
    if (!comma || this.isAtEnd) this.incomplete = last;
    else {
      // The comma belongs to the bracket around it.
      ({ at: this.at, line: this.line, indent: this.indent } = comma);
      this.isFirst = false;
    }
  }

  /** A bracket that is not closed on its line, and has nothing below. */
  private unclosed(open: Open): void {
    const { last, text, joined } = this;
    if (joined.line !== open.line) {
      const together = this.opened.filter(({ line }) => line === open.line).reverse();
      this.joined = { line: open.line, closers: together.map(({ kind }) => CLOSER[kind]).join('') };
    }
    const { closers } = this.joined;
    const message = msg`This \`${open.kind}\` is not closed. Close it with \`${CLOSER[open.kind]}\`.`;
    this.mistakes.report(open.at, open.at + 1, message, {
      // A bracket that does not begin a value is an extra one.
      recovered: !/["{]/.test(text.charAt(previousContent(text, open.at) - 1)),
      remedy: replacementFix({ start: last, end: last }, closers, msg`Close it with ${closers}`),
    });
  }

  private endOfText(open: Open): void {
    const { end } = this.options;
    if (end === 'missing') this.closeBefore(open, '');
    else if (end === 'cut off' && this.openAtEnd.length === 0)
      this.openAtEnd = this.opened.map(({ kind }) => kind);
  }

  /** Whether a text at an offset is a name with its colon. */
  private isName(at: number): boolean {
    const { text } = this;
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at);
      const next = text.charAt(nextContent(text, end));
      if (next === ':') return true;
      if (isClosedAt(text, at, end) && /^[,}\]/]?$/.test(next)) return false;
    }
    return /^["'`\w]$/.test(char) && NAME.test(text.slice(at, at + MAX_NAME));
  }

  /** Reads the entries of a map. False if its bracket should be that of a list. */
  pairs(map: Mutable<MapNode>, open: Open | undefined, depth: number, count = 0): boolean {
    const pairs: Pair[] = [];
    map.pairs = pairs;
    while (this.toEntry(open, count + pairs.length)) {
      const char = this.text.charAt(this.at);
      if (char === ':') this.unexpected();
      else if (char === '{' || char === '[') {
        const action = this.bracketAsName(char, open, pairs.at(-1), depth);
        if (action !== 'next') return action === 'end';
      } else {
        const isSeparated = count + pairs.length === 0 || this.isSeparated();
        const pair = this.pair(map, open, depth, isSeparated);
        if (pair) pairs.push(pair);
      }
    }
    return true;
  }

  /** Whether there is a comma before an entry; reports a missing one. */
  private isSeparated(): boolean {
    const isSeparated = this.comma !== undefined || this.incomplete === this.last;
    if (!isSeparated) this.mistakes.add(missingComma(this.last));
    else if (this.comma === undefined) this.mistakes.addComma(this.last);
    this.comma = undefined;
    return isSeparated;
  }

  /** An opening bracket where a name is expected. */
  private bracketAsName(
    char: Opener,
    open: Open | undefined,
    before: Pair | undefined,
    depth: number,
  ): 'next' | 'end' | 'list' {
    const { at, mistakes } = this;
    const { excess } = mistakes;
    const isInList = this.opened.at(-2)?.kind === '[';
    if (char === '{' && open && before && this.comma && isInList && excess['{'] > 0) {
      this.closeBefore(open, char);
      return 'end';
    }
    const isStart = open !== undefined && this.last === open.at + 1;
    if (isStart && excess['{'] > 0 && excess['['] < 0) return 'list';
    if (excess[char] > 0) {
      this.unexpected();
      return 'next';
    }
    if (isStart && char === '[' && at === open.at + 1 && this.isName(nextContent(this.text, at + 1))) {
      mistakes.replaced(open.at, at + 1, '[{');
      this.exchanged = at;
      return 'list';
    }
    if (before?.value.kind === 'map' && this.comma && excess['['] < 0) {
      this.listFrom(before, depth);
      return 'next';
    }
    mistakes.report(at, at + 1, msg('Expected a field name in double quotes.'), { recovered: false });
    this.comma = undefined;
    this.value(undefined, depth - 1, 'item');
    return 'next';
  }

  /** The value of a pair is the first item of a list whose bracket is missing. */
  private listFrom(pair: Mutable<Pair>, depth: number): void {
    const { value } = pair;
    const { start } = value;
    this.mistakes.missing(start, '[', { start, end: start + 1 });
    const list = newSeq(start, value.end, pair);
    (value as Mutable<Node>).parent = list;
    list.items = [value];
    const { comma } = this;
    const open: Open = { ...this.place, at: start, kind: '[' };
    this.opened.push(open);
    this.comma = comma;
    this.items(list, open, depth - 1);
    this.opened.pop();
    list.end = this.last;
    pair.value = list;
    pair.end = list.end;
  }

  /** A map whose bracket is missing at an offset. */
  private mapFrom(open: Open, mark: number, parent: Parent, depth: number): MapNode {
    this.mistakes.missing(open.at, '{', { start: mark, end: mark + 1 });
    const map = newMap(this.at, this.at, parent);
    this.fill(map, open, depth);
    return map;
  }

  private pair(map: MapNode, open: Open | undefined, depth: number, isSeparated: boolean): Pair | undefined {
    const place = this.place;
    const start = place.at;
    const found = this.readScalar(this.text.charAt(start), 'name');
    if (!found) {
      if (this.at === start) this.skipUnreadable();
      return undefined;
    }
    const pair = newPair(start, map);
    const key = this.scalar(found, pair);
    pair.key = key;
    pair.name = key.kind === 'scalar' ? key.value : '';
    pair.colon = found.colon ?? this.readColon(found, open, isSeparated);
    if (pair.colon < 0) this.incomplete = key.end;
    pair.value = pair.colon < 0 ? emptyScalar(key.end, pair) : this.valueOf(pair, place, open, depth);
    pair.end = Math.max(pair.value.end, pair.colon + 1);
    return pair;
  }

  /** The offset of the colon after a name; -1 if there is neither a colon nor a value. */
  private readColon(key: JsonScalar, open: Open | undefined, isSeparated: boolean): number {
    const char = this.skip();
    const { text, at, mistakes } = this;
    const other = /^(?::|=>?|：)/.exec(text.slice(at, at + 2))?.[0];
    if (other !== undefined) {
      if (other !== ':') {
        const fix = replacementFix({ start: at, end: at + other.length }, ':', msg`Change to \`${':'}\``);
        const message = msg`Expected \`${':'}\` instead of \`${other}\`.`;
        mistakes.report(at, at + other.length, message, { remedy: markCertain(fix) });
      }
      this.pass(at + other.length);
      if (this.skip() === ':') this.unexpected();
      return at;
    }
    if (!this.isFirst && !/^[,}\])]?$/.test(char) && !this.isName(at)) {
      mistakes.missing(key.end, ':', { start: key.end - 1, end: key.end });
      return key.end;
    }
    // An unclosed name or bracket is the mistake.
    const isOpen = this.isBelow(open, char) && open && !hasLineBreak(text, open.at, key.end);
    if (isSeparated && !isOpen && key.closed)
      mistakes.report(key.start, key.end, msg('This field has no `:` and no value.'), {
        absentIn: { start: key.start, end: key.end },
      });
    return -1;
  }

  /** Reads the value of a pair that begins at a place. */
  private valueOf(pair: Pair, place: Place, open: Open | undefined, depth: number): Node {
    const char = this.skip();
    const { last } = this;
    const isOpenerMissing = this.mistakes.excess['{'] < 0;
    const isName = char === '"' && (this.isFirst || isOpenerMissing) && this.isName(this.at);
    if (isName && isOpenerMissing && (!this.isFirst || this.indent > place.indent))
      return this.mapFrom({ ...place, at: last, kind: '{' }, last - 1, pair, depth);
    if (!isName && !this.isBelow(open, char)) return this.value(pair, depth, 'value');
    this.missingValue(pair);
    this.incomplete = last;
    return emptyScalar(pair.colon + 1, pair);
  }

  /** Reads the items of a list. False if its bracket should be that of a map. */
  private items(list: Mutable<SeqNode>, open: Open, depth: number): boolean {
    const items: Node[] = [...list.items];
    list.items = items;
    while (this.toEntry(open, items.length)) {
      const { at } = this;
      const { excess } = this.mistakes;
      const char = this.text.charAt(at);
      if (char === ':') this.unexpected();
      else if (char === '"' && this.isName(at)) {
        const isMap = excess['{'] >= 0 || excess['['] > 0;
        if (isMap && this.last === open.at + 1) return false;
        if (isMap && items.length > 0) {
          this.closeBefore(open, char);
          return true;
        }
        items.push(this.mapFrom({ ...this.place, kind: '{' }, at, list, depth));
      } else if (items.length > 0 && !this.comma && (char === '{' || char === '[') && excess[char] > 0)
        this.unexpected();
      else {
        if (items.length > 0) this.isSeparated();
        const item = this.value(list, depth, 'item');
        if (this.at > at) items.push(item);
        else this.skipUnreadable();
      }
    }
    return true;
  }

  /** Skips what cannot be read. */
  private skipUnreadable(): void {
    const { text, at } = this;
    const length = /^[^\s,{}[\]":]+/.exec(text.slice(at, at + MAX_NAME))?.[0].length ?? 1;
    this.mistakes.report(at, at + length, UNREADABLE, { recovered: false });
    this.pass(at + length);
  }
}
