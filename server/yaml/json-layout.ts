import { format } from 'jsonc-parser';
import type { TextChange } from '../text/line-diff';
import type { Range } from '../text/range';

/** What an editor says of the layout of a file. */
interface JsonLayout {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly insertFinalNewline: boolean;
}

/**
 * The changes that put JSON (with comments) in good layout, of a range or of all of it. Only blanks and line
 * breaks between tokens change. What is on one line stays there, unless all of the text does.
 */
export function formatJson(
  text: string,
  range: Range | undefined,
  { tabSize, insertSpaces, insertFinalNewline }: JsonLayout,
): TextChange[] {
  const where = range && { offset: range.start, length: range.end - range.start };
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const step = jsonStepOf(text);
  const edits = format(text, where, {
    tabSize: step && !step.includes('\t') ? step.length : tabSize,
    insertSpaces: step ? !step.includes('\t') : insertSpaces,
    insertFinalNewline,
    eol,
    keepLines: /\S[^\S\n]*\n\s*\S/.test(text),
  });
  return edits.flatMap(({ offset, length, content }) => {
    const end = offset + length;
    const old = text.slice(offset, end);
    if (!/^\s*$/.test(old + content)) return [];
    const fresh = end === text.length && old.includes('\n') ? eol : inBrackets(text, offset, end, content);
    return fresh === old ? [] : [{ range: { start: offset, end }, text: fresh }];
  });
}

/** The library puts a blank after every bracket that is followed on its line; what is there says what is liked. */
function inBrackets(text: string, start: number, end: number, wanted: string): string {
  const old = text.slice(start, end);
  const isInside = /[[{]/.test(text[start - 1] ?? '') || /[\]}]/.test(text[end] ?? '');
  if (!isInside || /\n/.test(old + wanted)) return wanted;
  return old === '' ? '' : ' ';
}

/**
 * The usual indentation of the lines after one that opens a single bracket; undefined if there are none. Of several
 * brackets on a line, nobody knows how many levels they are meant to be.
 */
function jsonStepOf(text: string): string | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const votes = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const brackets = line.replace(/"(?:[^"\\]|\\.)*"?|\/\/.*/g, '');
    const opened = (brackets.match(/[[{]/g)?.length ?? 0) - (brackets.match(/[\]}]/g)?.length ?? 0);
    const [outer, inner] = [indentOf(line), indentOf(lines[index + 1] ?? '')];
    if (opened !== 1 || !/[[{]\s*$/.test(brackets) || inner.length <= outer.length) continue;
    const step = inner.startsWith(outer) ? inner.slice(outer.length) : inner;
    votes.set(step, (votes.get(step) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
