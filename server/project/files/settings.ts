import { DEFAULT_LIMITS, type ParseLimits } from '../../yaml/read/problem';
import type { Address } from './paths';

/** The settings of a folder that decide what its files are and contain. */
export interface WorkspaceSettings {
  readonly detect: {
    /** Whether files are detected as state files by their content alone. */
    readonly byContent: boolean;
    /** Patterns of paths, relative to the folder, of further files that are state files. */
    readonly byName: readonly string[];
    /** The patterns of a configuration file, relative to its folder. Where they match, the others do not count. */
    readonly configured?: { readonly folder: Address; readonly byName: readonly string[] };
  };
  /** YAML tags to accept besides those of the format, e.g. `!secret`. */
  readonly tags: readonly string[];
  /** Paths, relative to the folder, of files that describe modules and widgets of the user. */
  readonly modules: readonly string[];
  readonly limits: ParseLimits;
}

export const DEFAULT_WORKSPACE_SETTINGS: WorkspaceSettings = {
  detect: { byContent: true, byName: [] },
  tags: [],
  modules: [],
  limits: DEFAULT_LIMITS,
};
