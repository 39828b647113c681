import { append } from '../../text/append';
import type { TextChange } from '../../text/line-diff';
import { indentAt, isLineBreak, matchedText, nextLine } from '../../text/lines';
import type { Node, ScalarNode } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { blockColumn, isFlow, type ParsedText } from './parsed-text';
import type { FormatOptions } from './printer';

/**
 * Changes that indent the lines of quoted scalars by more than their key, which the printer requires. The loader ignores
 * the spaces.
 */
export function indentContinuations({ text, root }: ParsedText, step: number): TextChange[] {
  const changes: TextChange[] = [];
  for (const node of descendantsOf(root, isFlow)) {
    if (node.kind !== 'scalar' || (node.style !== 'single' && node.style !== 'double')) continue;
    const column = blockColumn(node);
    for (let at = nextLine(text, node.start); at < node.end; at = nextLine(text, at)) {
      const indent = indentAt(text, at);
      const first = at + indent;
      if (indent > column || first >= node.end || isLineBreak(text, first)) continue;
      changes.push({ range: { start: at, end: first }, text: ' '.repeat(column + step) });
    }
  }
  return changes;
}

/**
 * Reverts unnecessary changes of the printer: quotes, and values on the line below their key. The changes are
 * relative to the printed text. Both trees should have the same data; where they differ, nothing is reverted.
 */
export function revertUnneededChanges(
  written: ParsedText,
  printed: ParsedText,
  indent: number,
  options: FormatOptions,
): TextChange[] {
  const changes: TextChange[] = [];
  const visit = (old: Node, now: Node): void => {
    if (old.kind === 'scalar' && now.kind === 'scalar') {
      append(changes, restoreLineBreak(written, old, printed, now, indent));
      if (options.singleQuote === undefined) append(changes, restoreQuotes(written, old, printed, now));
    } else if (old.kind === 'seq' && now.kind === 'seq') {
      old.items.forEach((item, index) => {
        const other = now.items[index];
        if (other) visit(item, other);
      });
    } else if (old.kind === 'map' && now.kind === 'map') {
      old.pairs.forEach((pair, index) => {
        const other = now.pairs[index];
        if (other === undefined) return;
        visit(pair.key, other.key);
        visit(pair.value, other.value);
      });
    }
  };
  if (written.root && printed.root) visit(written.root, printed.root);
  return changes;
}

/** Moves a value back below its key if the printer moved it up. */
function restoreLineBreak(
  written: ParsedText,
  old: Node,
  printed: ParsedText,
  now: Node,
  indent: number,
): TextChange[] {
  if (old.parent?.kind !== 'pair' || now.parent?.kind !== 'pair' || now.parent.parent.flow) return [];
  if (old.start === old.end) return [];
  const before = written.text.slice(old.parent.colon + 1, old.start);
  const after = printed.text.slice(now.parent.colon + 1, now.start);
  if (before.trim() !== '' || !before.includes('\n') || !/^ *$/.test(after)) return [];
  const range = { start: now.parent.colon + 1, end: now.start };
  return [{ range, text: `\n${' '.repeat(now.parent.parent.indent + indent)}` }];
}

function restoreQuotes(
  written: ParsedText,
  old: ScalarNode,
  printed: ParsedText,
  now: ScalarNode,
): TextChange[] {
  if (!isQuoted(old) || !isQuoted(now)) return [];
  const before = written.text.slice(old.start, old.end).split('\n');
  const after = printed.text.slice(now.start, now.end).split('\n');
  if (before.length !== after.length) return [];
  const lines = before.map((line, index) => {
    if (index === 0) return index === before.length - 1 ? line : line.trimEnd();
    const text = index === before.length - 1 ? line.trimStart() : line.trim();
    return text === '' ? '' : matchedText(after[index] ?? '', /^ */) + text;
  });
  const text = lines.join('\n');
  return text === after.join('\n') ? [] : [{ range: { start: now.start, end: now.end }, text }];
}

function isQuoted({ style }: ScalarNode): boolean {
  return style === 'single' || style === 'double';
}
