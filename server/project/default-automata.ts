import { type Address, mainFileIn } from './paths';

/** What is known of the files around a scenario file. */
export interface FilesAround {
  /** Whether there is a file. It is only called with main files. */
  isFile(address: Address): boolean;
  /** The files directly in a folder that are automata, by their name or content. */
  automataIn(folder: Address): readonly Address[];
}

/**
 * The automata of a scenario file that does not name one: in the nearest folder that has any, its main file, or else its
 * only automata. Several if nothing decides between them; none if no folder has any.
 *
 * @param folders those around the scenario file, innermost first
 */
export function defaultAutomata(folders: Iterable<Address>, files: FilesAround): readonly Address[] {
  for (const folder of folders) {
    const main = mainFileIn([folder], files.isFile);
    if (main !== undefined) return [main];
    const automata = files.automataIn(folder);
    const sources = automata.filter((address) => !/\.json$/i.test(address));
    // The export of an automata is often beside it.
    const found = sources.length > 0 ? sources : automata;
    if (found.length > 0) return found.toSorted();
  }
  return [];
}
