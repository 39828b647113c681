import type { TextChange } from '../../text/line-diff';
import {
  columnOf,
  indentAt,
  lineEnd,
  lineStart,
  nextContent,
  nextLine,
  previousContent,
} from '../../text/lines';
import { msg } from '../../text/message';
import { plainEnd } from '../read/plain';
import { type Mistake, markCertain, offered } from './mistake';

/** Keys in the column of the `-` of a list: their own `-` is missing, or their indentation. */

/** Limit of lines that are searched for the start of an item. */
export const MAX_ITEM_LINES = 200;

/**
 * Reads the next key after an offset as the beginning of an item if the item above begins with the same key, and
 * otherwise as a key of that item, each with its neighbours below. Undefined if it is not in the column of a `-`.
 */
export function keyBesideDash(text: string, at: number): Mistake | undefined {
  const dash = dashAbove(text, at);
  if (dash === undefined) return undefined;
  const start = nextContent(text, at);
  const problem = { kind: 'syntax', isOfDepth: true, start, end: plainEnd(text, start) } as const;
  const key = /^[\w.-]+:/.exec(text.slice(start, lineEnd(text, start)))?.[0];
  if (key !== undefined && text.startsWith(key, dash + 2)) {
    const message = msg('This key begins the next item of the list, which needs `- ` before it.');
    const fix = { title: msg('Write `- `'), edits: withDash(text, start) };
    return offered({ ...problem, message }, markCertain(fix));
  }
  const message = msg(
    'This key is in the column of the `-` above it. Indent it to make it part of that item.',
  );
  const edits = deeperLines(text, lineStart(text, start), columnOf(text, start));
  return offered({ ...problem, message }, { title: msg('Indent it as part of the item'), edits });
}

/** Whether the next thing after an offset is a key at the beginning of an indented line. */
export function isIndentedKey(text: string, at: number): boolean {
  const start = nextContent(text, at);
  if (!/^ +$/.test(text.slice(lineStart(text, start), start))) return false;
  return /^[A-Za-z_][\w.-]*:(?:\s|$)/.test(text.slice(start, lineEnd(text, start)));
}

/** The offset of the `-` of the item above such a key, if both are in the same column. */
function dashAbove(text: string, at: number): number | undefined {
  if (!isIndentedKey(text, at)) return undefined;
  const start = nextContent(text, at);
  const column = columnOf(text, start);
  let end = previousContent(text, start);
  for (let lines = 0; end > 0 && lines < MAX_ITEM_LINES; lines++) {
    const line = lineStart(text, end);
    const indentation = indentAt(text, line);
    if (indentation <= column)
      return indentation === column && text.startsWith('- ', line + column) ? line + column : undefined;
    end = previousContent(text, line);
  }
  return undefined;
}

/** Puts a dash before a key, and indents its neighbours below, unless they are in the column of the item's keys. */
function withDash(text: string, start: number): TextChange[] {
  const column = columnOf(text, start);
  const next = nextContent(text, lineEnd(text, start));
  const isBeside = columnOf(text, next) === column;
  const neighbours = isBeside ? deeperLines(text, nextLine(text, start), column) : [];
  return [{ range: { start, end: start }, text: '- ' }, ...neighbours];
}

/** Indents the lines from one on, up to the next item or a line further left. */
function deeperLines(text: string, from: number, column: number): TextChange[] {
  const edits: TextChange[] = [];
  for (let line = from; line < text.length; line = nextLine(text, line)) {
    const indentation = indentAt(text, line);
    if (line + indentation >= lineEnd(text, line)) continue;
    if (indentation < column || (indentation === column && text.startsWith('- ', line + column))) break;
    edits.push({ range: { start: line, end: line }, text: '  ' });
  }
  return edits;
}
