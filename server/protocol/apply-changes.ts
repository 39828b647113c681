import type * as lsp from 'vscode-languageserver';
import { applyChanges } from '../text/apply';
import { commonTextEnds } from '../text/common-ends';
import { LineBuffer } from '../text/line-buffer';
import type { TextChange } from '../text/line-diff';
import type { Document } from '../yaml/cut/document';

/** More changes than these are applied to the text alone, before the document is edited once. */
const MAX_EDITS = 20;

/**
 * Applies changes one after another: the range of each refers to the text after the previous one.
 *
 * @param expected a document that is likely to be the result, and then need not be parsed again
 */
export function applyContentChanges(
  document: Document,
  changes: readonly lsp.TextDocumentContentChangeEvent[],
  expected?: Document,
): Document {
  if (expected?.limits === document.limits && expected.text === textAfter(document, changes)) return expected;
  if (changes.length <= MAX_EDITS)
    return changes.reduce<Document>((before, change) => {
      const { range, text } = editOf(before, change);
      return before.edit(range.start, range.end, text);
    }, document);
  let lines = new LineBuffer(document.text);
  for (const change of changes) {
    if ('range' in change) lines.replace(change.range.start, change.range.end, change.text);
    else lines = new LineBuffer(change.text);
  }
  return document.withText(lines.text);
}

/** The text if each change is before the previous one, as editors send those of one edit: their ranges are in the first text. */
function textAfter(
  document: Document,
  changes: readonly lsp.TextDocumentContentChangeEvent[],
): string | undefined {
  const edits = changes.map((change) => editOf(document, change)).reverse();
  const areInOrder = edits.every(({ range: { start, end } }, index) => {
    return start <= end && end <= (edits[index + 1]?.range.start ?? end);
  });
  return areInOrder ? applyChanges(document.text, edits) : undefined;
}

/** The end of what the last change has inserted, as an offset of the document `after` all changes. */
export function endOfLast(
  changes: readonly lsp.TextDocumentContentChangeEvent[],
  before: Document,
  after: Document,
): number {
  const last = changes.at(-1);
  if (last === undefined) return 0;
  if ('range' in last) return after.offsetAt(last.range.start) + last.text.length;
  return after.length - commonTextEnds(before.text, last.text).back;
}

function editOf(document: Document, change: lsp.TextDocumentContentChangeEvent): TextChange {
  const { text } = change;
  if (!('range' in change)) return { range: { start: 0, end: document.length }, text };
  const { start, end } = change.range;
  return { range: { start: document.offsetAt(start), end: document.offsetAt(end) }, text };
}
