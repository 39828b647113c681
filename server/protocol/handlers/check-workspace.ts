import * as lsp from 'vscode-languageserver';
import type { Severity } from '../../rules/rule';
import type { CheckSummary } from '../messages';
import { ownRequest } from '../own-messages';
import { nextEventLoopTurn } from '../time-slicer';
import type { Services } from './handler';

/** The time for which files are checked before other requests are processed. */
const SLICE_MS = 50;

/** Searches the folders of the workspace again, and checks every state file in them. */
export const checkWorkspaceHandler = ownRequest('atomicState/checkWorkspace', () => null, checkWorkspace);

async function checkWorkspace(
  { connection, workspace, fileLoader, findings }: Services,
  { workDoneToken }: lsp.WorkDoneProgressParams,
  token: lsp.CancellationToken,
): Promise<CheckSummary | null> {
  const progress = lsp.WorkDoneProgress;
  const reportProgress = (report: lsp.WorkDoneProgressReport) => {
    if (workDoneToken !== undefined) void connection.sendProgress(progress.type, workDoneToken, report);
  };
  await fileLoader.discover(workspace.folders);
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  const addresses = findings.addresses();
  let filesWithFindings = 0;
  let since = performance.now();
  for (const [index, address] of addresses.entries()) {
    const found = findings.ofFile(address);
    for (const { severity } of found) counts[severity]++;
    if (found.some(({ severity }) => severity !== 'hint')) filesWithFindings++;
    if (performance.now() - since < SLICE_MS) continue;
    reportProgress({ kind: 'report', percentage: Math.floor((100 * (index + 1)) / addresses.length) });
    await nextEventLoopTurn();
    if (token.isCancellationRequested) return null;
    since = performance.now();
  }
  return { ...counts, files: addresses.length, filesWithFindings };
}
