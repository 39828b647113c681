import type * as lsp from 'vscode-languageserver';
import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import { type Address, normalize } from '../project/paths';
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

  /** The diagnostics of a file, or that they are those which the client has, step by step. */
  *document(address: Address, previous: string | undefined): Task<lsp.DocumentDiagnosticReport> {
    const items = yield* this.findings.diagnosticsTask(address);
    const resultId = resultIdOf(items);
    return resultId === previous ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  }

  /** The same with the file that it is about. */
  *ofWorkspace(address: Address, previous: string | undefined): Task<lsp.WorkspaceDocumentDiagnosticReport> {
    const report = yield* this.document(address, previous);
    return { ...report, uri: this.client.toUri(address), version: this.client.versionOf(address) };
  }

  /** A report for each file that was ours and is not any more. `previous` is what the client has, by address. */
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

/** What a client says that it has, by address. */
export function resultIdsByAddress(ids: readonly lsp.PreviousResultId[]): ReadonlyMap<Address, string> {
  return new Map(ids.map(({ uri, value }) => [normalize(uri), value]));
}

/** A first report, which a complete one follows: it has a different result id. */
export function firstReport(items: lsp.Diagnostic[]): lsp.FullDocumentDiagnosticReport {
  return { kind: 'full', resultId: FIRST_PREFIX + resultIdOf(items), items };
}

/** Whether a client has no complete report of a file, by the name of the one that it has. */
export function lacksCompleteReport(previous: string | undefined): boolean {
  return previous === undefined || previous.startsWith(FIRST_PREFIX);
}

const FIRST_PREFIX = 'first-';

/** A name for diagnostics that is the same for the same ones, and practically never for others. */
export function resultIdOf(items: readonly lsp.Diagnostic[]): string {
  return hashOf(items.map((item) => hashOfDiagnostic(item)).join());
}

/** Most diagnostics of a file are the same objects as in the previous report. */
const hashOfDiagnostic = engine.query('hash of a diagnostic', (item: lsp.Diagnostic) =>
  hashOf(JSON.stringify(item)),
);

const EMPTY_ID = resultIdOf([]);
