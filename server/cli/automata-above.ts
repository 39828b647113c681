import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { detectKind } from '../format/detection';
import { defaultAutomata } from '../project/files/default-automata';
import {
  type Address,
  FILE_ROOT,
  folderOf,
  foldersAround,
  isInside,
  isStateFileName,
} from '../project/files/paths';
import type { CommandFiles, WorkingFolder } from './command';
import { fileDocument } from './file-document';
import { limitsAt } from './folder-settings';
import { addressFromPath, fullPath } from './paths';

/**
 * The automata that a scenario file is about if it does not name one, as `defaultAutomata` finds them. All are full paths.
 *
 * Outside of the folder of the command, files other than main files are only read in the folder of the scenario file. Nothing
 * outside of its roots is read.
 */
export function automataAbove(
  path: string,
  { folder: workingFolder, files }: WorkingFolder,
): readonly string[] {
  const address = addressFromPath(path, workingFolder);
  const around = addressFromPath('.', workingFolder);
  const isRead = (folder: Address) =>
    (isInside(around, folder) || folder === folderOf(address)) && files.isReadable(fullPath(folder));
  const folders = foldersAround(address, [FILE_ROOT], Number.POSITIVE_INFINITY);
  const found = defaultAutomata(folders, {
    isFile: (main) => isFile(fullPath(main)),
    automataIn: (folder) => (isRead(folder) ? automataIn(fullPath(folder), files) : []),
  });
  return found.map(fullPath);
}

function automataIn(folder: string, files: CommandFiles): readonly Address[] {
  const { maxFileSize } = limitsAt(folder, files);
  try {
    return readdirSync(folder)
      .filter(isStateFileName)
      .map((name) => join(folder, name))
      .filter((path) => isAutomata(path, maxFileSize))
      .map((path) => addressFromPath(path, '.'));
  } catch {
    // The folder cannot be read, so none of its files can.
    return [];
  }
}

function isAutomata(path: string, maxFileSize: number): boolean {
  const document = fileDocument(path, maxFileSize);
  return (
    document !== undefined &&
    detectKind(document, { name: path, byContent: true }).documentKind === 'automata'
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
