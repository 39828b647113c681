import { lineStart, nextContent, nextLine } from '../../text/lines';

/** Lines of YAML that are neither blank nor comments. */

/** The start of the previous such line. */
export function lineAbove(text: string, at: number): number {
  let start = lineStart(text, at);
  do start = start === 0 ? 0 : lineStart(text, previousContent(text, start));
  while (start > 0 && text[nextContent(text, start)] === '#');
  return start;
}

/** The start of the next such line. */
export function lineBelow(text: string, at: number): number {
  let start = lineStart(text, nextContent(text, nextLine(text, at)));
  while (text[nextContent(text, start)] === '#') {
    const next = lineStart(text, nextContent(text, nextLine(text, start)));
    if (next <= start) break;
    start = next;
  }
  return start;
}

/** The end of the last non-blank text above the line of an offset, or the start of the text. */
function previousContent(text: string, at: number): number {
  let before = lineStart(text, at);
  while (before > 0 && /\s/.test(text.charAt(before - 1))) before--;
  return Math.max(0, before - 1);
}
