import { l10n, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { writeErrorText } from '../commands/write-files';
import type { FoundScenario } from './explorer';

/** More files of one kind of finding are not written beside a main file. */
const MAX_FILES = 1000;

/** Writes the scenario of a finding to a new file beside the main file, and opens it. */
export async function keepScenario({ main, code, text }: FoundScenario): Promise<void> {
  const uri = await freeUri(main, code);
  if (uri === undefined) return;
  const edit = new WorkspaceEdit();
  // Not even a file that was made meanwhile is replaced.
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

/** The first name that no file has. */
async function freeUri(main: Uri, code: string): Promise<Uri | undefined> {
  for (let count = 1; count <= MAX_FILES; count++) {
    const uri = Uri.joinPath(main, '..', `${code}${count === 1 ? '' : `-${count}`}.scenario.yaml`);
    const isThere = await workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (!isThere) return uri;
  }
  return undefined;
}
