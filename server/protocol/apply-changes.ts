import type * as lsp from 'vscode-languageserver';
import { commonTextEnds } from '../text/common-ends';
import { LineBuffer } from '../text/line-buffer';
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
  if (!expected && changes.length <= MAX_EDITS) return changes.reduce(applyChange, document);
  let lines = new LineBuffer(document.text);
  for (const change of changes) {
    if ('range' in change) lines.replace(change.range.start, change.range.end, change.text);
    else lines = new LineBuffer(change.text);
  }
  const { text } = lines;
  const isExpected = expected?.limits === document.limits && expected.text === text;
  return isExpected ? expected : document.withText(text);
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

function applyChange(document: Document, change: lsp.TextDocumentContentChangeEvent): Document {
  if (!('range' in change)) return document.edit(0, document.length, change.text);
  return document.edit(
    document.offsetAt(change.range.start),
    document.offsetAt(change.range.end),
    change.text,
  );
}
