import { leadingBlanks, lineEnd, nextLine } from '../text/lines';
import { bracketsOf } from './json-brackets';

/**
 * Whether a text has the layout of an entry: on a single line, or on lines after an opening bracket that are indented
 * further than the first, except for brackets and comments.
 */
export function isBlock(text: string): boolean {
  const indent = leadingBlanks(text);
  const first = lineEnd(text, 0);
  let isFirst = true;
  for (let start = nextLine(text, 0); start < text.length; start = nextLine(text, start)) {
    const line = text.slice(start, lineEnd(text, start));
    const own = leadingBlanks(line);
    const sign = line[own];
    if (sign === undefined || sign === '/') continue;
    if (isFirst && bracketsOf(text.slice(0, first)).unclosed.length === 0) return false;
    isFirst = false;
    if (own <= indent && sign !== '}' && sign !== ']') return false;
  }
  return true;
}
