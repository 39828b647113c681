/**
 * The engine says everything in English. A catalog gives what it says in another language: whole sentences with places
 * (`{0}`, `{1}`) for what differs each time, and words that may stand in such a place.
 */
export interface Catalog {
  /** Sentences, paragraphs and titles by their English. */
  readonly sentences: Readonly<Record<string, string>>;
  /** What fills places without backticks: kinds of values, of things, lists of names. */
  readonly words: Readonly<Record<string, string>>;
}

/** Whether there is a catalog for who reads in a locale: in Simplified Chinese. Traditional Chinese is another. */
export function hasCatalog(locale: string): boolean {
  return /^zh(?!-(?:hant|hk|mo|tw))/i.test(locale);
}

/** Gives a text in another language; what the catalog does not have stays English. */
export type Translate = (english: string) => string;

/** An English pattern and what it becomes. Both are cut into what stands there and places. */
interface Pattern {
  readonly english: readonly Piece[];
  readonly into: readonly Piece[];
  /** How many characters of it are not places. */
  readonly said: number;
}

/** What a pattern says itself, or a place: in backticks, for what is written so, or for words. */
type Piece = string | { readonly place: number; readonly isCode: boolean };

/** Texts of this many different contents are remembered. */
const MOST_REMEMBERED = 5_000;
/** Longer texts hold what an author wrote, not what we say. */
const LONGEST = 20_000;

/** A translation by a catalog; `missing` is told of each text, or word in a place, that it does not have. */
export function translator(catalog: Catalog, missing?: (english: string) => void): Translate {
  const sentences = new Lookup(catalog.sentences);
  const words = new Lookup(catalog.words);
  const known = (text: string): string | undefined =>
    words.exact(text) ??
    list(text, known) ??
    words.find(text, word) ??
    (isCodeOnly(text) || isUnion(text) ? text : undefined);
  const wordOrName = (text: string) => known(text) ?? (/^[\w.#/-]+$/.test(text) ? text : undefined);
  const word = (text: string): string => {
    const found = known(text) ?? sentences.exact(text);
    if (found === undefined) missing?.(text);
    return found ?? list(text, wordOrName) ?? text;
  };
  const titleWithStop = (text: string): string | undefined => {
    const title = text.endsWith('.') ? sentences.exact(text.slice(0, -1)) : undefined;
    return title === undefined ? undefined : `${title}。`;
  };
  const sentence = (text: string): string | undefined =>
    sentences.exact(text) ??
    (isName(text) ? text : undefined) ??
    titleWithStop(text) ??
    sentences.find(text, word) ??
    known(text);
  const remembered = new Map<string, string>();
  return (english) => {
    const before = remembered.get(english);
    if (before !== undefined) return before;
    const result = english.length > LONGEST ? english : translated(english, sentence, missing);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(english, result);
    return result;
  };
}

/** A name in bold is one of the format, or of a file. */
function isName(text: string): boolean {
  return /^\*\*[^*]+\*\*$/.test(text);
}

/** Values of the format to choose from: `IM | form`. */
function isUnion(text: string): boolean {
  return /^\w+(?: \| [\w…]+)+$/.test(text);
}

/** What stands between the items of a list. */
const BETWEEN = /(, else |, | and | or | → )/;

/** A list of words or of names in backticks, "`a`, `b` or an expression"; undefined if an item is not known. */
function list(text: string, find: (item: string) => string | undefined): string | undefined {
  const pieces = cutByCode(text)
    .flatMap((piece) => (piece.startsWith('`') ? piece : piece.split(BETWEEN)))
    .filter((piece) => piece !== '');
  if (pieces.length < 2 || pieces.length > 200) return undefined;
  let result = '';
  for (const piece of pieces) {
    const found = piece.startsWith('`') ? piece : find(piece);
    if (found === undefined) return undefined;
    result = joined(result, found);
  }
  return result;
}

/** Nothing in it is read but code, numbers and signs. */
function isCodeOnly(text: string): boolean {
  return !cutByCode(text).some((piece) => !piece.startsWith('`') && /[A-Za-z]/.test(piece));
}

/** Whole texts by lines, and lines by facts and sentences. What stands between fences is code. */
function translated(
  text: string,
  find: (sentence: string) => string | undefined,
  missing: ((english: string) => void) | undefined,
): string {
  const whole = find(text);
  if (whole !== undefined) return whole;
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? line : lineOf(line, find, missing);
  });
  return lines.join('\n');
}

function lineOf(
  text: string,
  find: (sentence: string) => string | undefined,
  missing: ((english: string) => void) | undefined,
): string {
  const [, mark = '', rest = ''] = /^(\s*(?:[-*>] |\d+\. )?\s*)(.*)$/s.exec(text) ?? [];
  const line = find(rest);
  if (line !== undefined) return mark + line;
  const emphasised = /^\*([^*]+)\*$/.exec(rest)?.[1];
  if (emphasised !== undefined) return `${mark}*${lineOf(emphasised, find, missing)}*`;
  const facts = cutAt(rest, (at) => (rest.startsWith(FACT, at) ? FACT.length : 0));
  // First comes what it is about, and a name in bold there is the author's or the format's.
  const fact = (part: string, index: number) =>
    index === 0 && isName(part) ? part : lineOf(part, find, missing);
  if (facts.length > 1) return mark + facts.map(fact).join(FACT);
  const parts = cutAt(rest, (at) => (/[.?!]/.test(rest[at - 1] ?? '') && rest[at] === ' ' ? 1 : 0));
  const found = parts.map(find);
  // Half of a message in another language helps nobody.
  if (found.every((part) => part !== undefined)) return mark + found.join('');
  missing?.(rest);
  return text;
}

/** What stands between facts that have a line in common. */
const FACT = ' · ';

/** Cuts a text where something begins that parts it, outside of code; `length` says how long that is, or 0. */
function cutAt(text: string, length: (at: number) => number): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '`') {
      at = endOfCode(text, at) - 1;
      continue;
    }
    const between = length(at);
    if (between === 0) continue;
    parts.push(text.slice(start, at));
    start = at + between;
    at = start - 1;
  }
  parts.push(text.slice(start));
  return parts;
}

/** The spans of code of a text, and what is between them. */
function cutByCode(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', start)) {
    parts.push(text.slice(start, at));
    start = endOfCode(text, at);
    parts.push(text.slice(at, start));
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part !== '');
}

/** The end of the code that begins at a backtick; if none does, the end of the backticks. */
function endOfCode(text: string, start: number): number {
  let end = start;
  while (text[end] === '`') end++;
  const fence = text.slice(start, end);
  for (let at = text.indexOf(fence, end); at >= 0; at = text.indexOf(fence, at)) {
    let behind = at;
    while (text[behind] === '`') behind++;
    if (behind - at === fence.length) return behind;
    at = behind;
  }
  return end;
}

/** Finds texts and patterns of a catalog. */
class Lookup {
  private readonly patterns: readonly Pattern[];

  constructor(private readonly texts: Readonly<Record<string, string>>) {
    this.patterns = Object.entries(texts)
      .filter(([english]) => /\{\d\}/.test(english))
      .map(([english, into]) => patternOf(english, into))
      // What says more by itself is the better match.
      .sort((a, b) => b.said - a.said);
  }

  exact(text: string): string | undefined {
    return Object.hasOwn(this.texts, text) ? this.texts[text] : undefined;
  }

  find(text: string, word: Translate): string | undefined {
    const exact = this.exact(text);
    if (exact !== undefined) return exact;
    for (const { english, into } of this.patterns) {
      const [start = ''] = english;
      if (typeof start === 'string' && !text.startsWith(start)) continue;
      const values = valuesIn(text, english);
      if (values !== undefined) return filled(into, values, word);
    }
    return undefined;
  }
}

function patternOf(english: string, into: string): Pattern {
  const pieces = piecesOf(english);
  const said = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0);
  return { english: pieces, into: piecesOf(into), said };
}

function piecesOf(text: string): Piece[] {
  return text
    .split(/(`\{\d\}`|\{\d\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const place = /^`?\{(\d)\}`?$/.exec(piece)?.[1];
      return place === undefined ? piece : { place: Number(place), isCode: piece.startsWith('`') };
    });
}

/** What a text has in the places of a pattern; undefined if it is none of that pattern. */
function valuesIn(text: string, pieces: readonly Piece[]): Map<number, string> | undefined {
  const values = new Map<number, string>();
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      if (!text.startsWith(piece, at)) return undefined;
      at += piece.length;
      continue;
    }
    const end = piece.isCode ? endOfSpan(text, at) : endOfWords(text, at, pieces.slice(index + 1, index + 3));
    if (end <= at) return undefined;
    values.set(piece.place, text.slice(at, end));
    at = end;
  }
  return at === text.length ? values : undefined;
}

function endOfSpan(text: string, start: number): number {
  return text[start] === '`' ? endOfCode(text, start) : -1;
}

/** Where what fills a place ends: before what the pattern says next, and with the sentence; -1 if nowhere. */
function endOfWords(text: string, start: number, [next, further]: readonly Piece[]): number {
  if (next !== undefined && typeof next !== 'string') return -1;
  const last = next === undefined || (further === undefined && text.endsWith(next));
  const end = text.length - (next?.length ?? 0);
  for (let at = start; at < text.length; at++) {
    if (at > start && (last ? at === end : text.startsWith(next, at))) return at;
    if (text[at] === '`') at = endOfCode(text, at) - 1;
    else if (/[\n·]/.test(text[at] ?? '') || (/[.?!]/.test(text[at] ?? '') && text[at + 1] === ' '))
      return -1;
  }
  return next === undefined ? text.length : -1;
}

function filled(pieces: readonly Piece[], values: ReadonlyMap<number, string>, word: Translate): string {
  let result = '';
  let wasPlace = false;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      result = wasPlace ? joined(result, piece) : result + piece;
    } else {
      const value = values.get(piece.place) ?? '';
      result = joined(result, piece.isCode ? value : word(value));
    }
    wasPlace = typeof piece !== 'string';
  }
  return result;
}

/** Two parts of a text. A blank stands between Han and what is not, and none between Han and Han. */
function joined(left: string, right: string): string {
  const before = left.trimEnd().at(-1) ?? '';
  const behind = right.trimStart()[0] ?? '';
  const whole = [before, behind].filter((char) => HAN.test(char)).length;
  if (before === '' || behind === '' || whole === 0) return left + right;
  const isClose = whole === 2 || [before, behind].some((char) => FULL_WIDTH.test(char));
  if (isClose) return left.trimEnd() + right.trimStart();
  return /[\p{L}\p{N}`'"{}[\]()<>]/u.test(HAN.test(before) ? behind : before)
    ? `${left.trimEnd()} ${right.trimStart()}`
    : left + right;
}

const HAN = /[\p{Script=Han}，。：；、？！（）]/u;
const FULL_WIDTH = /[，。：；、？！（）]/;
