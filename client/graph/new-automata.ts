import { l10n, Uri, window, workspace } from 'vscode';
import { isKeyName, snakeCased } from '../../server/format/names';
import { lastSegment } from '../commands/display-uri';
import { existingFiles } from '../commands/write-files';

/** Asks for a file, and writes an automata without states into it. Undefined if the user cancels. */
export async function newAutomata(): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    title: l10n.t('New Automata'),
    saveLabel: l10n.t('Create'),
    filters: { YAML: ['yaml', 'yml'] },
    ...(folder && { defaultUri: await freeFileIn(folder) }),
  });
  // The dialog asks before it returns a file that exists.
  if (file) await workspace.fs.writeFile(file, new TextEncoder().encode(emptyAutomata(file)));
  return file;
}

async function freeFileIn(folder: Uri): Promise<Uri> {
  for (let number = 1; ; number++) {
    const file = Uri.joinPath(folder, `agent${number === 1 ? '' : number}.automata.yaml`);
    if ((await existingFiles([file])).length === 0) return file;
  }
}

/** The first state that is drawn becomes the initial one. */
function emptyAutomata(file: Uri): string {
  const id = snakeCased(lastSegment(file).split('.', 1)[0] ?? '');
  return ['type: automata', ...(isKeyName(id) ? [`id: ${id}`] : []), 'states:', ''].join('\n');
}
