import { commands, l10n, Uri, ViewColumn, WorkspaceEdit, window, workspace } from 'vscode';
import { displayUri, uriBeside } from './commands/display-uri';
import { existingFiles, writeErrorText } from './commands/write-files';

/** Limit of names that are tried. */
const MAX_NAMES = 1000;

/**
 * A new scenario file next to a main file: `name.scenario.yaml`, otherwise `name-2.scenario.yaml` and so on;
 * undefined if too many exist.
 */
export async function freeScenarioUri(main: Uri, name: string): Promise<Uri | undefined> {
  for (let count = 1; count <= MAX_NAMES; count++) {
    const file = `${name}${count === 1 ? '' : `-${count}`}.scenario.yaml`;
    const uri = uriBeside(main, file) ?? Uri.joinPath(main, file);
    if ((await existingFiles([uri])).length === 0) return uri;
  }
  return undefined;
}

/** The scenario file that a user means by a name: `ada` and `ada.yaml` are `ada.scenario.yaml`. */
export function namedScenarioUri(chosen: Uri): Uri {
  const { path } = chosen;
  return /\.scenario\.ya?ml$/i.test(path)
    ? chosen
    : chosen.with({ path: `${path.replace(/(?:\.scenario)?(?:\.ya?ml)?$/i, '')}.scenario.yaml` });
}

/** Writes a new scenario file, opens it, and offers to run it. It never replaces an existing file. */
export async function writeScenario(uri: Uri, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  try {
    if (await workspace.applyEdit(edit)) {
      await showScenario(uri);
      // The command does not wait for the answer.
      void offerToRun(uri);
      return;
    }
    void window.showErrorMessage(l10n.t('The scenario could not be written.'));
  } catch (error) {
    void window.showErrorMessage(l10n.t('The scenario could not be written: {0}', writeErrorText(error)));
  }
}

/** Shows a scenario where texts usually are, so that a conversation stays visible. */
export async function showScenario(uri: Uri): Promise<void> {
  await window.showTextDocument(uri, { viewColumn: ViewColumn.One });
}

async function offerToRun(uri: Uri): Promise<void> {
  const run = l10n.t('Run Scenario');
  if ((await window.showInformationMessage(l10n.t('Saved {0}.', displayUri(uri)), run)) === run)
    await commands.executeCommand('atomicState.runScenarios', uri);
}
