import { minOf } from '../../text/append';
import { lineEnd } from '../../text/lines';
import { msg } from '../../text/message';
import { isOpen } from '../read/open-brackets';
import { plainEnd } from '../read/plain';
import type { Problem } from '../read/problem';
import type { Node } from '../tree/tree';
import { descendantsOf } from '../tree/visit';

/** Unclosed brackets and quotes, each at its opening character. */
export function unclosed(text: string, root: Node | undefined): Problem[] {
  const problems: Problem[] = [];
  let end = -1;
  for (const node of descendantsOf(root)) {
    const close = CLOSERS[text.charAt(node.start)];
    if (close === undefined || !isOpen(text, node)) continue;
    // Many brackets may be open on one line.
    if (node.start > end) end = lineEnd(text, node.start);
    problems.push(unclosedAt(text, node, close, end));
  }
  return problems;
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"', "'": "'" };

/** `end` is the end of the line on which the node starts. */
function unclosedAt(text: string, node: Node, close: string, end: number): Problem {
  const onOneLine = text.slice(node.start, node.end).trimEnd().length <= end - node.start;
  const isQuote = node.kind === 'scalar';
  return {
    kind: 'syntax',
    recovered: onOneLine,
    start: node.start,
    end: isQuote ? plainEnd(text, node.start) : node.start + 1,
    message: isQuote
      ? msg`The quote is not closed. Close it with ${close}.`
      : onOneLine
        ? msg`This \`${text[node.start]}\` is not closed. Close it with \`${close}\`.`
        : msg`This \`${text[node.start]}\` is not closed. Close it with \`${close}\`, and indent the lines in between more than the key.`,
  };
}

/** The end of the line with the first bracket that is not closed; undefined if there is none. */
export function openedAt(text: string, open: readonly Problem[]): number | undefined {
  const starts = open.map(({ start }) => start).filter((start) => /[[{]/.test(text.charAt(start)));
  return starts.length > 0 ? lineEnd(text, minOf(starts, text.length)) : undefined;
}
