import { lastAtOrBefore } from './binary-search';

/** Positions in the lines of a text with any kind of line breaks. Offsets are UTF-16 and always inside the text. */

/** Whether a line ends at an offset: with a line break, or with the text. */
export function isLineBreak(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === '\r';
}

/** Whether a range of a text contains a line break. The cost grows with the length of the range only. */
export function hasLineBreak(text: string, start: number, end: number): boolean {
  return /[\n\r]/.test(text.slice(start, end));
}

/** The line break of a text, `\r\n` if there are several kinds; undefined if the text has only one line. */
export function lineBreakIn(text: string): string | undefined {
  return text.includes('\r\n') ? '\r\n' : /[\n\r]/.exec(text)?.[0];
}

/** Offset of the line break (or the end of the text) at or after an offset. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** The offset of the start of the line of an offset. */
export function lineStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}

/**
 * The start of the line of an offset, after a byte order mark, if only spaces and tabs precede the offset on it;
 * otherwise undefined. The cost grows with these only.
 */
export function startOfIndentation(text: string, offset: number): number | undefined {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return at === 0 || isLineBreak(text, at - 1) || (at === 1 && text[0] === '\ufeff') ? at : undefined;
}

/** A text without the given characters at its end. */
export function withoutAtEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Position of an offset in its line, counted from zero. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Offset of the line break that ends the line before one that starts at an offset; 0 if there is none. */
export function breakBefore(text: string, lineStart: number): number {
  const last = lineStart - 1;
  return Math.max(0, text[last] === '\n' && text[last - 1] === '\r' ? last - 1 : last);
}

/** Offset after the line break that ends the line of an offset. */
export function nextLine(text: string, from: number): number {
  const end = lineEnd(text, from);
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : Math.min(end + 1, text.length);
}

/**
 * The offset of the next character that is neither a space nor a line break; the end of the text if there is none.
 */
export function nextContent(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}

/** The start of the first line after an offset that is not blank; the end of the text if there is none. */
export function nextContentLine(text: string, start: number): number {
  const next = nextContent(text, start);
  return next === text.length ? next : lineStart(text, next);
}

/** The end of the last such character before an offset; 0 if there is none. */
export function previousContent(text: string, offset: number): number {
  let at = offset;
  while (/\s/.test(text.charAt(at - 1))) at--;
  return at;
}

/** The end of a range without the spaces and tabs at its end; never before `start`. */
export function trimEndOfRange(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
}

/** A text without the blank lines at its end; a text that does not end with a line break is unchanged. */
export function withoutBlankLines(text: string): string {
  if (!text.endsWith('\n')) return text;
  let at = text.length;
  while (/[ \t\n]/.test(text.charAt(at - 1)) || (text[at - 1] === '\r' && text[at] === '\n')) at--;
  return text.slice(0, text.indexOf('\n', at) + 1);
}

/** The part of a text that a pattern matches; empty if there is none. */
export function matchedText(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[0] ?? '';
}

/** Number of spaces and tabs at the start of a text. */
export function leadingBlanks(text: string): number {
  return text.search(/[^ \t]|$/);
}

/** Number of spaces at the start of a line. */
export function indentAt(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at++;
  return at - start;
}

/** The same of the line of an offset. */
export function lineIndent(text: string, offset: number): number {
  return indentAt(text, lineStart(text, offset));
}

/** The line and character of an offset, counted from zero, in a text whose lines start at these offsets. */
export function positionIn(starts: readonly number[], offset: number) {
  const line = lastAtOrBefore(starts, offset);
  return { line, character: offset - (starts[line] ?? 0) };
}

/** A function from offsets to lines, counted from zero; efficient for many look-ups. */
export function lineNumbers(text: string): (offset: number) => number {
  const starts: number[] = [0];
  for (let at = nextLine(text, 0); at < text.length; at = nextLine(text, at)) starts.push(at);
  return (offset) => lastAtOrBefore(starts, offset);
}

/** The start of the line after that of an offset, in a text whose lines start at these offsets; undefined in the last. */
export function startOfNextLine(starts: readonly number[], offset: number): number | undefined {
  return starts[lastAtOrBefore(starts, offset) + 1];
}

/** The offsets of the starts of lines. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}
