import * as lsp from 'vscode-languageserver';
import { type Address, normalize } from '../../project/files/paths';
import { guard, logError } from '../guard';
import { firstReport, lacksCompleteReport, PullReports, resultIdOf, resultIdsByAddress } from '../reports';
import { pendingRequestsAnswered, TimeSlicer } from '../time-slicer';
import { type Handler, respond, type Services } from './handler';

const NO_REPORT: lsp.DocumentDiagnosticReport = { kind: 'full', items: [] };
/** The number of files per partial result. */
const BATCH_SIZE = 50;
/** The time for which changes are collected before a workspace request is answered, in milliseconds. */
const GATHERING_MS = 300;

/** Diagnostics for clients that pull them; others get notifications (`change-notifier.ts`). */
export const diagnosticsHandler: Handler = {
  register(services) {
    const {
      connection,
      capabilities,
      fileLoader,
      findings,
      changes,
      documentLoader,
      prewarmer,
      firstReports,
      pullSupport,
    } = services;
    const reports = new PullReports(findings, services);
    const complete = async (
      address: Address,
      previous: string | undefined,
      token: lsp.CancellationToken,
    ): Promise<lsp.DocumentDiagnosticReport> => {
      // Requests that the author waits for, such as completion, are answered first.
      await pendingRequestsAnswered();
      let report: lsp.DocumentDiagnosticReport | undefined;
      do {
        await documentLoader.whenRead(address);
        await fileLoader.automataFound(address);
        await fileLoader.load();
        await prewarmer.whenWarm(address);
        report = await new TimeSlicer(changes, token).finish(() => reports.document(address, previous));
        // After an edit, it may be a report of the previous text.
      } while (report && documentLoader.whenRead(address));
      if (report) firstReports.complete(address);
      return report ?? NO_REPORT;
    };
    const refresh = () => connection.languages.diagnostics.refresh();
    const answer = async (
      { textDocument, previousResultId }: lsp.DocumentDiagnosticParams,
      token: lsp.CancellationToken,
    ): Promise<lsp.DocumentDiagnosticReport> => {
      pullSupport.onRequest();
      const address = normalize(textDocument.uri);
      const all = complete(address, previousResultId, token);
      // Without support for refreshes, the client would not request the complete report.
      const isRefreshed = capabilities.workspace?.diagnostics?.refreshSupport === true;
      if (!isRefreshed || !lacksCompleteReport(previousResultId)) return all;
      all.catch(() => undefined);
      const items = await firstReports.of(address, token);
      const first = items && firstReport(items);
      if (first === undefined || first.resultId === previousResultId) return all;
      const isComplete = ({ resultId }: lsp.DocumentDiagnosticReport) =>
        resultId === undefined || resultId === resultIdOf(first.items);
      void all
        .then((report) => (isComplete(report) ? undefined : refresh()))
        .catch((error) => logError(connection, 'diagnostic', error));
      return first;
    };
    respond(services, lsp.DocumentDiagnosticRequest.type, NO_REPORT, answer, { waitsItself: true });
    // The library does not expose the token of partial results, only a reporter.
    connection.languages.diagnostics.onWorkspace((params, token, _, parts) => {
      pullSupport.onRequest();
      return guard<
        lsp.WorkspaceDiagnosticParams,
        lsp.WorkspaceDiagnosticReport,
        lsp.DiagnosticServerCancellationData
      >(services, 'workspaceDiagnostic', { items: [] }, ({ previousResultIds }) =>
        workspaceReport(services, reports, resultIdsByAddress(previousResultIds), token, parts),
      )(params, token);
    });
  },
};

/** Answers when a report differs from that of the client; clients send the next request after each answer. */
async function workspaceReport(
  { workspace, fileLoader, changes, findings, firstReports, documentLoader }: Services,
  reports: PullReports,
  previous: ReadonlyMap<Address, string>,
  token: lsp.CancellationToken,
  parts: lsp.ResultProgressReporter<lsp.WorkspaceDiagnosticReportPartialResult> | undefined,
): Promise<lsp.WorkspaceDiagnosticReport> {
  for (;;) {
    // Waits until all files are read, because many reports would soon be stale otherwise.
    await fileLoader.loadEverything();
    if (token.isCancellationRequested) return { items: [] };
    const { count } = changes;
    const items: lsp.WorkspaceDocumentDiagnosticReport[] = [];
    let hasChanges = false;
    const add = (report: lsp.WorkspaceDocumentDiagnosticReport) => {
      items.push(report);
      hasChanges ||= report.kind === 'full';
      if (items.length % BATCH_SIZE === 0 && parts !== undefined && hasChanges)
        parts.report({ items: items.splice(0) });
    };
    const slicer = new TimeSlicer(changes, token);
    const open = new Set(workspace.openFiles);
    const addresses = [...findings.addresses()].sort((a, b) => Number(open.has(b)) - Number(open.has(a)));
    for (const address of addresses) {
      let report: lsp.WorkspaceDocumentDiagnosticReport | undefined;
      do {
        await documentLoader.whenRead(address);
        report = await slicer.finish(() => reports.ofWorkspace(address, previous.get(address)));
      } while (report && documentLoader.whenRead(address));
      if (report === undefined || !(await slicer.pause())) return { items: [] };
      firstReports.complete(address);
      add(report);
    }
    for (const report of reports.removedFiles(addresses, previous)) add(report);
    if (hasChanges) return { items };
    await changes.changedSince(count, token);
    if (token.isCancellationRequested || changes.isOver) return { items: [] };
    await new Promise((resolve) => setTimeout(resolve, GATHERING_MS));
  }
}
