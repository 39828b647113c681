import { commands, env, l10n, type Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { ExportResult, ListedAutomata } from '../../server/protocol/messages';
import { exportRequest } from '../protocol';
import { pickAutomata } from './automata';
import type { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';
import { displayUri, uriBeside } from './display-uri';
import { writeErrorText } from './write-files';

/** The maximum number of problems in the dialog. */
const maxObstacles = 5;

/** Used instead of an address. */
const clipboard = 'clipboard';

/**
 * Exports a project as one JSON text for the service, to a file or the clipboard. Shows errors first. Arguments:
 * `automata` (the main file), `to` (an address or `clipboard`) and `anyway` (export despite errors).
 */
export async function exportJson(
  { server: { client } }: CommandContext,
  given: CommandArguments,
): Promise<void> {
  const title = l10n.t('Export as JSON');
  const automata = await pickAutomata(client, given, { nested: false, title });
  if (automata === undefined) {
    return;
  }
  const exported = await client.sendRequest(exportRequest, { uri: automata.uri });
  const { text, errors } = exported;
  if (text === undefined) {
    await tellObstacles(client, automata, exported);
    return;
  }
  if (errors > 0 && !given.has('anyway') && !(await goOn(automata, exported))) {
    return;
  }
  const main = client.protocol2CodeConverter.asUri(automata.uri);
  const target =
    given.text('to') === clipboard ? clipboard : (given.uri('to') ?? (await pickTarget(title, main)));
  if (target === clipboard) {
    await env.clipboard.writeText(text);
    void window.showInformationMessage(l10n.t('Copied {0} to the clipboard as JSON.', automata.name));
  } else if (target !== undefined) {
    await save(automata, text, target);
  }
}

async function save({ name }: ListedAutomata, text: string, target: Uri): Promise<void> {
  try {
    await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  } catch (error) {
    const message = l10n.t('Could not write {0}: {1}', displayUri(target), writeErrorText(error));
    void window.showErrorMessage(message);
    return;
  }
  const open = l10n.t('Open File');
  const message = l10n.t('Exported {0} to {1}.', name, displayUri(target));
  void window.showInformationMessage(message, open).then((answer) => {
    return answer === open ? window.showTextDocument(target) : undefined;
  });
}

/** Shows why the export is not possible, with a button that goes to the first problem. */
async function tellObstacles(
  client: BaseLanguageClient,
  { name }: ListedAutomata,
  { conversionErrors }: ExportResult,
): Promise<void> {
  const lines = conversionErrors
    .slice(0, maxObstacles)
    .map(({ file, range, message }) => `${file}:${range.start.line + 1}: ${message}`);
  const rest = conversionErrors.length - lines.length;
  const detail = [...lines, ...(rest > 0 ? [l10n.t('and {0} more', rest)] : [])].join('\n');
  const show = l10n.t('Go to Problem');
  const message = l10n.t('Cannot export {0} because of an error.', name);
  const answer = await window.showErrorMessage(message, { modal: true, detail }, show);
  const [first] = conversionErrors;
  if (answer === show && first !== undefined) {
    await window.showTextDocument(client.protocol2CodeConverter.asUri(first.uri), {
      selection: client.protocol2CodeConverter.asRange(first.range),
    });
  }
}

/** Asks whether to export a project with errors. */
async function goOn({ name }: ListedAutomata, { errors, errorFiles }: ExportResult): Promise<boolean> {
  const showProblems = l10n.t('Show Problems');
  const anyway = l10n.t('Export Anyway');
  const count = errors === 1 ? l10n.t('1 error') : l10n.t('{0} errors', errors);
  const message =
    errorFiles === 1
      ? l10n.t('{0} has {1}.', name, count)
      : l10n.t('{0} has {1} in {2} files.', name, count, errorFiles);
  const detail = l10n.t('The service may reject it, or the agent may not work as intended.');
  const answer = await window.showWarningMessage(message, { modal: true, detail }, showProblems, anyway);
  if (answer === showProblems) {
    await commands.executeCommand('workbench.actions.view.problems');
  }
  return answer === anyway;
}

async function pickTarget(title: string, main: Uri): Promise<Uri | typeof clipboard | undefined> {
  const file = { label: `$(save) ${l10n.t('Save to File…')}`, description: l10n.t('next to the main file') };
  const copy = { label: `$(clippy) ${l10n.t('Copy to Clipboard')}` };
  const placeHolder = l10n.t('Select where to export the JSON');
  const picked = await window.showQuickPick([file, copy], { title, placeHolder, ignoreFocusOut: true });
  if (picked === copy) {
    return clipboard;
  }
  const defaultUri = uriBeside(main, 'output.json');
  return picked === undefined
    ? undefined
    : window.showSaveDialog({
        title,
        ...(defaultUri && { defaultUri }),
        filters: { JSON: ['json'] },
        saveLabel: l10n.t('Export'),
      });
}
