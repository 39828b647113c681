import { nextContent, nextLine } from '../../text/lines';
import { ROOT_LEVEL } from '../cut/levels';
import type { Slice } from '../cut/slices';
import { DEFAULT_LIMITS, isSyntaxProblem } from '../read/problem';
import { bracketsOf, commentEnd, stringEnd } from './brackets';
import { parseJsonPart } from './json';

/**
 * Which slices of a JSON text are parsed independently; decided from the text alone. If its brackets match, they show
 * where an entry of the root or a state begins. Otherwise lines do: a quoted key in the column of its neighbours. A
 * missing or extra bracket then stays within its slice.
 */

type Kind = Slice['kind'];

interface Cut {
  readonly at: number;
  readonly kind: Kind;
}

const KEY = /"(?:[^"\\\n\r]|\\.)*"[ \t]*:/y;
const STATES_LINE = /"states"[ \t]*:[ \t]*\{[ \t]*(?:\/\*[^*\n\r]*\*\/[ \t]*)?(?:\/\/[^\n\r]*)?(?:[\n\r]|$)/y;

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Shorter texts whose entries do not begin lines are parsed as a whole, which is fast. */
const MIN_LENGTH_BY_DEPTH = 20_000;

/** The slices of a text; joined, they are the text. A single slice is parsed as a whole. Linear. */
export function sliceJson(text: string): readonly Slice[] {
  const byDepth = cutsByDepth(text);
  if (byDepth && text.length >= MIN_LENGTH_BY_DEPTH) return slicesAt(text, byDepth);
  const byLines = new LineScan(text).run();
  const isSame = byDepth?.every(
    ({ at, kind }, index) => byLines[index]?.at === at && byLines[index].kind === kind,
  );
  const slices = slicesAt(text, byLines);
  if (byDepth ? isSame : areContained(slices)) return slices;
  return slicesAt(text, [{ at: 0, kind: 'head' }]);
}

class LineScan {
  private readonly cuts: { at: number; kind: Kind }[] = [];
  /** Columns of the entries of the root, and of the children of the preceding `states`. */
  private root: number | undefined;
  private column: number | undefined;
  /** The preceding `states` has no child yet. */
  private isAwaiting = false;
  /** Lines that close `states` and the root, unless a following key shows that they close something else. */
  private statesEnd: number | undefined;
  private tail: number | undefined;

  constructor(private readonly text: string) {}

  run(): readonly Cut[] {
    const { text, cuts } = this;
    let comment = nextBlockComment(text, 0);
    /** Lines that begin before it are part of a comment. */
    let resumeAt = 0;
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = nextLine(text, at);
      if (at >= resumeAt) this.readLine(at);
      while (comment >= 0 && comment < end) {
        resumeAt = Math.max(resumeAt, endOfComments(text, Math.max(at, resumeAt), end));
        comment = nextBlockComment(text, Math.max(end, resumeAt));
      }
    }
    if (this.isAwaiting) this.joinStates();
    this.cutStatesEnd();
    if (this.tail !== undefined) cuts.push({ at: this.tail, kind: 'tail' });
    return cuts[0]?.at === 0 ? cuts : [{ at: 0, kind: 'head' }, ...cuts];
  }

  private readLine(start: number): void {
    const { text } = this;
    let at = start;
    while (text[at] === ' ' || text[at] === '\t') at++;
    const indent = at - start;
    // An extra character before a bracket.
    const char = /^["[{(]\}/.test(text.slice(at, at + 2)) ? '}' : text[at];
    if (char === '"') this.readKey(start, at, indent);
    else if (char === '}') this.readClosing(start, indent);
    // `states` is not a map and stays in one slice.
    else if (this.isAwaiting && (char === '{' || char === '[' || char === ']')) this.joinStates();
  }

  private readKey(start: number, at: number, indent: number): void {
    const isRoot = this.root === undefined || indent === this.root;
    const isState = this.isAwaiting ? indent > (this.root ?? 0) : indent === this.column;
    if (!(isRoot || isState) || !matchesAt(KEY, this.text, at)) return;
    if (!isRoot) {
      this.isAwaiting = false;
      this.column = indent;
      this.statesEnd = undefined;
      this.tail = undefined;
      this.cuts.push({ at: start, kind: 'state' });
      return;
    }
    if (this.isAwaiting) this.joinStates();
    this.cutStatesEnd();
    this.tail = undefined;
    this.isAwaiting = matchesAt(STATES_LINE, this.text, at);
    this.root = indent;
    this.column = undefined;
    this.cuts.push({ at: start, kind: this.isAwaiting ? 'states' : 'section' });
  }

  private readClosing(start: number, indent: number): void {
    if (this.root === undefined) return;
    if (this.isAwaiting) this.joinStates();
    if (indent < this.root) this.tail = start;
    else if (this.column !== undefined && indent < this.column) {
      this.statesEnd = start;
      this.tail = undefined;
    }
  }

  private joinStates(): void {
    this.isAwaiting = false;
    const last = this.cuts.at(-1);
    if (last) last.kind = 'section';
  }

  private cutStatesEnd(): void {
    if (this.statesEnd !== undefined) this.cuts.push({ at: this.statesEnd, kind: 'states-end' });
    this.statesEnd = undefined;
  }
}

const BLOCK_COMMENT = /\/\*/g;

/**
 * The offset of the next block comment; -1 if there is none. A regular expression is used because V8 moves `indexOf`,
 * which has no side effects, out of the condition around it: it then searches the rest of the text on every line.
 */
function nextBlockComment(text: string, from: number): number {
  BLOCK_COMMENT.lastIndex = from;
  return BLOCK_COMMENT.exec(text)?.index ?? -1;
}

/** Offset after the last block comment that begins on a line; the end of the text if it is not closed. */
function endOfComments(text: string, start: number, end: number): number {
  let after = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === '"') at = stringEnd(text, at) - 1;
    else if (text[at] === '/') {
      const next = commentEnd(text, at) ?? text.length;
      if (text[at + 1] === '*') after = next;
      at = next - 1;
    }
  }
  return after;
}

function slicesAt(text: string, cuts: readonly Cut[]): readonly Slice[] {
  return cuts.map(({ at, kind }, index) => {
    const after = cuts[index + 1];
    const next = nextOf(kind, after?.kind);
    const isLast = next === 'end' && kind !== 'states-end';
    return {
      text: text.slice(at, after?.at ?? text.length),
      kind,
      next,
      commaBefore: isLast && index > 0 ? commaAtEnd(text.slice(cuts[index - 1]?.at, at)) : 0,
      level: ROOT_LEVEL,
      opened: undefined,
    };
  });
}

/** The distance from the end of a text to a comma that only white space and comments follow; 0 if there is none. */
function commaAtEnd(text: string): number {
  let comma = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '/') at = (commentEnd(text, at) ?? text.length) - 1;
    else if (!/\s/.test(char)) comma = char === ',' ? at : -1;
    if (char === '"') at = stringEnd(text, at) - 1;
  }
  return comma < 0 ? 0 : text.length - comma;
}

/** What follows a slice in its map. */
function nextOf(kind: Kind, following: Kind | undefined): Slice['next'] {
  if (kind === 'head' || kind === 'states' || kind === 'tail') return 'entry';
  if (kind === 'state')
    return following === 'state' ? 'entry' : following === 'states-end' ? 'end' : 'nothing';
  if (following === 'section' || following === 'states') return 'entry';
  return following === 'tail' ? 'end' : 'nothing';
}

/** The slices that the brackets of a text show, independent of lines; undefined if they are not those of one map. */
function cutsByDepth(text: string): readonly Cut[] | undefined {
  const cuts: Cut[] = [{ at: 0, kind: 'head' }];
  const brackets: string[] = [];
  let isInStates = false;
  /** An entry of the root or of `states` may begin. */
  let isEntry = false;
  let colon = -1;
  const atEntries = () => brackets.length === (isInStates ? 2 : 1);
  // A regular expression skips words and white space fast: this is read after each edit.
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const char = found[0];
    const at = found.index;
    if (char === '"') {
      const end = stringEnd(text, at);
      TOKEN.lastIndex = end;
      if (!atEntries()) continue;
      // A comma may be missing before a line.
      isEntry ||= startOfLine(text, at) < at && text.slice(colon + 1, at).trim() !== '';
      if (isEntry && text[nextContent(text, end)] === ':')
        cuts.push({ at: startOfLine(text, at), kind: isInStates ? 'state' : kindOf(text, at, end) });
      isEntry = false;
    } else if (char === ':') colon = at;
    else if (char === ',') isEntry = atEntries();
    else if (char === '/') {
      const end = commentEnd(text, at);
      if (end === undefined) return undefined;
      TOKEN.lastIndex = end;
    } else if (char === '{' || char === '[') {
      if (brackets.push(char) === 1 && (char !== '{' || cuts.length > 1)) return undefined;
      if (brackets.length === 2 && cuts.at(-1)?.kind === 'states') isInStates = true;
      isEntry = atEntries();
    } else {
      if (brackets.pop() !== (char === '}' ? '{' : '[')) return undefined;
      isEntry = false;
      if (brackets.length === 0) cuts.push({ at: startOfLine(text, at), kind: 'tail' });
      else if (brackets.length === 1 && isInStates) {
        isInStates = false;
        cuts.push({ at: startOfLine(text, at), kind: 'states-end' });
      }
    }
  }
  const isMap =
    cuts.at(-1)?.kind === 'tail' && cuts.some(({ kind }) => kind === 'section' || kind === 'states');
  return isMap ? cuts : undefined;
}

const TOKEN = /["{}[\],:/]/g;

/** The kind of an entry of the root: `states` with a child, or another one. */
function kindOf(text: string, start: number, end: number): 'states' | 'section' {
  if (text.slice(start, end) !== '"states"') return 'section';
  const value = nextContent(text, nextContent(text, end) + 1);
  return text[value] === '{' && text[nextContent(text, value + 1)] === '"' ? 'states' : 'section';
}

/** The start of the line if only spaces precede an offset on it; otherwise the offset. */
function startOfLine(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  const before = text[start - 1];
  return before === '\n' || before === '\r' || before === undefined ? start : at;
}

/** The brackets that a valid slice of each kind leaves open or closes. */
const EXCESS: Readonly<Record<Kind, { readonly unopened: number; readonly unclosed: number }>> = {
  head: { unopened: 0, unclosed: 1 },
  section: { unopened: 0, unclosed: 0 },
  states: { unopened: 0, unclosed: 1 },
  state: { unopened: 0, unclosed: 0 },
  'states-end': { unopened: 1, unclosed: 0 },
  tail: { unopened: 1, unclosed: 0 },
};

/**
 * Whether each wrong bracket is inside of one slice of a text that was cut by lines. If one slice opens a bracket and
 * a later one closes it, the lines are probably misleading.
 */
function areContained(slices: readonly Slice[]): boolean {
  const last = slices.at(-1);
  let opens = last?.kind !== 'tail';
  let closes = false;
  for (const { text, kind } of slices) {
    const { unopened, unclosed, openComment, hasSecondKey } = bracketsOf(text);
    if (openComment) return false;
    const isOpen = unclosed > EXCESS[kind].unclosed;
    const isClosed = unopened > EXCESS[kind].unopened;
    if ((isOpen || isClosed) && (kind === 'head' || kind === 'states')) return false;
    if (hasSecondKey && !isOpen && !isClosed) return false;
    opens ||= isOpen;
    closes ||= isClosed;
  }
  // What is open at the end depends on the whole text. One problem is the missing bracket of the root.
  if (last?.kind !== 'tail' && (last?.kind !== 'section' || problemCount(last) > 1)) return false;
  return !(opens && closes);
}

function problemCount(slice: Slice): number {
  return parseJsonPart(slice, DEFAULT_LIMITS).problems.filter(isSyntaxProblem).length;
}
