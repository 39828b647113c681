import {
  ConfigurationTarget,
  l10n,
  languages,
  type TextDocument,
  type Uri,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import type { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';

/** Treats a document as a state file: by the settings of its folder or, outside of all folders, by its language. */
export async function treatAsStateFile(_: CommandContext, given: CommandArguments): Promise<void> {
  await decide(given, true);
}

/** Ignores a document, by the settings of its folder. */
export async function ignoreAsStateFile(_: CommandContext, given: CommandArguments): Promise<void> {
  await decide(given, false);
}

async function decide(given: CommandArguments, isStateFile: boolean): Promise<void> {
  const uri = given.uri('uri') ?? window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    return;
  }
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const folder = workspace.getWorkspaceFolder(uri);
  if (folder) {
    await setPattern(uri, folder, isStateFile);
  } else if (!isStateFile || document?.languageId !== 'yaml') {
    void window.showInformationMessage(
      l10n.t('This is a setting of a workspace folder. Open the folder of the file first.'),
    );
    return;
  }
  if (document) {
    await setLanguage(document, isStateFile);
  }
}

async function setPattern(uri: Uri, folder: WorkspaceFolder, isStateFile: boolean): Promise<void> {
  const config = workspace.getConfiguration('atomicState', uri);
  const path = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
  // These characters have a special meaning in a pattern.
  const pattern = `./${path.replace(/[*?{}]/g, '?')}`;
  const others = config
    .get<readonly string[]>('detect.byName', [])
    .filter((one) => one !== pattern && one !== `!${pattern}`);
  const several = (workspace.workspaceFolders?.length ?? 0) > 1;
  const target = several ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace;
  await config.update('detect.byName', [...others, isStateFile ? pattern : `!${pattern}`], target);
}

async function setLanguage(document: TextDocument, isStateFile: boolean): Promise<void> {
  const [from, to] = isStateFile ? ['yaml', 'atomic-state'] : ['atomic-state', 'yaml'];
  const isWanted = workspace.getConfiguration('atomicState', document).get('detect.setLanguage', true);
  if (document.languageId === from && (isWanted || !isStateFile)) {
    await languages.setTextDocumentLanguage(document, to);
  }
}
