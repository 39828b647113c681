import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import type { FolderSettings } from '../check-workspace';
import type { Address } from '../project/paths';
import { readSettings, type Settings } from '../protocol/settings';
import type { RuleSettings } from '../rules/rule';
import { addressFromPath } from './paths';

const SECTION = 'atomicState';

/** Settings that VS Code has in a folder. */
interface FoundSettings {
  /** The full path of the folder, from which paths in the settings start. */
  readonly folder: string;
  readonly settings: Settings;
}

/** The settings of the folders around paths, which are relative to a folder. */
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

/**
 * The settings of the nearest folder at or above a full path whose `.vscode/settings.json` says anything of
 * `atomicState`; undefined where none does. The root of a repository is the last that is looked at.
 */
export function folderSettings(path: string): FoundSettings | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    const section = sectionIn(join(folder, '.vscode', 'settings.json'));
    if (section !== undefined) return { folder, settings: readSettings(section) };
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
}

/** What a file of settings says of the section, keys with dots taken apart; undefined where it says nothing. */
function sectionIn(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  // As VS Code reads it: comments, and what can be had of a broken text.
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
