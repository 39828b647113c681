import { isLineBreak, lineStart, matchedText, trimEndOfRange } from '../../text/lines';

/** Unquoted text that YAML reads differently than its author intends. */

/**
 * Offset after the `}}` that closes the `{{` at `start`, before `end`; undefined if there is none. Counts braces and
 * quotes of JavaScript, which is sufficient to find the end of an author's expression. Linear.
 */
export function expressionEnd(text: string, start: number, end: number): number | undefined {
  return closingBraces(text, start, (at) => at >= end);
}

/** Like `expressionEnd`, up to the end of the line. */
export function expressionEndOnLine(text: string, start: number): number | undefined {
  return closingBraces(text, start, (at) => isLineBreak(text, at));
}

/** Whether a search ends at an offset. */
type IsEnd = (at: number) => boolean;

function closingBraces(text: string, start: number, isEnd: IsEnd): number | undefined {
  let depth = 0;
  // An unmatched quote is an apostrophe, as are all further ones of its kind.
  let apostrophes = '';
  for (let at = start + 2; !isEnd(at); at++) {
    const char = text.charAt(at);
    if (/["'`]/.test(char) && !apostrophes.includes(char)) {
      const close = stringEnd(text, at, isEnd);
      if (close === undefined) apostrophes += char;
      else at = close;
    } else if (char === '{') depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === '}') return text[at + 1] === '}' && !isEnd(at + 1) ? at + 2 : undefined;
  }
  return undefined;
}

function stringEnd(text: string, start: number, isEnd: IsEnd): number | undefined {
  for (let at = start + 1; !isEnd(at); at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return undefined;
}

/** The end of the text from `from` on its line: before a comment, and without trailing spaces. */
export function plainEnd(text: string, from: number): number {
  return endBefore(text, from, (at) => isComment(text, from, at));
}

/** Like `plainEnd`, but inside `[ ]` or `{ }`: also before a comma or a bracket outside of an expression. */
export function plainEndInFlow(text: string, from: number): number {
  return endBefore(text, from, (at) => isComment(text, from, at) || /[,[\]{}]/.test(text.charAt(at)));
}

function isComment(text: string, from: number, at: number): boolean {
  return text[at] === '#' && at > from && /\s/.test(text.charAt(at - 1));
}

/** The first offset on a line, outside of expressions, for which `stops` is true; before trailing spaces. */
function endBefore(text: string, from: number, stops: IsEnd): number {
  let at = from;
  let isOpen = false;
  while (!isLineBreak(text, at)) {
    const opens: boolean = !isOpen && text.startsWith('{{', at);
    const close: number | undefined = opens ? expressionEndOnLine(text, at) : undefined;
    if (!opens && stops(at)) break;
    // After an unclosed expression, everything is text.
    isOpen ||= opens && close === undefined;
    at = close ?? at + (opens ? 2 : 1);
  }
  return trimEndOfRange(text, from, at);
}

/**
 * The end of an unclosed string on its line inside of `[ ]` or `{ }`: before the final brackets and commas, which
 * close what was opened before the string, but not before those of an expression.
 */
export function beforeClosers(text: string, from: number, end: number): number {
  let before = end;
  while (before > from && /[\s,\]}]/.test(text.charAt(before - 1))) before--;
  const braces = text.lastIndexOf('{{', end);
  const expression = braces >= from ? expressionEnd(text, braces, end) : undefined;
  return Math.max(before, expression ?? from);
}

/** Whether only spaces and dashes precede an offset on its line. */
export function startsLine(text: string, at: number): boolean {
  return /^ *(?:- +)*$/.test(text.slice(lineStart(text, at), at));
}

/** The column of the key on a line: the width of the spaces and dashes before it. */
export function keyColumn(text: string, at: number): number {
  return matchedText(text.slice(lineStart(text, at), at), /^ *(?:- +)*/).length;
}
