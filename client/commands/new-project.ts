import { commands, l10n, Uri, window, workspace } from 'vscode';
import type { Range } from 'vscode-languageclient';
import { newProjectRequest, scaffoldsRequest } from '../protocol';
import { askForProject, type WantedProject } from './ask-for-project';
import type { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';
import { offerToOpen, pickFolder } from './folders';
import { writeFiles } from './write-files';

/**
 * Creates a project from a template and opens it at the first place to edit. Arguments: `scaffold`, `name`, `folder`
 * and `overwrite`.
 */
export async function createProject(
  { server: { client } }: CommandContext,
  given: CommandArguments,
): Promise<void> {
  const title = l10n.t('New Automata Project');
  const wanted = await wantedProject();
  if (wanted === undefined) {
    return;
  }
  const { scaffold, name } = wanted;
  const made = await client.sendRequest(newProjectRequest, { scaffold, name });
  if (made === null) {
    throw new Error(l10n.t('there is no template "{0}".', scaffold));
  }
  let folder: Uri | undefined = wanted.folder;
  while (folder !== undefined) {
    const outcome = await writeFiles(folder, [made, ...made.others], { overwrite: given.has('overwrite') });
    if (outcome === 'written') {
      await open(folder, made.path, made.selection);
      return;
    }
    folder = outcome === 'elsewhere' ? await pickFolder(title, name) : undefined;
  }

  async function wantedProject(): Promise<WantedProject | undefined> {
    const scaffold = given.text('scaffold');
    const name = given.text('name')?.trim();
    const folder = given.uri('folder');
    if (scaffold !== undefined && name !== undefined && folder !== undefined) {
      return { scaffold, name, folder };
    }
    return askForProject(title, await client.sendRequest(scaffoldsRequest), { scaffold, name, folder });
  }

  async function open(into: Uri, path: string, selection: Range): Promise<void> {
    const document = await workspace.openTextDocument(Uri.joinPath(into, path));
    await window.showTextDocument(document, {
      preview: false,
      selection: client.protocol2CodeConverter.asRange(selection),
    });
    // The command does not wait for the answer.
    void offerToOpen(into).then((wanted) => wanted && commands.executeCommand('vscode.openFolder', wanted));
  }
}
