import { append } from '../../text/append';
import type { TextChange } from '../../text/line-diff';
import { indentAt, lineEnd, nextLine } from '../../text/lines';
import type { Range } from '../../text/range';
import { childNodesOf } from '../cursor/context';
import { isOpen } from '../read/open-brackets';
import { keyColumn } from '../read/plain';
import { endOfQuoted } from '../read/quotes';
import type { Node } from '../tree/tree';
import type { Mistake } from './mistake';

/**
 * In quotes and brackets, the authors' loader ignores the indentation of lines, while YAML 1.2, which the parser
 * follows, requires more than that of the key. The parser reads such lines with more indentation.
 */

/**
 * Indents the lines of the values that the parser ends before their closing quote or bracket, in the order of the
 * text. Ends before one that has no end. Linear.
 */
export function continuationLines(text: string, root: Node | undefined): Mistake[] {
  const mistakes: Mistake[] = [];
  const stack: Node[] = root ? [root] : [];
  let resumeAt = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.start < resumeAt) continue;
    if (isOpen(text, node)) {
      const end = endOfValue(text, node.start);
      if (end === undefined || /^[ \t]*:/.test(text.slice(end, lineEnd(text, end)))) break;
      // It ends the document, wherever it is.
      if (/^(?:---|\.\.\.)(?:\s|$)/m.test(text.slice(node.start, end))) break;
      const edits = indentedLines(text, { start: node.start, end });
      if (edits.length > 0) mistakes.push({ edits });
      resumeAt = end;
    } else if (node.kind === 'map' || node.kind === 'seq') append(stack, childNodesOf(node).toReversed());
  }
  return mistakes;
}

/** Indents the lines after the first by more than the key of the value. */
function indentedLines(text: string, { start, end }: Range): TextChange[] {
  const column = keyColumn(text, start) + 1;
  const edits: TextChange[] = [];
  for (let line = nextLine(text, start); line < end; line = nextLine(text, line)) {
    const indent = indentAt(text, line);
    const isBlank = line + indent >= lineEnd(text, line);
    if (indent < column && !isBlank)
      edits.push({ range: { start: line, end: line }, text: ' '.repeat(column - indent) });
  }
  return edits;
}

/** The end of the quoted scalar or of the flow collection at an offset; undefined if it is not closed. */
function endOfValue(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  return /["']/.test(quote) ? endOfQuoted(text, start + 1, quote) : endOfFlow(text, start);
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

function endOfFlow(text: string, start: number): number | undefined {
  const closers: string[] = [];
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    const closer = CLOSERS[char];
    if (closer !== undefined) closers.push(closer);
    else if (char === closers.at(-1)) {
      closers.pop();
      if (closers.length === 0) return at + 1;
    } else if (/[\]}]/.test(char)) return undefined;
    else if (char === '#' && /\s/.test(text.charAt(at - 1))) at = lineEnd(text, at);
    else if (/["']/.test(char) && /[\s,:[{]/.test(text.charAt(at - 1))) {
      const end = endOfQuoted(text, at + 1, char);
      if (end === undefined) return undefined;
      at = end - 1;
    }
  }
  return undefined;
}
