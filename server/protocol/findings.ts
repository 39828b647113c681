import * as lsp from 'vscode-languageserver';
import { LatestResult } from '../engine/latest-result';
import { runTask, type Task } from '../engine/task';
import { warm } from '../inference/warm';
import { type Address, folderOf } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import {
  allFindings,
  certainFindings,
  findingsAt,
  findingsOfFile,
  findingsTask,
  limitFindings,
} from '../rules/file-findings';
import type { FileFinding, PlacedFinding, StandaloneFinding } from '../rules/placed-finding';
import type { Finding, RelatedLocation, Severity } from '../rules/rule';
import { Checker } from '../rules/run';
import { formatMessage, type TextOrMessage, type Translations } from '../text/message';
import { shiftRange } from '../text/range';
import { WorkMonitor } from '../watchdog/work-monitor';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { CheckBudget } from './check-budget';
import { toRange, toSeverity } from './convert';
import { serializeOnce } from './json';
import type { LastEdit } from './last-edit';
import { ruleLink } from './rule-link';
import type { Settings } from './settings';

/** The maximum number of diagnostics per file: VS Code shows no more. */
const MAX_DIAGNOSTICS = 1000;

/** Converts the findings of the rules to diagnostics, with the settings of the user. */
export class DiagnosticsProvider {
  private readonly checker: Checker;

  /** Converted findings, with the position of the unit and the severity. */
  private converted = new LatestResult<
    Finding,
    lsp.Position & { readonly severity: Severity },
    lsp.Diagnostic
  >();

  constructor(
    private readonly workspace: Workspace,
    settingsOf: (address: Address) => Settings,
    /** The address under which the client knows a file. */
    private readonly toUri: (address: Address) => string,
    /** What the author may be about to write is not reported as absent; `findingsTask` and the like return everything. */
    private readonly lastEdit?: Pick<LastEdit, 'withholds'>,
    private readonly monitor = new WorkMonitor(),
    /** In milliseconds. */
    private readonly now = () => performance.now(),
  ) {
    this.checker = new Checker(workspace, settingsOf);
  }

  /** Where the client shows the pages of the rules, see `ruleLink`. Set before anything is converted. */
  rulePages: string | undefined;
  private catalog: Translations | undefined;

  /** Set when the language of the client is known. */
  set translations(catalog: Translations | undefined) {
    this.catalog = catalog;
    this.converted = new LatestResult();
  }

  /** A text in the language of the client. */
  readonly format = (text: TextOrMessage): string => formatMessage(text, this.catalog);

  /** Drops all findings after a change of settings. */
  reset(): void {
    this.checker.reset();
  }

  /** All findings of a file, including disabled ones. */
  allOfFile(address: Address): readonly PlacedFinding[] {
    return allFindings(this.checker, address);
  }

  /** All diagnostics of a file, in the order of the text. */
  diagnostics(address: Address): lsp.Diagnostic[] {
    return runTask(this.diagnosticsTask(address));
  }

  /**
   * The same in slices. The result is valid if nothing was edited or read between the steps. A file that takes too
   * long is checked in part.
   */
  *diagnosticsTask(address: Address): Task<lsp.Diagnostic[]> {
    const document = this.workspace.document(address);
    if (document === undefined) return [];
    const found = this.shown(address, yield* this.findingsTask(address));
    const settings = this.checker.settingsOf(address);
    return yield* this.toDiagnostics(document, limitFindings(found, document, settings, MAX_DIAGNOSTICS));
  }

  /** All findings of a file, in the order of the text, step by step in the same way. */
  *findingsTask(address: Address): Task<readonly FileFinding[]> {
    const document = this.workspace.document(address);
    if (document === undefined) return [];
    const { workspace, monitor, checker } = this;
    // Not measured by the budget, because this work depends on the project, not on this file.
    const projects = workspace.projectsOf(address);
    for (const project of projects) yield* monitor.task(address, document, warm(workspace, project));
    const budget = new CheckBudget(document.units.length * projects.length, this.now);
    const checking = budget.measure(findingsTask(checker, address, budget.isSpent));
    return yield* monitor.task(address, document, checking);
  }

  /**
   * Diagnostics that need nothing but the text of a file, which may not be part of the workspace yet: a part of
   * `diagnosticsTask`. They end before the unit at which `isOver` is true.
   */
  *certainDiagnosticsTask(source: Source, isOver: () => boolean): Task<lsp.Diagnostic[]> {
    const { address, document } = source;
    // An export has no findings, not even those of its text alone.
    if (this.mayBeExport(source)) return [];
    const checking = certainFindings(source, this.checker.settingsOf(address), isOver);
    const found = yield* this.monitor.task(address, document, checking);
    // Only the most severe findings are shown, and they are not known yet.
    if (found.length >= MAX_DIAGNOSTICS) return [];
    return yield* this.toDiagnostics(document, this.shown(address, found));
  }

  private shown<T extends StandaloneFinding>(address: Address, found: readonly T[]): readonly T[] {
    const { lastEdit } = this;
    return lastEdit === undefined ? found : found.filter((one) => !lastEdit.withholds(address, one));
  }

  /** Converts findings, with a step for each one that is not cached. */
  private *toDiagnostics(
    document: Document,
    found: readonly (StandaloneFinding & { readonly project?: Project })[],
  ): Task<lsp.Diagnostic[]> {
    const diagnostics: lsp.Diagnostic[] = [];
    let unit: Unit | undefined;
    let start: lsp.Position = { line: 0, character: 0 };
    for (const placed of found) {
      if (placed.unit !== unit) {
        unit = placed.unit;
        start = document.positionAt(document.startOf(unit));
      }
      const known = this.cached(placed, start);
      diagnostics.push(known ?? this.convert(document, placed, start));
      if (known === undefined) yield;
    }
    return serializeOnce(diagnostics);
  }

  /** The diagnostic of a finding, if it was converted while its unit began at the same position. */
  private cached(
    { finding, severity }: StandaloneFinding,
    { line, character }: lsp.Position,
  ): lsp.Diagnostic | undefined {
    const known = this.converted.get(finding);
    if (known === undefined) return undefined;
    const { argument, value } = known;
    const isSame =
      argument.line === line && argument.character === character && argument.severity === severity;
    return isSame ? value : undefined;
  }

  private convert(document: Document, placed: StandaloneFinding, start: lsp.Position): lsp.Diagnostic {
    const { finding, severity } = placed;
    const diagnostic = this.toDiagnostic(document, placed);
    // Not cached if there are related units, which can move independently.
    if (finding.related === undefined) this.converted.set(finding, { ...start, severity }, diagnostic);
    return diagnostic;
  }

  private mayBeExport({ address, documentKind }: Source): boolean {
    if (documentKind !== 'automata' || !/\.json$/i.test(address)) return false;
    return [...this.workspace.allProjects].some(
      ({ root, isAutomata }) => isAutomata && root !== address && folderOf(root) === folderOf(address),
    );
  }

  /** The findings that touch an offset; only the text around it is checked. */
  at(address: Address, offset: number): readonly FileFinding[] {
    return findingsAt(this.checker, address, offset);
  }

  /** All findings of a file, in the order of the text. */
  ofFile(address: Address): readonly FileFinding[] {
    this.monitor.begin(address, this.workspace.document(address));
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

  toDiagnostic(
    document: Document,
    placed: StandaloneFinding & { readonly project?: Project },
  ): lsp.Diagnostic {
    const { finding, severity, project } = placed;
    const { code, tag } = finding.rule;
    const diagnostic: lsp.Diagnostic = {
      range: toRange(document, placed),
      message: this.format(finding.message),
      severity: toSeverity(severity),
      source: 'atomic-state',
      code,
    };
    const href = ruleLink(code, this.rulePages);
    if (href !== undefined) diagnostic.codeDescription = { href };
    if (tag)
      diagnostic.tags = [
        tag === 'unnecessary' ? lsp.DiagnosticTag.Unnecessary : lsp.DiagnosticTag.Deprecated,
      ];
    const related = (finding.related ?? []).flatMap((one) => {
      const known = document.holds(one.unit) ? document : project?.source(one.source)?.document;
      const location = known && this.locationOf(known, one);
      return location ? [{ location, message: this.format(one.message) }] : [];
    });
    if (related.length > 0) diagnostic.relatedInformation = related;
    return diagnostic;
  }

  private locationOf(document: Document, { source, unit, range }: RelatedLocation): lsp.Location | undefined {
    if (!document.holds(unit)) return undefined;
    return { uri: this.toUri(source), range: toRange(document, shiftRange(range, document.startOf(unit))) };
  }
}
