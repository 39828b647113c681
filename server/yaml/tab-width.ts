import { lineStart, matchedText, previousContent } from '../text/lines';

const DEFAULT_WIDTH = 2;

/** The end of a line whose value begins below it: a key, an item or a block text. */
const OPENING_END = /(?:^|\s)-$|:$|[:-][ \t]+[|>][-+\d]{0,2}$/;

/**
 * The number of spaces that replaces a tab in the indentation of a line: with them the line belongs to the line above it,
 * as its value or next to it. If there is no such width, it is 2.
 */
export function tabWidth(text: string, tab: number): number {
  const start = lineStart(text, tab);
  const end = previousContent(text, start);
  if (end === 0) return DEFAULT_WIDTH;
  const above = text.slice(lineStart(text, end), end);
  const column = matchedText(above, /^ *(?:- +)*/).length;
  const unit = /^ +(?=\S)/m.exec(text)?.[0].length ?? DEFAULT_WIDTH;
  const wanted = OPENING_END.test(above.replace(/[ \t]#.*/, '').trimEnd()) ? column + unit : column;
  const blanks = matchedText(text.slice(start), /^[ \t]+/);
  const tabs = blanks.split('\t').length - 1;
  const width = (wanted - (blanks.length - tabs)) / tabs;
  return Number.isInteger(width) && width > 0 ? width : DEFAULT_WIDTH;
}
