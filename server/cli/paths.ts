import { resolve } from 'node:path';
import { URI } from 'vscode-uri';
import type { Address } from '../project/paths';
import { isInside } from '../project/paths';

/** The address of a path, which is relative to a folder. */
export function addressOf(path: string, folder: string): Address {
  return URI.file(resolve(folder, path)).toString();
}

/** The path of an address as a person in a folder writes it, with `/`; a full path where it is not in there. */
export function shownPath(address: Address, folder: string): string {
  return relativeUri(address, folder) === undefined
    ? URI.parse(address).fsPath
    : decodeURIComponent(relativeUri(address, folder) ?? '');
}

/** The part of an address behind that of a folder, still encoded; undefined where it is not in there. */
export function relativeUri(address: Address, folder: string): string | undefined {
  const base = URI.file(folder).toString().replace(/\/$/, '');
  return isInside(base, address) && address !== base ? address.slice(base.length + 1) : undefined;
}
