import { l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { displayUri } from '../commands/display-uri';
import { existingFiles, writeErrorText } from '../commands/write-files';
import { runScenarioRequest } from '../protocol';

/** More names than are tried. */
const mostNames = 1000;

/** Writes a scenario that repeats a conversation, where the person chooses; never over a file that exists. */
export async function saveScenario(client: BaseLanguageClient, run: string, main: string): Promise<void> {
  const title = l10n.t('Save as Scenario');
  const mainUri = client.protocol2CodeConverter.asUri(main);
  for (;;) {
    const target = await window.showSaveDialog({
      title,
      defaultUri: await freeName(mainUri),
      filters: { [l10n.t('Scenarios')]: ['yaml'] },
    });
    if (target === undefined) return;
    if ((await existingFiles([target])).length > 0) {
      const choose = l10n.t('Choose Another Name');
      const message = l10n.t('{0} exists already and is not overwritten.', displayUri(target));
      if ((await window.showWarningMessage(message, { modal: true }, choose)) !== choose) return;
      continue;
    }
    const file = client.code2ProtocolConverter.asUri(target);
    const text = await client.sendRequest(runScenarioRequest, { run, file });
    if (text === null) return;
    try {
      await workspace.fs.writeFile(target, new TextEncoder().encode(text));
    } catch (error) {
      const message = l10n.t('The scenario could not be written: {0}', writeErrorText(error));
      void window.showErrorMessage(message);
      return;
    }
    await window.showTextDocument(target);
    return;
  }
}

/** A file beside the main file that does not exist. */
async function freeName(main: Uri): Promise<Uri> {
  const folder =
    main.scheme === 'untitled' ? (workspace.workspaceFolders?.[0]?.uri ?? main) : Uri.joinPath(main, '..');
  for (let count = 1; count < mostNames; count++) {
    const uri = Uri.joinPath(folder, `conversation${count === 1 ? '' : `-${count}`}.scenario.yaml`);
    if ((await existingFiles([uri])).length === 0) return uri;
  }
  return Uri.joinPath(folder, 'conversation.scenario.yaml');
}
