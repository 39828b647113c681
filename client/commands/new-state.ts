import { l10n, window, workspace } from 'vscode';
import { stateLabel } from '../../server/format/target-path';
import type { ListedAutomata } from '../../server/protocol/messages';
import { newStateRequest } from '../protocol';
import { pickAutomata } from './automata';
import type { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';
import { displayUri } from './display-uri';
import { existingFiles } from './write-files';

/**
 * Adds a state to an automata and opens it at the first place to edit: in a new file if the automata includes a
 * folder, otherwise after its other states. Arguments: `automata` (the main file), `path` and `name`.
 */
export async function createState(
  { server: { client } }: CommandContext,
  given: CommandArguments,
): Promise<void> {
  const title = l10n.t('New State');
  const near = window.activeTextEditor?.document.uri;
  const automata = await pickAutomata(client, given, { nested: true, title });
  if (automata === undefined) {
    return;
  }
  const ask = (name: string) =>
    client.sendRequest(newStateRequest, {
      uri: automata.uri,
      path: automata.path,
      name,
      ...(near && { near: client.code2ProtocolConverter.asUri(near) }),
    });
  const name =
    given.text('name') ??
    (await window.showInputBox({
      title,
      prompt: whereItGoes(automata),
      value: automata.freeName,
      ignoreFocusOut: true,
      validateInput: async (text) => {
        const answer = await ask(text);
        return 'refused' in answer ? answer.refused : undefined;
      },
    }));
  if (name === undefined) {
    return;
  }
  // The project may have changed while the user typed.
  const answer = await ask(name);
  if ('refused' in answer) {
    void window.showWarningMessage(answer.refused);
    return;
  }
  const uri = client.protocol2CodeConverter.asUri(answer.uri);
  if (answer.isNewFile && (await existingFiles([uri])).length > 0) {
    void window.showWarningMessage(l10n.t('File {0} already exists. Enter another name.', displayUri(uri)));
    return;
  }
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(answer.edit);
  if (!(await workspace.applyEdit(edit))) {
    throw new Error(l10n.t('Could not change {0}.', displayUri(uri)));
  }
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, {
    preview: false,
    selection: client.protocol2CodeConverter.asRange(answer.selection),
  });
  if (answer.isNewFile) {
    await document.save();
  }
}

function whereItGoes({ folder, path, name }: ListedAutomata): string {
  if (folder !== undefined) {
    return l10n.t('The name of the state, which gets its own file in folder `{0}`.', folder);
  }
  return path.length > 0
    ? l10n.t('The name of the state, which is added after the other states of `{0}`.', stateLabel(path))
    : l10n.t('The name of the state, which is added after the other states of {0}.', name);
}
