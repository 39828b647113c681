import {
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  type Uri,
} from 'vscode';
import { bytesOf } from './editor';

/** Files that only VS Code can read: a virtual file system that records which files are read. */
export class MemoryFiles implements FileSystemProvider {
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #files: Map<string, Uint8Array>;
  readonly #links: ReadonlySet<string>;
  /** The paths of all files that were read. */
  readonly reads = new Set<string>();

  /**
   * @param files texts by their paths; folders exist if they contain files
   * @param links the paths of files and folders that are links
   */
  constructor(files: Readonly<Record<string, string>>, links: readonly string[] = []) {
    this.#files = new Map(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]));
    this.#links = new Set(links);
  }

  watch() {
    return { dispose: () => undefined };
  }

  stat(uri: Uri): FileStat {
    return {
      type: this.#typeOf(uri.path, uri),
      ctime: 0,
      mtime: 0,
      size: this.#files.get(uri.path)?.length ?? 0,
    };
  }

  readDirectory(uri: Uri): [string, FileType][] {
    const base = `${uri.path.replace(/\/$/, '')}/`;
    const below = [...this.#files.keys()].filter((path) => path.startsWith(base));
    const names = new Set(below.map((path) => path.slice(base.length).split('/')[0] ?? ''));
    return [...names].map((name) => [name, this.#typeOf(base + name, uri)]);
  }

  readFile(uri: Uri): Uint8Array {
    this.reads.add(uri.path);
    const bytes = this.#files.get(uri.path);
    if (bytes === undefined) {
      throw FileSystemError.FileNotFound(uri);
    }
    return bytes;
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    this.#files.set(uri.path, content);
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  delete(uri: Uri): void {
    this.#files.delete(uri.path);
    this.#changed.fire([{ type: FileChangeType.Deleted, uri }]);
  }

  createDirectory(): void {}

  rename(from: Uri, to: Uri): void {
    this.writeFile(to, this.readFile(from));
    this.delete(from);
  }

  #typeOf(path: string, uri: Uri): FileType {
    const link = this.#links.has(path) ? FileType.SymbolicLink : FileType.Unknown;
    if (this.#files.has(path)) {
      return FileType.File | link;
    }
    if ([...this.#files.keys()].some((file) => file.startsWith(path.endsWith('/') ? path : `${path}/`))) {
      return FileType.Directory | link;
    }
    throw FileSystemError.FileNotFound(uri);
  }
}
