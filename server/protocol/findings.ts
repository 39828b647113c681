import * as lsp from 'vscode-languageserver';
import { runTask, type Task } from '../engine/task';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { everyFinding, findingFile, findingsAt, findingsOfFile } from '../rules/file-findings';
import type { FileFinding, PlacedFinding } from '../rules/placed-finding';
import { Checker } from '../rules/run';
import { shift } from '../text/range';
import type { Document } from '../yaml/document';
import type { Unit } from '../yaml/unit';
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
    return runTask(this.diagnosing(address));
  }

  /** The same step by step. The result holds if nothing was edited or learnt between the steps. */
  *diagnosing(address: Address): Task<lsp.Diagnostic[]> {
    const document = this.workspace.document(address);
    if (document === undefined) return [];
    const found = yield* findingFile(this.checker, address);
    return found.map((placed) => this.toDiagnostic(document, placed));
  }

  /** The findings that touch an offset; no more of the file is looked into than the text around it. */
  at(address: Address, offset: number): readonly FileFinding[] {
    return findingsAt(this.checker, address, offset);
  }

  /** All findings of a file, in the order of the text. */
  ofFile(address: Address): readonly FileFinding[] {
    return findingsOfFile(this.checker, address);
  }

  /** All files that may have findings, by their address. */
  addresses(): readonly Address[] {
    const all = new Set<Address>();
    for (const project of this.workspace.allProjects)
      for (const { source } of project.members) all.add(source.address);
    return [...all].sort();
  }

  /** Explains the cached findings of a unit as a part of a project. */
  trace(project: Project, address: Address, unit: Unit): string {
    return this.checker.trace(project, address, unit);
  }

  toDiagnostic(document: Document, placed: FileFinding): lsp.Diagnostic {
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
    if (document === undefined || !document.holds(unit)) return undefined;
    return { uri: this.toUri(address), range: toRange(document, shift(range, document.startOf(unit))) };
  }
}
