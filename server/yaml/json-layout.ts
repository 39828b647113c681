import { format } from 'jsonc-parser';
import type { TextChange } from '../text/line-diff';
import type { Range } from '../text/range';

/** What an editor says of the layout of a file. */
export interface JsonLayout {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly insertFinalNewline: boolean;
}

/**
 * The changes that put JSON (with comments) in good layout, of a range or of all of it. Only blanks and line
 * breaks between tokens change. What stands on one line stays there, unless all of the text does.
 */
export function formatJson(
  text: string,
  range: Range | undefined,
  { tabSize, insertSpaces, insertFinalNewline }: JsonLayout,
): TextChange[] {
  const where = range && { offset: range.start, length: range.end - range.start };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = format(text, where, {
    tabSize,
    insertSpaces,
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

/** The library puts a blank behind every bracket that is followed on its line; what is there says what is liked. */
function inBrackets(text: string, start: number, end: number, wanted: string): string {
  const old = text.slice(start, end);
  const isInside = /[[{]/.test(text[start - 1] ?? '') || /[\]}]/.test(text[end] ?? '');
  if (!isInside || /\n/.test(old + wanted)) return wanted;
  return old === '' ? '' : ' ';
}
