import { l10n, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { existingFiles, writeErrorText } from './commands/write-files';

/** Limit of names that are tried. */
const MAX_NAMES = 1000;

/**
 * A new scenario file next to a main file: `name.scenario.yaml`, otherwise `name-2.scenario.yaml` and so on;
 * undefined if too many exist.
 */
export async function freeScenarioUri(main: Uri, name: string): Promise<Uri | undefined> {
  for (let count = 1; count <= MAX_NAMES; count++) {
    const uri = uriBeside(main, `${name}${count === 1 ? '' : `-${count}`}.scenario.yaml`);
    if ((await existingFiles([uri])).length === 0) return uri;
  }
  return undefined;
}

function uriBeside(main: Uri, file: string): Uri {
  return main.scheme === 'untitled'
    ? Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? main, file)
    : Uri.joinPath(main, '..', file);
}

/** Writes a new scenario file and opens it. It never replaces an existing file. */
export async function writeScenario(uri: Uri, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  try {
    if (await workspace.applyEdit(edit)) {
      await window.showTextDocument(uri);
      return;
    }
    void window.showErrorMessage(l10n.t('The scenario could not be written.'));
  } catch (error) {
    void window.showErrorMessage(l10n.t('The scenario could not be written: {0}', writeErrorText(error)));
  }
}
