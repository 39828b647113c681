import { lineStart, matchedText } from '../text/lines';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { descendantsOf } from '../yaml/tree/visit';
import { contentEnd, type Edit, insertText, lineBreakOf } from './edits';
import type { FileFinding } from './placed-finding';
import { DISABLE, directivesOf, lineRange } from './suppression';

/**
 * Inserts a comment above the line of a finding that disables it, or adds its code to an existing comment. Offsets
 * are those of the document. For a finding in text of several lines, the comment goes above its first line. Undefined
 * if a comment is impossible there or not allowed (strict JSON).
 */
export function disableForLine(document: Document, finding: FileFinding): readonly Edit[] | undefined {
  if (!allowsComments(document)) return undefined;
  const { unit, start } = finding;
  const { code } = finding.finding.rule;
  const base = document.startOf(unit);
  const line = lineToComment(unit, start - base);
  const { end } = lineRange(unit, line);
  // A node that begins after the end of a longer text, on its last line, has no line of its own.
  if (start - base > end) return undefined;
  const above = directivesOf(document).find(
    ({ reach, cover, codes }) => reach === 'next-line' && codes.length > 0 && cover?.start === base + line,
  );
  if (above) return [insertText(above.codesEnd, `, ${code}`)];
  const at = afterByteOrderMark(unit.text, line);
  // A tab would be a mistake of its own.
  const indent = matchedText(unit.text.slice(at), /^ */);
  const text = `${indent}${commentMarkOf(document)} ${DISABLE}-next-line ${code}${lineBreakOf(unit)}`;
  return [insertText(base + at, text)];
}

/** The same for all findings of a code in the file, at its top or in an existing comment. */
export function disableForFile(document: Document, code: string): readonly Edit[] | undefined {
  const [first] = document.units;
  if (!allowsComments(document) || first === undefined) return undefined;
  const known = directivesOf(document).find(({ reach, codes }) => reach === 'file' && codes.length > 0);
  if (known) return [insertText(known.codesEnd, `, ${code}`)];
  const text = `${commentMarkOf(document)} ${DISABLE} ${code}${lineBreakOf(first)}`;
  return [insertText(afterByteOrderMark(first.text, 0), text)];
}

/** Strict JSON readers reject comments, so only the author may add the first one. */
function allowsComments({ notation, units }: Document): boolean {
  return (
    notation === 'yaml' || units.some(({ parsed }) => parsed.problems.some(({ kind }) => kind === 'comment'))
  );
}

function commentMarkOf({ notation }: Document): string {
  return notation === 'json' ? '//' : '#';
}

/** Offset of the nearest line, at or before an offset, that does not begin inside a scalar. */
function lineToComment({ text, parsed }: Unit, offset: number): number {
  let line = lineStart(text, offset);
  const scalars = [...descendantsOf(parsed.root)].filter(({ kind }) => kind === 'scalar');
  const around = () => scalars.find((node) => node.start < line && line < contentEnd(text, node));
  for (let holder = around(); holder !== undefined; holder = around()) line = lineStart(text, holder.start);
  return line;
}

/** A byte order mark must remain at the start of the file. */
function afterByteOrderMark(text: string, offset: number): number {
  return offset === 0 && text.startsWith('\uFEFF') ? 1 : offset;
}
