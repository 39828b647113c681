import { exact } from '../text/exact';
import { mayConflict } from './conflicts';
import type { Parsed, ParseLimits } from './problem';
import {
  emptyScalar,
  type MapNode,
  type Node,
  type Pair,
  type ScalarNode,
  type ScalarStyle,
  type ScalarType,
  type SeqNode,
  type Tag,
} from './tree';

/** While a tree is built its links may still be set. */
type Building<T> = { -readonly [K in keyof T]: T[K] };

type Parent = Pair | SeqNode | undefined;

/**
 * The tree of a text in the plain notation that most state files are written in: maps and lists in block style whose
 * scalars stand on one line, or are literal or folded blocks. Undefined for any other text, and for all that is
 * broken in any way, which are left to the library; what it gives is what the library would.
 */
export function parseSimple(text: string, limits: ParseLimits): Parsed | undefined {
  if (UNUSUAL.test(text) || mayConflict(text)) return undefined;
  const parser = new SimpleParser(text, limits.maxDepth);
  const root = parser.root();
  return parser.failed ? undefined : { root, problems: NONE, openAliases: NONE };
}

const NONE: readonly never[] = [];

/** Tabs, breaks other than line feeds, and what no text should hold. */
const UNUSUAL = /[\0-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ufeff]/;

const SPACE = 32;
const HASH = 35;
const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const DASH = 45;
const COLON = 58;
const BACKSLASH = 92;

/** What a plain scalar may not begin with, or what makes it more than a simple one. */
const INDICATORS: ReadonlySet<string> = new Set('-?:,[]{}#&*!|>\'"%@`.+~=<');

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
]);

class SimpleParser {
  /** Where the line at hand begins and ends, and its first character that is no blank. */
  private start = 0;
  private at = 0;
  private end = 0;
  /** Column of `at`; -1 behind the last line. */
  private column = -1;
  /** The text is not that simple, or not right. */
  failed = false;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  root(): Node | undefined {
    this.moveTo(0);
    if (this.column < 0) return undefined;
    const root = this.map(undefined, this.column, 1);
    if (this.column >= 0) this.fail();
    return root;
  }

  /** Goes to the first line from an offset on that is neither blank nor a comment. */
  private moveTo(from: number): void {
    const { text } = this;
    for (let start = from; start < text.length; ) {
      let at = start;
      while (text.charCodeAt(at) === SPACE) at++;
      const found = text.indexOf('\n', at);
      const end = found < 0 ? text.length : found;
      const code = text.charCodeAt(at);
      if (at < end && code !== HASH) {
        this.start = start;
        this.at = at;
        this.end = end;
        this.column = at - start;
        return;
      }
      start = end + 1;
    }
    this.column = -1;
  }

  private nextLine(): void {
    this.moveTo(this.end + 1);
  }

  private fail(): void {
    this.failed = true;
  }

  /** A map whose first key is at hand, in a column; leaves the line behind it at hand. */
  private map(parent: Parent, column: number, depth: number): MapNode {
    const pairs: Pair[] = [];
    const { at } = this;
    const node: Building<MapNode> = {
      kind: 'map',
      start: at,
      end: at,
      parent,
      flow: false,
      indent: column,
      pairs,
      tag: undefined,
      anchor: undefined,
    };
    if (depth >= this.maxDepth) this.fail();
    while (!this.failed && this.column === column) pairs.push(this.pair(node, column, depth));
    // What stands deeper here belongs to nothing.
    if (this.column > column) this.fail();
    node.pairs = exact(pairs);
    node.end = pairs.at(-1)?.end ?? at;
    return node;
  }

  private pair(parent: MapNode, column: number, depth: number): Pair {
    const { at } = this;
    const colon = this.colonOf(at);
    if (colon < 0) this.fail();
    const pair: Building<Pair> = {
      kind: 'pair',
      start: at,
      end: at,
      parent,
      key: UNBUILT,
      name: '',
      colon,
      value: UNBUILT,
    };
    if (this.failed) return pair;
    const name = this.text.slice(at, colon);
    pair.key = this.scalar(pair, at, colon, 'plain', name, this.typeOf(name));
    pair.name = name;
    pair.value = this.value(pair, colon + 1, column, depth) ?? emptyScalar(colon + 1, pair);
    pair.end = Math.max(pair.value.end, colon + 1);
    return pair;
  }

  /** Where the colon behind a key is that begins at an offset of the line at hand; -1 if there is none. */
  private colonOf(from: number): number {
    const { text, end } = this;
    if (INDICATORS.has(text.charAt(from))) return -1;
    let at = from;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === COLON && (at + 1 >= end || text.charCodeAt(at + 1) === SPACE)) break;
      if (!isKeyPart(code)) return -1;
    }
    return at < end && at > from && at - from < 500 && text.charCodeAt(at - 1) !== SPACE ? at : -1;
  }

  /** Whether the line at hand has a colon that ends a key, wherever. */
  private hasColon(from: number): boolean {
    const { text, end } = this;
    for (let at = text.indexOf(':', from); at >= 0 && at < end; at = text.indexOf(':', at + 1))
      if (at + 1 >= end || text.charCodeAt(at + 1) === SPACE) return true;
    return false;
  }

  private isDash(at: number): boolean {
    if (this.text.charCodeAt(at) !== DASH) return false;
    return at + 1 >= this.end || this.text.charCodeAt(at + 1) === SPACE;
  }

  private list(parent: Parent, column: number, depth: number): SeqNode {
    const items: Node[] = [];
    const { at } = this;
    const node: Building<SeqNode> = {
      kind: 'seq',
      start: at,
      end: at,
      parent,
      flow: false,
      indent: column,
      items,
      tag: undefined,
      anchor: undefined,
    };
    if (depth >= this.maxDepth) this.fail();
    while (!this.failed && this.column === column && this.isDash(this.at)) {
      const item = this.item(node, column, depth);
      if (item) items.push(item);
      else this.fail();
    }
    if (this.column > column) this.fail();
    node.items = exact(items);
    node.end = Math.max(at + 1, items.at(-1)?.end ?? 0);
    return node;
  }

  private item(parent: SeqNode, column: number, depth: number): Node | undefined {
    const { text, end } = this;
    let at = this.at + 1;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    const isDash = this.isDash(at);
    const isMap = !isDash && at < end && this.colonOf(at) >= 0;
    if (!isDash && !isMap) return this.value(parent, this.at + 1, column, depth);
    // What stands behind the dash is the first line of a block of its own.
    this.column = at - this.start;
    this.at = at;
    return isDash ? this.list(parent, this.column, depth + 1) : this.map(parent, this.column, depth + 1);
  }

  /**
   * What stands behind a colon or a dash of a block in a column, on the line at hand or below it; undefined if
   * nothing does. Leaves the line behind it at hand.
   */
  private value(parent: Pair | SeqNode, from: number, column: number, depth: number): Node | undefined {
    const { text, end } = this;
    let at = from;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at >= end || (text.charCodeAt(at) === HASH && at > from)) return this.below(parent, column, depth);
    if (depth >= this.maxDepth) this.fail();
    const char = text.charAt(at);
    switch (char) {
      case "'":
        return this.single(parent, at, column);
      case '"':
        return this.double(parent, at, column);
      case '|':
      case '>':
        return this.block(parent, at, column, char === '|' ? 'literal' : 'folded');
      case '{':
      case '[':
        return this.nothing(parent, at, column);
      case '!':
        return this.tagged(parent, at, column);
      default:
        return this.plainValue(parent, at, column);
    }
  }

  private below(parent: Pair | SeqNode, column: number, depth: number): Node | undefined {
    this.nextLine();
    const isList = this.column >= 0 && this.isDash(this.at);
    if (this.column > column) {
      return isList ? this.list(parent, this.column, depth + 1) : this.map(parent, this.column, depth + 1);
    }
    return isList && this.column === column && parent.kind === 'pair'
      ? this.list(parent, column, depth + 1)
      : undefined;
  }

  private plainValue(parent: Parent, at: number, column: number, tag?: Tag): ScalarNode {
    const { text } = this;
    let end = this.end;
    const comment = text.indexOf(' #', at);
    if (comment >= 0 && comment < end) end = comment;
    while (text.charCodeAt(end - 1) === SPACE) end--;
    if ((INDICATORS.has(text.charAt(at)) && !isInteger(text, at, end)) || this.hasColon(at)) this.fail();
    const value = text.slice(at, end);
    const type = tag ? 'string' : this.typeOf(value);
    const node = this.scalar(parent, at, end, 'plain', value, type, tag);
    this.finish(column);
    return node;
  }

  /** Goes on behind a scalar that is over with its line: nothing deeper may follow. */
  private finish(column: number): void {
    this.nextLine();
    if (this.column > column) this.fail();
  }

  private typeOf(value: string): ScalarType {
    const code = value.charCodeAt(0);
    if ((code >= 48 && code <= 57) || code === DASH) {
      if (INTEGER.test(value)) return 'integer';
      // Some of these are numbers, too.
      if (!/^[0-9]+[^0-9.eExXoO]/.test(value)) this.fail();
      return 'string';
    }
    if (value.length > 5) return 'string';
    if (BOOLEAN.test(value)) return 'boolean';
    return NULL.test(value) ? 'null' : 'string';
  }

  private scalar(
    parent: Parent,
    start: number,
    end: number,
    style: ScalarStyle,
    value: string,
    type: ScalarType = 'string',
    tag?: Tag,
  ): ScalarNode {
    return {
      kind: 'scalar',
      start,
      end,
      parent,
      style,
      value,
      type,
      empty: false,
      closed: true,
      tag,
      anchor: undefined,
    };
  }

  private single(parent: Parent, start: number, column: number): ScalarNode {
    const { text } = this;
    const pieces: string[] = [];
    let from = start + 1;
    let at = from;
    while (!this.failed) {
      for (; at < this.end; at++) {
        if (text.charCodeAt(at) !== QUOTE) continue;
        if (text.charCodeAt(at + 1) !== QUOTE) break;
        at++;
      }
      pieces.push(text.slice(from, at));
      if (at < this.end) break;
      from = this.continued(column);
      at = from;
    }
    const value = joined(pieces);
    this.closeAt(at, column);
    return this.scalar(
      parent,
      start,
      at + 1,
      'single',
      value.includes("''") ? value.replaceAll("''", "'") : value,
    );
  }

  private double(parent: Parent, start: number, column: number): ScalarNode {
    const { text } = this;
    const pieces: string[] = [];
    let from = start + 1;
    let at = from;
    while (!this.failed) {
      let hasEscapes = false;
      for (; at < this.end && text.charCodeAt(at) !== DOUBLE_QUOTE; at++) {
        if (text.charCodeAt(at) !== BACKSLASH) continue;
        hasEscapes = true;
        at++;
      }
      // A break that is escaped.
      if (at > this.end) this.fail();
      const isLast = at < this.end;
      const piece = text.slice(from, at);
      pieces.push(hasEscapes ? this.unescaped(isLast ? piece : withoutEnd(piece)) : piece);
      if (isLast) break;
      from = this.continued(column);
      at = from;
    }
    this.closeAt(at, column);
    return this.scalar(parent, start, at + 1, 'double', joined(pieces));
  }

  private unescaped(piece: string): string {
    return piece.replace(/\\(.)/g, (_, char: string) => {
      const meant = ESCAPES.get(char);
      if (meant === undefined) this.fail();
      return meant ?? '';
    });
  }

  /** Where the text of a quoted scalar goes on below the line at hand, deeper than a column. */
  private continued(column: number): number {
    const { text } = this;
    const start = this.end + 1;
    const found = text.indexOf('\n', start);
    if (found < 0) this.fail();
    let at = start;
    while (at < found && text.charCodeAt(at) === SPACE) at++;
    if (at < found && at - start <= column) this.fail();
    this.end = found;
    return at;
  }

  /** Behind a quote that closes, nothing may stand on its line. */
  private closeAt(quote: number, column: number): void {
    const { text, end } = this;
    let at = quote + 1;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at < end && (text.charCodeAt(at) !== HASH || at === quote + 1)) this.fail();
    this.finish(column);
  }

  /** `{}` or `[]`. */
  private nothing(parent: Parent, start: number, column: number): MapNode | SeqNode {
    const isMap = this.text.startsWith('{}', start);
    if (!isMap && !this.text.startsWith('[]', start)) this.fail();
    const end = start + 2;
    this.closeAt(end - 1, column);
    const [tag, anchor] = [undefined, undefined];
    const [flow, indent] = [true, -1];
    return isMap
      ? { kind: 'map', start, end, parent, flow, indent, pairs: exact<Pair>([]), tag, anchor }
      : { kind: 'seq', start, end, parent, flow, indent, items: exact<Node>([]), tag, anchor };
  }

  /** A tag of the format with a path behind it. */
  private tagged(parent: Parent, start: number, column: number): ScalarNode {
    const { text } = this;
    let end = start + 1;
    while (isLetter(text.charCodeAt(end))) end++;
    let at = end;
    while (at < this.end && text.charCodeAt(at) === SPACE) at++;
    if (end === start + 1 || at === end || at >= this.end || !isLetter(text.charCodeAt(at))) this.fail();
    return this.plainValue(parent, at, column, { name: text.slice(start, end), start, end });
  }

  private block(parent: Parent, start: number, column: number, style: 'literal' | 'folded'): ScalarNode {
    const { text } = this;
    const header = text.slice(start + 1, this.end).trimEnd();
    if (header !== '' && header !== '-') this.fail();
    const lines: string[] = [];
    let indent = -1;
    let blanks = 0;
    let written = 0;
    let behind = this.end + 1;
    for (let from = behind; from < text.length && !this.failed; ) {
      let at = from;
      while (text.charCodeAt(at) === SPACE) at++;
      const end = text.indexOf('\n', at);
      // A last line without its break is left to the library.
      if (end < 0) {
        this.fail();
        break;
      }
      const width = at - from;
      if (at === end) {
        if (width > (indent < 0 ? column + 1 : indent)) this.fail();
        if (width > blanks) blanks = width;
        lines.push('');
      } else {
        if (width <= column) break;
        if (indent < 0) indent = width;
        // Lines that stand out, or that a folded text keeps as they are.
        if (width < indent || blanks > indent || (style === 'folded' && width > indent)) this.fail();
        lines.push(text.slice(from + indent, end));
        written = lines.length;
        behind = end + 1;
      }
      from = end + 1;
    }
    if (written === 0) this.fail();
    lines.length = written;
    const value = style === 'literal' ? lines.join('\n') : folded(lines);
    this.moveTo(behind);
    if (this.column > column) this.fail();
    return this.scalar(parent, start, behind, style, header === '-' ? value : `${value}\n`);
  }
}

/** The lines of a quoted scalar as one text. */
function joined(pieces: readonly string[]): string {
  const [first = ''] = pieces;
  if (pieces.length === 1) return first;
  let value = withoutEnd(first);
  let breaks = 0;
  for (let index = 1; index < pieces.length; index++) {
    const isLast = index === pieces.length - 1;
    const piece = pieces[index] ?? '';
    const line = isLast ? piece : withoutEnd(piece);
    if (line === '' && !isLast) breaks++;
    else {
      value += (breaks > 0 ? '\n'.repeat(breaks) : ' ') + line;
      breaks = 0;
    }
  }
  return value;
}

/** A text without the blanks at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** Lines become one, and blank lines between them breaks. */
function folded(lines: readonly string[]): string {
  let value = '';
  let breaks = 0;
  for (const line of lines) {
    if (line === '') {
      breaks++;
      continue;
    }
    if (breaks > 0) value += '\n'.repeat(breaks);
    else if (value !== '') value += ' ';
    value += line;
    breaks = 0;
  }
  return value;
}

/** Letters of any script, digits, `_`, `-`, `.` and blanks. */
function isKeyPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === DASH ||
    code === 46 ||
    code === SPACE ||
    code > 0xa0
  );
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isInteger(text: string, from: number, end: number): boolean {
  return text.charCodeAt(from) === DASH && INTEGER.test(text.slice(from, end));
}

const INTEGER = /^-?[0-9]+$/;
const BOOLEAN = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const NULL = /^(?:[Nn]ull|NULL)$/;

/** What stands in a pair until its key and value are made. */
const UNBUILT = emptyScalar(0, undefined);
