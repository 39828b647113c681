import { lineStarts } from './lines';

/** A position in the editor: both numbers start at zero, characters are UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly character: number;
}

interface Piece {
  readonly text: string;
  /** The offset of its start in its line. */
  readonly character: number;
}

/** Longer lines are stored in several pieces, so that an edit does not copy a long line. */
const MAX_PIECE_LENGTH = 200;

/**
 * A text that is edited many times, with positions in lines. The cost of an edit grows with its distance from the
 * previous edit, not with the length of the text or of its longest line.
 */
export class LineBuffer {
  /** The text before the last edit. A piece is not longer than a line. */
  private readonly before: Piece[] = [];
  /** The text after it, the last piece first. */
  private readonly after: string[];
  /** The position between them. */
  private line = 0;
  private character = 0;

  constructor(text: string) {
    this.after = piecesOf(text).reverse();
  }

  get text(): string {
    return this.before
      .map(({ text }) => text)
      .concat(this.after.toReversed())
      .join('');
  }

  /** Replaces a range; positions after the end of a line or of the text are clamped to it. */
  replace(start: Position, end: Position, text: string): void {
    this.moveBack(start);
    this.moveForward(start);
    const { line, character } = this;
    const { length } = this.before;
    this.moveForward(end);
    this.before.length = length;
    this.line = line;
    this.character = character;
    // The edit may join `\r` and `\n` to one line break.
    let inserted = this.before.at(-1)?.text.endsWith('\r') ? this.removeLast() + text : text;
    if (inserted.endsWith('\r') && this.after.length > 0) inserted += this.after.pop();
    for (const piece of piecesOf(inserted).reverse()) this.after.push(piece);
  }

  private moveBack({ line, character }: Position): void {
    const isAfter = () => this.line > line || (this.line === line && this.character > Math.max(0, character));
    while (this.before.length > 0 && isAfter()) this.after.push(this.removeLast());
  }

  private moveForward({ line, character }: Position): void {
    for (let piece = this.after.pop(); piece !== undefined; piece = this.after.pop()) {
      const isOnLine = this.line === line;
      const maxLength = isOnLine ? Math.min(character - this.character, contentLength(piece)) : piece.length;
      const length = this.line > line ? 0 : Math.max(0, maxLength);
      if (length > 0) this.append(piece.slice(0, length));
      if (length < piece.length) {
        this.after.push(piece.slice(length));
        return;
      }
    }
  }

  private append(text: string): void {
    this.before.push({ text, character: this.character });
    const isEnd = endsLine(text);
    this.line += isEnd ? 1 : 0;
    this.character = isEnd ? 0 : this.character + text.length;
  }

  private removeLast(): string {
    const { text, character } = this.before.pop() ?? { text: '', character: 0 };
    if (endsLine(text)) this.line--;
    this.character = character;
    return text;
  }
}

function piecesOf(text: string): string[] {
  const starts = lineStarts(text);
  const pieces: string[] = [];
  for (const [index, start] of starts.entries()) {
    const line = text.slice(start, starts[index + 1]);
    const length = contentLength(line);
    let from = 0;
    for (; length - from > MAX_PIECE_LENGTH; from += MAX_PIECE_LENGTH)
      pieces.push(line.slice(from, from + MAX_PIECE_LENGTH));
    if (from < line.length) pieces.push(line.slice(from));
  }
  return pieces;
}

function endsLine(text: string): boolean {
  return text.endsWith('\n') || text.endsWith('\r');
}

/** The length of a piece without its line break. */
function contentLength(piece: string): number {
  if (!endsLine(piece)) return piece.length;
  return piece.length - (piece.endsWith('\r\n') ? 2 : 1);
}
