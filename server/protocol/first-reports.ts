import type * as lsp from 'vscode-languageserver';
import type { Address } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { Workspace } from '../project/workspace';
import type { ChangeSignal } from './change-signal';
import type { DocumentLoader } from './document-loader';
import type { FileLoader } from './file-loader';
import type { DiagnosticsProvider } from './findings';
import { TimeSlicer } from './time-slicer';

/** A first report is sent if there is no complete one after this time, in milliseconds. */
const BUDGET_MS = 100;
/** The first report of a file covers at least this number of units, even on slow machines. */
const MIN_REPORTED_UNITS = 20;
/** Files and projects with fewer units have no first report: they are checked in time even on slow machines. */
const MIN_UNITS = 200;

interface Services {
  readonly workspace: Workspace;
  readonly findings: DiagnosticsProvider;
  readonly documentLoader: DocumentLoader;
  readonly changes: ChangeSignal;
  readonly fileLoader: FileLoader;
  /** Resolves when the settings of the client are known. */
  readonly starting: Promise<unknown> | undefined;
  versionOf(address: Address): number | null;
}

/**
 * The first reports of large files that have been opened: diagnostics that depend only on the text, from its start as
 * far as it is checked in time. The complete report includes them. No first report follows it, as that would remove the
 * others.
 */
export class FirstReports {
  private readonly completed = new Set<Address>();
  private readonly waiting = new Map<Address, Set<() => void>>();

  constructor(private readonly services: Services) {}

  /** A file was closed: the client no longer shows its diagnostics. */
  forget(address: Address): void {
    this.completed.delete(address);
  }

  /** A complete report was sent, of an open file or one of the workspace. */
  complete(address: Address): void {
    this.completed.add(address);
    for (const resolve of this.waiting.get(address) ?? []) resolve();
    this.waiting.delete(address);
  }

  /** The first report of a file; undefined if a complete one is sent in time, or if nothing is certain yet. */
  async of(address: Address, token?: lsp.CancellationToken): Promise<lsp.Diagnostic[] | undefined> {
    const begin = performance.now();
    if (this.completed.has(address)) return undefined;
    const completion = this.completion(address);
    await Promise.race([this.services.starting, completion]);
    if (this.services.versionOf(address) === null) return undefined;
    if (!this.isRoleCertain(address))
      await Promise.race([this.services.fileLoader.automataFound(address), completion]);
    const first = await this.compute(address, begin + BUDGET_MS, token);
    if (first === undefined) return undefined;
    const rest = begin + BUDGET_MS - performance.now();
    if (rest > 0) await Promise.race([new Promise((resolve) => setTimeout(resolve, rest)), completion]);
    return this.completed.has(address) ? undefined : first;
  }

  /** Whether the role of a file is known, so that files that are found later cannot change it. */
  private isRoleCertain(address: Address): boolean {
    const { workspace, documentLoader } = this.services;
    return (
      workspace.projectsOf(address).length > 0 ||
      documentLoader.sourceOf(address)?.documentKind === 'automata'
    );
  }

  /** The source of a file that is large, or part of a large project; undefined for other files. */
  private largeSource(address: Address): Source | undefined {
    const { workspace, documentLoader } = this.services;
    const source = documentLoader.sourceOf(address);
    if (source === undefined || source.document.units.length >= MIN_UNITS) return source;
    return workspace.projectsOf(address).some(({ size }) => size >= MIN_UNITS) ? source : undefined;
  }

  private async compute(
    address: Address,
    deadline: number,
    token: lsp.CancellationToken | undefined,
  ): Promise<lsp.Diagnostic[] | undefined> {
    const { findings, changes } = this.services;
    for (;;) {
      const source = this.completed.has(address) ? undefined : this.largeSource(address);
      if (source === undefined) return undefined;
      let units = 0;
      const isOver = () => units++ >= MIN_REPORTED_UNITS && performance.now() >= deadline;
      const found = await new TimeSlicer(changes, token).finishFirst(
        findings.certainDiagnosticsTask(source, isOver),
      );
      if (found === undefined || this.largeSource(address)?.document === source.document) return found;
    }
  }

  /** Resolves when a complete report is sent. */
  private completion(address: Address): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.waiting.get(address) ?? new Set();
      this.waiting.set(address, waiting.add(resolve));
    });
  }
}
