import { nextLine } from '../text/lines';
import { type Level, ROOT_LEVEL } from './levels';

/**
 * Cuts a YAML document into slices that can be parsed on their own: one per key of an automata, and one per child of
 * its `states`, at the root and in nested automata. The cut is made by looking at single lines, so an edit needs to
 * cut anew only the slices it touches, and a slice that is broken inside cannot spread to its neighbours.
 */
export interface Slice {
  readonly text: string;
  /**
   * `head`: what precedes the first key. `section`: a key of an automata with all below it. `states`: the line of the
   * root key `states` whose children are slices of their own. `state`: such a child. Of JSON alone: `states-end` begins
   * with the bracket that closes `states`, `tail` with the one that closes the root.
   */
  readonly kind: 'head' | 'section' | 'states' | 'state' | 'states-end' | 'tail';
  /**
   * What follows in the same map, which decides about the comma at the end of JSON: another entry, the closing bracket,
   * or nothing because the closing bracket is missing. Always `entry` where no comma is expected.
   */
  readonly next: 'entry' | 'end' | 'nothing';
  /**
   * Of the last entry of a map in JSON: how far before the slice the comma after the entry above is, which goes if this
   * entry goes. 0 without one, and for all other slices.
   */
  readonly commaBefore: number;
  /** The automata whose key or state it is; that of the document in JSON. */
  readonly level: Level;
  /**
   * Of a state that is an automata: its own level, if its `states:` ends the slice. Its children and the keys after
   * them are slices of their own.
   */
  readonly opened: Level | undefined;
}

/** A line that begins with something like a key. It needs no more to be right than to be the same each time. */
const KEY_LINE =
  /^(?:"(?:[^"\\\n\r]|\\.)*"[ \t]*|'(?:[^'\n\r]|'')*'[ \t]*|[^\s#\-?:,[\]{}&*!|>'"%@`][^\n\r]*?|[-?:][^\s][^\n\r]*?):(?=[ \t\n\r]|$)/;
const STATES_LINE = /^(?:states|"states"|'states')[ \t]*:[ \t]*(?:#[^\n\r]*)?[\n\r]*$/;

/** A key without a value on its line, and with a name that is the same however it is read. */
const NAME_LINE =
  /^(?:([\p{L}\p{N}_][^\n\r:#"']*)|(?:"([^"\\\n\r]+)"|'([^'\n\r]+)')[ \t]*):(?:[ \t]+#[^\n\r]*|[ \t]*)[\n\r]*$/u;
/** Keys of a state with which nothing is known of its `states`. */
const OPAQUE_LINE = /^(?:<<|(?:type|"type"|'type')[ \t]*:[ \t]*["']?widget)/;
const WORD_LINE = /^[\p{L}_]/u;

/**
 * Cuts `text`, which begins a document or, after the slice of a level, continues one at the start of a slice.
 * The slices, joined, are the text; `after` is the level at its end. Linear in its length.
 */
export function sliceYaml(text: string, before?: Level): { slices: readonly Slice[]; after: Level } {
  const scan = new Scan(text, before);
  const after = scan.run();
  return { slices: scan.slices, after };
}

class Scan {
  readonly slices: Slice[] = [];
  private start = 0;
  private kind: Slice['kind'];
  /** Those of the slice that is read. */
  private level: Level;
  private opened: Level | undefined;
  /** The state that is read, while it may be an automata: its name, and the column of its keys. */
  private state: { readonly name: string; keys: number | undefined } | undefined;

  constructor(
    private readonly text: string,
    before: Level | undefined,
  ) {
    // The first line of a slice decides what it is.
    this.kind = before === undefined ? 'head' : 'section';
    this.level = before ?? ROOT_LEVEL;
  }

  /** The level at the end of what is read. */
  get after(): Level {
    return this.opened ?? this.level;
  }

  run(): Level {
    const { text } = this;
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = nextLine(text, at);
      let indent = 0;
      while (text.charCodeAt(at + indent) === 32) indent++;
      this.readLine(at, indent, end);
    }
    const { after } = this;
    this.endStates();
    this.push(text.length);
    return after;
  }

  private readLine(start: number, indent: number, end: number): void {
    const { text } = this;
    const inner = this.after;
    const from = start + indent;
    if (inner.column === 'awaited' && indent > inner.keys) {
      if (isBlankOrComment(text, from, end)) return;
      // `states` that holds something other than a block map stays in one piece.
      if (isKeyLine(text, from, end)) this.begin(start, 'state', { ...inner, column: indent }, end);
      else this.endStates();
      return;
    }
    for (let level: Level | undefined = inner; level !== undefined; level = level.outer) {
      const isState = indent === level.column;
      if (!isState && indent > level.keys) break;
      if (!isState && indent !== level.keys) continue;
      if (!isKeyLine(text, from, end) || isMisplaced(text, from, indent, end)) return;
      // A `states:` that ends without a child is a section like any other.
      if (inner.column === 'awaited' && this.endStates() && level === inner) return;
      if (isState) this.begin(start, 'state', level, end);
      else {
        const isStates = STATES_LINE.test(text.slice(from, end));
        const column: Level['column'] = isStates ? 'awaited' : undefined;
        const own = level.column === column ? level : { ...level, column };
        this.begin(start, isStates ? 'states' : 'section', own, end);
      }
      return;
    }
    this.readInside(from, indent, end);
  }

  /** A line below the first of a slice: that of a state may be the `states:` of an automata. */
  private readInside(from: number, indent: number, end: number): void {
    const { text, state, level } = this;
    if (state === undefined || isBlankOrComment(text, from, end)) return;
    const line = text.slice(from, end);
    if (state.keys === undefined && (WORD_LINE.test(line) || isKeyLine(text, from, end))) state.keys = indent;
    const isOdd = typeof level.column !== 'number' || indent <= level.column;
    if (state.keys === undefined || isOdd || indent < state.keys) this.state = undefined;
    else if (indent === state.keys) {
      if (OPAQUE_LINE.test(line)) this.state = undefined;
      else if (STATES_LINE.test(line)) {
        const path = [...level.path, state.name];
        this.opened = { path, keys: indent, column: 'awaited', outer: level };
      }
    }
  }

  private begin(at: number, kind: Slice['kind'], level: Level, end: number): void {
    this.push(at);
    this.kind = kind;
    this.level = level;
    const name = kind === 'state' ? NAME_LINE.exec(this.text.slice(at, end).trimStart()) : null;
    const written = name?.[1]?.trimEnd() ?? name?.[2] ?? name?.[3];
    this.state = written === undefined ? undefined : { name: written, keys: undefined };
  }

  private push(at: number): void {
    const { text, start, kind, level, opened } = this;
    if (at > start)
      this.slices.push({ text: text.slice(start, at), kind, next: 'entry', commaBefore: 0, level, opened });
    this.start = at;
    this.opened = undefined;
  }

  /** No children follow the `states:` above; whether it was that of a nested automata. */
  private endStates(): boolean {
    const isNested = this.opened !== undefined;
    this.opened = undefined;
    if (isNested) this.state = undefined;
    else if (this.level.column === 'awaited') {
      this.kind = 'section';
      this.level = { ...this.level, column: undefined };
    }
    return isNested;
  }
}

/** A key with its whole value on its line: a word, text in quotes, a tag with a word. */
const COMPLETE_LINE =
  /:[ \t]+(?:!\S+[ \t]+)?(?:'(?:[^'\n\r]|'')*'|"(?:[^"\\\n\r]|\\.)*"|[\w.][^\n\r]*)[ \t]*[\n\r]*$/;

/** Whether a line with a key and its value is followed by a deeper key: it lacks the indentation of its neighbours. */
function isMisplaced(text: string, from: number, indent: number, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) === 32) next++;
  if (next - end <= indent || !isKeyLine(text, next, nextLine(text, next))) return false;
  return COMPLETE_LINE.test(text.slice(from, end));
}

function isKeyLine(text: string, from: number, end: number): boolean {
  return KEY_LINE.test(text.slice(from, end));
}

/** The key a slice begins with, as a reader of YAML or JSON sees it; undefined for a slice without one. */
export function leadingKey(slice: {
  readonly text: string;
  readonly kind: string;
  readonly notation: 'yaml' | 'json';
}): string | undefined {
  if (slice.kind === 'head' || slice.kind === 'states-end' || slice.kind === 'tail') return undefined;
  if (slice.notation === 'json') return jsonKey(slice.text);
  const written = KEY_LINE.exec(slice.text.trimStart())?.[0].slice(0, -1).trimEnd();
  if (written === undefined) return undefined;
  if (written.startsWith('"') || written.startsWith("'")) return written.slice(1, -1);
  return written;
}

function jsonKey(text: string): string | undefined {
  const written = /^\s*("(?:[^"\\\n\r]|\\.)*")/.exec(text)?.[1];
  if (written === undefined) return undefined;
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}

/** Whether a line of the slice begins (or ends) a YAML document, so that the slices cannot be read apart. */
export function hasDocumentMark(slice: Pick<Slice, 'text'> & { readonly kind: string }): boolean {
  return slice.kind !== 'head' && /^(?:---|\.\.\.)(?:\s|$)/m.test(slice.text);
}

/** Whether a head holds more than comments, directives and the mark that begins the document. */
export function hasContent(head: string): boolean {
  return head
    .replace(/^---(?=\s|$)/m, '')
    .split(/[\n\r]+/)
    .some((line) => /^\s*[^\s#%]/.test(line));
}
function isBlankOrComment(text: string, at: number, end: number): boolean {
  let next = at;
  while (next < end && ' \t\n\r'.includes(text[next] ?? '')) next++;
  return next >= end || text[next] === '#';
}
