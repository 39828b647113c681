import { lineStart, matchedText, previousContent } from '../text/lines';
import { msg } from '../text/message';
import type { Problem } from './problem';

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

/** One fix replaces all tabs: while some lines have tabs, the others have the wrong indentation. */
export function withCommonTabFix(text: string, problems: readonly Problem[]): readonly Problem[] {
  const tabs = problems.filter(({ kind }) => kind === 'tab').sort((a, b) => a.start - b.start);
  const [first] = tabs;
  if (first === undefined) return problems;
  const width = ' '.repeat(tabWidth(text, first.start));
  const edits = tabs.map(({ start, end }) => {
    const isIndentation = text.slice(lineStart(text, start), start).trim() === '';
    return {
      range: { start, end },
      text: text.slice(start, end).replace(/\t/g, isIndentation ? width : ' '),
    };
  });
  const title = tabs.length === 1 ? msg('Replace the tab with spaces') : msg('Replace all tabs with spaces');
  const remedy = { title, isCertain: true, edits } as const;
  return problems.map((problem) => (problem.kind === 'tab' ? { ...problem, remedy } : problem));
}
