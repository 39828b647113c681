import { resolve } from 'node:path';
import { URI } from 'vscode-uri';
import { commonFolder, STANDARD_INPUT } from '../check-workspace';
import {
  type Address,
  fileAddress,
  folderOf,
  isInside,
  lastSegmentOf,
  shortName,
} from '../project/files/paths';

/** The address of a path that is relative to a folder. */
export function addressFromPath(path: string, folder: string): Address {
  return fileAddress(resolve(folder, path));
}

/** The path of an address relative to a folder, with `/`; a full path if it is outside of the folder. */
export function displayPath(address: Address, folder: string): string {
  if (lastSegmentOf(address).startsWith(STANDARD_INPUT)) return STANDARD_INPUT;
  const relative = relativeUri(address, folder);
  return relative === undefined ? fullPath(address) : decodeURIComponent(relative);
}

/** The full path of an address. */
export function fullPath(address: Address): string {
  return URI.parse(address).fsPath;
}

/** The part of an address after that of a folder, still encoded; undefined if it is outside of the folder. */
export function relativeUri(address: Address, folder: string): string | undefined {
  const base = fileAddress(folder);
  return isInside(base, address) && address !== base
    ? address.slice(base.replace(/\/$/, '').length + 1)
    : undefined;
}

/**
 * Paths for files that are made of others: those of the others below the innermost folder that contains all of them, with
 * another extension. Each is another one.
 */
export function outputNames(addresses: readonly Address[], extension: string): readonly string[] {
  const [first, ...rest] = addresses.map(folderOf);
  if (first === undefined) return [];
  const common = rest.reduce(commonFolder, first);
  const names = addresses.map((address) => shortName(address, common));
  const stems = names.map((name) => name.replace(/(?:\.automata|\.state)?\.[^./]+$/i, ''));
  return stems.map((stem, index) => `${stems.indexOf(stem) === index ? stem : names[index]}${extension}`);
}
