import { nextContent } from '../../text/lines';

/** The brackets of a JSON text outside of strings and comments. */
export interface Brackets {
  /** The number of closing brackets whose opening brackets are not in the text. */
  readonly unopened: number;
  /** The number of opening brackets that the text does not close. */
  readonly unclosed: number;
  /** The number of opening brackets of each kind, without that of the closing ones. */
  readonly excess: { readonly '{': number; readonly '[': number };
  /** Outside of all brackets, a key with a colon follows a comma. */
  readonly hasSecondKey: boolean;
  /** A block comment does not end in the text. */
  readonly openComment: boolean;
}

/** Matches the brackets of a text that begins outside of strings and comments. Linear. */
export function bracketsOf(text: string): Brackets {
  let unclosed = 0;
  const excess = { '{': 0, '[': 0 };
  let unopened = 0;
  let openComment = false;
  let afterComma = false;
  let hasSecondKey = false;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = tokenEnd(text, at);
    const char = text.charAt(at);
    if (char === '"') hasSecondKey ||= afterComma && unclosed === 0 && text[nextContent(text, end)] === ':';
    else if (char === ',') afterComma ||= unclosed === 0;
    else if (char === '/') openComment ||= commentEnd(text, at) === undefined;
    else if (char === '{' || char === '[') {
      unclosed++;
      excess[char]++;
    } else if (char === '}' || char === ']') {
      const opener = char === '}' ? '{' : '[';
      if (unclosed === 0) unopened++;
      else unclosed--;
      excess[opener]--;
    }
  }
  return { unopened, unclosed, excess, hasSecondKey, openComment };
}

/** Offset after the string, comment or single character at an offset; the end of the text for an unclosed comment. */
export function tokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return stringEnd(text, at);
  return code === SLASH ? (commentEnd(text, at) ?? text.length) : at + 1;
}

const QUOTE = 0x22;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

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

/** Whether an odd number of backslashes precedes an offset of the string that begins at `start`. */
export function isEscapedAt(text: string, start: number, at: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes > start && text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** Whether the string between two offsets ends with a closing quote. */
export function isClosedAt(text: string, start: number, end: number): boolean {
  return end - 1 > start && text.charCodeAt(end - 1) === QUOTE && !isEscapedAt(text, start, end - 1);
}

/** Offset after the comment that begins at `start`; after the `/` if it begins none; undefined for an unclosed one. */
export function commentEnd(text: string, start: number): number | undefined {
  const char = text[start + 1];
  if (char === '*') {
    const close = text.indexOf('*/', start + 2);
    return close < 0 ? undefined : close + 2;
  }
  let end = start + 1;
  if (char === '/') while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}
