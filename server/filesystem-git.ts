import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type FileSystem, IGNORED_FOLDERS } from './filesystem';
import { strictText, textState } from './filesystem-node';
import type { PathState } from './project/files/path-state';
import {
  type Address,
  fileAddress,
  folderOf,
  isInside,
  isStateFileName,
  lastSegmentOf,
  resolvePath,
} from './project/files/paths';

/** The files of a commit, at the addresses that they have in the working tree. */
export interface Revision {
  readonly files: FileSystem;
  /** The folder of the working tree. */
  readonly root: Address;
  /** The submodules in the working tree whose commits are missing. */
  readonly unread: readonly Address[];
  /** Ends the processes that read the files. */
  close(): void;
}

/** Why a revision cannot be read. `reason` is what git says, without a full stop. */
export interface RevisionProblem {
  readonly kind: 'no-git' | 'no-repository' | 'unknown' | 'shallow' | 'failed';
  readonly reason: string;
}

/** Limit of the list of the files of a commit, in bytes. */
const MAX_LIST_LENGTH = 256 * 2 ** 20;

/**
 * Opens a revision of the repository that contains a folder. Git runs only to read: no hook and no filter of the repository
 * is run.
 *
 * @param folder a full path; the folder may be only in the revision, or not be saved yet
 * @param revision anything that git understands as a commit: `HEAD`, a branch, a tag, a hash
 */
export async function openRevision(folder: string, revision: string): Promise<Revision | RevisionProblem> {
  const from = existingFolder(folder);
  const asked = ['rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--show-cdup'];
  const answers = await git(from, asked);
  if (typeof answers !== 'string')
    return answers.kind === 'no-git' ? answers : { ...answers, kind: 'no-repository' };
  const [isInTree, isShallow, above = ''] = answers.split('\n');
  // A bare repository, or a folder of git itself.
  if (isInTree !== 'true') return { kind: 'no-repository', reason: '' };
  // Git's own path of the working tree has no links, unlike addresses.
  const root = resolve(from, above);
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = await git(root, named);
  if (typeof commit !== 'string') return { ...commit, kind: isShallow === 'true' ? 'shallow' : 'unknown' };
  const files = new CommitFiles(root);
  const problem = await files.addCommit(root, commit.trim());
  return problem ?? files;
}

/** The folder at or above a full path that exists: git cannot run in another one. */
function existingFolder(path: string): string {
  const above = dirname(path);
  return above === path || statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? path
    : existingFolder(above);
}

/** A file of a commit. */
interface Entry {
  readonly object: string;
  /** In bytes. */
  readonly size: number;
  readonly isLink: boolean;
  /** Reads the objects of its repository. */
  readonly reader: BlobReader;
}

/** The output of a git command, or why there is none. */
function git(folder: string, args: readonly string[]): Promise<string | RevisionProblem> {
  return new Promise((done) => {
    execFile(
      'git',
      args,
      { cwd: folder, encoding: 'utf8', maxBuffer: MAX_LIST_LENGTH, windowsHide: true },
      (error, out, problem) => {
        if (error === null) return done(out);
        const isMissing = error.code === 'ENOENT';
        const reason = (problem.trim().split('\n')[0] ?? '').replace(/^fatal: /, '').replace(/\.$/, '');
        done({ kind: isMissing ? 'no-git' : 'failed', reason });
      },
    );
  });
}

class CommitFiles implements Revision, FileSystem {
  readonly files: FileSystem = this;
  readonly root: Address;
  readonly unread: Address[] = [];
  private readonly entries = new Map<Address, Entry>();
  private readonly folders = new Map<
    Address,
    { readonly files: Address[]; readonly folders: Set<Address> }
  >();
  private readonly readers: BlobReader[] = [];

  constructor(root: string) {
    this.root = fileAddress(root);
  }

  /** Adds the files of a commit, and those of its submodules that are in the working tree. */
  async addCommit(root: string, commit: string): Promise<RevisionProblem | undefined> {
    const list = await git(root, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit]);
    if (typeof list !== 'string') return list;
    const reader = new BlobReader(root);
    this.readers.push(reader);
    for (const line of list.split('\0')) {
      const [, mode = '', kind, object = '', size, path = ''] =
        /^(\d+) (blob|commit) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
      const full = resolve(root, path);
      const address = resolvePath(fileAddress(root), path);
      if (kind === 'blob') {
        this.entries.set(address, { object, size: Number(size), isLink: mode.startsWith('12'), reader });
        this.addToFolders(address);
      } else if (kind === 'commit' && existsSync(join(full, '.git')) && (await this.addCommit(full, object)))
        this.unread.push(address);
    }
    return undefined;
  }

  async stat(address: Address, boundary: Address, maxFileSize: number): Promise<PathState> {
    if (!isInside(boundary, address) || !isInside(this.root, address)) return { kind: 'outside' };
    const folder = this.folders.get(address);
    if (folder)
      return { kind: 'folder', files: folder.files.toSorted(), folders: [...folder.folders].toSorted() };
    const entry = this.entries.get(address);
    if (entry === undefined) return { kind: 'missing' };
    if (entry.isLink) return { kind: 'unreadable', reason: 'links in a revision are not followed' };
    const isTooLarge = entry.size > maxFileSize;
    if (isTooLarge || !isStateFileName(address))
      return { kind: 'file', why: isTooLarge ? 'too-large' : 'unread' };
    const bytes = await entry.reader.read(entry.object);
    return bytes === undefined ? { kind: 'unreadable', reason: 'git cannot read it' } : textState(bytes);
  }

  async read(address: Address, boundary: Address, maxFileSize: number): Promise<string | undefined> {
    const entry = this.entries.get(address);
    if (entry === undefined || entry.isLink || entry.size > maxFileSize || !isInside(boundary, address))
      return undefined;
    const bytes = await entry.reader.read(entry.object);
    return bytes && strictText(bytes);
  }

  async *find(folder: Address): AsyncGenerator<Address> {
    const queue = [folder];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { files = [], folders = [] } = this.folders.get(next) ?? {};
      for (const file of files) if (isStateFileName(file) && !this.entries.get(file)?.isLink) yield file;
      for (const one of folders) if (!IGNORED_FOLDERS.has(lastSegmentOf(one))) queue.push(one);
    }
  }

  close(): void {
    for (const reader of this.readers) reader.close();
  }

  private addToFolders(address: Address): void {
    let inside = address;
    for (let folder = folderOf(address); isInside(this.root, folder); folder = folderOf(folder)) {
      const known = this.folders.get(folder);
      const entries = known ?? { files: [], folders: new Set<Address>() };
      if (inside === address) entries.files.push(address);
      else entries.folders.add(inside);
      this.folders.set(folder, entries);
      if (known || folder === this.root) return;
      inside = folder;
    }
  }
}

/** Reads objects of a repository with one process, which is started when the first is read. */
class BlobReader {
  private process: ChildProcessWithoutNullStreams | undefined;
  private received: Buffer[] = [];
  private length = 0;
  /** The length from which on the next answer may be complete. */
  private needed = 0;
  /** The requests that are not answered yet, in their order. */
  private waiting: ((bytes: Buffer | undefined) => void)[] = [];

  constructor(private readonly folder: string) {}

  /** The content of an object; undefined if there is none. */
  read(object: string): Promise<Buffer | undefined> {
    return new Promise((done) => {
      const { stdin } = this.start();
      this.waiting.push(done);
      stdin.write(`${object}\n`);
    });
  }

  close(): void {
    this.process?.kill();
    this.fail();
  }

  private start(): ChildProcessWithoutNullStreams {
    if (this.process) return this.process;
    const started = spawn('git', ['cat-file', '--batch'], { cwd: this.folder, windowsHide: true });
    started.stdout.on('data', (bytes: Buffer) => this.receive(bytes));
    started.on('error', () => this.fail());
    started.on('close', () => this.fail());
    // It may end before it has read everything.
    started.stdin.on('error', () => this.fail());
    this.process = started;
    return started;
  }

  private fail(): void {
    for (const done of this.waiting.splice(0)) done(undefined);
  }

  /** An answer is a line `<object> blob <size>`, the bytes and a line break; or a line that ends with another word. */
  private receive(bytes: Buffer): void {
    this.received.push(bytes);
    this.length += bytes.length;
    while (this.waiting.length > 0 && this.length >= this.needed) {
      const all = Buffer.concat(this.received);
      this.received = [all];
      const end = all.indexOf('\n');
      if (end < 0) return;
      const size = / blob (\d+)$/.exec(all.toString('utf8', 0, end))?.[1];
      const from = end + 1;
      const to = size === undefined ? from : from + Number(size);
      const rest = size === undefined ? from : to + 1;
      this.needed = rest;
      if (all.length < rest) return;
      this.needed = 0;
      this.received = [all.subarray(rest)];
      this.length -= rest;
      this.waiting.shift()?.(size === undefined ? undefined : all.subarray(from, to));
    }
  }
}
