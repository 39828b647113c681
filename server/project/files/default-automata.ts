import { type Address, mainFileIn } from './paths';

/** The known files in the folders around a scenario file. */
interface FilesAround {
  /** Whether a file exists. It is called only with the addresses of main files. */
  isFile(address: Address): boolean;
  /** The files directly in a folder that are automata, by their name or content. */
  automataIn(folder: Address): readonly Address[];
}

/**
 * The automata of a scenario file that does not name one: the main file of the nearest folder with automata, otherwise
 * all automata of that folder. Empty if no folder has any.
 *
 * @param folders those around the scenario file, innermost first
 */
export function defaultAutomata(folders: Iterable<Address>, files: FilesAround): readonly Address[] {
  for (const folder of folders) {
    const main = mainFileIn([folder], files.isFile);
    if (main !== undefined) return [main];
    const automata = files.automataIn(folder);
    const sources = automata.filter((address) => !/\.json$/i.test(address));
    // JSON files are usually exports of another automata in the folder.
    const found = sources.length > 0 ? sources : automata;
    if (found.length > 0) return found.toSorted();
  }
  return [];
}
