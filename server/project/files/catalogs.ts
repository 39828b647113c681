import { engine } from '../../engine/engine';
import { isEqualData } from '../../engine/equality';
import { BUILT_IN_CATALOG, type Catalog, catalogOf } from '../../format/catalog';
import { type OwnVocabulary, readVocabulary, UNREAD_VOCABULARY } from '../../format/own-modules';
import type { Document } from '../../yaml/cut/document';
import { type Address, isInside, resolvePath, shortName } from './paths';
import type { WorkspaceSettings } from './settings';

/** The modules and widgets that are known in each folder of the workspace, and outside all folders. */
export class Catalogs {
  private readonly byFolder = new Map<
    Address | undefined,
    { readonly of: readonly unknown[]; readonly catalog: Catalog }
  >();

  /** The catalog of a folder, or of files outside all folders. */
  of(folder: Address | undefined): Catalog {
    return this.byFolder.get(folder)?.catalog ?? BUILT_IN_CATALOG;
  }

  /**
   * Reads the module files of the settings again; returns whether a catalog has changed.
   *
   * @param read returns the document of a file; undefined, after requesting it, if it is unknown
   */
  refresh(
    folders: readonly Address[],
    settingsOf: (folder: Address | undefined) => WorkspaceSettings,
    read: (address: Address) => Document | undefined,
  ): boolean {
    let isChanged = false;
    for (const folder of this.byFolder.keys())
      if (folder !== undefined && !folders.includes(folder)) this.byFolder.delete(folder);
    for (const folder of [undefined, ...folders]) {
      const settings = settingsOf(folder);
      const own = modulesFiles(folder, settings).map((address) =>
        vocabularyOf(address, folder, read(address)),
      );
      const of = [own, settings.tags];
      if (isEqualData(this.byFolder.get(folder)?.of, of)) continue;
      isChanged = true;
      this.byFolder.set(folder, { of, catalog: catalogOf(own, settings.tags) });
    }
    return isChanged;
  }
}

/** The files of a folder that describe its own modules. Files outside the folder are ignored. */
export function modulesFiles(
  folder: Address | undefined,
  { modules }: Pick<WorkspaceSettings, 'modules'>,
): readonly Address[] {
  if (folder === undefined) return [];
  const addresses = modules.map((path) => resolvePath(folder, path));
  return [...new Set(addresses)].filter((address) => isInside(folder, address));
}

function vocabularyOf(
  address: Address,
  folder: Address | undefined,
  document: Document | undefined,
): OwnVocabulary {
  return document === undefined ? UNREAD_VOCABULARY : vocabularyIn(document, shortName(address, folder));
}

const vocabularyIn = engine.query('own modules', readVocabulary);
