import { nextLine } from '../text/lines';

/**
 * Cuts a YAML document into slices that can be parsed on their own: one per root key, and one per child of
 * the root key `states`. The cut is made by looking at single lines, so an edit needs to cut anew only the
 * slices it touches, and a slice that is broken inside cannot spread to its neighbours.
 */
export interface Slice {
  readonly text: string;
  /**
   * `head`: what precedes the first key. `section`: a root key with all below it. `states`: the line of the
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
}

/** What slicing has to know of the text before, to go on in the middle of a document. */
export interface Context {
  /** Column of the children of the `states:` above, once one was seen. */
  readonly column: number | undefined;
  /** The `states:` above has no child yet. */
  readonly awaiting: boolean;
}

export const AT_ROOT: Context = { column: undefined, awaiting: false };

/** A line that begins with something like a key. It needs no more to be right than to be the same each time. */
const KEY_LINE =
  /^(?:"(?:[^"\\\n\r]|\\.)*"[ \t]*|'(?:[^'\n\r]|'')*'[ \t]*|[^\s#\-?:,[\]{}&*!|>'"%@`][^\n\r]*?|[-?:][^\s][^\n\r]*?):(?=[ \t\n\r]|$)/;
const STATES_LINE = /^(?:states|"states"|'states')[ \t]*:[ \t]*(?:#[^\n\r]*)?[\n\r]*$/;

/**
 * Cuts `text`, which begins a document or, with a `context`, continues one at the start of a slice.
 * The slices, joined, are the text. Linear in its length.
 */
export function slice(text: string, context?: Context): { slices: Slice[]; context: Context } {
  const slices: Slice[] = [];
  let { column, awaiting } = context ?? AT_ROOT;
  let kind: Slice['kind'] = context === undefined ? 'head' : column === undefined ? 'section' : 'state';
  let start = 0;
  const cut = (at: number, next: Slice['kind']) => {
    if (at > start) slices.push({ text: text.slice(start, at), kind, next: 'entry', commaBefore: 0 });
    start = at;
    kind = next;
  };
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = nextLine(text, at);
    let indent = 0;
    while (text.charCodeAt(at + indent) === 32) indent++;
    const atChild = awaiting ? indent > 0 && !isBlankOrComment(text, at + indent, end) : indent === column;
    if (indent > 0 && !atChild) continue;
    const isKey = KEY_LINE.test(text.slice(at + indent, end));
    if (indent === 0) {
      if (!isKey) continue;
      // A `states:` that ends without a child is a section like any other.
      if (awaiting) kind = 'section';
      awaiting = STATES_LINE.test(text.slice(at, end));
      column = undefined;
      cut(at, awaiting ? 'states' : 'section');
    } else if (isKey) {
      awaiting = false;
      column = indent;
      cut(at, 'state');
    } else if (awaiting) {
      // `states` holds something other than a block map: it stays in one piece.
      awaiting = false;
      kind = 'section';
    }
  }
  if (awaiting) kind = 'section';
  cut(text.length, kind);
  return { slices, context: { column, awaiting } };
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
