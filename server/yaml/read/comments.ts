import { lineEnd, lineStart, matchedText } from '../../text/lines';
import type { Range } from '../../text/range';
import type { Unit } from '../cut/unit';
import { descendantsOf } from '../tree/visit';

/** A comment with its mark; the range is that of the unit and ends before the line break. */
interface Comment extends Range {
  /** Offset of the first word after the mark. */
  readonly words: number;
  /** Offset after the last word: before the `*` and `/` that close a comment of JSON. */
  readonly wordsEnd: number;
}

/** The comments of a unit that begin with a word. `#` and `//` inside a scalar do not start a comment. */
export function commentsWith(unit: Unit, word: string): readonly Comment[] {
  if (!unit.text.includes(word)) return [];
  return commentsOf(unit).filter(({ words }) => unit.text.startsWith(word, words));
}

/** The comments of a unit that are alone on their lines, in the order of the text. */
export function commentLines(unit: Unit): readonly Comment[] {
  const { text } = unit;
  return commentsOf(unit).filter(({ start, end }) => {
    return isBlank(text.slice(lineStart(text, start), start)) && isBlank(text.slice(end, lineEnd(text, end)));
  });
}

/** The comment that contains an offset of the unit, after its mark. */
export function commentAt(unit: Unit, offset: number): Comment | undefined {
  if (!/[#/]/.test(unit.text.slice(lineStart(unit.text, offset), offset))) return undefined;
  return commentsOf(unit).find(({ words, end }) => words <= offset && offset <= end);
}

function commentsOf(unit: Unit): readonly Comment[] {
  return unit.notation === 'json' ? jsonComments(unit) : yamlComments(unit);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function jsonComments({ text, parsed }: Unit): Comment[] {
  return parsed.problems
    .filter(({ kind }) => kind === 'comment')
    .map(({ start, end }) => {
      const written = text.slice(start, end);
      const mark = matchedText(written, /^(?:\/\/+|\/\*+)\s*/).length;
      const wordsEnd = written.endsWith('*/') ? start + written.slice(0, -2).trimEnd().length : end;
      return { start, end, words: start + mark, wordsEnd };
    });
}

function yamlComments(unit: Unit): Comment[] {
  const { text } = unit;
  const found: Comment[] = [];
  let scalars: readonly Range[] | undefined;
  /** The number of scalars that begin before a comment, and the end of the last of them. */
  let passed = 0;
  let reach = 0;
  for (const match of text.matchAll(/(?<=^|[ \t\n\r"',[\]{}|>])#+[ \t]*/g)) {
    const start = match.index;
    scalars ??= scalarsOf(unit);
    const before = found.at(-1);
    if (before !== undefined && start < before.end) continue;
    for (let next = scalars[passed]; next !== undefined && next.start <= start; next = scalars[++passed])
      reach = Math.max(reach, next.end);
    if (start < reach) continue;
    const end = lineEnd(text, start);
    found.push({ start, end, words: start + match[0].length, wordsEnd: end });
  }
  return found;
}

/** The ranges of the scalars of a unit, in the order of the text. */
function scalarsOf({ text, parsed }: Unit): Range[] {
  const scalars = [...descendantsOf(parsed.root)].flatMap((node) => {
    if (node.kind !== 'scalar' || node.empty) return [];
    // A comment may follow the header of a block scalar.
    const isBlock = node.style === 'literal' || node.style === 'folded';
    return [{ start: isBlock ? lineEnd(text, node.start) : node.start, end: node.end }];
  });
  return scalars.sort((a, b) => a.start - b.start);
}
