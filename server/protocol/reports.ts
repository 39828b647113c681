import type * as lsp from 'vscode-languageserver';
import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import { type Address, normalize } from '../project/files/paths';
import { hashOf } from '../text/hash';
import type { EditClient } from './edits';
import type { DiagnosticsProvider } from './findings';

/**
 * Diagnostics as pull reports. The result id of a file is computed from its diagnostics, so the server does not store
 * previous reports.
 */
export class PullReports {
  constructor(
    private readonly findings: DiagnosticsProvider,
    private readonly client: Pick<EditClient, 'toUri' | 'versionOf'>,
  ) {}

  /** The report of a file: its diagnostics, or that they have not changed. */
  *document(address: Address, previous: string | undefined): Task<lsp.DocumentDiagnosticReport> {
    const items = yield* this.findings.diagnosticsTask(address);
    const resultId = resultIdOf(items);
    return resultId === previous ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  }

  /** The report of a file as a part of a workspace report. */
  *ofWorkspace(address: Address, previous: string | undefined): Task<lsp.WorkspaceDocumentDiagnosticReport> {
    const report = yield* this.document(address, previous);
    return { ...report, uri: this.client.toUri(address), version: this.client.versionOf(address) };
  }

  /**
   * Empty reports for files that are no longer state files.
   *
   * @param previous the result ids of the client by address
   */
  removedFiles(
    ours: readonly Address[],
    previous: ReadonlyMap<Address, string>,
  ): readonly lsp.WorkspaceDocumentDiagnosticReport[] {
    const left = new Set(ours);
    return [...previous]
      .filter(([address, id]) => !left.has(address) && id !== EMPTY_ID)
      .map(([address]) => {
        return {
          uri: this.client.toUri(address),
          version: null,
          kind: 'full',
          resultId: EMPTY_ID,
          items: [],
        };
      });
  }
}

/** The result ids of the client by address. */
export function resultIdsByAddress(ids: readonly lsp.PreviousResultId[]): ReadonlyMap<Address, string> {
  return new Map(ids.map(({ uri, value }) => [normalize(uri), value]));
}

/** A first report, whose result id differs from that of a complete one. */
export function firstReport(items: lsp.Diagnostic[]): lsp.FullDocumentDiagnosticReport {
  return { kind: 'full', resultId: FIRST_PREFIX + resultIdOf(items), items };
}

/** Whether a client has no complete report of a file, given the result id of its last report. */
export function lacksCompleteReport(previous: string | undefined): boolean {
  return previous === undefined || previous.startsWith(FIRST_PREFIX);
}

const FIRST_PREFIX = 'first-';

/** The result id of diagnostics: equal for equal diagnostics, and practically never for others. */
export function resultIdOf(items: readonly lsp.Diagnostic[]): string {
  return hashOf(items.map((item) => hashOfDiagnostic(item)).join());
}

/** Most diagnostics of a file are the same objects as in the previous report. */
const hashOfDiagnostic = engine.query('hash of a diagnostic', (item: lsp.Diagnostic) =>
  hashOf(JSON.stringify(item)),
);

const EMPTY_ID = resultIdOf([]);
