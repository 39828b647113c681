import { indentAt, lineEnd, lineStart, matchedText, nextContent, trimEndOfRange } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { lineAbove, lineBelow } from '../cut/content-lines';
import type { Problem } from '../read/problem';
import { depthChanges } from './depth-changes';
import { type Mistake, offered } from './mistake';

/** Limit of examined errors: further ones follow from them. */
const MAX_ERRORS = 2;
/** Limit of the distance between an error and a character on a long line. */
const MAX_DISTANCE = 80;

/**
 * The mistakes that may have caused errors, with edits of single characters or of the indentation, the likeliest
 * first. For one without a problem, the error on its line is reported.
 */
export function changesNear(text: string, errors: readonly Problem[]): readonly Mistake[] {
  const [first] = errors;
  const changes: Mistake[] = first?.isOfDepth ? [...depthChanges(text, lineStart(text, first.start))] : [];
  const seen = new Set<string>();
  const add: Add = (start, end, replacement, mark, message, title) => {
    const key = `${start} ${end} ${replacement}`;
    if (seen.has(key)) return;
    seen.add(key);
    const edits = [{ range: { start, end }, text: replacement }];
    if (message === undefined || title === undefined) changes.push({ edits });
    else changes.push(offered({ kind: 'syntax', recovered: true, ...mark, message }, { title, edits }));
  };
  const lossy = errors.find(({ recovered }) => !recovered);
  const examined = [...errors.slice(0, MAX_ERRORS), ...(lossy ? [lossy] : [])];
  const places = new Set(examined.map(({ start }) => start));
  yamlChanges(text, examined, places, add);
  return changes;
}

function yamlChanges(text: string, examined: readonly Problem[], places: Set<number>, add: Add): void {
  for (const at of [...places]) places.add(nextContent(text, lineAbove(text, at)));
  for (const at of places) if (isBetweenEqual(text, at)) indentations(text, at, add);
  for (const { start } of examined) if (isBeforeBlockLine(text, start)) unexpectedCharacter(text, start, add);
  for (const at of places) {
    indentations(text, at, add);
    otherCharacters(text, at, add);
  }
  for (const at of places) exchanges(text, at, add);
  for (const at of places) insertions(text, at, add);
}

type Add = (
  start: number,
  end: number,
  replacement: string,
  mark: Range,
  message?: Message,
  title?: Message,
) => void;

/** The likeliest replacement of a character. */
const OTHER: Readonly<Record<string, string>> = {
  '{': '[',
  '[': '{',
  '}': ']',
  ']': '}',
  '(': '{',
  ')': '}',
  '"': "'",
  "'": '"',
  '`': '"',
};

/** Gives a line the indentation of one of its neighbours, or adds or removes a dash. */
function indentations(text: string, at: number, add: Add): void {
  const start = lineStart(text, at);
  const own = indentAt(text, start);
  const end = lineEnd(text, start);
  const mark = { start: start + own, end: trimEndOfRange(text, start + own, end) };
  const above = lineAbove(text, start);
  const below = lineBelow(text, start);
  const depths = new Set<number>();
  for (const line of [above, below]) {
    const indent = indentAt(text, line);
    const dashes = matchedText(text.slice(line + indent, lineEnd(text, line)), /^(?:- +)*/).length;
    depths.add(indent).add(indent + dashes);
  }
  const tight = /^-(?=[A-Za-z_][\w.-]*:\s)/.test(text.slice(start + own, end));
  if (tight && own > 0)
    add(
      start + own - 1,
      start + own + 1,
      '- ',
      mark,
      msg('Expected a space after this `-`.'),
      msg('Write `- `'),
    );
  const dash = matchedText(text.slice(start + own, end), /^- +/).length;
  if (/^- +- /.test(text.slice(start + own, end))) add(start + own, start + own + dash, '', mark);
  // Without its dash, the line has the indentation of its neighbours.
  if (dash > 0 && depths.has(own)) add(start + own, start + own + dash, '', mark);
  const key = /^[A-Za-z_][\w.-]*(?=:(?:\s|$))/.exec(text.slice(start + own, end))?.[0];
  const column = key === undefined ? undefined : keyColumnOfItem(text, start, own);
  if (key !== undefined && column !== undefined) {
    const message = msg`\`${key}\` is indented by ${own} spaces. Expected ${column}, like the other keys of this list item.`;
    const keyMark = { start: start + own, end: start + own + key.length };
    add(start, start + own, ' '.repeat(column), keyMark, message, msg`Indent it by ${column} spaces`);
  }
  for (const depth of depths) if (depth !== own) add(start, start + own, ' '.repeat(depth), mark);
  // Swaps the indentation of two lines.
  for (const [first, second] of [
    [start, below],
    [above, start],
  ] as const) {
    if (first >= second) continue;
    const [one, other] = [indentAt(text, first), indentAt(text, second)];
    const swapped = ' '.repeat(other) + text.slice(first + one, second) + ' '.repeat(one);
    if (one !== other) add(first, second + other, swapped, mark);
  }
  if (dash > 0) {
    add(start + own, start + own + dash, '', mark);
    add(start + own, start + own + dash, ' '.repeat(dash), mark);
  }
}

/** Limit of lines of a list item or entry that are searched for its first line. */
const MAX_ENTRY_LINES = 50;

/** The column of the keys of a list item, if a line is indented further than the item's dash and less than its keys. */
function keyColumnOfItem(text: string, line: number, depth: number): number | undefined {
  let start = line;
  for (let count = 0; count < MAX_ENTRY_LINES && start > 0; count++) {
    start = lineAbove(text, start);
    const indent = indentAt(text, start);
    if (indent >= depth) continue;
    const line = text.slice(start + indent, lineEnd(text, start));
    const dashes = matchedText(line, /^(?:- +)+(?=[A-Za-z_][\w.-]*:(?:\s|$))/);
    const column = indent + dashes.length;
    return column > depth ? column : undefined;
  }
  return undefined;
}

/** Whether the lines above and below have the same indentation, and this one does not. */
function isBetweenEqual(text: string, at: number): boolean {
  const start = lineStart(text, at);
  const above = lineAbove(text, start);
  const below = lineBelow(text, start);
  const depth = indentAt(text, above);
  return above < start && depth === indentAt(text, below) && depth !== indentAt(text, start);
}

/** Removes or replaces each character on a line, the nearest first. */
function otherCharacters(text: string, at: number, add: Add): void {
  const { found } = charactersNear(text, at);
  for (const index of found.slice(0, MAX_CHARACTERS)) {
    const char = text.charAt(index);
    const mark = { start: index, end: index + 1 };
    const isColonOfKey = char === ':' && !text.slice(index - 1, index + 2).includes('::');
    if (char !== ',' && !isColonOfKey) unexpectedCharacter(text, index, add);
    const other = OTHER[char];
    if (other !== undefined)
      add(
        index,
        index + 1,
        other,
        mark,
        msg`Expected \`${other}\` instead of \`${char}\`.`,
        msg`Change to \`${other}\``,
      );
  }
}

/**
 * Whether a bracket comes before the key or item that begins a line of YAML, among lines in block style. A flow
 * collection would end there or continue after a comma.
 */
export function isBeforeBlockLine(text: string, at: number): boolean {
  if (!/^[[{](?:- |[A-Za-z_][\w.-]*:(?:\s|$))/.test(text.slice(at))) return false;
  const start = lineStart(text, at);
  const line = text.slice(at, trimEndOfRange(text, at, lineEnd(text, at)));
  if (nextContent(text, start) !== at) return false;
  if (/[,\]}]$/.test(line) && !line.endsWith('}}')) return false;
  const own = indentAt(text, start);
  let above = lineAbove(text, start);
  for (let count = 0; count < MAX_ENTRY_LINES && above > 0 && indentAt(text, above) > own; count++)
    above = lineAbove(text, above);
  const below = lineBelow(text, start);
  const isSibling = above < start && indentAt(text, above) === own;
  return isSibling || (below > start && below < text.length && indentAt(text, below) >= own);
}

function unexpectedCharacter(text: string, at: number, add: Add): void {
  const char = text.charAt(at);
  const mark = { start: at, end: at + 1 };
  const message = msg`Unexpected \`${char}\`. Remove it.`;
  add(at, at + 1, '', mark, message, msg`Remove the \`${char}\``);
}

/** Swaps two adjacent characters. */
function exchanges(text: string, at: number, add: Add): void {
  const { from, to, found } = charactersNear(text, at);
  for (const index of found.slice(0, MAX_CHARACTERS)) {
    for (const first of [index, index - 1]) {
      const [one = ' ', two = ' '] = text.slice(first, first + 2);
      if (first < from || first + 2 > to || one === two || /\s/.test(one + two)) continue;
      // The colon of a key is correct: `Note: this` has an extra one, and no letter is misplaced.
      if (/\w:\s/.test(text.slice(first, first + 3))) continue;
      const mark = { start: first, end: first + 2 };
      add(
        first,
        first + 2,
        two + one,
        mark,
        msg`Expected \`${two}${one}\` instead of \`${one}${two}\`.`,
        msg`Change to \`${two}${one}\``,
      );
    }
  }
}

/** The punctuation of a line, the nearest first. */
function charactersNear(text: string, at: number) {
  const from = Math.max(lineStart(text, at), at - MAX_DISTANCE);
  const to = Math.min(lineEnd(text, at), at + MAX_DISTANCE);
  const found: number[] = [];
  for (let index = from; index < to; index++)
    if (/[[\]{}()"'`:,]/.test(text.charAt(index))) found.push(index);
  return { from, to, found: found.sort((a, b) => Math.abs(a - at) - Math.abs(b - at)) };
}

/** Limit of examined characters per line. */
const MAX_CHARACTERS = 16;

/** Inserts a missing character on a line. */
function insertions(text: string, at: number, add: Add): void {
  const start = lineStart(text, at);
  const end = trimEndOfRange(text, start, lineEnd(text, start));
  const from = start + indentAt(text, start);
  const mark = { start: from, end };
  const missing = (place: number, added: string, range: Range = mark) => {
    const shown = added.endsWith(',') ? added.slice(0, -1) : added.trimEnd();
    add(place, place, added, range, msg`Expected \`${shown || added}\`.`, msg`Add the \`${shown || added}\``);
  };
  for (const added of [':', '"', "'", ']', '}']) missing(end, added);
  for (const added of ['- ', '"', "'"]) missing(from, added);
}
