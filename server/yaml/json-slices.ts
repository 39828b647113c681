import { nextLine } from '../text/lines';
import { commentEnd, stringEnd } from './json-brackets';
import { leniencies } from './json-problems';
import { ROOT_LEVEL } from './levels';
import type { Slice } from './slices';

/**
 * Cuts a JSON text by its lines: a quoted key in the column of the root's members begins a section, one in the column
 * of the children of `states` begins a state. Brackets are not counted, so a missing or extra bracket stays within
 * its slice. Whether the cut is valid is decided afterwards (`json-cut.ts`).
 */

/** The context of the preceding text, needed to continue in the middle of a document. */
export interface JsonContext {
  /** Column of the root's members; undefined before the first one. */
  readonly root: number | undefined;
  /** Column of the children of the preceding `states`; undefined before the first one. */
  readonly column: number | undefined;
  /** The preceding `states` has no child yet. */
  readonly awaiting: boolean;
}

export const JSON_START: JsonContext = { root: undefined, column: undefined, awaiting: false };

interface JsonSlices {
  readonly slices: readonly Slice[];
  readonly context: JsonContext;
  /** A block comment is not closed in the text. */
  readonly openComment: boolean;
}

const KEY = /"(?:[^"\\\n\r]|\\.)*"[ \t]*:/y;
const STATES_LINE = /"states"[ \t]*:[ \t]*\{[ \t]*(?:\/\*[^*\n\r]*\*\/[ \t]*)?(?:\/\/[^\n\r]*)?(?:[\n\r]|$)/y;

/** The surroundings of a part that is cut again: the slice before it, and the kind of the one after it. */
interface SliceNeighbours {
  readonly before: string;
  readonly following: Kind | undefined;
}

/**
 * Cuts `text`, which begins a document or, with a `context`, continues one at a slice. The slices, joined, are the
 * text. Linear.
 */
export function sliceJson(
  text: string,
  context = JSON_START,
  { before, following }: SliceNeighbours = { before: '', following: undefined },
): JsonSlices {
  const scan = new Scan(text, context, before, following);
  return { slices: scan.slices(), context: scan.context, openComment: scan.openComment };
}

type Kind = Slice['kind'] | 'whole';

class Scan {
  private readonly cuts: { at: number; kind: Slice['kind'] }[] = [];
  private root: number | undefined;
  private column: number | undefined;
  private awaiting: boolean;
  /** Lines that close `states` and the root, unless a following key shows that they close something else. */
  private statesEnd: number | undefined;
  private tail: number | undefined;
  openComment = false;

  constructor(
    private readonly text: string,
    context: JsonContext,
    private readonly before: string,
    private readonly following: Kind | undefined,
  ) {
    ({ root: this.root, column: this.column, awaiting: this.awaiting } = context);
    this.run();
    this.finish();
  }

  get context(): JsonContext {
    return { root: this.root, column: this.column, awaiting: this.awaiting };
  }

  slices(): readonly Slice[] {
    const { text, cuts } = this;
    const first = cuts[0]?.at ?? text.length;
    const all = first > 0 ? [{ at: 0, kind: 'head' } as const, ...cuts] : cuts;
    return slicesAt(text, all, this.before, this.following);
  }

  private run(): void {
    const { text } = this;
    let comment = nextBlockComment(text, 0);
    /** Offset after the last block comment: lines that begin before it are part of it. */
    let resumeAt = 0;
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = nextLine(text, at);
      if (at >= resumeAt) this.readLine(at, end);
      while (comment >= 0 && comment < end) {
        resumeAt = this.commentFrom(Math.max(at, resumeAt), end, resumeAt);
        if (resumeAt > text.length) {
          this.openComment = true;
          return;
        }
        comment = nextBlockComment(text, Math.max(end, resumeAt));
      }
    }
  }

  /** Offset after the last block comment that begins on a line; greater than the text's length if it is not closed. */
  private commentFrom(start: number, end: number, before: number): number {
    const { text } = this;
    let after = before;
    for (let at = start; at < end; at++) {
      if (text[at] === '"') at = stringEnd(text, at) - 1;
      else if (text[at] === '/') {
        const isBlock = text[at + 1] === '*';
        const next = commentEnd(text, at);
        if (next === undefined) return text.length + 1;
        if (isBlock) after = next;
        at = next - 1;
      }
    }
    return after;
  }

  private readLine(start: number, end: number): void {
    const { text } = this;
    let at = start;
    while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
    const indent = at - start;
    const sign = text[at];
    if (sign === '"') this.readKey(start, at, indent);
    else if (sign === '}') this.readClosing(start, indent);
    // `states` is not a map and stays in one slice.
    else if (this.awaiting && (sign === '{' || sign === '[' || sign === ']')) this.joinStates();
  }

  private readKey(start: number, at: number, indent: number): void {
    const isRoot = this.root === undefined || indent === this.root;
    const isState = this.awaiting ? indent > (this.root ?? 0) : indent === this.column;
    if (!(isRoot || isState)) return;
    KEY.lastIndex = at;
    if (!KEY.test(this.text)) return;
    if (!isRoot) {
      this.awaiting = false;
      this.column = indent;
      this.statesEnd = undefined;
      this.tail = undefined;
      this.cuts.push({ at: start, kind: 'state' });
      return;
    }
    if (this.awaiting) this.joinStates();
    this.cutStatesEnd();
    this.tail = undefined;
    STATES_LINE.lastIndex = at;
    this.awaiting = STATES_LINE.test(this.text);
    this.root = indent;
    this.column = undefined;
    this.cuts.push({ at: start, kind: this.awaiting ? 'states' : 'section' });
  }

  private readClosing(start: number, indent: number): void {
    if (this.root === undefined) return;
    if (indent < this.root) {
      if (this.awaiting) this.joinStates();
      this.tail = start;
    } else if (this.awaiting) this.joinStates();
    else if (this.column !== undefined && indent < this.column) {
      this.statesEnd = start;
      this.tail = undefined;
    }
  }

  private joinStates(): void {
    this.awaiting = false;
    const last = this.cuts.at(-1);
    if (last) last.kind = 'section';
  }

  private cutStatesEnd(): void {
    if (this.statesEnd !== undefined) this.cuts.push({ at: this.statesEnd, kind: 'states-end' });
    this.statesEnd = undefined;
  }

  private finish(): void {
    const { following } = this;
    if (this.awaiting && following !== 'state') this.joinStates();
    if (following === 'state' || following === 'states-end') return;
    this.cutStatesEnd();
    if (following === undefined && this.tail !== undefined) this.cuts.push({ at: this.tail, kind: 'tail' });
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

export interface Cut {
  readonly at: number;
  readonly kind: Slice['kind'];
}

/** The slices of a text that begin at these offsets. */
export function slicesAt(
  text: string,
  cuts: readonly Cut[],
  before = '',
  following?: Kind,
): readonly Slice[] {
  return cuts.map(({ at, kind }, index) => {
    const after = cuts[index + 1];
    const next = nextOf(kind, after?.kind ?? following);
    const isLast = next === 'end' && kind !== 'states-end';
    const above = index === 0 ? before : text.slice(cuts[index - 1]?.at, at);
    return {
      text: text.slice(at, after?.at ?? text.length),
      kind,
      next,
      commaBefore: isLast ? commaAtEnd(above) : 0,
      level: ROOT_LEVEL,
      opened: undefined,
    };
  });
}

/**
 * The distance from the end of a text to a comma that is only followed by white space and comments; 0 if there is
 * none.
 */
function commaAtEnd(text: string): number {
  const { last } = leniencies(text);
  return last.isComma ? text.length - last.end + 1 : 0;
}

/** What follows a slice in its map. */
function nextOf(kind: Slice['kind'], following: Kind | undefined): Slice['next'] {
  if (kind === 'head' || kind === 'states' || kind === 'tail') return 'entry';
  if (kind === 'state')
    return following === 'state' ? 'entry' : following === 'states-end' ? 'end' : 'nothing';
  return following === 'section' || following === 'states'
    ? 'entry'
    : following === 'tail'
      ? 'end'
      : 'nothing';
}
