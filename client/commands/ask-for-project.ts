import { l10n, type QuickPickItem, type Uri, window } from 'vscode';
import type { ListedScaffold } from '../../server/protocol/messages';
import { chosenFolder, type FolderItem, folderItems, folderNameProblem } from './folders';

/** What a new project is made of. */
export interface WantedProject {
  readonly scaffold: string;
  readonly name: string;
  readonly folder: Uri;
}

/** The name of a project whose author enters none. */
const DEFAULT_NAME = 'my_agent';

interface ScaffoldItem extends QuickPickItem {
  readonly scaffold: string;
}

/** An item that cannot be accepted, because it says why the name is not valid. */
interface ProblemItem extends QuickPickItem {
  readonly problem: string;
}

type Item = ScaffoldItem | FolderItem | ProblemItem;

/**
 * Asks for a template, and then for a name with the folders that it can be created in. Both are the same box, so that
 * keys that are pressed between the two questions are a part of the name.
 *
 * @param given is not asked for
 * @returns undefined if the user cancels
 */
export async function askForProject(
  title: string,
  scaffolds: readonly ListedScaffold[],
  given: { readonly [Key in keyof WantedProject]: WantedProject[Key] | undefined },
): Promise<WantedProject | undefined> {
  let { scaffold, name = '' } = given;
  const pick = window.createQuickPick<Item>();
  pick.title = title;
  pick.ignoreFocusOut = true;
  const askName = () => {
    pick.placeholder = l10n.t('The name of the project: {0}', DEFAULT_NAME);
    name = given.name ?? (pick.value.trim() || DEFAULT_NAME);
    const problem = folderNameProblem(name);
    pick.items =
      problem === undefined
        ? folderItems(name, given.folder)
        : [{ label: `$(error) ${problem}`, problem, alwaysShow: true }];
  };
  if (scaffold === undefined) {
    pick.placeholder = l10n.t('Select a template');
    pick.items = scaffolds.map(({ label, detail }) => ({
      label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
      description: detail,
      scaffold: label,
    }));
  } else {
    askName();
  }
  const accepted = await new Promise<FolderItem | undefined>((resolve) => {
    pick.onDidHide(() => resolve(undefined));
    pick.onDidChangeValue(() => {
      if (scaffold !== undefined) {
        askName();
      }
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item === undefined || 'problem' in item) {
        return;
      }
      if ('scaffold' in item) {
        scaffold = item.scaffold;
        // It was the search for the template. Setting it would remove keys that were pressed meanwhile.
        if (pick.value !== '') {
          pick.value = '';
        }
        askName();
      } else {
        resolve(item);
      }
    });
    pick.show();
  });
  pick.dispose();
  const folder = accepted && (await chosenFolder(accepted, title));
  return scaffold === undefined || folder === undefined ? undefined : { scaffold, name, folder };
}
