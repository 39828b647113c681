import { append } from '../text/append';
import { columnOf, lineEnd, nextContent, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { type Repair, replacementFix } from './repair';

/** Brackets of JSON that are opened on a line and closed neither there nor, by their depth, below. */

/**
 * What is open at the end of a line with nothing deeper below is closed there: the closing brackets take the place of
 * the line break and of blanks after it.
 */
export function jsonOpenBrackets(text: string): Repair[] {
  const repairs: Repair[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const opened = openedOn(text, start, lineEnd(text, start));
    if (opened.length > 0) append(repairs, closed(text, start, opened));
  }
  return repairs;
}

/** The brackets that a line opens and does not close; none where it ends in a string or a comment. */
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

function closed(text: string, start: number, opened: readonly number[]): Repair[] {
  const below = nextContent(text, lineEnd(text, start));
  const first = opened[0] ?? start;
  if (below === text.length) return [];
  const own = nextContent(text, start) - start;
  const depth = columnOf(text, below);
  // A bracket at the depth of the line closes what the line opens.
  if (depth > own || (depth === own && /[}\]]/.test(text[below] ?? ''))) return [];
  // The last character of the line that is no blank.
  const last = previousContent(text, lineEnd(text, start)) - 1;
  const isAtEnd = first === last;
  // Where nothing is deeper than anything, depth tells nothing.
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
      // A bracket that begins no value is one too many.
      recovered: !/["{]/.test(text[previousContent(text, at) - 1] ?? ''),
      start: at,
      end: at + 1,
      message: msg`This \`${text[at]}\` is not closed. Close it with \`${text[at] === '{' ? '}' : ']'}\`.`,
      remedy,
    },
  }));
}
