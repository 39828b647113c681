import {
  indentAt,
  lineEnd,
  lineStart,
  matchedText,
  nextContent,
  nextLine,
  previousContent,
} from '../../text/lines';
import { msg } from '../../text/message';
import type { Problem } from './problem';

const DEFAULT_WIDTH = 2;

/** The end of a line whose value begins below it: a key, an item or a block text. */
const OPENING_END = /(?:^|\s)-$|:$|[:-][ \t]+[|>][-+\d]{0,2}$/;

/**
 * The number of spaces that replaces a tab in the indentation of a line: with them the line belongs to the line above it,
 * as its value or next to it, or to one further above if its own value is below it. If there is no such width, it is 2.
 */
export function tabWidth(text: string, tab: number): number {
  const start = lineStart(text, tab);
  const end = previousContent(text, start);
  if (end === 0) return DEFAULT_WIDTH;
  const unit = /^ +(?=\S)/m.exec(text)?.[0].length ?? DEFAULT_WIDTH;
  const column = keyColumnAt(text, lineStart(text, end));
  const beside = opensValue(text, lineStart(text, end)) ? column + unit : column;
  const below = lineStart(text, nextContent(text, nextLine(text, tab)));
  const own = opensValue(text, start) ? indentAt(text, below) : 0;
  const wanted =
    own > 0 && own <= beside && text[below + own] !== '\t' ? columnAbove(text, start, own) : beside;
  const blanks = matchedText(text.slice(start), /^[ \t]+/);
  const tabs = blanks.split('\t').length - 1;
  const width = (wanted - (blanks.length - tabs)) / tabs;
  return Number.isInteger(width) && width > 0 ? width : DEFAULT_WIDTH;
}

function keyColumnAt(text: string, start: number): number {
  return matchedText(text.slice(start, lineEnd(text, start)), /^ *(?:- +)*/).length;
}

function opensValue(text: string, start: number): boolean {
  const line = text.slice(start, lineEnd(text, start));
  return OPENING_END.test(line.replace(/[ \t]#.*/, '').trimEnd());
}

/** Limit of lines above a tab that are looked at. */
const MAX_LINES_ABOVE = 200;

/** The column of the nearest line above that is further left than a column. */
function columnAbove(text: string, start: number, limit: number): number {
  let end = previousContent(text, start);
  for (let count = 0; end > 0 && count < MAX_LINES_ABOVE; count++) {
    const column = keyColumnAt(text, lineStart(text, end));
    if (column < limit) return column;
    end = previousContent(text, lineStart(text, end));
  }
  return 0;
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
