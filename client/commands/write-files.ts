import { FileSystemError, l10n, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { ProjectFile } from '../../server/protocol/messages';
import { displayUri, lastSegment } from './display-uri';

/** The maximum number of names in the dialog. */
const maxNames = 8;

interface WriteOptions {
  /** Overwrite existing files without asking. */
  readonly overwrite: boolean;
  /** A folder of the project whose state files all belong to it. */
  readonly statesFolder?: string;
}

/**
 * Writes the files of a new project as one change that can be undone. Asks before it overwrites a file.
 *
 * @returns `elsewhere` if the user wants another folder, `no` if nothing was written
 */
export async function writeFiles(
  folder: Uri,
  files: readonly ProjectFile[],
  { overwrite, statesFolder }: WriteOptions,
): Promise<'written' | 'elsewhere' | 'no'> {
  const targets = files.map(({ path, text }) => ({ uri: Uri.joinPath(folder, path), path, text }));
  const existing = await existingFiles(targets.map(({ uri }) => uri));
  const others = statesFolder === undefined ? [] : await otherStates(folder, statesFolder, targets);
  const elsewhere = l10n.t('Choose Another Folder');
  if (statesFolder !== undefined && others.length > 0) {
    const message = l10n.t(
      'Folder {0} already contains state files.',
      displayUri(Uri.joinPath(folder, statesFolder)),
    );
    const why = l10n.t('The new project would include them. Choose a folder without state files.');
    const answer = await window.showWarningMessage(
      message,
      { modal: true, detail: `${listed(others)}\n\n${why}` },
      elsewhere,
    );
    return answer === elsewhere ? 'elsewhere' : 'no';
  }
  if (existing.length > 0 && !overwrite) {
    const replace = l10n.t('Overwrite');
    const message =
      existing.length === 1
        ? l10n.t('{0} already contains this file.', displayUri(folder))
        : l10n.t('{0} already contains {1} of these files.', displayUri(folder), existing.length);
    const names = targets.filter(({ uri }) => existing.includes(uri)).map(({ path }) => path);
    const answer = await window.showWarningMessage(
      message,
      { modal: true, detail: listed(names) },
      elsewhere,
      replace,
    );
    if (answer !== replace) {
      return answer === elsewhere ? 'elsewhere' : 'no';
    }
  }
  const problem = await write(folder, targets);
  if (problem === undefined) {
    return 'written';
  }
  const message = l10n.t('Could not write to {0}: {1}', displayUri(folder), problem);
  const answer = await window.showErrorMessage(message, { modal: true }, elsewhere);
  return answer === elsewhere ? 'elsewhere' : 'no';
}

interface Target {
  readonly uri: Uri;
  readonly text: string;
}

/** Writes all files, or returns why that failed. */
async function write(folder: Uri, targets: readonly Target[]): Promise<string | undefined> {
  const edit = new WorkspaceEdit();
  // The main file comes last, so that the files that it includes exist when it is read.
  for (const { uri, text } of [...targets].reverse()) {
    edit.createFile(uri, { overwrite: true, contents: new TextEncoder().encode(text) });
  }
  try {
    // If a folder is not writable, VS Code reports only that the change was not applied.
    await workspace.fs.createDirectory(folder);
    if (await workspace.applyEdit(edit)) {
      return undefined;
    }
    for (const { uri, text } of targets) {
      await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    }
    return undefined;
  } catch (error) {
    return writeErrorText(error);
  }
}

/** Why a file could not be written, as a message. */
export function writeErrorText(error: unknown): string {
  if (error instanceof FileSystemError) {
    switch (error.code) {
      case 'NoPermissions':
        return l10n.t('permission denied.');
      case 'FileNotADirectory':
      case 'FileExists':
        return l10n.t('a part of the path is a file.');
      case 'FileNotFound':
        return l10n.t('the file name is not valid.');
      case 'Unavailable':
        return l10n.t('the file system is not available.');
    }
  }
  return (error instanceof Error ? error.message : String(error)).replace(/^Error: /, '');
}

/** The existing ones of some files. */
export async function existingFiles(uris: readonly Uri[]): Promise<readonly Uri[]> {
  const found = await Promise.all(
    uris.map((uri) =>
      workspace.fs.stat(uri).then(
        () => [uri],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** The state files in a folder that are not among those to be written. */
async function otherStates(
  folder: Uri,
  name: string,
  targets: readonly Target[],
): Promise<readonly string[]> {
  const states = Uri.joinPath(folder, name);
  const own = new Set(targets.map(({ uri }) => uri.toString()));
  try {
    const entries = await workspace.fs.readDirectory(states);
    return entries
      .map(([file]) => Uri.joinPath(states, file))
      .filter((uri) => /\.ya?ml$/.test(uri.path) && !own.has(uri.toString()))
      .map((uri) => `${name}/${lastSegment(uri)}`);
  } catch {
    return []; // The folder does not exist yet.
  }
}

function listed(names: readonly string[]): string {
  const rest = names.length - maxNames;
  const shortened = rest > 0 ? [...names.slice(0, maxNames), l10n.t('and {0} more', rest)] : names;
  return shortened.join('\n');
}
