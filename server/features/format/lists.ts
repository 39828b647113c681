import type { TextChange } from '../../text/line-diff';
import { indentAt, lineNumbers, previousContent } from '../../text/lines';
import { containerOf } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import type { ParsedText } from './parsed-text';

/** Moves the lists of a printed text left to the column of their keys, for files in that style. */
export function flattenLists({ text, root }: ParsedText): TextChange[] {
  const lineOf = lineNumbers(text);
  const lines = text.split('\n');
  const shifts = lines.map(() => 0);
  for (const node of descendantsOf(root)) {
    const holder = node.parent?.kind === 'pair' ? containerOf(node) : undefined;
    if (node.kind !== 'seq' || node.flow || holder === undefined || holder.flow) continue;
    if (node.parent?.kind !== 'pair' || node.indent <= holder.indent) continue;
    const first = lineOf(node.parent.colon) + 1;
    let last = lineOf(Math.max(node.start, lastContent(text, node.end)));
    // A comment after the last item, in the column of the items, moves with them.
    const comment = new RegExp(`^ {${node.indent},}#`);
    while (comment.test(lines[last + 1] ?? '')) last++;
    for (let line = first; line <= last; line++) {
      shifts[line] = (shifts[line] ?? 0) + node.indent - holder.indent;
    }
  }
  let at = 0;
  return lines.flatMap((line, index) => {
    const start = at;
    at += line.length + 1;
    const by = Math.min(shifts[index] ?? 0, indentAt(line, 0));
    return by === 0 ? [] : [{ range: { start, end: start + by }, text: '' }];
  });
}

/** Block scalars end with one or more line breaks. */
function lastContent(text: string, end: number): number {
  return previousContent(text, end) - 1;
}
