import {
  CancellationTokenSource,
  Disposable,
  type FileStat,
  FileSystemError,
  FileType,
  RelativePattern,
  Uri,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { FileSystemEntry, PlaceParams } from '../server/protocol/messages';
import { findRequest, readRequest, statRequest } from './protocol';

/** Time limit for a search, in milliseconds. If no provider can search a file system, VS Code waits for one. */
const searchLimit = 2_000;

/**
 * Reads files for the server that it cannot read itself: all files in a browser, and files of virtual file systems,
 * such as `vscode-vfs:`.
 */
export function answerForFiles(client: BaseLanguageClient): Disposable {
  const files = new Files();
  return Disposable.from(
    client.onRequest(statRequest, (params) => files.look(params, params.text)),
    client.onRequest(readRequest, (params) => files.read(params)),
    client.onRequest(findRequest, ({ uri, leftOut, limit }) => find(Uri.parse(uri), leftOut, limit)),
  );
}

class Files {
  /** Pending `stat` requests by folder; the files of one folder are read together. */
  readonly #folders = new Map<string, Promise<FileStat>>();
  #looks = 0;

  async look(params: PlaceParams, text: boolean): Promise<FileSystemEntry> {
    const place = Uri.parse(params.uri);
    try {
      const stat = await this.#stat(place, Uri.parse(params.boundary));
      if (typeof stat === 'string') {
        return { kind: stat };
      }
      if (is(stat.type, FileType.Directory)) {
        return folder(await workspace.fs.readDirectory(place));
      }
      if (!is(stat.type, FileType.File)) {
        return { kind: 'unreadable', reason: 'it is neither a file nor a folder' };
      }
      if (!text) {
        return { kind: 'file', why: stat.size > params.maxFileSize ? 'too-large' : 'unread' };
      }
      const bytes = await contentUpTo(params.maxFileSize, place, stat);
      if (bytes === undefined || bytes.includes(0)) {
        return { kind: 'file', why: bytes ? 'not-text' : 'too-large' };
      }
      return { kind: 'text', text: new TextDecoder().decode(bytes) };
    } catch (error) {
      return failure(error);
    }
  }

  async read(params: PlaceParams): Promise<string | null> {
    const place = Uri.parse(params.uri);
    try {
      const stat = await this.#stat(place, Uri.parse(params.boundary));
      if (typeof stat === 'string' || !is(stat.type, FileType.File)) {
        return null;
      }
      const bytes = await contentUpTo(params.maxFileSize, place, stat);
      const text = bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      return text === undefined || text.includes('\0') ? null : text;
    } catch {
      return null;
    }
  }

  /**
   * The kind of a path within a folder. VS Code does not report the target of a symbolic link, so a path through a
   * link is `beyond`: it may be outside the folder.
   */
  async #stat(place: Uri, boundary: Uri): Promise<FileStat | 'outside' | 'beyond'> {
    const names = namesBetween(boundary, place);
    if (names === undefined) {
      return 'outside';
    }
    const above = names.slice(0, -1).map((_name, index) => {
      return Uri.joinPath(boundary, ...names.slice(0, index + 1));
    });
    this.#looks += 1;
    try {
      const stats = await Promise.allSettled([
        ...above.map((uri) => this.#statFolder(uri)),
        workspace.fs.stat(place),
      ]);
      for (const stat of stats) {
        if (stat.status === 'rejected') {
          throw stat.reason;
        }
        // The boundary itself may be a link: the user has opened it.
        if (names.length > 0 && is(stat.value.type, FileType.SymbolicLink)) {
          return 'beyond';
        }
      }
      const last = stats.at(-1);
      return last?.status === 'fulfilled' ? last.value : 'beyond';
    } finally {
      this.#looks -= 1;
      if (this.#looks === 0) {
        this.#folders.clear();
      }
    }
  }

  #statFolder(uri: Uri): Promise<FileStat> {
    const key = uri.toString();
    const asked = this.#folders.get(key) ?? Promise.resolve(workspace.fs.stat(uri));
    this.#folders.set(key, asked);
    return asked;
  }
}

/** The path segments from a folder to a place in it; undefined if the place is outside. */
export function namesBetween(folder: Uri, place: Uri): string[] | undefined {
  const base = folder.path.replace(/\/$/, '');
  const isInside = place.path === base || place.path.startsWith(`${base}/`);
  if (place.scheme !== folder.scheme || place.authority !== folder.authority || !isInside) {
    return undefined;
  }
  const names = place.path.slice(base.length).split('/').filter(Boolean);
  return names.includes('..') ? undefined : names;
}

function folder(entries: readonly [name: string, type: FileType][]): FileSystemEntry {
  const isFolder = ([, type]: readonly [string, FileType]) =>
    is(type, FileType.Directory) && !is(type, FileType.SymbolicLink);
  return {
    kind: 'folder',
    files: entries.filter((entry) => !isFolder(entry)).map(([name]) => name),
    folders: entries.filter(isFolder).map(([name]) => name),
  };
}

/** The content of a file; undefined if it is too large. Not all file systems know the size in advance. */
async function contentUpTo(maxFileSize: number, file: Uri, stat: FileStat): Promise<Uint8Array | undefined> {
  if (stat.size > maxFileSize) {
    return undefined;
  }
  const bytes = await workspace.fs.readFile(file);
  return bytes.length > maxFileSize ? undefined : bytes;
}

function failure(error: unknown): FileSystemEntry {
  const code = error instanceof FileSystemError ? error.code : '';
  if (code === 'FileNotFound' || code === 'FileNotADirectory') {
    return { kind: 'missing' };
  }
  if (error instanceof Error && code === 'NoPermissions') {
    return { kind: 'unreadable', reason: error.message };
  }
  // The network failed, or the extension for this file system is missing: not a mistake in the path.
  return { kind: 'beyond' };
}

/** File types are bit flags: a link to a folder has both. */
function is(type: FileType, wanted: FileType): boolean {
  return (type & wanted) !== 0;
}

/** Files that VS Code's search finds. An empty result may also mean that the file system cannot be searched. */
async function find(folder: Uri, leftOut: readonly string[], limit: number): Promise<string[]> {
  const cancelled = new CancellationTokenSource();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Uri[]>((resolve) => {
    timer = setTimeout(() => {
      cancelled.cancel();
      resolve([]);
    }, searchLimit);
  });
  try {
    const found = workspace.findFiles(
      new RelativePattern(folder, '**/*.{yaml,yml,json}'),
      `**/{${leftOut.join(',')}}/**`,
      limit,
      cancelled.token,
    );
    return (await Promise.race([found, late])).map((uri) => uri.toString());
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
    cancelled.dispose();
  }
}
