import type { OpenOptions } from '../check-workspace';
import type { FileSystem } from '../filesystem';
import type { Address } from '../project/files/paths';
import type { RuleSettings } from '../rules/rule';
import { DEFAULT_LIMITS } from '../yaml/read/problem';
import { type Terminal, UsageError } from './command';
import { limitsAt, openOptionsOf } from './folder-settings';
import { addressFromPath } from './paths';
import { readStandardInput, STDIN_PATH } from './standard-input';

/** The arguments that say what a command reads. */
export interface InputOptions {
  readonly paths: readonly string[];
  /** The file whose unsaved text standard input is. */
  readonly stdinFileName?: string | undefined;
  readonly pcc?: boolean;
  /** Whether the settings of folders are read. */
  readonly readsSettings?: boolean;
}

/**
 * The paths that a command reads: without any, the current folder, or standard input if its file is named. Throws
 * `UsageError` if a file is named for a standard input that is not read.
 */
export function inputPaths(
  positionals: readonly string[],
  stdinFileName: string | undefined,
): readonly string[] {
  if (positionals.length === 0) return [stdinFileName === undefined ? '.' : STDIN_PATH];
  if (stdinFileName !== undefined && !positionals.includes(STDIN_PATH))
    throw new UsageError('`--stdin-filename` requires the path `-`, which means standard input.');
  return positionals;
}

/** What a command reads, and with which settings. */
export interface Input {
  readonly world: FileSystem;
  readonly addresses: readonly Address[];
  readonly settings: RuleSettings;
  readonly options: OpenOptions;
}

/** Reads standard input if it is among the paths, and the settings of the folders around them. */
export async function readInput(
  { paths, stdinFileName, pcc = false, readsSettings = true }: InputOptions,
  terminal: Terminal,
): Promise<Input> {
  const { folder, files } = terminal;
  const limits = readsSettings ? limitsAt(folder, files) : DEFAULT_LIMITS;
  const standardInput = paths.includes(STDIN_PATH)
    ? await readStandardInput(terminal, limits.maxFileSize, stdinFileName)
    : undefined;
  const addresses = paths.map((path) =>
    path === STDIN_PATH && standardInput ? standardInput.address : addressFromPath(path, folder),
  );
  const settings = pcc ? { pccRules: true } : {};
  // The folder of a standard input without a name is the current one, like that of any file named `-`.
  const places = paths.map((path) => (path === STDIN_PATH ? (stdinFileName ?? path) : path));
  return {
    world: standardInput?.world ?? files,
    addresses,
    settings,
    options: {
      ...openOptionsOf(readsSettings ? places : [], terminal, settings),
      ignoresConfiguration: !readsSettings,
    },
  };
}
