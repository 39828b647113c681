import { append } from '../../text/append';
import { type Address, folderOf, hasFolder, mainFilesIn } from '../files/paths';

const MAIN = /\/main\.ya?ml$/;

/**
 * Which files named `main.yaml` are the main file of a folder that contains state files, directly or in one of its
 * folders. Other main files do not count, so that the order in which files become known does not matter.
 */
export class Neighbours {
  private readonly stateFiles = new Set<Address>();
  /** The number of state files in each folder, and in the folders directly below it. */
  private readonly counts = new Map<Address, number>();

  /** Sets whether a file is a state file. Returns the main files whose `isMain` has changed. */
  set(address: Address, isStateFile: boolean): readonly Address[] {
    if (this.stateFiles.has(address) === isStateFile || MAIN.test(address) || !hasFolder(address)) return [];
    if (isStateFile) this.stateFiles.add(address);
    else this.stateFiles.delete(address);
    const changed: Address[] = [];
    const folder = folderOf(address);
    for (const one of new Set([folder, folderOf(folder)])) {
      const before = this.counts.get(one) ?? 0;
      const count = before + (isStateFile ? 1 : -1);
      if (count === 0) this.counts.delete(one);
      else this.counts.set(one, count);
      if (before === 0 || count === 0) append(changed, mainFilesIn(one));
    }
    return changed;
  }

  /** Whether a file is the main file of a folder with state files. */
  isMain(address: Address): boolean {
    return this.counts.size > 0 && MAIN.test(address) && this.counts.has(folderOf(address));
  }
}
