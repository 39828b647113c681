import type { PathState } from './project/files/path-state';
import type { Address } from './project/files/paths';

/** Folders that do not contain state files of the author. */
export const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '.cache',
  '.venv',
  'venv',
  '__pycache__',
]);

/** Reports a folder that is not searched completely; the reason is the end of a sentence. */
export type OnFolderSkipped = (folder: Address, reason: string) => void;

/** All that the engine gets to know of what is outside of it. Nothing here throws. */
export interface FileSystem {
  /**
   * What is at an address. A path that leads out of `boundary` (itself or by a link) is `outside`, and nothing of
   * it is read. Only files named like state files are read; of others it is enough to know that they are there.
   */
  stat(address: Address, boundary: Address, maxFileSize: number): Promise<PathState>;
  /** The text of a file, whatever its name; undefined where `stat` would give none, or it is no text. */
  read(address: Address, boundary: Address, maxFileSize: number): Promise<string | undefined>;
  /**
   * Files below a folder that may be state files by their name; folders of tools and packages are left out.
   *
   * @param skipped called for folders that are not, or not completely, searched for another reason
   */
  find(folder: Address, skipped?: OnFolderSkipped): AsyncIterable<Address>;
}
