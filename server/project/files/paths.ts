import { URI, Utils } from 'vscode-uri';

/**
 * The address of a file or folder, in one normal form, so that addresses can be compared and used as keys. Only the
 * functions of this file make them: `normalize` from the text of a client, `fileAddress` from a path of the file system.
 */
export type Address = string & { readonly [ADDRESS]: true };

declare const ADDRESS: unique symbol;

/** The normal form of an address; a text that is not an address is taken as a path. */
export function normalize(address: string): Address {
  try {
    return addressOf(URI.parse(address));
  } catch {
    return fileAddress(address);
  }
}

/** The address of a full path of the file system. */
export function fileAddress(path: string): Address {
  return addressOf(URI.file(path));
}

/** The address of a text that is not a file. */
export const NO_ADDRESS = '' as Address;

/** The root of the local file system. */
export const FILE_ROOT = 'file:///' as Address;

function addressOf(uri: URI): Address {
  return uri.toString() as Address;
}

export function folderOf(address: Address): Address {
  // Avoids parsing if possible: its cost grows with the length of the path, and callers visit each level of it.
  const end = address.lastIndexOf('/');
  const root = ROOT.exec(address)?.[0].length ?? address.length;
  return end >= root && end + 1 < address.length && !UNUSUAL.test(address)
    ? (address.slice(0, end) as Address)
    : addressOf(Utils.dirname(URI.parse(address)));
}

/** Scheme, authority and the first slash of the path. */
const ROOT = /^[a-z][\w+.-]*:\/\/[^/]*\//;

/** A query, a fragment or an empty segment. */
const UNUSUAL = /[?#]|[^:/]\/\/|:\/{4}/;

/**
 * Whether an address is in a folder: unsaved documents (`untitled:Untitled-1`) and addresses with a query
 * (`git:/main.yaml?...`) are not.
 */
export function hasFolder(address: Address): boolean {
  const { path, query } = URI.parse(address);
  return path.startsWith('/') && query === '';
}

/** The absolute path of an address, as `resolvePath` takes it. */
export function pathOf(address: Address): string {
  return URI.parse(address).path;
}

export function lastSegmentOf(address: Address): string {
  return Utils.basename(URI.parse(address));
}

/**
 * The address of a path in a tag, relative to a folder; an absolute path replaces the folder. The path is never
 * parsed as an address (`file:...` is a strange file name).
 */
export function resolvePath(folder: Address, path: string): Address {
  const base = URI.parse(folder);
  // Lone surrogates, which incomplete escapes contain, are not valid in an address.
  // Two slashes at the start would name another machine.
  const plain = path
    .replace(/\\/g, '/')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/^\/{2,}/, '/');
  const target = /^(?:\/|[A-Za-z]:\/)/.test(plain)
    ? base.with({ path: plain.startsWith('/') ? plain : `/${plain}` })
    : base;
  const joined = target === base ? Utils.joinPath(base, plain) : Utils.joinPath(target, '.');
  return joined.toString().replace(/\/$/, '') as Address;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Whether an address is in a folder, by its path alone. */
export function isInside(folder: Address, address: Address): boolean {
  const base = folder.replace(/\/$/, '');
  return address === base || address.startsWith(`${base}/`);
}

/** The innermost of some folders that contains an address; undefined if none does. */
export function innermostFolder(folders: Iterable<Address>, address: Address): Address | undefined {
  let found: Address | undefined;
  for (const folder of folders) {
    if (isInside(folder, address) && !(found && folder.length <= found.length)) found = folder;
  }
  return found;
}

/** The outermost of some folders that contains an address; undefined if none does. */
export function outermostFolder(folders: Iterable<Address>, address: Address): Address | undefined {
  let found: Address | undefined;
  for (const folder of folders) {
    if (isInside(folder, address) && !(found && folder.length >= found.length)) found = folder;
  }
  return found;
}

/**
 * The folder of an address and its parents, innermost first: up to one of these folders, otherwise at most `levels`
 * and without the two outermost, which often contain several projects.
 */
export function foldersAround(address: Address, folders: Iterable<Address>, levels: number): Address[] {
  const boundary = innermostFolder(folders, address);
  const around: Address[] = [];
  if (!hasFolder(address)) return around;
  for (let folder = folderOf(address); ; folder = folderOf(folder)) {
    const depth = segments(folder).length;
    if (boundary === undefined && around.length > 0 && (around.length >= levels || depth < 3)) return around;
    around.push(folder);
    if (folder === boundary || depth === 0) return around;
  }
}

/** The main file in the first of some folders that has one; undefined if none does. */
export function mainFileIn(
  folders: Iterable<Address>,
  isFile: (address: Address) => boolean,
): Address | undefined {
  for (const folder of folders) {
    const main = mainFilesIn(folder).find(isFile);
    if (main !== undefined) return main;
  }
  return undefined;
}

/** The addresses that the main file of a folder may have. */
export function mainFilesIn(folder: Address): Address[] {
  return ['main.yaml', 'main.yml'].map((name) => resolvePath(folder, name));
}

/** An address as shown to users, relative to a folder. */
export function shortName(address: Address, folder: Address | undefined): string {
  if (folder !== undefined && isInside(folder, address)) {
    return decodeURIComponent(address.slice(folder.replace(/\/$/, '').length + 1));
  }
  return lastSegmentOf(address);
}

/** The path that leads from a folder to an address, as `resolvePath` takes it; `.` for the folder itself. */
export function pathFrom(folder: Address, address: Address): string {
  const from = segments(folder);
  const to = segments(address);
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/') || '.';
}

function segments(address: Address): string[] {
  return URI.parse(address)
    .path.split('/')
    .filter((segment) => segment !== '');
}

/** Whether files with this name or address may be state files. */
export function isStateFileName(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name);
}

/** The files of a folder that `!include` includes: the tool accepts extensions in lower case only. */
export function includableFiles<T extends string>(files: readonly T[]): readonly T[] {
  return files.filter((name) => /\.ya?ml$/.test(name));
}
