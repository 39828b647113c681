import * as lsp from 'vscode-languageserver';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { everyFinding, type FileFinding, findingsOfFile, type PlacedFinding } from '../rules/file-findings';
import type { Fix } from '../rules/rule';
import { Checker } from '../rules/run';
import { shift } from '../text/range';
import type { Document, Unit } from '../yaml/document';
import { RULES_PAGE, toRange, toSeverity } from './convert';
import type { Settings } from './settings';

/** Turns what the rules find into what an editor shows, by the settings of the user. */
export class Findings {
  private readonly checker: Checker;

  constructor(
    private readonly workspace: Workspace,
    settingsOf: (address: Address) => Settings,
    /** The address under which the client knows a file. */
    private readonly toUri: (address: Address) => string,
  ) {
    this.checker = new Checker(workspace, settingsOf);
  }

  /** Forgets all findings, as settings have changed. */
  reset(): void {
    this.checker.reset();
  }

  /** What is found in a file, also what comments switch off. */
  every(address: Address): readonly PlacedFinding[] {
    return everyFinding(this.checker, address);
  }

  /** All diagnostics of a file, in the order of the text. */
  diagnostics(address: Address): lsp.Diagnostic[] {
    const document = this.workspace.document(address);
    if (document === undefined) return [];
    return findingsOfFile(this.checker, address).map((placed) => this.toDiagnostic(document, placed));
  }

  /** The quick fixes of the findings that a range touches; those that make files where the client can. */
  fixes(address: Address, range: lsp.Range, canCreate: boolean): lsp.CodeAction[] {
    const document = this.workspace.document(address);
    if (document === undefined) return [];
    const start = document.offsetAt(range.start);
    const end = document.offsetAt(range.end);
    const actions: lsp.CodeAction[] = [];
    for (const placed of findingsOfFile(this.checker, address)) {
      const { finding } = placed;
      if (placed.start > end || placed.end < start) continue;
      const diagnostic = this.toDiagnostic(document, placed);
      const unitStart = placed.start - finding.start;
      for (const fix of finding.fixes ?? [])
        if (fix.create === undefined || canCreate)
          actions.push(this.toAction(address, document, unitStart, fix, diagnostic));
    }
    return actions;
  }

  private toAction(
    address: Address,
    document: Document,
    unitStart: number,
    fix: Fix,
    diagnostic: lsp.Diagnostic,
  ): lsp.CodeAction {
    const edits = fix.edits.map(({ range, text }) => ({
      range: toRange(document, shift(range, unitStart)),
      newText: text,
    }));
    return {
      title: fix.title,
      kind: lsp.CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: fix.preferred === true,
      edit: fix.create
        ? { documentChanges: [...creation(fix.create), ...this.textEdits(address, edits)] }
        : { changes: { [this.toUri(address)]: edits } },
    };
  }

  private textEdits(address: Address, edits: readonly lsp.TextEdit[]): lsp.TextDocumentEdit[] {
    if (edits.length === 0) return [];
    return [{ textDocument: { uri: this.toUri(address), version: null }, edits: [...edits] }];
  }

  private toDiagnostic(document: Document, placed: FileFinding): lsp.Diagnostic {
    const { finding, severity, project } = placed;
    const { code, tag } = finding.rule;
    const diagnostic: lsp.Diagnostic = {
      range: toRange(document, placed),
      message: finding.message,
      severity: toSeverity(severity),
      source: 'atomic-state',
      code,
      codeDescription: { href: `${RULES_PAGE}#${code}` },
    };
    if (tag)
      diagnostic.tags = [
        tag === 'unnecessary' ? lsp.DiagnosticTag.Unnecessary : lsp.DiagnosticTag.Deprecated,
      ];
    const related = (finding.related ?? []).flatMap((one) => {
      const location = this.locationOf(project, one.source, one.unit, one.range);
      return location ? [{ location, message: one.message }] : [];
    });
    if (related.length > 0) diagnostic.relatedInformation = related;
    return diagnostic;
  }

  private locationOf(
    project: Project,
    address: Address,
    unit: Unit,
    range: { start: number; end: number },
  ): lsp.Location | undefined {
    const document = project.source(address)?.document;
    if (document === undefined || !document.units.includes(unit)) return undefined;
    return { uri: this.toUri(address), range: toRange(document, shift(range, document.startOf(unit))) };
  }
}

/** Makes a file with its text. What is there meanwhile stays as it is. */
function creation({
  address: uri,
  text,
}: NonNullable<Fix['create']>): (lsp.CreateFile | lsp.TextDocumentEdit)[] {
  const file: lsp.CreateFile = { kind: 'create', uri, options: { ignoreIfExists: true } };
  if (text === '') return [file];
  const start = { line: 0, character: 0 };
  const edits = [{ range: { start, end: start }, newText: text }];
  return [file, { textDocument: { uri, version: null }, edits }];
}
