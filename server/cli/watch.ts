import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { IGNORED_FOLDERS } from '../filesystem';
import type { Terminal } from './command';
import { CommandError, errorCode, reasonOf } from './failure';
import { plain, TERMINAL } from './printer';
import { TEMPORARY_NAME } from './write';

/** Editors write a file in several steps. */
const SETTLE_MS = 150;
/** The longest wait for a file that is written again and again. */
const MAX_SETTLE_MS = 1000;
/** Watchers of the system do not reliably report that their folder was removed. */
const POLL_MS = 400;
/**
 * Whether a watcher reports what happens below its folder. Elsewhere, Node watches each file instead, and loses a file
 * that another one replaces, which is how many editors save: there, each folder has a watcher.
 */
const IS_RECURSIVE = process.platform === 'darwin' || process.platform === 'win32';

interface Watched {
  /** Undefined if the folder is missing. */
  readonly watcher: FSWatcher | undefined;
  /** Changes if a folder was removed and created again: the watcher still watches the old one. Undefined if missing. */
  readonly inode: number | undefined;
}

/** One of the runs of a command that watches. */
export interface WatchedRun {
  readonly exitCode: number;
  /** Full paths of other folders with relevant files. */
  readonly folders: readonly string[];
}

/**
 * Runs a function now and after every change. Ends only if the output is closed, with the last exit code. Throws
 * `CommandError` if a folder is removed.
 *
 * @param paths full paths of existing files and folders
 * @param heading printed before each run
 * @param output the full path of a folder that the runs write; its changes do not count
 */
export async function runOnChange(
  paths: readonly string[],
  terminal: Terminal,
  heading: string,
  run: () => Promise<WatchedRun>,
  output?: string,
): Promise<number> {
  const given = paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path)));
  const watch = new FolderWatch(given, terminal.folder, output);
  try {
    for (;;) {
      if (terminal.isTerminal) terminal.out(TERMINAL.clear);
      terminal.out(plain`${heading}\n`);
      const { exitCode, folders } = await run();
      watch.follow(folders);
      const isClosed = await Promise.race([terminal.closed.then(() => true), watch.change()]);
      if (isClosed === true) return exitCode;
    }
  } finally {
    watch.close();
  }
}

/** Waits for changes in folders. */
class FolderWatch {
  /** The given folders, and further ones that a run named. */
  private roots: readonly string[] = [];
  /** The roots, and the folders in them if these have watchers of their own. */
  private readonly watched = new Map<string, Watched>();
  /** Given folders that were missing at the last check. */
  private missing = new Set<string>();
  private readonly poll = setInterval(() => this.look(), POLL_MS);
  private timer: NodeJS.Timeout | undefined;
  /** The time of the first change that was not reported yet. */
  private changedAt: number | undefined;
  private isChanged = false;
  private failure: CommandError | undefined;
  private notify: () => void = () => undefined;

  /**
   * @param given full paths of folders that must exist
   * @param workingFolder the working directory of the command
   * @param output the full path of a folder whose changes do not count
   */
  constructor(
    private readonly given: readonly string[],
    private readonly workingFolder: string,
    private readonly output: string | undefined,
  ) {
    this.follow([]);
  }

  /** Sets further folders to watch, as full paths. */
  follow(others: readonly string[]): void {
    this.roots = [...new Set([...this.given, ...others])];
    for (const watched of [...this.watched.keys()])
      if (!this.roots.some((root) => root === watched || isBelow(root, watched))) this.stop(watched);
    for (const root of this.roots) if (!this.isWatched(root)) this.start(root);
  }

  private isWatched(folder: string): boolean {
    if (this.watched.has(folder)) return true;
    return IS_RECURSIVE && [...this.watched.keys()].some((one) => isBelow(one, folder));
  }

  /**
   * Resolves when something in the folders has changed since the last call. Throws `CommandError` if a given folder
   * is removed or a folder cannot be watched.
   */
  async change(): Promise<void> {
    // Without a given folder nothing can run: wait until it reappears or the wait fails.
    while ((!this.isChanged || this.missingFolders().length > 0) && this.failure === undefined) {
      await new Promise<void>((resolve) => {
        this.notify = resolve;
      });
    }
    if (this.failure) throw this.failure;
    this.isChanged = false;
  }

  close(): void {
    clearInterval(this.poll);
    clearTimeout(this.timer);
    for (const { watcher } of this.watched.values()) watcher?.close();
  }

  private start(folder: string): void {
    const inode = inodeOf(folder);
    this.watched.set(folder, { watcher: undefined, inode });
    if (inode === undefined) return;
    try {
      const watcher = watch(folder, { recursive: IS_RECURSIVE }, (event, name) =>
        this.report(folder, event, name),
      );
      watcher.on('error', (error) => this.failUnlessGone(folder, error));
      this.watched.set(folder, { watcher, inode });
      if (IS_RECURSIVE) return;
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const inner = join(folder, entry.name);
        if (entry.isDirectory() && !IGNORED_FOLDERS.has(entry.name) && !this.watched.has(inner))
          this.start(inner);
      }
    } catch (error) {
      this.failUnlessGone(folder, error);
    }
  }

  /** Ends the watch of a folder and of all folders in it. */
  private stop(folder: string): void {
    if (!this.watched.has(folder)) return;
    for (const [one, { watcher }] of [...this.watched]) {
      if (one !== folder && !isBelow(folder, one)) continue;
      watcher?.close();
      this.watched.delete(one);
    }
  }

  /** Something has happened in a folder; `name` is relative to it, or null if the system does not say. */
  private report(folder: string, event: string, name: string | null): void {
    // Any other file matters: `!oneline` includes any, and folders appear and disappear.
    if (name?.split(/[\\/]/).some((part) => part === 'node_modules' || part === '.git')) return;
    if (name !== null && this.isOutput(join(folder, name))) return;
    if (event === 'rename' && !IS_RECURSIVE) {
      if (name !== null) this.startAgain(join(folder, name));
      // This is also how a folder reports that it was removed.
      if (name === null || name === basename(folder)) this.startAgain(folder);
    }
    this.changed();
  }

  private isOutput(path: string): boolean {
    const { output } = this;
    if (path.split(sep).some((part) => TEMPORARY_NAME.test(part))) return true;
    return output !== undefined && (path === output || isBelow(output, path));
  }

  /** A folder may have appeared, disappeared, or been replaced. */
  private startAgain(folder: string): void {
    this.stop(folder);
    const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (this.roots.includes(folder) || (isFolder && !IGNORED_FOLDERS.has(basename(folder))))
      this.start(folder);
  }

  /** Reports a change when nothing else has happened for a moment, or soon. */
  private changed(): void {
    clearTimeout(this.timer);
    const now = performance.now();
    this.changedAt ??= now;
    const wait = Math.min(SETTLE_MS, this.changedAt + MAX_SETTLE_MS - now);
    this.timer = setTimeout(() => {
      this.changedAt = undefined;
      this.isChanged = true;
      this.notify();
    }, wait);
  }

  /** A folder may be removed while its watcher starts, which is a change. */
  private failUnlessGone(folder: string, error: unknown): void {
    if (inodeOf(folder) === undefined) this.changed();
    else this.fail(folder, error);
  }

  private fail(folder: string, error: unknown): void {
    // The system's limit of watchers is reached, which is not a disk error.
    const reason = errorCode(error) === 'ENOSPC' ? 'too many files are watched' : reasonOf(error);
    this.failure ??= new CommandError(
      `${this.shown(folder)}: this folder cannot be watched, because ${reason}.`,
    );
    this.notify();
  }

  private missingFolders(): string[] {
    return this.given.filter((folder) => inodeOf(folder) === undefined);
  }

  /** Checks whether the folders are still the same. */
  private look(): void {
    const missing = this.missingFolders();
    // Some tools remove a folder and create it again.
    const gone = missing.find((folder) => this.missing.has(folder));
    this.missing = new Set(missing);
    if (gone !== undefined) {
      this.failure ??= new CommandError(`${this.shown(gone)}: this folder no longer exists.`);
    }
    this.notify();
    for (const folder of this.roots) {
      const known = this.watched.get(folder);
      if (known === undefined || inodeOf(folder) === known.inode) continue;
      this.stop(folder);
      this.start(folder);
      this.changed();
    }
  }

  /** The displayed path: relative if it is inside of the working directory. */
  private shown(folder: string): string {
    return isBelow(this.workingFolder, folder) ? folder.slice(this.workingFolder.length + 1) : folder;
  }
}

/** Undefined if the folder is missing. */
function inodeOf(folder: string): number | undefined {
  try {
    return statSync(folder).ino;
  } catch {
    return undefined;
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
