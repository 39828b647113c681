import * as lsp from 'vscode-languageserver';
import type { Severity } from '../rules/rule';
import type { Range } from '../text/range';
import type { Document } from '../yaml/document';

/** Where the documentation of a rule is to be read. */
export const RULES_PAGE = 'https://github.com/atomic-state/atomic-state/blob/main/docs/rules.md';

/** A range of a document's offsets as lines and characters. */
export function toRange(document: Document, range: Range): lsp.Range {
  return document.rangeAt(range.start, range.end);
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
