import { format } from 'jsonc-parser';
import { countUp } from '../../text/group-by';
import type { TextChange } from '../../text/line-diff';
import { matchedText } from '../../text/lines';
import type { Range } from '../../text/range';

/** Layout options that the editor sends. */
interface JsonLayout {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly insertFinalNewline: boolean;
}

/**
 * The edits that format JSON (with comments), in a range or completely. Only white space between tokens changes. Text
 * on one line stays on one line, unless the whole document is on one.
 */
export function formatJson(
  text: string,
  range: Range | undefined,
  { tabSize, insertSpaces, insertFinalNewline }: JsonLayout,
): TextChange[] {
  const selection = range && { offset: range.start, length: range.end - range.start };
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const step = jsonStepOf(text);
  const edits = format(text, selection, {
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

/** Keeps the author's style: the library adds a space after every bracket that is followed by text on its line. */
function inBrackets(text: string, start: number, end: number, wanted: string): string {
  const old = text.slice(start, end);
  const isInside = /[[{]/.test(text.charAt(start - 1)) || /[\]}]/.test(text.charAt(end));
  if (!isInside || /\n/.test(old + wanted)) return wanted;
  return old === '' ? '' : ' ';
}

/**
 * The usual indentation of lines after one that opens a single bracket; undefined if there are none. For several
 * brackets on a line, the intended levels are unknown.
 */
function jsonStepOf(text: string): string | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const votes = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const brackets = line.replace(/"(?:[^"\\]|\\.)*"?|\/\/.*/g, '');
    const opened = brackets.split(/[[{]/).length - brackets.split(/[\]}]/).length;
    const [outer = '', inner = ''] = lines.slice(index, index + 2).map((one) => matchedText(one, /^[ \t]*/));
    if (opened !== 1 || !/[[{]\s*$/.test(brackets) || inner.length <= outer.length) continue;
    const step = inner.startsWith(outer) ? inner.slice(outer.length) : inner;
    countUp(votes, step);
  }
  return [...votes].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
}
