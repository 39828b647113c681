import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import type { FolderSettings, OpenOptions } from '../check-workspace';
import { CONFIGURATION_NAMES } from '../format/configuration';
import { configured } from '../project/files/configuration';
import { Configurations } from '../project/files/configurations';
import { type Address, fileAddress, isInside } from '../project/files/paths';
import { DEFAULT_SETTINGS, readSettings, type Settings } from '../protocol/settings';
import type { RuleSettings } from '../rules/rule';
import { isRecord } from '../text/own-value';
import type { Document } from '../yaml/cut/document';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/read/problem';
import type { CommandFiles, WorkingFolder } from './command';
import { fileDocument } from './file-document';
import { addressFromPath, fullPath } from './paths';

const SECTION = 'atomicState';

/** VS Code settings of a folder. */
interface FoundSettings {
  /** The full path of the folder, to which paths in the settings are relative. */
  readonly folder: string;
  readonly settings: Settings;
}

/**
 * How the automata of paths are searched for: in the folders around them that have VS Code settings or a configuration
 * file, with those settings. A workspace reads the configuration itself.
 */
export function openOptionsOf(
  paths: readonly string[],
  { folder, files }: WorkingFolder,
  additions: RuleSettings = {},
): OpenOptions {
  const byFolder = new Map<Address, FolderSettings>();
  const add = (path: string, settings: Settings) =>
    byFolder.set(addressFromPath(path, folder), { ...settings, ...additions });
  for (const path of paths) {
    const full = resolve(folder, path);
    const found = vsCodeSettings(full, files);
    if (found) add(found.folder, found.settings);
    const configured = configuredFolder(full, files);
    if (configured === undefined || (found && isInside(fileAddress(found.folder), fileAddress(configured))))
      continue;
    add(configured, vsCodeSettings(configured, files)?.settings ?? DEFAULT_SETTINGS);
  }
  return { byFolder, workingFolder: addressFromPath('.', folder), monitor: files.monitor() };
}

/** The settings that apply to a file or folder with a full path. */
export function settingsAt(path: string, files: CommandFiles): Settings {
  const settings = vsCodeSettings(path, files)?.settings ?? DEFAULT_SETTINGS;
  const folder = configuredFolder(path, files);
  if (folder === undefined) return settings;
  const configurations = new Configurations({
    read: (address) => readDocument(address, files),
    isPending: () => false,
    boundaryOf: (address) => (isInside(fileAddress(folder), address) ? fileAddress(folder) : undefined),
  });
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = fileAddress(isFolder ? join(path, CONFIGURATION_NAMES[0]) : path);
  return configured(settings, configurations.of(file)?.values);
}

function readDocument(address: Address, files: CommandFiles): Document | undefined {
  const path = fullPath(address);
  try {
    return files.isReadable(path) ? fileDocument(path, DEFAULT_LIMITS.maxFileSize) : undefined;
  } catch {
    // It cannot be read; the workspace says so.
    return undefined;
  }
}

/** The limits for files at a full path. */
export function limitsAt(path: string, files: CommandFiles): ParseLimits {
  return settingsAt(path, files).limits;
}

/**
 * The settings of the nearest folder at or above a full path whose `.vscode/settings.json` has settings of
 * `atomicState`; undefined if there is none. The search ends at the root of a repository.
 */
function vsCodeSettings(path: string, files: CommandFiles): FoundSettings | undefined {
  for (const folder of foldersAbove(path)) {
    const section = sectionIn(join(folder, '.vscode', 'settings.json'), files);
    if (section !== undefined) return { folder, settings: readSettings(section) };
  }
  return undefined;
}

/** The outermost folder at or above a full path, up to the root of a repository, with a configuration file. */
function configuredFolder(path: string, files: CommandFiles): string | undefined {
  const isConfigured = (folder: string) =>
    CONFIGURATION_NAMES.some(
      (name) => files.isReadable(join(folder, name)) && existsSync(join(folder, name)),
    );
  return [...foldersAbove(path)].findLast(isConfigured);
}

function* foldersAbove(path: string): Iterable<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    yield folder;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return;
  }
}

/** The settings of the section in a file, with dotted keys expanded; undefined if there are none. */
function sectionIn(file: string, files: CommandFiles): unknown {
  let text: string;
  if (!files.isReadable(file)) return undefined;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  // Parsed as in VS Code: with comments, and as much as possible of a broken text.
  const all: unknown = parse(text, [], { allowTrailingComma: true, allowEmptyContent: true });
  const tree: Tree = {};
  for (const [key, value] of Object.entries(isRecord(all) ? all : {})) {
    const [first, ...path] = key.split('.');
    if (first === SECTION && !path.includes('__proto__')) put(tree, [SECTION, ...path], value);
  }
  return tree[SECTION];
}

type Tree = { [name: string]: unknown };

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): void {
  const before = tree[name];
  if (rest.length > 0) {
    const below = isRecord(before) ? before : {};
    tree[name] = below;
    put(below, rest, value);
  } else tree[name] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
}
