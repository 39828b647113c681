import { countLeading } from './binary-search';
import type { TextChange } from './line-diff';
import type { Range } from './range';

/** Edits of a text, in its order, and where each begins in the text after them. */
interface Round {
  readonly changes: readonly TextChange[];
  readonly starts: readonly number[];
}

/** A text after rounds of edits, which finds the places of its offsets in the original text. Immutable. */
export class EditedText {
  private constructor(
    readonly text: string,
    readonly original: string,
    private readonly rounds: readonly Round[],
  ) {}

  static of(original: string): EditedText {
    return new EditedText(original, original, []);
  }

  get isEdited(): boolean {
    return this.rounds.length > 0;
  }

  /** The text after further changes, in the order of the text; they must not overlap. */
  with(changes: readonly TextChange[]): EditedText {
    if (changes.length === 0) return this;
    const parts: string[] = [];
    const starts: number[] = [];
    let at = 0;
    let length = 0;
    for (const { range, text } of changes) {
      length += range.start - at;
      parts.push(this.text.slice(at, range.start), text);
      starts.push(length);
      length += text.length;
      at = range.end;
    }
    parts.push(this.text.slice(at));
    return new EditedText(parts.join(''), this.original, [...this.rounds, { changes, starts }]);
  }

  /** The original offset of the start of something: after what was deleted there. O(log n). */
  startOf(offset: number): number {
    return this.rounds.reduceRight((at, round) => placeBefore(round, at, true), offset);
  }

  /** The original offset of the end of something: before what was deleted there. O(log n). */
  endOf(offset: number): number {
    return this.rounds.reduceRight((at, round) => placeBefore(round, at, false), offset);
  }

  rangeOf({ start, end }: Range): Range {
    if (!this.isEdited) return { start, end };
    const from = start === end ? this.endOf(start) : this.startOf(start);
    return { start: from, end: Math.max(from, this.endOf(end)) };
  }

  /** Whether the character at an offset is in the original text. */
  isOriginal(offset: number): boolean {
    const start = this.startOf(offset);
    return this.original[start] === this.text[offset] && this.startOf(offset + 1) > start;
  }
}

function placeBefore({ changes, starts }: Round, at: number, isStart: boolean): number {
  let index = countLeading(starts, (start) => start <= at) - 1;
  // What ends at a deletion is before it.
  if (!isStart) while (index >= 0 && starts[index] === at && changes[index]?.text === '') index--;
  const change = changes[index];
  if (change === undefined) return at;
  const inside = at - (starts[index] ?? 0);
  const { range, text } = change;
  if (inside >= text.length) return range.end + inside - text.length;
  return Math.min(range.start + inside, range.end);
}
