import { type CancellationToken, commands, l10n, ProgressLocation, window, workspace } from 'vscode';
import { type BaseLanguageClient, WorkDoneProgress } from 'vscode-languageclient';
import type { CheckSummary } from '../../server/protocol/messages';
import { checkRequest } from '../protocol';
import type { CommandContext } from './command-context';

let runs = 0;

/** Checks all state files of the workspace, open or not, and shows a summary. */
export async function checkWorkspace({ server: { client } }: CommandContext): Promise<void> {
  if (workspace.workspaceFolders === undefined) {
    const open = l10n.t('Open Folder');
    const message = l10n.t('No folder is open. Open the folder with your state files to check them.');
    void window.showInformationMessage(message, open).then((answer) => {
      return answer === open ? commands.executeCommand('workbench.action.files.openFolder') : undefined;
    });
    return;
  }
  const checked = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t('Checking all state files'),
      cancellable: true,
    },
    async (progress, token) => {
      let done = 0;
      return check(client, token, (percentage) => {
        progress.report({ increment: percentage - done });
        done = percentage;
      });
    },
  );
  if (checked !== null) {
    tell(checked);
  }
}

/**
 * @param report receives the progress in per cent
 * @returns null if the user cancels
 */
async function check(
  client: BaseLanguageClient,
  token: CancellationToken,
  report: (percentage: number) => void,
): Promise<CheckSummary | null> {
  runs += 1;
  const workDoneToken = `atomicState.checkWorkspace.${runs}`;
  const listener = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
    if (value.kind === 'report' && value.percentage !== undefined) {
      report(value.percentage);
    }
  });
  try {
    return await client.sendRequest(checkRequest, { workDoneToken }, token);
  } catch (error) {
    if (token.isCancellationRequested) {
      return null;
    }
    throw error;
  } finally {
    listener.dispose();
  }
}

function tell({ files, error, warning, information, filesWithFindings }: CheckSummary): void {
  if (files === 0) {
    void window.showInformationMessage(
      l10n.t(
        'No state files found in this workspace: no file has `states` and `initial` or is a standalone state.',
      ),
    );
    return;
  }
  const checked = files === 1 ? l10n.t('Checked 1 state file') : l10n.t('Checked {0} state files', files);
  const counts = [
    ...(error > 0 ? [error === 1 ? l10n.t('1 error') : l10n.t('{0} errors', error)] : []),
    ...(warning > 0 ? [warning === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warning)] : []),
    ...(information > 0 ? [information === 1 ? l10n.t('1 note') : l10n.t('{0} notes', information)] : []),
  ];
  if (counts.length === 0) {
    void window.showInformationMessage(l10n.t('{0}: no problems found.', checked));
    return;
  }
  const where = filesWithFindings === 1 ? l10n.t('in 1 file') : l10n.t('in {0} files', filesWithFindings);
  const message = `${checked}: ${counts.join(', ')} ${where}.`;
  const showProblems = l10n.t('Show Problems');
  const show = error > 0 ? window.showErrorMessage : window.showWarningMessage;
  void show(message, showProblems).then((answer) => {
    return answer === showProblems ? commands.executeCommand('workbench.actions.view.problems') : undefined;
  });
}
