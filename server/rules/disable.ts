import { lineStart } from '../text/lines';
import type { Range } from '../text/range';
import type { Document } from '../yaml/document';
import type { Unit } from '../yaml/unit';
import { descendantsOf } from '../yaml/visit';
import { contentEnd, type Edit, lineBreakOf } from './edits';
import type { FileFinding } from './placed-finding';
import { DISABLE, directivesOf, lineRange } from './suppression';

/**
 * The comment above the line of a finding that switches it off, or its code added to the comment that is there:
 * edits in offsets of the document. A finding inside of text that goes on over several lines gets it above the
 * line where that text begins. Undefined where no comment can appear, or may not (strict JSON).
 */
export function disableForLine(document: Document, finding: FileFinding): readonly Edit[] | undefined {
  if (!takesComments(document)) return undefined;
  const { unit, start } = finding;
  const { code } = finding.finding.rule;
  const base = document.startOf(unit);
  const line = lineToComment(unit, start - base);
  const { end } = lineRange(unit, line);
  // What begins after the end of a longer text, on its last line, has no line of its own.
  if (start - base > end) return undefined;
  const above = directivesOf(document).find(
    ({ reach, cover, codes }) => reach === 'next-line' && codes.length > 0 && cover?.start === base + line,
  );
  if (above) return [insert(above.codesEnd, `, ${code}`)];
  const at = afterMark(unit.text, line);
  const indent = /^[ \t]*/.exec(unit.text.slice(at))?.[0] ?? '';
  const text = `${indent}${signOf(document)} ${DISABLE}-next-line ${code}${lineBreakOf(unit)}`;
  return [insert(base + at, text)];
}

/** The same for all findings of a code in the file: at its top, or in the comment that is there. */
export function disableForFile(document: Document, code: string): readonly Edit[] | undefined {
  const [first] = document.units;
  if (!takesComments(document) || first === undefined) return undefined;
  const known = directivesOf(document).find(({ reach, codes }) => reach === 'file' && codes.length > 0);
  if (known) return [insert(known.codesEnd, `, ${code}`)];
  const text = `${signOf(document)} ${DISABLE} ${code}${lineBreakOf(first)}`;
  return [insert(afterMark(first.text, 0), text)];
}

/** Strict readers of JSON refuse comments: the first one is for the author to decide. */
function takesComments({ notation, units }: Document): boolean {
  return (
    notation === 'yaml' || units.some(({ parsed }) => parsed.problems.some(({ kind }) => kind === 'comment'))
  );
}

function signOf({ notation }: Document): string {
  return notation === 'json' ? '//' : '#';
}

/** Offset of the line of an offset, or of an earlier one, that does not begin inside of a scalar. */
function lineToComment({ text, parsed }: Unit, offset: number): number {
  let line = lineStart(text, offset);
  const scalars = [...descendantsOf(parsed.root)].filter(({ kind }) => kind === 'scalar');
  const around = () => scalars.find((node) => node.start < line && line < contentEnd(text, node));
  for (let holder = around(); holder !== undefined; holder = around()) line = lineStart(text, holder.start);
  return line;
}

/** A mark of the order of bytes stays what the file begins with. */
function afterMark(text: string, offset: number): number {
  return offset === 0 && text.startsWith('\uFEFF') ? 1 : offset;
}

function insert(at: number, text: string): { readonly range: Range; readonly text: string } {
  return { range: { start: at, end: at }, text };
}
