import { indentAt, nextLine } from '../../text/lines';
import { type Level, ROOT_LEVEL } from './levels';

/**
 * Cuts a YAML document into slices that can be parsed independently: one per key of an automata, and one per child of
 * its `states`, at the root and in nested automata. The cut only depends on single lines, so an edit only affects the
 * slices that it touches, and a syntax error in a slice cannot spread to its neighbours.
 */
export interface Slice {
  readonly text: string;
  /**
   * `head`: the text before the first key. `section`: a key of an automata with its value. `states`: the line of the
   * root key `states`, whose children are separate slices. `state`: such a child. In JSON only: `states-end` begins
   * with the bracket that closes `states`, `tail` with the one that closes the root.
   */
  readonly kind: 'head' | 'section' | 'states' | 'state' | 'states-end' | 'tail';
  /**
   * What follows in the same map, which determines the comma at the end in JSON: another entry, the closing bracket,
   * or nothing because the closing bracket is missing. Always `entry` if no comma is expected.
   */
  readonly next: 'entry' | 'end' | 'nothing';
  /**
   * For the last entry of a JSON map: the distance from the slice to the comma of the preceding entry, which must be
   * removed with this entry. 0 if there is none, and for all other slices.
   */
  readonly commaBefore: number;
  /** The automata that contains the key or state; the root automata in JSON. */
  readonly level: Level;
  /**
   * For a state that is an automata: its own level, if its `states:` ends the slice. Its children and the keys after
   * them are separate slices.
   */
  readonly opened: Level | undefined;
}

/** A line that begins with something like a key, before a comment. It only has to be consistent, not exact. */
const KEY_LINE =
  /^(?:"(?:[^"\\\n\r]|\\.)*"[ \t]*|'(?:[^'\n\r]|'')*'[ \t]*|(?:[^\s#\-?:,[\]{}&*!|>'"%@`]|[-?:][^\s])(?:[^\n\r#]|(?<![ \t])#)*?):(?=[ \t\n\r]|$)/;
const STATES_LINE = /^(?:states|"states"|'states')[ \t]*:[ \t]*(?:#[^\n\r]*)?[\n\r]*$/;

/** A key without a value on its line, whose name is the same for all readers. */
const NAME_LINE =
  /^(?:([\p{L}\p{N}_][^\n\r:#"']*)|(?:"([^"\\\n\r]+)"|'([^'\n\r]+)')[ \t]*):(?:[ \t]+#[^\n\r]*|[ \t]*)[\n\r]*$/u;
/** Keys of a state that make its `states:` opaque. */
const OPAQUE_LINE = /^(?:<<|(?:type|"type"|'type')[ \t]*:[ \t]*["']?widget)/;
const WORD_LINE = /^[\p{L}_]/u;

/**
 * Cuts `text`, which begins a document or, after the slice of a level, continues one at the start of a slice. The
 * slices, joined, are the text; `after` is the level at its end. Linear.
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
  /** The level of the current slice. */
  private level: Level;
  private opened: Level | undefined;
  /** The current state, while it may be an automata: its name, and the column of its keys. */
  private state: { readonly name: string; keys: number | undefined } | undefined;
  /** The current slice is the first state of its level. */
  private isFirst = false;
  /** The column of the first line below that of the key of the current slice, and whether it is a section of a state. */
  private keys: number | undefined = Number.POSITIVE_INFINITY;
  private hasSection = false;
  /** For a key after states: their level. */
  private left: Level | undefined;

  constructor(
    private readonly text: string,
    before: Level | undefined,
  ) {
    // The first line of a slice determines its kind.
    this.kind = before === undefined ? 'head' : 'section';
    this.level = before ?? ROOT_LEVEL;
  }

  /** The level at the end of the text that was read. */
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
      // `states` that is not a block map stays in one slice.
      if (isKeyLine(text, from, end)) this.begin(start, 'state', { ...inner, column: indent }, end);
      else this.endStates();
      return;
    }
    if (this.isOfShifted(from, indent, end)) return;
    const level = levelOfLine(inner, indent) ?? this.levelOfMisplaced(from, indent, end);
    if (level === undefined) {
      this.readInside(from, indent, end);
      return;
    }
    if (!isKeyLine(text, from, end) || isMisplaced(text, from, indent, end)) return;
    // A `states:` without a child is a section like any other.
    if (inner.column === 'awaited' && this.endStates() && level === inner) return;
    if (indent !== level.keys) this.begin(start, 'state', level, end);
    else {
      const isStates = STATES_LINE.test(text.slice(from, end));
      const column: Level['column'] = isStates ? 'awaited' : undefined;
      const own = level.column === column ? level : { ...level, column };
      this.begin(start, isStates ? 'states' : 'section', own, end);
      this.left = isStates ? undefined : level;
    }
  }

  /**
   * The level of a line that begins a state, although it is not in the column of the states. It is that of the level
   * if the line above is wrong: the first state with all of its lines, or the key of the second last.
   */
  private levelOfMisplaced(from: number, indent: number, end: number): Level | undefined {
    const { text, level, left, keys = 0, hasSection } = this;
    if (left?.column === indent && hasSection && indent < keys) {
      this.kind = 'state';
      this.level = left;
      return left;
    }
    if (this.opened || typeof level.column !== 'number' || indent <= level.keys || indent >= keys)
      return undefined;
    const inside = columnOfSection(text, from, indent, end);
    if (inside === undefined) return undefined;
    if (this.isFirst && hasSection && inside < keys) this.level = { ...level, column: indent };
    return this.level;
  }

  /** Whether a line is a section of a state that is further left than the others, together with its lines. */
  private isOfShifted(from: number, indent: number, end: number): boolean {
    const { text, start, kind, level } = this;
    const isAmongStates = kind === 'state' && indent === level.column && indent === this.keys;
    return isAmongStates && indentAt(text, start) < indent && SECTION_LINE.test(text.slice(from, end));
  }

  /** Reads a line below the first one of a slice: in a state, it may be the `states:` of an automata. */
  private readInside(from: number, indent: number, end: number): void {
    const { text, state, level } = this;
    if (isBlankOrComment(text, from, end)) return;
    const line = text.slice(from, end);
    if (this.keys === undefined) {
      this.keys = indent;
      this.hasSection = SECTION_LINE.test(line);
    }
    if (state === undefined) return;
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
    this.isFirst = this.after.column === 'awaited' && kind === 'state';
    this.keys = undefined;
    this.hasSection = false;
    this.left = undefined;
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

  /** Ends a `states:` without children; returns whether it was that of a nested automata. */
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

/** The level whose keys or states have the indentation of a line; undefined for a line inside of an entry. */
function levelOfLine(inner: Level, indent: number): Level | undefined {
  let level: Level | undefined = inner;
  while (level && indent !== level.column && indent < level.keys) level = level.outer;
  return level && (indent === level.column || indent === level.keys) ? level : undefined;
}

/** A key with its complete value on its line: a word, a quoted string, a tag with a word. */
const COMPLETE_LINE =
  /:[ \t]+(?:!\S+[ \t]+)?(?:'(?:[^'\n\r]|'')*'|"(?:[^"\\\n\r]|\\.)*"|[\w.][^\n\r]*)[ \t]*[\n\r]*$/;

/**
 * Whether a line with a key and its value is followed by a more indented key: it lacks the indentation of its
 * neighbours.
 */
function isMisplaced(text: string, from: number, indent: number, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) === 32) next++;
  if (next - end <= indent || !isKeyLine(text, next, nextLine(text, next))) return false;
  return COMPLETE_LINE.test(text.slice(from, end));
}

/** A section of a state, with which its keys usually begin. */
const SECTION_LINE = /^(["']?)(?:inputs|tasks|outputs|render|transitions)\1[ \t]*:(?=[ \t\n\r]|$)/;

/** The column of the section that follows a key without a value: the key is the name of a state. */
function columnOfSection(text: string, from: number, indent: number, end: number): number | undefined {
  let next = end;
  while (text.charCodeAt(next) === 32) next++;
  if (next - end <= indent || !SECTION_LINE.test(text.slice(next, nextLine(text, next)))) return undefined;
  const line = text.slice(from, end);
  return NAME_LINE.test(line) && !SECTION_LINE.test(line) && !STATES_LINE.test(line) ? next - end : undefined;
}

function isKeyLine(text: string, from: number, end: number): boolean {
  return KEY_LINE.test(text.slice(from, end));
}

/** The key that a slice begins with, as a YAML or JSON reader sees it; undefined if there is none. */
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

/** Whether a line of the slice begins (or ends) a YAML document, so that slices cannot be parsed independently. */
export function hasDocumentMark(slice: Pick<Slice, 'text'> & { readonly kind: string }): boolean {
  return slice.kind !== 'head' && /^(?:---|\.\.\.)(?:\s|$)/m.test(slice.text);
}

/** Whether a head has more than comments, directives and the document start marker. */
export function hasContent(head: string): boolean {
  return head
    .replace(/^---(?=\s|$)/m, '')
    .split(/[\n\r]+/)
    .some((line) => /^\s*[^\s#%]/.test(line));
}

function isBlankOrComment(text: string, at: number, end: number): boolean {
  let next = at;
  while (next < end && ' \t\n\r'.includes(text.charAt(next))) next++;
  return next >= end || text[next] === '#';
}
