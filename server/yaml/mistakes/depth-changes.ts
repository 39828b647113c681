import type { TextChange } from '../../text/line-diff';
import { breakBefore, indentAt, lineEnd, lineStart, nextLine, trimEndOfRange } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { lineAbove, lineBelow } from '../cut/content-lines';
import { keyColumn } from '../read/plain';
import type { ProblemFix } from '../read/problem';
import { type Mistake, offered } from './mistake';

/** Lines in another column than their siblings: which of them is wrong. */

export const DEEPER_THAN_VALUE = msg(
  'This line is indented more than the key above, which already has a value. Indent it like that key, or put the whole text in quotes.',
);

/** Limit of lines on each side of an error that are compared. */
const MAX_LINES = 200;

/** The changes that may correct a line whose indentation matches no line above, the likeliest first. */
export function depthChanges(text: string, start: number): readonly Mistake[] {
  const commented = commentedKey(text, start);
  const others = depthChangesOf(text, start);
  return commented === undefined ? others : [commented, ...others];
}

/** The line above is a comment that would be the key of this one. */
function commentedKey(text: string, start: number): Mistake | undefined {
  const above = lineStart(text, breakBefore(text, start));
  const [written, before = '', space = '', key = ''] =
    /^( *)#( *)([A-Za-z_][\w.-]*):$/.exec(text.slice(above, lineEnd(text, above)).trimEnd()) ?? [];
  if (written === undefined || above === start) return undefined;
  // Editors put `# ` before the key, or `#` at the start of the line.
  const kept = before === '' ? space : '';
  const column = before.length + kept.length;
  const at = start + indentAt(text, start);
  if (column >= at - start) return undefined;
  const range = { start: above + before.length, end: above + before.length + 1 + space.length };
  const message = msg`The key \`${key}\` above this line is a comment. Remove the \`#\`.`;
  const mark = { start: above + before.length, end: above + written.length };
  return ofDepth(mark, message, { title: msg('Remove the `#`'), edits: [{ range, text: kept }] });
}

function depthChangesOf(text: string, start: number): readonly Mistake[] {
  const own = indentAt(text, start);
  const { parent, first, column, count } = siblingsAbove(text, start, own);
  const move = (range: Range, to: number) => {
    const from = indentAt(text, range.start);
    const message = msg`The indentation of this line is ${from}, but that of its neighbours is ${to}. Indent it like them.`;
    return moved(text, range, to, message);
  };
  if (parent === undefined) {
    const list = isItem(text, start) ? listAround(text, start, own) : undefined;
    return list === undefined ? [] : [move(blockAt(text, start), list)];
  }
  const outer = keyColumn(text, lineEnd(text, parent));
  if (first === start)
    return hasValue(text, parent) ? [moved(text, blockAt(text, start), outer, DEEPER_THAN_VALUE)] : [];
  const { inside, beside, after } = siblingsBelow(text, start, own, column);
  const like = move(blockAt(text, start), column);
  const out = move(blockAt(text, start), outer);
  const others = move({ start: first, end: start }, own);
  const isFirstOdd = beside > count + after || (beside === count + after && own === outer + 2);
  if (isFirstOdd) return [others, like, out];
  return inside !== undefined && inside <= column ? [out, like, others] : [like, out, others];
}

function isItem(text: string, line: number): boolean {
  return text.startsWith('- ', line + indentAt(text, line));
}

/** The column of the list to which an item in another column belongs: the dashes above it, right or left of its own. */
function listAround(text: string, start: number, own: number): number | undefined {
  let line = start;
  for (let lines = 0; lines < MAX_LINES && line > 0; lines++) {
    line = lineAbove(text, line);
    const indent = indentAt(text, line);
    if (isItem(text, line) && indent !== own) return indent;
    if (indent < own) return undefined;
  }
  return undefined;
}

function moved(text: string, range: Range, column: number, message: Message): Mistake {
  const start = range.start + indentAt(text, range.start);
  const end = trimEndOfRange(text, start, lineEnd(text, start));
  const key = /^(?:- +)*[^\s:]+(?=:(?:\s|$))/.exec(text.slice(start, end))?.[0].length;
  const mark = { start, end: key === undefined ? end : start + key };
  const edits = indentedLines(text, range, column);
  return ofDepth(mark, message, { title: msg('Indent it like its neighbours'), edits });
}

/** Another line may have the wrong indentation. `mark` is the key or item that begins the lines. */
function ofDepth(mark: Range, message: Message, fix: ProblemFix): Mistake {
  return offered({ kind: 'syntax', isOfDepth: true, recovered: false, ...mark, message }, fix);
}

/** The lines above that are further right: the first of them, and the column of the leftmost ones with their number. */
function siblingsAbove(text: string, start: number, own: number) {
  let first = start;
  let column = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let lines = 0; lines < MAX_LINES && first > 0; lines++) {
    const line = lineAbove(text, first);
    const indent = indentAt(text, line);
    if (indent <= own) return { parent: indent < own ? line : undefined, first, column, count };
    if (indent < column) count = 0;
    column = Math.min(column, indent);
    if (indent === column) count++;
    first = line;
  }
  return { parent: undefined, first, column, count };
}

/**
 * The lines from one on: the column of its content, the number of lines in its column, and of those after its content
 * that are in the column of the lines above.
 */
function siblingsBelow(text: string, start: number, own: number, column: number) {
  let inside: number | undefined;
  let beside = 1;
  let after = 0;
  let line = start;
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const next = lineBelow(text, line);
    const indent = indentAt(text, next);
    if (next <= line || next >= text.length || indent < own) break;
    if (line === start && indent > own && !hasValue(text, start)) inside = indent;
    if (indent === own) beside++;
    else if (indent === column && (inside === undefined || column < inside)) after++;
    line = next;
  }
  return { inside, beside, after };
}

/** Whether a line has a key with a value that is not below it. */
function hasValue(text: string, line: number): boolean {
  return /:[ \t]+[^\s#|>&!]/.test(text.slice(line, lineEnd(text, line)));
}

/** A line with the lines that belong to it: further right, or items of a list in its column. */
export function blockAt(text: string, start: number): Range {
  const own = indentAt(text, start);
  const isItem = text.startsWith('- ', start + own);
  let end = nextLine(text, start);
  if (!isItem && hasValue(text, start)) return { start, end };
  for (let line = end; line < text.length; line = nextLine(text, line)) {
    const indent = indentAt(text, line);
    const at = line + indent;
    if (at >= lineEnd(text, line)) continue;
    if (indent < own || (indent === own && (isItem || !text.startsWith('- ', at)))) break;
    end = nextLine(text, line);
  }
  return { start, end };
}

/**
 * Moves the first line of a range to a column, with the lines that are indented at least like it. The content of the
 * first line stays where it is if it is further right anyway.
 */
export function indentedLines(text: string, { start, end }: Range, column: number): TextChange[] {
  const own = indentAt(text, start);
  const isItem = text.startsWith('- ', start + own);
  const edits: TextChange[] = [];
  for (let line = start; line < end; line = nextLine(text, line)) {
    const indent = indentAt(text, line);
    const isBlank = line + indent >= lineEnd(text, line);
    if (isBlank || indent < own) continue;
    if (edits.length === 1 && !isItem && column > own && indent > column) break;
    const range = { start: line, end: line + Math.max(0, own - column) };
    edits.push({ range, text: ' '.repeat(Math.max(0, column - own)) });
  }
  return edits;
}
