import { engine } from '../../engine/engine';
import { BUILT_IN_CATALOG, type Catalog, catalogOf } from '../../format/catalog';
import { type OwnVocabulary, readVocabulary, UNREAD_VOCABULARY } from '../../format/own-modules';
import { isEqualData } from '../../text/equality';
import type { Document } from '../../yaml/cut/document';
import { type Address, isInside, resolvePath, shortName } from './paths';
import type { WorkspaceSettings } from './settings';

/** What a catalog is read from. */
interface CatalogSource {
  /** The workspace folder. */
  readonly folder: Address | undefined;
  /** The files that describe its own modules. */
  readonly files: readonly Address[];
  readonly tags: readonly string[];
}

/**
 * The modules and widgets that are known in each folder of the workspace, outside of all folders, and where a configuration
 * file applies.
 */
export class Catalogs {
  private readonly byKey = new Map<
    Address | undefined,
    { readonly of: readonly unknown[]; readonly catalog: Catalog }
  >();

  /** The catalog of a folder, of a configuration file, or of files outside all folders. */
  of(key: Address | undefined): Catalog {
    return this.byKey.get(key)?.catalog ?? BUILT_IN_CATALOG;
  }

  /**
   * Reads the module files of the settings again; returns whether a catalog has changed.
   *
   * @param read returns the document of a file; undefined, after requesting it, if it is unknown
   */
  refresh(
    keys: readonly (Address | undefined)[],
    sourceOf: (key: Address | undefined) => CatalogSource,
    read: (address: Address) => Document | undefined,
  ): boolean {
    let isChanged = false;
    for (const key of this.byKey.keys()) if (!keys.includes(key)) this.byKey.delete(key);
    for (const key of keys) {
      const { folder, files, tags } = sourceOf(key);
      const own = files.map((address) => vocabularyOf(address, folder, read(address)));
      const of = [own, tags];
      if (isEqualData(this.byKey.get(key)?.of, of)) continue;
      isChanged = true;
      this.byKey.set(key, { of, catalog: catalogOf(own, tags) });
    }
    return isChanged;
  }
}

/**
 * The files that describe own modules, whose paths are relative to a workspace folder. Files outside of the workspace are
 * ignored.
 *
 * @param boundary the folder that contains all that is read
 */
export function modulesFiles(
  folder: Address | undefined,
  boundary: Address | undefined,
  { modules }: Pick<WorkspaceSettings, 'modules'>,
): readonly Address[] {
  if (folder === undefined || boundary === undefined) return [];
  const addresses = modules.map((path) => resolvePath(folder, path));
  return [...new Set(addresses)].filter((address) => isInside(boundary, address));
}

function vocabularyOf(
  address: Address,
  folder: Address | undefined,
  document: Document | undefined,
): OwnVocabulary {
  return document === undefined ? UNREAD_VOCABULARY : vocabularyIn(document, shortName(address, folder));
}

const vocabularyIn = engine.query('own modules', readVocabulary);
