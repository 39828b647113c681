import { engine } from '../../engine/engine';
import { CONFIGURATION_NAMES, isConfigurationName } from '../../format/configuration';
import { RootEntries } from '../../format/root-entries';
import { isEqualData } from '../../text/equality';
import type { Document } from '../../yaml/cut/document';
import { type ConfigurationValues, extended, readConfiguration } from './configuration';
import { type Address, folderOf, hasFolder, isInside, lastSegmentOf, pathOf, resolvePath } from './paths';

/** The configuration of a folder. */
export interface Configuration {
  /** The nearest configuration file of the folder, and those that it extends. */
  readonly files: readonly [Address, ...Address[]];
  /** The paths of modules are absolute. */
  readonly values: ConfigurationValues;
}

interface ConfigurationFiles {
  /** The document of a file; undefined, after requesting it, if there is none or it is not known yet. */
  read(address: Address): Document | undefined;
  isPending(address: Address): boolean;
  /** The outermost workspace folder that contains an address; undefined outside of all. */
  boundaryOf(address: Address): Address | undefined;
}

/** More files than these do not extend each other. */
export const MAX_EXTENDED = 10;

/**
 * The configuration files of the workspace: for each file the nearest one upwards within the workspace. They are requested
 * when the settings of a file are first asked for.
 */
export class Configurations {
  /** By the folders that were asked for; absent while a file that decides it is not known. */
  private known = new Map<Address, Configuration | undefined>();
  private readonly asked = new Set<Address>();
  /** What was known at the last call of `refresh`. */
  private applied: ReadonlyMap<Address, Configuration | undefined> = new Map();
  /** The files that others extend. */
  private readonly extended = new Set<Address>();
  private isReading = false;
  /** The files that the last search lacked. */
  private pending: readonly Address[] = [];

  constructor(private readonly files: ConfigurationFiles) {}

  /** The configuration of a file; undefined if there is none, or it is not known yet. */
  of(address: Address): Configuration | undefined {
    // Reading a configuration asks for the limits of its file.
    return this.isReading || !hasFolder(address) ? undefined : this.in(folderOf(address));
  }

  /** The configuration of a file if it is known; requests nothing. */
  knownOf(address: Address): Configuration | undefined {
    return this.known.get(folderOf(address));
  }

  /** The files that are not read yet and decide the configuration of a file; empty if it is known. Requests them. */
  pendingFor(address: Address): readonly Address[] {
    this.pending = [];
    this.of(address);
    return this.pending;
  }

  /** The configurations that were found, by their nearest file. */
  get found(): ReadonlyMap<Address, Configuration> {
    return new Map([...this.known.values()].flatMap((one) => (one ? [[one.files[0], one] as const] : [])));
  }

  /** Whether a file is a configuration file, by its name or because another one extends it. */
  includes(address: Address): boolean {
    return isConfigurationName(lastSegmentOf(address)) || this.extended.has(address);
  }

  /** Reads all files again; returns whether anything has changed since the last call. */
  refresh(): boolean {
    this.known = new Map();
    this.extended.clear();
    for (const folder of this.asked) this.in(folder);
    const { applied, known } = this;
    this.applied = new Map(known);
    return [...this.asked].some((folder) => !isEqualData(applied.get(folder), known.get(folder)));
  }

  /** Forgets what is outside of the workspace folders. */
  setFolders(): void {
    this.known.clear();
    for (const folder of this.asked)
      if (this.files.boundaryOf(folder) === undefined) this.asked.delete(folder);
  }

  private in(folder: Address): Configuration | undefined {
    if (this.known.has(folder)) return this.known.get(folder);
    const boundary = this.files.boundaryOf(folder);
    if (boundary === undefined) return undefined;
    this.asked.add(folder);
    const { found, isPending } = this.readIn(folder);
    if (isPending) return undefined;
    const above = found === undefined && folder !== boundary ? folderOf(folder) : undefined;
    const nearest = above === undefined ? found : this.in(above);
    if (above === undefined || this.known.has(above)) this.known.set(folder, nearest);
    return nearest;
  }

  private readIn(folder: Address): {
    readonly found: Configuration | undefined;
    readonly isPending: boolean;
  } {
    this.isReading = true;
    try {
      const candidates = CONFIGURATION_NAMES.map((name) => resolvePath(folder, name));
      // All are requested at once.
      const documents = candidates.map((file) => this.files.read(file));
      this.pending = candidates.filter((file) => this.files.isPending(file));
      if (this.pending.length > 0) return { found: undefined, isPending: true };
      const index = documents.findIndex((document) => document !== undefined);
      const [file, document] = [candidates[index], documents[index]];
      return file && document ? this.configurationIn(file, document) : { found: undefined, isPending: false };
    } finally {
      this.isReading = false;
    }
  }

  private configurationIn(file: Address, document: Document) {
    const files: [Address, ...Address[]] = [file];
    let values = valuesIn(file, document);
    for (let base = this.extendedBy(file, document); base !== undefined; ) {
      if (files.includes(base) || files.length > MAX_EXTENDED) break;
      files.push(base);
      this.extended.add(base);
      const next = this.files.read(base);
      if (next === undefined) {
        if (!this.files.isPending(base)) break;
        this.pending = [base];
        return { found: undefined, isPending: true };
      }
      values = extended(values, valuesIn(base, next));
      base = this.extendedBy(base, next);
    }
    return { found: { files, values }, isPending: false };
  }

  /** The file that a configuration file extends; undefined if it names none in the workspace. */
  private extendedBy(file: Address, document: Document): Address | undefined {
    const path = extendedPath(document);
    const base = path === undefined ? undefined : resolvePath(folderOf(file), path);
    const boundary = this.files.boundaryOf(file);
    return base !== undefined && boundary !== undefined && isInside(boundary, base) ? base : undefined;
  }
}

/** The path of the file that a configuration file extends, as it is written. */
export function extendedPath(document: Document): string | undefined {
  return new RootEntries(document).text('extends') || undefined;
}

/** The values of a file, with paths that do not depend on its folder. */
function valuesIn(file: Address, document: Document): ConfigurationValues {
  const values = valuesOf(document);
  const folder = folderOf(file);
  const { detect, byName, modules } = values;
  return {
    ...values,
    ...(modules && { modules: modules.map((path) => pathOf(resolvePath(folder, path))) }),
    ...(byName && { detect: { ...detect, configured: { folder, byName } } }),
  };
}

const valuesOf = engine.query('configuration', readConfiguration);
