/** Ranges of a text after an edit, as plain data. */

interface PlainPosition {
  readonly line: number;
  readonly character: number;
}

interface PlainRange {
  readonly start: PlainPosition;
  readonly end: PlainPosition;
}

/** An edit of a text; VS Code reports several at once from the end of the text to its start. */
interface TextChange {
  readonly range: PlainRange;
  readonly text: string;
}

/** The ranges that an edit does not touch, at their new positions. */
export function rangesAfterEdit(
  ranges: readonly PlainRange[],
  changes: readonly TextChange[],
): readonly PlainRange[] {
  return changes.reduce<readonly PlainRange[]>(
    (rest, change) => rest.flatMap((range) => afterChange(range, change) ?? []),
    ranges,
  );
}

function afterChange(range: PlainRange, { range: replaced, text }: TextChange): PlainRange | undefined {
  if (isBefore(range.end, replaced.start)) return range;
  if (isBefore(range.start, replaced.end)) return undefined;
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const move = ({ line, character }: PlainPosition): PlainPosition => ({
    line: line - replaced.end.line + replaced.start.line + lines.length - 1,
    character:
      line === replaced.end.line
        ? character - replaced.end.character + last + (lines.length === 1 ? replaced.start.character : 0)
        : character,
  });
  return { start: move(range.start), end: move(range.end) };
}

function isBefore(one: PlainPosition, other: PlainPosition): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
