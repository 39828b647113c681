import * as lsp from 'vscode-languageserver';
import { type FoldingRange, foldingTask, limitFolds } from '../../features/folding';
import { normalize } from '../../project/files/paths';
import type { Document } from '../../yaml/cut/document';
import { TimeSlicer } from '../time-slicer';
import { request } from './handler';

export const foldingHandler = request(
  lsp.FoldingRangeRequest.type,
  null,
  async ({ workspace, changes, capabilities }, { textDocument }, token) => {
    const address = normalize(textDocument.uri);
    const found = await new TimeSlicer(changes, token).finish(() => foldingTask(workspace, address));
    const document = workspace.document(address);
    // With `null`, the editor folds by indentation.
    if (document === undefined || found === undefined) return null;
    const client = capabilities.textDocument?.foldingRange;
    const convert = client?.lineFoldingOnly === true ? toLines : toCharacters;
    const lines = found.flatMap((fold) => {
      const range = convert(document, fold);
      return range.endLine > range.startLine ? [{ fold, range }] : [];
    });
    const folds = lines.map(({ fold }) => fold);
    const kept = new Set(limitFolds(folds, client?.rangeLimit ?? lines.length));
    return lines.flatMap(({ fold, range }) => (kept.has(fold) ? [range] : []));
  },
);

function toLines(document: Document, fold: FoldingRange): lsp.FoldingRange {
  const startLine = document.positionAt(fold.start).line;
  const endLine = document.positionAt(fold.end).line - (fold.isCloserAtLineStart ? 1 : 0);
  return { startLine, endLine, ...(fold.kind && { kind: fold.kind }) };
}

function toCharacters(document: Document, fold: FoldingRange): lsp.FoldingRange {
  if (!fold.brackets) return toLines(document, fold);
  const start = document.positionAt(fold.start);
  const end = document.positionAt(fold.end);
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
  };
}
