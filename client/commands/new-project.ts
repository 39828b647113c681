import { commands, l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { Range } from 'vscode-languageclient';
import { newProjectRequest, scaffoldsRequest } from '../protocol';
import type { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';
import { folderNameProblem, offerToOpen, pickFolder } from './folders';
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
  const scaffold = given.text('scaffold') ?? (await pickScaffold());
  if (scaffold === undefined) {
    return;
  }
  const name = given.text('name') ?? (await askName());
  if (name === undefined) {
    return;
  }
  const made = await client.sendRequest(newProjectRequest, { scaffold, name: name.trim() });
  if (made === null) {
    throw new Error(l10n.t('there is no template "{0}".', scaffold));
  }
  let folder: Uri | undefined = given.uri('folder') ?? (await pickFolder(title, name.trim()));
  while (folder !== undefined) {
    const outcome = await writeFiles(folder, [made, ...made.others], { overwrite: given.has('overwrite') });
    if (outcome === 'written') {
      await open(folder, made.path, made.selection);
      return;
    }
    folder = outcome === 'elsewhere' ? await pickFolder(title, name.trim()) : undefined;
  }

  async function pickScaffold(): Promise<string | undefined> {
    const scaffolds = await client.sendRequest(scaffoldsRequest);
    const items = scaffolds.map(({ label, detail }): QuickPickItem & { readonly name: string } => ({
      label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
      description: detail,
      name: label,
    }));
    const placeHolder = l10n.t('Select a template');
    return (await window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.name;
  }

  function askName(): Thenable<string | undefined> {
    return window.showInputBox({
      title,
      prompt: l10n.t('The name of the project, which becomes its `id` and the name of its folder.'),
      value: 'my_agent',
      validateInput: folderNameProblem,
      ignoreFocusOut: true,
    });
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
