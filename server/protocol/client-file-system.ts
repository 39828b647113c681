import type { Connection } from 'vscode-languageserver';
import { type FileSystem, IGNORED_FOLDERS } from '../filesystem';
import type { PathState } from '../project/files/path-state';
import { type Address, isInside, isStateFileName, normalize, resolvePath } from '../project/files/paths';
import type { ClientRequests } from './messages';

/**
 * The limits of a search, because each file and folder may be a request over a network. Repositories of agents are
 * smaller. Other files are read when they are opened or included.
 */
const MAX_FILES = 300;
const MAX_FOLDERS = 200;

/** Requests for files to the client, by the last part of their names. */
type FileRequests = {
  [M in keyof ClientRequests as M extends `atomicState/files/${infer W}` ? W : never]: ClientRequests[M];
};

/** The file systems of the editor, including those of other extensions. */
export class ClientFileSystem implements FileSystem {
  constructor(private readonly connection: Connection) {}

  async stat(address: Address, boundary: Address, maxFileSize: number): Promise<PathState> {
    if (!isSafelyInside(boundary, address)) return { kind: 'outside' };
    const text = isStateFileName(address);
    const entry = await this.request('stat', { uri: address, boundary, maxFileSize, text });
    if (entry?.kind !== 'folder') return entry ?? { kind: 'beyond' };
    const within = (names: readonly string[]) => names.map((name) => resolvePath(address, name)).sort();
    return { kind: 'folder', files: within(entry.files), folders: within(entry.folders) };
  }

  async read(address: Address, boundary: Address, maxFileSize: number): Promise<string | undefined> {
    if (!isSafelyInside(boundary, address)) return undefined;
    return (await this.request('read', { uri: address, boundary, maxFileSize })) ?? undefined;
  }

  async *find(folder: Address): AsyncGenerator<Address> {
    const params = { uri: folder, leftOut: [...IGNORED_FOLDERS], limit: MAX_FILES };
    const found = ((await this.request('find', params)) ?? []).map(normalize);
    // A file system without support for searches returns no files either.
    if (found.length === 0) yield* this.walk(folder);
    else
      for (const address of found.slice(0, MAX_FILES))
        if (isSafelyInside(folder, address) && isStateFileName(address)) yield address;
  }

  /** Lists files breadth first, so that the limits exclude the deepest ones. */
  private async *walk(root: Address): AsyncGenerator<Address> {
    const queue = [root];
    let found = 0;
    for (let index = 0; index < Math.min(queue.length, MAX_FOLDERS); index++) {
      const folder = queue[index];
      const entry =
        folder === undefined
          ? undefined
          : await this.request('stat', { uri: folder, boundary: root, maxFileSize: 0, text: false });
      if (folder === undefined || entry?.kind !== 'folder') continue;
      for (const name of entry.folders) if (!IGNORED_FOLDERS.has(name)) queue.push(resolvePath(folder, name));
      for (const address of entry.files.map((name) => resolvePath(folder, name)).filter(isStateFileName)) {
        if (++found > MAX_FILES) return;
        yield address;
      }
    }
  }

  /** Undefined if the client has no answer, or has disconnected. */
  private request<W extends keyof FileRequests>(
    what: W,
    params: FileRequests[W]['params'],
  ): Promise<FileRequests[W]['answer'] | undefined> {
    return this.connection
      .sendRequest<FileRequests[W]['answer']>(`atomicState/files/${what}`, params)
      .catch(() => undefined);
  }
}

/**
 * The file system of the server, combined with that of the client for other addresses.
 *
 * @param local reads local files; undefined in a browser
 * @param hasClient whether the client answers for the others
 */
export function combineFileSystems(
  local: FileSystem | undefined,
  client: FileSystem,
  hasClient: () => boolean,
): FileSystem {
  const fileSystemOf = (address: Address) => {
    if (local !== undefined && (address.startsWith('file:') || !hasClient())) return local;
    return hasClient() ? client : undefined;
  };
  return {
    stat: async (address, ...bounds) =>
      (await fileSystemOf(address)?.stat(address, ...bounds)) ?? { kind: 'beyond' as const },
    read: async (address, ...bounds) => fileSystemOf(address)?.read(address, ...bounds),
    find: (folder) => fileSystemOf(folder)?.find(folder) ?? nothing(),
  };
}

/** Whether an address is in a folder. Addresses from the client may contain `..`, which could leave the folder. */
function isSafelyInside(folder: Address, address: Address): boolean {
  return isInside(folder, address) && !address.split('/').includes('..');
}

async function* nothing(): AsyncGenerator<Address> {}
