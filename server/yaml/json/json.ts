import { append, maxOf } from '../../text/append';
import { EditedText } from '../../text/edited-text';
import { hasLineBreak, lineStart, nextContent, previousContent } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { fenceMistakes } from '../cut/fences';
import type { Slice } from '../cut/slices';
import { conflictMistakes } from '../mistakes/conflicts';
import { correct, missingComma, problemIn, replacementFix, withoutRepeated } from '../mistakes/mistake';
import { moveToOriginal } from '../mistakes/moved-tree';
import { costOf, DEFAULT_LIMITS, type ParseLimits, type ParseResult, type Problem } from '../read/problem';
import { type MapNode, type Mutable, type Node, newMap, type Pair } from '../tree/tree';
import { JsonReader } from './reader';

/** A text, or a slice of one between the brackets that surround it in the document. */
interface Part {
  readonly text: string;
  readonly kind: Slice['kind'] | 'whole';
  readonly next: Slice['next'];
}

/** Parses JSON. Comments and trailing commas are accepted, but reported. Never throws. */
export function parseJson(text: string, limits: ParseLimits = DEFAULT_LIMITS): ParseResult {
  return parseJsonPart({ text, kind: 'whole', next: 'entry' }, limits);
}

/**
 * Parses a part of a document. The brackets around a slice are not part of the result: the root is a map of its
 * entries. If brackets do not match, the text is read a second time by its indentation, unless `once` is set.
 */
export function parseJsonPart(part: Part, limits: ParseLimits, once = false): ParseResult {
  const { text } = part;
  const { edited, corrected } = correct(EditedText.of(text), [
    ...conflictMistakes(text),
    ...fenceMistakes(text),
  ]);
  const { kind, next } = part;
  const current = { text: edited.text, kind, next };
  let best = readPart(current, limits, false);
  if (
    !once &&
    costOf(best.problems) > 0 &&
    hasLineBreak(text, nextContent(text, 0), previousContent(text, text.length))
  ) {
    const other = readPart(current, limits, true);
    if (costOf(other.problems) <= costOf(best.problems)) best = other;
  }
  moveToOriginal(best.root, edited);
  const problems = [
    ...withoutRepeated(corrected.flatMap(({ problem }) => problem ?? [])),
    ...best.problems.map((problem) => problemIn(edited, problem)),
  ];
  const isLenient = ({ kind }: Problem) => kind === 'comment' || kind === 'trailing-comma';
  return {
    root: best.root,
    problems: [
      ...problems.filter((one) => !isLenient(one)).sort((a, b) => a.start - b.start),
      ...problems.filter(isLenient),
    ],
    openAliases: [],
  };
}

interface Read {
  readonly root: Node | undefined;
  readonly problems: readonly Problem[];
}

/** The number of braces that the text after a slice closes, less those that the text before it opens. */
const CLOSED_AFTER: Readonly<Partial<Record<Part['kind'], number>>> = {
  head: 1,
  states: 1,
  'states-end': -1,
  tail: -1,
};

function readPart(part: Part, { maxDepth }: ParseLimits, byIndentation: boolean): Read {
  const { text, kind } = part;
  const end = kind === 'whole' ? 'cut off' : kind === 'head' || kind === 'states' ? 'continued' : 'missing';
  const reader = new JsonReader(text, { maxDepth, byIndentation, end, closedAfter: CLOSED_AFTER[kind] ?? 0 });
  if (kind === 'whole') return readWhole(reader);
  if (kind === 'head') return readHead(reader);
  if (kind === 'tail') {
    reader.skip();
    reader.at++;
    afterRoot(reader);
    return { root: undefined, problems: reader.mistakes.problems };
  }
  return readEntries(reader, part);
}

function readWhole(reader: JsonReader): Read {
  const { problems } = reader.mistakes;
  const char = reader.skip();
  // An empty file is valid: it is about to be written.
  if (reader.isAtEnd) return { root: undefined, problems };
  const isMap = reader.text[nextContent(reader.text, reader.at + 1)] === '{';
  if (char === '[' && isMap && reader.mistakes.excess['['] > 0) reader.unexpected();
  const root = reader.value(undefined, reader.depth, 'item');
  if (reader.openAtEnd.length > 0) return { root, problems: withCutOff(reader) };
  afterRoot(reader);
  return { root, problems };
}

/** Text after the root. */
function afterRoot(reader: JsonReader): void {
  const { text } = reader;
  while (/[}\]]/.test(reader.skip()) && !reader.isAtEnd) reader.unexpected();
  if (reader.isAtEnd) return;
  const { at } = reader;
  const word = /^(?:[\w$.-]+|"[^"\n\r]{0,100}"?|[\s\S])/.exec(text.slice(at, at + 200))?.[0] ?? ' ';
  reader.mistakes.report(
    at,
    at + word.length,
    msg('Unexpected text after the end of the document. A state file is a single JSON value.'),
    { recovered: false },
  );
}

/** The problems of a text that ends before its brackets are closed: what is about its last word follows from that. */
function withCutOff({ text, mistakes: { problems }, openAtEnd, cutString }: JsonReader): readonly Problem[] {
  const end = previousContent(text, text.length);
  const isInString = cutString !== undefined;
  const brackets = openAtEnd.map((kind) => (kind === '{' ? '}' : ']')).reverse();
  const slashes = isInString ? (/\\*$/.exec(text.slice(cutString + 1, end))?.[0].length ?? 0) : 0;
  const quote = isInString ? (slashes % 2 === 1 ? '\\"' : '"') : '';
  const closers = quote + brackets.join('');
  const isClosing = !isInString && /[\]}]/.test(text.charAt(end - 1));
  if (isClosing && brackets.length === 1) {
    // On one line, a bracket may be missing anywhere before the last one.
    const start = nextContent(text, 0);
    if (lineStart(text, end) <= start) {
      const message = msg`This \`${text[start]}\` is not closed. Close it with \`${closers}\`.`;
      const remedy = replacementFix({ start: end, end }, closers, msg`Close it with ${closers}`);
      return [...problems, { kind: 'syntax', recovered: false, start, end: start + 1, message, remedy }];
    }
  }
  const start = cutString ?? end - 1;
  const others = problems.filter((one) => one.end < end || one.kind !== 'syntax');
  const problem: Problem = {
    kind: 'syntax',
    recovered: false,
    start,
    end,
    message: isInString
      ? msg`The file ends inside this string. Add \`${closers}\` at the end.`
      : msg`The file ends before all brackets are closed. Add \`${closers}\` at the end.`,
    remedy: replacementFix({ start: end, end }, closers, msg`Add \`${closers}\``),
  };
  return [...others, problem];
}

/** The bracket that opens the root; its entries are in other slices. */
function readHead(reader: JsonReader): Read {
  const { text } = reader;
  const { problems } = reader.mistakes;
  reader.skip();
  const root = reader.isAtEnd ? undefined : reader.value(undefined, reader.depth, 'item');
  if (root?.kind === 'map') (root as Mutable<MapNode>).end = text.length;
  return { root, problems };
}

function readEntries(reader: JsonReader, part: Part): Read {
  const { text, kind } = part;
  const map: Mutable<MapNode> = newMap(0, text.length, undefined);
  let closing = -1;
  if (kind === 'states-end') {
    if (reader.skip() !== '}') reader.unexpected();
    reader.skip();
    closing = reader.at++;
    reader.last = reader.at;
  }
  reader.pairs(map, undefined, reader.depth - 1, closing < 0 ? 0 : 1);
  const { problems } = reader.mistakes;
  const isBroken = problems.some((one) => one.kind === 'syntax' && one.recovered !== true);
  if (!isBroken) append(problems, endProblems(reader, part, problems));
  const last = map.pairs.at(-1);
  if (kind === 'states-end') {
    const comma = nextContent(text, closing + 1);
    // Without a comma, nothing can be added.
    map.start = text[comma] === ',' ? comma : last ? closing + 1 : text.length;
    map.end = last ? Math.max(map.start, last.end) : map.start;
    return { root: map, problems };
  }
  map.start = map.pairs[0]?.start ?? nextContent(text, 0);
  map.end = maxOf(
    map.pairs.map((pair) => pair.end),
    Math.min(map.start, text.length),
  );
  const first: Mutable<Pair> | undefined = map.pairs[0];
  if (kind === 'states' && first?.value.kind === 'map') {
    // The children follow in other slices.
    (first.value as Mutable<MapNode>).end = text.length;
    map.end = text.length;
  }
  return { root: map, problems };
}

/** Problems with the comma at the end of a slice, and with the bracket that should follow. */
function endProblems(
  { comma, text, last, mistakes }: JsonReader,
  { kind, next }: Part,
  problems: readonly Problem[],
): Problem[] {
  if (kind === 'states') return [];
  if (next === 'nothing') return [atEnd(text, msg('Expected a closing `}`.'))];
  if (next === 'end') {
    if (comma) mistakes.lenient('trailing-comma', comma.at, comma.at + 1);
    return [];
  }
  // Missing content is reported as such.
  if (comma || problems.some((one) => one.kind === 'syntax' && one.end >= last)) return [];
  return [missingComma(last)];
}

function atEnd(text: string, message: Message): Problem {
  const end = previousContent(text, text.length);
  return { kind: 'syntax', recovered: true, start: Math.max(0, end - 1), end, message };
}
