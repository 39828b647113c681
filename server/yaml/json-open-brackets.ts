import { append } from '../text/append';
import { columnOf, lineEnd, nextContent, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { replacementFix } from './mistake';
import type { Repair } from './repair';

/** JSON brackets that are opened on a line and closed neither there nor, judging by indentation, below. */

/**
 * Closes brackets at the end of a line if nothing below is indented further. The closing brackets replace the line
 * break and the following spaces.
 */
export function jsonOpenBrackets(text: string): Repair[] {
  const repairs: Repair[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const opened = openedOn(text, start, lineEnd(text, start));
    if (opened.length > 0) append(repairs, closeBrackets(text, start, opened));
  }
  return repairs;
}

/** The brackets that a line opens and does not close; none if it ends in a string or a comment. */
function openedOn(text: string, start: number, end: number): readonly number[] {
  const opened: number[] = [];
  for (let at = start; at < end; at++) {
    const char = text[at];
    if (char === '"') {
      const close = stringEnd(text, at, end);
      if (close === undefined) return [];
      at = close;
    } else if (char === '/') return [];
    else if (char === '{' || char === '[') opened.push(at);
    else if (char === '}' || char === ']') opened.pop();
  }
  return opened;
}

function stringEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return undefined;
}

function closeBrackets(text: string, start: number, opened: readonly number[]): Repair[] {
  const below = nextContent(text, lineEnd(text, start));
  const first = opened[0] ?? start;
  if (below === text.length) return [];
  const own = nextContent(text, start) - start;
  const depth = columnOf(text, below);
  // A bracket with the indentation of the line closes what the line opens.
  if (depth > own || (depth === own && /[}\]]/.test(text.charAt(below)))) return [];
  // The last non-blank character of the line.
  const last = previousContent(text, lineEnd(text, start)) - 1;
  const isAtEnd = first === last;
  // Without any indentation, depth gives no information.
  if (!isAtEnd && depth === own && own === 0) return [];
  const closers = opened.map((at) => (text[at] === '{' ? '}' : ']')).reverse();
  const hasComma = text[last] === ',';
  const from = hasComma ? last : last + 1;
  const signs = closers.join('') + (hasComma ? ',' : '');
  if (from + signs.length > below) return [];
  const remedy = replacementFix(
    { start: from, end: from },
    closers.join(''),
    msg`Close it with ${closers.join('')}`,
  );
  return opened.map((at, index) => ({
    ...(index === 0 && { patch: { start: from, text: signs } }),
    problem: {
      kind: 'syntax',
      // A bracket that does not begin a value is an extra one.
      recovered: !/["{]/.test(text.charAt(previousContent(text, at) - 1)),
      start: at,
      end: at + 1,
      message: msg`This \`${text[at]}\` is not closed. Close it with \`${text[at] === '{' ? '}' : ']'}\`.`,
      remedy,
    },
  }));
}
