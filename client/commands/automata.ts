import { commands, l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { stateLabel } from '../../server/format/target-path';
import type { ListedAutomata } from '../../server/protocol/messages';
import { namesBetween } from '../files';
import { automataRequest, statusRequest } from '../protocol';
import { CommandArguments } from './command-arguments';

interface Item extends QuickPickItem {
  readonly automata: ListedAutomata;
}

/**
 * The automata that a command applies to: the one of the active file, the only one, or the one that the user selects.
 *
 * @param options whether nested automata count, the title of the list, and the folder of automata to choose from
 * @returns undefined if there is none, after a message, or if the user cancels
 */
export async function pickAutomata(
  client: BaseLanguageClient,
  given: CommandArguments,
  options: { readonly nested: boolean; readonly title: string; readonly root?: Uri | undefined },
): Promise<ListedAutomata | undefined> {
  const editor = window.activeTextEditor;
  const all = await client.sendRequest(automataRequest, {
    ...(editor && {
      uri: client.code2ProtocolConverter.asUri(editor.document.uri),
      position: client.code2ProtocolConverter.asPosition(editor.selection.active),
    }),
  });
  const { nested, root } = options;
  const known = all.filter(
    ({ path, uri }) =>
      (nested || path.length === 0) &&
      (root === undefined || namesBetween(root, client.protocol2CodeConverter.asUri(uri)) !== undefined),
  );
  const named = given.uri('automata')?.toString();
  if (named !== undefined) {
    const path = given.text('path') ?? '';
    const found = known.find(
      (one) =>
        client.protocol2CodeConverter.asUri(one.uri).toString() === named && stateLabel(one.path) === path,
    );
    if (found === undefined) {
      warnWithout(named);
    }
    return found;
  }
  const here = known.filter(({ isHere }) => isHere);
  const choices = here.length > 0 ? here : known;
  if (choices.length < 2) {
    const [only] = choices;
    if (only === undefined) {
      if (root) warnWithout(workspace.asRelativePath(root));
      else void offerNew();
    }
    return only;
  }
  const items = choices.map((automata): Item => {
    const { name, path, file, states } = automata;
    const size = states === 1 ? l10n.t('1 state') : l10n.t('{0} states', states);
    return { label: stateLabel(path) || name, description: `${file} · ${size}`, automata };
  });
  const picked = await window.showQuickPick(items, {
    title: options.title,
    placeHolder: l10n.t('Select an automata'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.automata;
}

/**
 * The address of the main file that a command applies to: that of a given file, of the active one, or one that the user
 * selects.
 *
 * @param given a file, or its address; or a source control, whose automata are meant
 * @param title title of the list
 */
export async function mainFileOf(
  client: BaseLanguageClient,
  given: unknown,
  title: string,
): Promise<string | undefined> {
  const root = rootOf(given);
  const active = window.activeTextEditor?.document.uri;
  const file =
    given instanceof Uri ? given : active && (!root || namesBetween(root, active)) ? active : undefined;
  const address = file && client.code2ProtocolConverter.asUri(file);
  const uri = typeof given === 'string' ? given : address;
  const { automata } = uri === undefined ? {} : await client.sendRequest(statusRequest, { uri });
  const options = { nested: false, title, root };
  return automata ?? (await pickAutomata(client, new CommandArguments(given), options))?.uri;
}

/** The folder of a source control, which its menus pass to commands. */
function rootOf(given: unknown): Uri | undefined {
  const isObject = typeof given === 'object' && given !== null && 'rootUri' in given;
  return isObject && given.rootUri instanceof Uri ? given.rootUri : undefined;
}

function warnWithout(name: string): void {
  void window.showWarningMessage(l10n.t('{0} has no automata.', name));
}

async function offerNew(): Promise<void> {
  const create = l10n.t('New Automata Project');
  const message = l10n.t(
    'No automata found: no file has `states` and `initial`. Open a folder with an automata, or create a new project.',
  );
  if ((await window.showInformationMessage(message, create)) === create) {
    await commands.executeCommand('atomicState.newProject');
  }
}
