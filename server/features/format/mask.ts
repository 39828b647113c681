import { applyChanges } from '../../text/apply';
import type { TextChange } from '../../text/line-diff';
import { lineIndent, matchedText } from '../../text/lines';
import type { Node } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { blockColumn, isFlow, type ParsedText } from './parsed-text';

/** A text with a placeholder word for each piece that the printer would wrap or leave in its old columns. */
interface Masked {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly word: string;
  readonly text: string;
  /** The column to which its lines are relative. */
  readonly column: number;
  /** Computes this column from the place of the piece, or of its word. */
  readonly columnOf: (text: string, node: Node) => number;
}

/**
 * Masks block scalars with an indentation indicator, as the printer does not move their lines with their key, and flow
 * style on several lines if it must not be wrapped.
 */
export function mask({ text, root }: ParsedText, withFlow: boolean): Masked {
  const pieces: Piece[] = [];
  const changes: TextChange[] = [];
  let stem = 'masked_';
  while (text.includes(stem)) stem += '_';
  const pieceAt = (node: Node) => (withFlow ? flowAt(text, node) : undefined) ?? blockScalarAt(text, node);
  for (const node of descendantsOf(root, (one) => pieceAt(one) !== undefined)) {
    const piece = pieceAt(node);
    if (piece === undefined) continue;
    // Ends with a letter, so that no word is a prefix of another.
    const word = `${stem}${pieces.length}x`;
    pieces.push({ ...piece, word, column: piece.columnOf(text, node) });
    changes.push({ range: { start: node.start, end: node.start + piece.text.length }, text: word });
  }
  return { text: changes.length === 0 ? text : applyChanges(text, changes), pieces };
}

/** Restores the pieces, shifted with the columns to which they are relative. */
export function unmask({ text, root }: ParsedText, pieces: readonly Piece[]): string {
  const byWord = new Map(pieces.map((piece) => [piece.word, piece]));
  const changes: TextChange[] = [];
  for (const node of descendantsOf(root)) {
    const piece = node.kind === 'scalar' ? byWord.get(node.value) : undefined;
    if (piece === undefined) continue;
    const by = piece.columnOf(text, node) - piece.column;
    changes.push({ range: { start: node.start, end: node.end }, text: shifted(piece.text, by) });
  }
  return applyChanges(text, changes);
}

function flowAt(text: string, node: Node): Omit<Piece, 'word' | 'column'> | undefined {
  if (!isFlow(node)) return undefined;
  const written = text.slice(node.start, node.end);
  return written.includes('\n')
    ? { text: written, columnOf: (all, { start }) => lineIndent(all, start) }
    : undefined;
}

/** Deeper comments are not looked for. */
const MAX_INDENT = 200;

/** A block scalar that the printer would change: its header has a number, the indentation relative to the block around it. */
function blockScalarAt(text: string, node: Node): Omit<Piece, 'word' | 'column'> | undefined {
  if (node.kind !== 'scalar' || (node.style !== 'literal' && node.style !== 'folded')) return undefined;
  // The printer also loses blank lines that a text keeps before a comment.
  const isAboveComment = /^[ \t]*#/.test(text.slice(node.end, node.end + MAX_INDENT));
  const numbered = isAboveComment ? /^.(?:[1-9][-+]?|[-+][1-9]|\+)/ : /^.(?:[1-9][-+]?|[-+][1-9])/;
  const header = matchedText(text.slice(node.start, node.start + 3), numbered);
  // The printer writes a word that is a key without its `?`.
  if (header === '' || (node.parent?.kind === 'pair' && node.parent.key === node)) return undefined;
  const indentation = blockColumn(node) + Number(/\d/.exec(header)?.[0]);
  // Blank lines after the text are part of it if they are kept, or if they have more spaces.
  const end = header.includes('+') ? /\n$/ : new RegExp(`(?:\\n {0,${indentation}})+$`);
  const written = text.slice(node.start, node.end).replace(end, '');
  return { text: written, columnOf: (_, one) => blockColumn(one) };
}

/** All lines but the first, shifted right, or left as far as their indentation allows. */
function shifted(text: string, by: number): string {
  if (by > 0) return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
  return by < 0 ? text.replace(new RegExp(`\\n {0,${-by}}`, 'g'), '\n') : text;
}
