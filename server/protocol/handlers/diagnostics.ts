import type * as lsp from 'vscode-languageserver';
import { type Address, normalize } from '../../project/paths';
import { guard } from '../guard';
import { byAddress, Reports } from '../reports';
import { Turns } from '../turn';
import type { Handler, Services } from './handler';

/** How many files are reported at once to a client that takes parts of an answer. */
const BATCH = 50;
/** How long changes are gathered before a client that waits for them is answered, in milliseconds. */
const GATHERING = 300;

/** Diagnostics for clients that ask for them; the others are sent them (see `server.ts`). */
export const diagnosticsHandler: Handler = {
  register(services) {
    const { connection, loader, findings, changes, preparing } = services;
    const reports = new Reports(findings, services);
    connection.languages.diagnostics.on(
      guard<lsp.DocumentDiagnosticParams, lsp.DocumentDiagnosticReport, lsp.DiagnosticServerCancellationData>(
        services,
        'diagnostic',
        { kind: 'full', items: [] },
        async ({ textDocument, previousResultId }, token) => {
          await loader.load();
          const address = normalize(textDocument.uri);
          await preparing.over(address);
          const turns = new Turns(changes, token);
          const report = await turns.finish(() => reports.document(address, previousResultId));
          return report ?? { kind: 'full', items: [] };
        },
      ),
    );
    // The library keeps the token of partial results to itself, and gives what reports them.
    connection.languages.diagnostics.onWorkspace((params, token, _, parts) =>
      guard<
        lsp.WorkspaceDiagnosticParams,
        lsp.WorkspaceDiagnosticReport,
        lsp.DiagnosticServerCancellationData
      >(services, 'workspaceDiagnostic', { items: [] }, ({ previousResultIds }) =>
        workspaceReport(services, reports, byAddress(previousResultIds), token, parts),
      )(params, token),
    );
  },
};

/** Answers as soon as the client does not have everything already; clients ask again after each answer. */
async function workspaceReport(
  { workspace, loader, changes, findings }: Services,
  reports: Reports,
  previous: ReadonlyMap<Address, string>,
  token: lsp.CancellationToken,
  parts: lsp.ResultProgressReporter<lsp.WorkspaceDiagnosticReportPartialResult> | undefined,
): Promise<lsp.WorkspaceDiagnosticReport> {
  for (;;) {
    // While files are still being read, much of what is said of others would be said in vain.
    await loader.loadEverything();
    if (token.isCancellationRequested) return { items: [] };
    const { count } = changes;
    const items: lsp.WorkspaceDocumentDiagnosticReport[] = [];
    let hasNews = false;
    const add = (report: lsp.WorkspaceDocumentDiagnosticReport) => {
      items.push(report);
      hasNews ||= report.kind === 'full';
      if (items.length % BATCH === 0 && parts !== undefined && hasNews)
        parts.report({ items: items.splice(0) });
    };
    const turns = new Turns(changes, token);
    const open = new Set(workspace.openFiles);
    const addresses = [...findings.addresses()].sort((a, b) => Number(open.has(b)) - Number(open.has(a)));
    for (const address of addresses) {
      const report = await turns.finish(() => reports.ofWorkspace(address, previous.get(address)));
      if (report === undefined || !(await turns.pause())) return { items: [] };
      add(report);
    }
    for (const report of reports.gone(addresses, previous)) add(report);
    if (hasNews) return { items };
    await changes.since(count, token);
    if (token.isCancellationRequested) return { items: [] };
    await new Promise((resolve) => setTimeout(resolve, GATHERING));
  }
}
