import { commands, env, l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { ImportResult } from '../../server/protocol/messages';
import { importRequest } from '../protocol';
import type { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';
import { displayUri, lastSegment } from './display-uri';
import { offerToOpen, pickFolder } from './folders';
import { writeFiles } from './write-files';

/** The server's name of the folder with a file for each state. */
const statesFolder = 'state';

/** Used instead of an address. */
const clipboard = 'clipboard';

interface Source {
  readonly text: string;
  /** Its name for the user. */
  readonly name: string;
  /** Undefined for the clipboard. */
  readonly uri?: Uri;
}

/**
 * Creates a project from one JSON text, with a file for each state, and opens its main file. Arguments: `from` (an
 * address or `clipboard`), `folder` and `overwrite`.
 */
export async function importJson(
  { server: { client } }: CommandContext,
  given: CommandArguments,
): Promise<void> {
  const title = l10n.t('Import JSON into a Project');
  const source = await sourceOf(title, given);
  if (source === undefined) {
    return;
  }
  if (source.text.trim() === '') {
    void window.showWarningMessage(l10n.t('{0} is empty.', source.name));
    return;
  }
  const imported = await client.sendRequest(importRequest, { text: source.text });
  if (imported.files.length === 0) {
    await tellObstacles(client, source, imported);
    return;
  }
  const name = source.uri ? lastSegment(source.uri).replace(/\.[^.]*$/, '') : 'imported_agent';
  let folder = given.uri('folder') ?? (await pickFolder(title, name));
  while (folder !== undefined) {
    const options = { overwrite: given.has('overwrite'), statesFolder };
    const outcome = await writeFiles(folder, imported.files, options);
    if (outcome === 'written') {
      await open(folder, imported);
      return;
    }
    folder = outcome === 'elsewhere' ? await pickFolder(title, name) : undefined;
  }
}

async function open(folder: Uri, { files, states }: ImportResult): Promise<void> {
  const [main] = files;
  if (main !== undefined) {
    const document = await workspace.openTextDocument(Uri.joinPath(folder, main.path));
    await window.showTextDocument(document, { preview: false });
  }
  const count = states === 1 ? l10n.t('1 state') : l10n.t('{0} states', states);
  void window.showInformationMessage(
    l10n.t('Imported {0} into {1} files in {2}.', count, files.length, displayUri(folder)),
  );
  // The command does not wait for the answer.
  void offerToOpen(folder).then((wanted) => wanted && commands.executeCommand('vscode.openFolder', wanted));
}

async function sourceOf(title: string, given: CommandArguments): Promise<Source | undefined> {
  const uri = given.uri('from');
  if (given.text('from') === clipboard) {
    return fromClipboard();
  }
  return uri ? fromFile(uri) : pickSource(title);
}

async function pickSource(title: string): Promise<Source | undefined> {
  const front = window.activeTextEditor?.document;
  const isJson = front !== undefined && /^jsonc?$/.test(front.languageId);
  const open: QuickPickItem = {
    label: `$(json) ${front ? lastSegment(front.uri) : ''}`,
    description: l10n.t('the open file'),
  };
  const file: QuickPickItem = { label: `$(folder-opened) ${l10n.t('Choose File…')}` };
  const copied: QuickPickItem = { label: `$(clippy) ${l10n.t('From the Clipboard')}` };
  const picked = await window.showQuickPick([...(isJson ? [open] : []), file, copied], {
    title,
    placeHolder: l10n.t('Select the JSON to import'),
    ignoreFocusOut: true,
  });
  switch (picked) {
    case open:
      return front && { text: front.getText(), name: lastSegment(front.uri), uri: front.uri };
    case copied:
      return fromClipboard();
    case file: {
      const chosen = await window.showOpenDialog({
        title,
        openLabel: l10n.t('Import'),
        filters: { JSON: ['json'], [l10n.t('All files')]: ['*'] },
      });
      return chosen?.[0] && fromFile(chosen[0]);
    }
    default:
      return undefined;
  }
}

async function fromClipboard(): Promise<Source> {
  return { text: await env.clipboard.readText(), name: l10n.t('The clipboard') };
}

async function fromFile(uri: Uri): Promise<Source | undefined> {
  try {
    const document = await workspace.openTextDocument(uri);
    return { text: document.getText(), name: lastSegment(uri), uri };
  } catch {
    void window.showErrorMessage(l10n.t('{0} is not a text file. Choose a JSON file.', displayUri(uri)));
    return undefined;
  }
}

/** Shows why the import is not possible, with a button that goes to the first problem. */
async function tellObstacles(
  client: BaseLanguageClient,
  { name, uri }: Source,
  { conversionErrors }: ImportResult,
): Promise<void> {
  const [first] = conversionErrors;
  if (first === undefined) {
    return;
  }
  const { line, character } = first.range.start;
  const isWhole =
    line === 0 && character === 0 && first.range.end.line === 0 && first.range.end.character === 0;
  const place = isWhole ? '' : l10n.t('Line {0}, column {1}: ', line + 1, character + 1);
  const rest = conversionErrors.length - 1;
  const more = rest === 0 ? '' : `\n${l10n.t('and {0} more', rest)}`;
  const show = l10n.t('Go to Problem');
  const buttons = uri && !isWhole ? [show] : [];
  const message = l10n.t('Cannot import {0}.', name);
  const detail = `${place}${first.message}${more}`;
  const answer = await window.showErrorMessage(message, { modal: true, detail }, ...buttons);
  if (answer === show && uri !== undefined) {
    await window.showTextDocument(uri, { selection: client.protocol2CodeConverter.asRange(first.range) });
  }
}
