import { nextContent } from '../text/lines';

/** The unmatched brackets of a JSON text, outside of strings and comments. */
export interface Brackets {
  /** Closing brackets whose opening brackets are not in the text, by offset. */
  readonly unopened: readonly number[];
  /** Opening brackets that the text does not close, by offset. */
  readonly unclosed: readonly number[];
  /** The first `}` that closes a `[`, or `]` that closes a `{`. */
  readonly mismatched: number | undefined;
  /** Outside of all brackets, a key with a colon follows a comma. */
  readonly hasSecondKey: boolean;
  /** A block comment does not end in the text. */
  readonly openComment: boolean;
  /** Offset of a string without a closing quote that only white space follows. */
  readonly openString: number | undefined;
}

/** Matches the brackets of a text that begins outside of strings and comments. Linear. */
export function bracketsOf(text: string): Brackets {
  const unclosed: number[] = [];
  const unopened: number[] = [];
  let mismatched: number | undefined;
  let openComment = false;
  let openString: number | undefined;
  let afterComma = false;
  let hasSecondKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = stringEnd(text, at);
        if (isOpenToEnd(text, at, end)) openString = at;
        if (afterComma && unclosed.length === 0) hasSecondKey ||= text[nextContent(text, end)] === ':';
        at = end - 1;
        break;
      }
      case COMMA:
        afterComma ||= unclosed.length === 0;
        break;
      case SLASH: {
        const end = commentEnd(text, at);
        if (end === undefined) openComment = true;
        at = (end ?? text.length) - 1;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        unclosed.push(at);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET: {
        const opened = unclosed.pop();
        if (opened === undefined) unopened.push(at);
        else if (text.charCodeAt(opened) !== text.charCodeAt(at) - 2) mismatched ??= at;
      }
    }
  }
  return { unopened, unclosed, mismatched, hasSecondKey, openComment, openString };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Offset after the string that begins at `start`: after its closing quote or, without one, the end of its line. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === 10 || code === 13) return at;
    // A backslash at the end of a line does not escape the line break.
    if (code === BACKSLASH && text.charCodeAt(at + 1) !== 10 && text.charCodeAt(at + 1) !== 13) at++;
  }
  return text.length;
}

/** Whether a string has no closing quote, and only white space follows it. */
function isOpenToEnd(text: string, start: number, end: number): boolean {
  if (nextContent(text, end) < text.length) return false;
  return end - 1 === start || text.charCodeAt(end - 1) !== QUOTE || isEscapedAt(text, start, end - 1);
}

/** Whether an odd number of backslashes precedes an offset of the string that begins at `start`. */
export function isEscapedAt(text: string, start: number, at: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes > start && text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** Offset after the comment that begins at `start`; after the `/` if it begins none; undefined for an unclosed one. */
export function commentEnd(text: string, start: number): number | undefined {
  const sign = text[start + 1];
  if (sign === '*') {
    const close = text.indexOf('*/', start + 2);
    return close < 0 ? undefined : close + 2;
  }
  let end = start + 1;
  if (sign === '/') while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}
