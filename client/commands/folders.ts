import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { displayUri } from './display-uri';

/** A folder for a new project; undefined to select another one in a dialog. */
export interface FolderItem extends QuickPickItem {
  readonly folder: Uri | undefined;
}

/**
 * The folders for a new project: a new one in a workspace folder, a workspace folder itself, or any other.
 *
 * @param name name of the suggested new folder
 * @param given the only choice, if it is given
 */
export function folderItems(name: string, given?: Uri): FolderItem[] {
  const alwaysShow = true;
  if (given !== undefined)
    return [{ label: name, description: displayUri(given), folder: given, alwaysShow }];
  const items = (workspace.workspaceFolders ?? []).flatMap(({ uri, name: root }): FolderItem[] => [
    {
      label: `$(new-folder) ${name}`,
      description: l10n.t('a new folder in {0}', root),
      folder: Uri.joinPath(uri, name),
      alwaysShow,
    },
    { label: `$(root-folder) ${root}`, description: l10n.t('the open folder'), folder: uri, alwaysShow },
  ]);
  return [...items, { label: `$(folder-opened) ${l10n.t('Choose Folder…')}`, folder: undefined, alwaysShow }];
}

/** The folder of an item, which the user may have to select. */
export async function chosenFolder({ folder }: FolderItem, title: string): Promise<Uri | undefined> {
  return folder ?? (await dialog(title));
}

/**
 * Asks for the folder of a new project.
 *
 * @param title title of the list
 * @param name name of the suggested new folder
 * @returns undefined if the user cancels
 */
export async function pickFolder(title: string, name: string): Promise<Uri | undefined> {
  const items = folderItems(name);
  const options = {
    title,
    placeHolder: l10n.t('Select a folder for the project'),
    ignoreFocusOut: true,
  };
  const item = items.length > 1 ? await window.showQuickPick(items, options) : items[0];
  return item && (await chosenFolder(item, title));
}

async function dialog(title: string): Promise<Uri | undefined> {
  const chosen = await window.showOpenDialog({
    title,
    openLabel: l10n.t('Use This Folder'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen?.[0];
}

/** Why a text is not a valid folder name; undefined if it is valid. */
export function folderNameProblem(name: string): string | undefined {
  const plain = name.trim();
  if (plain === '') {
    return l10n.t('Enter a name.');
  }
  const [odd] = /[\\/:*?"<>|\u0000-\u001f]/.exec(plain) ?? [];
  if (odd !== undefined) {
    return l10n.t('The name is also a folder name, so it cannot contain "{0}".', odd);
  }
  return /^\.|\.$/.test(plain)
    ? l10n.t('The name is also a folder name, so it cannot start or end with a dot.')
    : undefined;
}

/** Offers to open a folder outside of the workspace, as files there are only checked completely if it is opened. */
export async function offerToOpen(folder: Uri): Promise<Uri | undefined> {
  const isOutside = workspace.getWorkspaceFolder(folder) === undefined;
  if (!isOutside) {
    return undefined;
  }
  const open = l10n.t('Open Folder');
  const message = l10n.t(
    'Created the new project in {0}, which is not open in this window.',
    displayUri(folder),
  );
  return (await window.showInformationMessage(message, open)) === open ? folder : undefined;
}
