import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Terminal } from './command';
import { CommandError, errorCode, reasonOf } from './failure';
import { plain, TERMINAL } from './printer';

/** Editors write a file in several steps. */
const SETTLE_MS = 150;
/** Watchers of the system do not reliably report that their folder was removed. */
const POLL_MS = 400;

interface Watched {
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
 */
export async function runOnChange(
  paths: readonly string[],
  terminal: Terminal,
  heading: string,
  run: () => Promise<WatchedRun>,
): Promise<number> {
  const given = paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path)));
  const watch = new FolderWatch(given, terminal.folder);
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
  private readonly watched = new Map<string, Watched>();
  /** Given folders that were missing at the last check. */
  private missing = new Set<string>();
  private readonly poll = setInterval(() => this.look(), POLL_MS);
  private timer: NodeJS.Timeout | undefined;
  private isChanged = false;
  private failure: CommandError | undefined;
  private notify: () => void = () => undefined;

  /**
   * @param given full paths of folders that must exist
   * @param workingFolder the working directory of the command
   */
  constructor(
    private readonly given: readonly string[],
    private readonly workingFolder: string,
  ) {
    this.follow([]);
  }

  /** Sets further folders to watch, as full paths. */
  follow(others: readonly string[]): void {
    const folders = [...new Set([...this.given, ...others])];
    const outermost = folders.filter((one) => !folders.some((other) => other !== one && isBelow(other, one)));
    for (const [folder, { watcher }] of this.watched) {
      if (outermost.includes(folder)) continue;
      watcher?.close();
      this.watched.delete(folder);
    }
    for (const folder of outermost) if (!this.watched.has(folder)) this.start(folder);
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
      const watcher = watch(folder, { recursive: true }, (_event, name) => {
        // Any other file matters: `!oneline` includes any, and folders appear and disappear.
        if (name === null || !/(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(name)) this.changed();
      });
      // A folder in it may have been removed at that moment, which is a change.
      watcher.on('error', (error) =>
        errorCode(error) === 'ENOENT' ? this.changed() : this.fail(folder, error),
      );
      this.watched.set(folder, { watcher, inode });
    } catch (error) {
      this.fail(folder, error);
    }
  }

  private changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isChanged = true;
      this.notify();
    }, SETTLE_MS);
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
    for (const [folder, { watcher, inode }] of [...this.watched]) {
      const now = inodeOf(folder);
      if (now === inode) continue;
      watcher?.close();
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
