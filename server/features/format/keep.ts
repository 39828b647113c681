import { append } from '../../text/append';
import { applyChanges } from '../../text/apply';
import type { TextChange } from '../../text/line-diff';
import { indentAt, isLineBreak, lineStart, matchedText, nextLine } from '../../text/lines';
import { containerOf, type Node, type ScalarNode } from '../../yaml/tree';
import { descendantsOf } from '../../yaml/visit';
import type { FormatOptions } from './printer';

/** A text whose line breaks are `\n`, with its tree. */
export interface ParsedText {
  readonly text: string;
  readonly root: Node | undefined;
}

/** Multi-line flow style, replaced in a text so that the printer does not wrap it. */
interface Masked {
  /** The text with a placeholder word for each piece. */
  readonly text: string;
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly word: string;
  readonly text: string;
  /** The indentation of the line on which it begins. */
  readonly column: number;
}

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

/** The column of the block that contains a node; -1 at the root. */
function blockColumn(node: Node): number {
  for (let at = containerOf(node); at !== undefined; at = containerOf(at)) if (!at.flow) return at.indent;
  return -1;
}

export function maskFlow({ text, root }: ParsedText): Masked {
  const pieces: Piece[] = [];
  const changes: TextChange[] = [];
  let stem = 'flow_style_';
  while (text.includes(stem)) stem += '_';
  const isLong = (node: Node) => isFlow(node) && text.slice(node.start, node.end).includes('\n');
  for (const node of descendantsOf(root, isLong)) {
    if (!isLong(node)) continue;
    // Ends with a letter, so that no word is a prefix of another.
    const word = `${stem}${pieces.length}x`;
    pieces.push({ word, text: text.slice(node.start, node.end), column: lineIndent(text, node.start) });
    changes.push({ range: { start: node.start, end: node.end }, text: word });
  }
  return { text: changes.length === 0 ? text : applyChanges(text, changes), pieces };
}

/** Restores the replaced pieces, shifted with the line on which each begins. */
export function unmaskFlow(text: string, pieces: readonly Piece[]): string {
  return pieces.reduce((result, piece) => {
    const at = result.indexOf(piece.word);
    if (at < 0) return result;
    const whole = shifted(piece.text, lineIndent(result, at) - piece.column);
    return result.slice(0, at) + whole + result.slice(at + piece.word.length);
  }, text);
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

function isFlow(node: Node): boolean {
  return (node.kind === 'map' || node.kind === 'seq') && node.flow;
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

function lineIndent(text: string, offset: number): number {
  return indentAt(text, lineStart(text, offset));
}

/** All lines but the first, shifted right, or left as far as their indentation allows. */
function shifted(text: string, by: number): string {
  if (by > 0) return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
  return by < 0 ? text.replace(new RegExp(`\\n {0,${-by}}`, 'g'), '\n') : text;
}
