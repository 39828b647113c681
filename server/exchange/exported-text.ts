import type { Catalog } from '../format/catalog';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { formatMessage, type Translations } from '../text/message';
import { type ExportedAutomata, exportAutomata } from './export';

/** Why there is no automata to run, at a place. */
export interface LoadProblem {
  readonly address: Address;
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** An automata with its source texts. */
export type ExportedText = Extract<ExportedAutomata, { readonly text: string }> & {
  readonly main: Address;
  /** The texts of its files, and of its scenario files. */
  readonly texts: ReadonlyMap<Address, string>;
  /** The scenario files, on which the export does not depend. */
  readonly scenarioFiles: ReadonlySet<Address>;
  /** The modules and widgets that are known in its folder. */
  readonly catalog: Catalog;
  /** The texts of the files that describe modules and widgets of one's own. */
  readonly ownModules: ReadonlyMap<Address, string>;
};

/**
 * Exports an automata together with the texts of its files.
 *
 * @param read the texts of the files that `missingTexts` lists
 */
export function exportWithTexts(
  workspace: Workspace,
  main: Address,
  read: ReadonlyMap<Address, string>,
  translations?: Translations,
): ExportedText | readonly LoadProblem[] {
  const result = exportAutomata(workspace, main, read);
  if (!('text' in result))
    return result.conversionErrors.map(({ message, ...place }) => ({
      ...place,
      message: formatMessage(message, translations),
    }));
  const sources = workspace
    .projectsOf(main)
    .flatMap((project) => [...project.members].map(({ source }) => source));
  const addressesOf = (some: typeof sources) => some.map(({ address }) => address);
  return {
    ...result,
    main,
    texts: new Map([...read, ...textsOf(workspace, addressesOf(sources))]),
    scenarioFiles: new Set(addressesOf(sources.filter(({ documentKind }) => documentKind === 'scenarios'))),
    catalog: workspace.catalogOf(main),
    ownModules: textsOf(workspace, workspace.modulesFilesOf(main)),
  };
}

/** The texts of those files that are known. */
function textsOf(workspace: Workspace, addresses: readonly Address[]): ReadonlyMap<Address, string> {
  const texts = new Map<Address, string>();
  for (const address of addresses) {
    const text = workspace.document(address)?.text;
    if (text !== undefined) texts.set(address, text);
  }
  return texts;
}
