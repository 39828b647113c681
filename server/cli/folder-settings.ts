import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import type { FolderSettings, OpenOptions } from '../check-workspace';
import type { Address } from '../project/files/paths';
import { readSettings, type Settings } from '../protocol/settings';
import type { RuleSettings } from '../rules/rule';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/read/problem';
import { addressFromPath } from './paths';
import { isReadable } from './roots';
import { workMonitor } from './watched';

const SECTION = 'atomicState';

/** VS Code settings of a folder. */
interface FoundSettings {
  /** The full path of the folder, to which paths in the settings are relative. */
  readonly folder: string;
  readonly settings: Settings;
}

/** The settings of the folders that contain paths, which are relative to a folder. */
export function settingsAround(
  paths: readonly string[],
  folder: string,
  additions: RuleSettings = {},
): Map<Address, FolderSettings> {
  const byFolder = new Map<Address, FolderSettings>();
  for (const path of paths) {
    const found = folderSettings(resolve(folder, path));
    if (found) byFolder.set(addressFromPath(found.folder, folder), { ...found.settings, ...additions });
  }
  return byFolder;
}

/** Where the automata of paths relative to a folder are searched for, with the settings of the folders around them. */
export function openOptionsOf(paths: readonly string[], folder: string): OpenOptions {
  return {
    byFolder: settingsAround(paths, folder),
    workingFolder: addressFromPath('.', folder),
    monitor: workMonitor(),
  };
}

/**
 * The settings of the nearest folder at or above a full path whose `.vscode/settings.json` has settings of
 * `atomicState`; undefined if there is none. The search ends at the root of a repository.
 */
export function folderSettings(path: string): FoundSettings | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    const section = sectionIn(join(folder, '.vscode', 'settings.json'));
    if (section !== undefined) return { folder, settings: readSettings(section) };
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
}

/** The limits for files at a full path. */
export function limitsAt(path: string): ParseLimits {
  return folderSettings(path)?.settings.limits ?? DEFAULT_LIMITS;
}

/** The settings of the section in a file, with dotted keys expanded; undefined if there are none. */
function sectionIn(file: string): unknown {
  let text: string;
  if (!isReadable(file)) return undefined;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  // Parsed as in VS Code: with comments, and as much as possible of a broken text.
  const all: unknown = parse(text, [], { allowTrailingComma: true, allowEmptyContent: true });
  const tree: Tree = {};
  for (const [key, value] of Object.entries(isTree(all) ? all : {})) {
    const [first, ...path] = key.split('.');
    if (first === SECTION && !path.includes('__proto__')) put(tree, [SECTION, ...path], value);
  }
  return tree[SECTION];
}

type Tree = { [name: string]: unknown };

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): void {
  const before = tree[name];
  if (rest.length > 0) {
    const below = isTree(before) ? before : {};
    tree[name] = below;
    put(below, rest, value);
  } else tree[name] = isTree(before) && isTree(value) ? { ...before, ...value } : value;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
