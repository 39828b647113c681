import type { Catalog } from '../format/catalog';
import type { Address } from '../project/paths';
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
  /** The texts of its files. */
  readonly texts: ReadonlyMap<Address, string>;
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
  const texts = new Map(read);
  for (const project of workspace.projectsOf(main))
    for (const { source } of project.members) {
      const text = workspace.document(source.address)?.text;
      if (text !== undefined) texts.set(source.address, text);
    }
  const ownModules = new Map<Address, string>();
  for (const address of workspace.modulesFilesOf(main)) {
    const text = workspace.document(address)?.text;
    if (text !== undefined) ownModules.set(address, text);
  }
  return { ...result, main, texts, catalog: workspace.catalogOf(main), ownModules };
}
