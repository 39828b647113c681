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

/** An English pattern and what it becomes. */
interface Pattern {
  readonly start: string;
  readonly regex: RegExp;
  /** The numbers of its places, in their English order. */
  readonly places: readonly number[];
  readonly into: string;
}

/** Texts of this many different contents are remembered. */
const MOST_REMEMBERED = 5_000;
/** Longer texts hold what an author wrote, not what we say. */
const LONGEST = 20_000;

/** A translation by a catalog; `missing` is told of each text that it does not have. */
export function translator(catalog: Catalog, missing?: (english: string) => void): Translate {
  const sentences = new Lookup(catalog.sentences);
  const words = new Lookup(catalog.words);
  const word = (text: string): string => words.find(text, word) ?? list(text, words, word) ?? text;
  const sentence = (text: string): string | undefined => {
    return /[A-Za-z]/.test(text) ? sentences.find(text, word) : text;
  };
  const remembered = new Map<string, string>();
  return (english) => {
    const known = remembered.get(english);
    if (known !== undefined) return known;
    const result = english.length > LONGEST ? english : translated(english, sentence, missing);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(english, result);
    return result;
  };
}

/** What stands between the items of a list, with the English of the catalog's words for it. */
const BETWEEN = /(, | and | or )/;

/** A list of words or of names in backticks: "`a`, `b` or an expression". */
function list(text: string, words: Lookup, word: Translate): string | undefined {
  const pieces = text
    .split(/(`[^`]*`)/)
    .flatMap((piece) => (piece.startsWith('`') ? piece : piece.split(BETWEEN)));
  if (pieces.length < 2 || pieces.length > 100) return undefined;
  const isName = (piece: string) => piece === '' || piece.startsWith('`');
  return pieces.map((piece) => (isName(piece) ? piece : (words.find(piece, word) ?? piece))).join('');
}

/** A whole text by lines, and a line that is not known as a whole by sentences. */
function translated(
  text: string,
  find: (sentence: string) => string | undefined,
  missing: ((english: string) => void) | undefined,
): string {
  const whole = find(text);
  if (whole !== undefined) return whole;
  if (text.includes('\n'))
    return text
      .split('\n')
      .map((line) => translated(line, find, missing))
      .join('\n');
  const [, mark = '', rest = ''] = /^(\s*(?:[-*>]|\d+\.)?\s*)(.*)$/s.exec(text) ?? [];
  const line = find(rest);
  if (line !== undefined) return mark + line;
  const parts = sentencesOf(rest);
  const found = parts.map(find);
  // Half of a message in another language helps nobody.
  if (found.every((part) => part !== undefined)) return mark + found.join('');
  missing?.(text);
  return text;
}

/** Cuts behind full stops, question marks and colons that are followed by a blank, but not between backticks. */
function sentencesOf(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let inCode = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '`') inCode = !inCode;
    if (inCode || line[at + 1] !== ' ' || !/[.?!]/.test(line[at] ?? '')) continue;
    parts.push(line.slice(start, at + 1));
    start = at + 2;
  }
  parts.push(line.slice(start));
  return parts;
}

/** Finds texts and patterns of a catalog. */
class Lookup {
  private readonly patterns: readonly Pattern[];

  constructor(private readonly texts: Readonly<Record<string, string>>) {
    this.patterns = Object.entries(texts)
      .filter(([english]) => /\{\d\}/.test(english))
      .map(([english, into]) => patternOf(english, into))
      // What says more by itself is the better match.
      .sort((a, b) => b.regex.source.length - a.regex.source.length);
  }

  find(text: string, word: Translate): string | undefined {
    if (Object.hasOwn(this.texts, text)) return this.texts[text];
    for (const { start, regex, places, into } of this.patterns) {
      if (!text.startsWith(start)) continue;
      const found = regex.exec(text);
      if (found === null) continue;
      const values = new Map(places.map((place, index) => [place, found[index + 1] ?? '']));
      return into.replace(/`\{(\d)\}`|\{(\d)\}/g, (_, code, plain) =>
        code === undefined ? word(values.get(Number(plain)) ?? '') : `\`${values.get(Number(code)) ?? ''}\``,
      );
    }
    return undefined;
  }
}

function patternOf(english: string, into: string): Pattern {
  const pieces = english.split(/(`\{\d\}`|\{\d\})/);
  const places = pieces.flatMap((piece) => /^`?\{(\d)\}`?$/.exec(piece)?.[1] ?? []).map(Number);
  const source = pieces.map((piece) => {
    if (/^`\{\d\}`$/.test(piece)) return '`([^`]*)`';
    // Possible values are few words; without a bound, several places in one sentence would be tried without end.
    return /^\{\d\}$/.test(piece) ? '([^\\n]{1,400}?)' : literally(piece);
  });
  return { start: pieces[0] ?? '', regex: new RegExp(`^${source.join('')}$`), places, into };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
