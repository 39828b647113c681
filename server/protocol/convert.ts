import * as lsp from 'vscode-languageserver';
import type { Severity } from '../rules/rule';
import { lineStarts, positionIn } from '../text/lines';
import type { Range } from '../text/range';
import type { Document } from '../yaml/cut/document';

/** An empty range, which also replaces ranges in files that are not known. */
export const START_OF_FILE: lsp.Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A range of offsets as a range of lines and characters; the start of the file for a document that is not known. */
export function toRange(document: Document | undefined, range: Range): lsp.Range {
  return document?.rangeAt(range.start, range.end) ?? START_OF_FILE;
}

/** Converts offsets of a text that is not a document to lines and characters. */
export function positionsIn(text: string): (offset: number) => lsp.Position {
  const starts = lineStarts(text);
  return (offset) => positionIn(starts, offset);
}

const SEVERITIES: Readonly<Record<Severity, lsp.DiagnosticSeverity>> = {
  error: lsp.DiagnosticSeverity.Error,
  warning: lsp.DiagnosticSeverity.Warning,
  information: lsp.DiagnosticSeverity.Information,
  hint: lsp.DiagnosticSeverity.Hint,
};

export function toSeverity(severity: Severity): lsp.DiagnosticSeverity {
  return SEVERITIES[severity];
}
