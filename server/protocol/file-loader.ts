import type { RemoteConsole } from 'vscode-languageserver';
import type { FileSystem } from '../filesystem';
import type { PathState } from '../project/path-state';
import { type Address, includableFiles } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { ChangeSignal } from './change-signal';
import type { CrashNoteWriter } from './crash-note';
import type { DocumentLoader } from './document-loader';
import { errorText } from './guard';
import type { ProgressReporter } from './progress';
import { TimeSlicer } from './time-slicer';

/** The number of files to read before the workspace is updated and other requests are processed. */
const BATCH_SIZE = 50;

/** In how many files of each folder around a file the one that includes it is searched for. */
const MAX_SEARCHED_FILES = 500;

/** Reads the files and folders that the workspace requests, in batches. */
export class FileLoader {
  private running: Promise<void> | undefined;
  /** The running search through folders. */
  private discovering: Promise<void> | undefined;
  private isStopped = false;
  /** The running searches for the automata that include a file. */
  private readonly searches = new Map<Address, Promise<void>>();

  constructor(
    private readonly workspace: Workspace,
    private readonly fileSystem: FileSystem,
    private readonly log: RemoteConsole,
    /** The size up to which a file is read, in bytes. */
    private readonly maxFileSizeOf: (address: Address) => number,
    private readonly changes: ChangeSignal,
    private readonly documentLoader: Pick<DocumentLoader, 'whenRead'>,
    private readonly crashNote: CrashNoteWriter,
    /** Something that was not known before is known now. */
    private readonly onDidChange: () => void,
    /** Reports the progress of reading this many files. */
    private readonly showProgress: (total: number) => Promise<ProgressReporter>,
  ) {}

  /** Drops pending searches: they are no longer needed. */
  stop(): void {
    this.isStopped = true;
  }

  /** Reads pending addresses until there are none; never fails. Calls while it runs join the run. */
  load(): Promise<void> {
    this.running ??= this.loadAll();
    return this.running;
  }

  /** The texts of files at this moment, whatever their names; those that cannot be had are left out. */
  async texts(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>> {
    const found = new Map<Address, string>();
    for (const address of addresses) {
      const boundary = this.workspace.boundaryOf(address);
      const text = await this.fileSystem.read(address, boundary, this.maxFileSizeOf(address));
      if (text !== undefined) found.set(address, text);
    }
    return found;
  }

  private async loadAll(): Promise<void> {
    // So that it is noted as running before it can be over.
    await Promise.resolve();
    for (
      let pending = this.workspace.drainPending();
      pending.length > 0;
      pending = this.workspace.drainPending()
    ) {
      let isChanged = false;
      for (const batch of batches(pending)) isChanged = (await this.readBatch(batch)) || isChanged;
      if (isChanged) this.onDidChange();
    }
    // Immediately, because no call may join a run that has ended.
    this.running = undefined;
  }

  /** Reads all files of the workspace folders, and the automata of open files outside them. */
  async loadEverything(): Promise<void> {
    await this.loadFolders();
    await Promise.all(this.searches.values());
  }

  private async loadFolders(): Promise<void> {
    while (this.discovering !== undefined) await this.discovering.catch(() => undefined);
    await this.load();
  }

  /** Resolves when it is known which automata include a file, or that none does; undefined if it is. */
  automataFound(address: Address): Promise<void> | undefined {
    if (this.workspace.hasKnownRole(address)) return undefined;
    let search = this.searches.get(address);
    if (search === undefined) {
      search = this.search(address).finally(() => this.searches.delete(address));
      this.searches.set(address, search);
    }
    return search;
  }

  /** Reads the folders around a file first: the automata that includes it is mostly there. */
  private async search(address: Address): Promise<void> {
    const { workspace } = this;
    for (const folder of workspace.foldersAround(address)) {
      workspace.pathState(folder);
      await this.load();
      const state = workspace.pathState(folder);
      if (state?.kind !== 'folder') continue;
      for (const file of includableFiles(state.files).slice(0, MAX_SEARCHED_FILES)) workspace.pathState(file);
      await this.load();
      if (workspace.hasKnownRole(address)) return;
    }
    await this.loadFolders();
  }

  /** Looks through the folders of the workspace for state files. */
  discover(folders: readonly Address[]): Promise<void> {
    const before = this.discovering?.catch(() => undefined) ?? Promise.resolve();
    const all = before
      .then(() => this.discoverIn(folders))
      .finally(() => {
        if (this.discovering === all) this.discovering = undefined;
      });
    this.discovering = all;
    return all;
  }

  private async discoverIn(folders: readonly Address[]): Promise<void> {
    const found: Address[] = [];
    for (const folder of folders)
      for await (const address of this.fileSystem.find(folder)) found.push(address);
    const progress = await this.showProgress(found.length);
    let prepareTexts = 0;
    let isNews = false;
    for (const batch of batches(found)) {
      if (this.isStopped) break;
      isNews = (await this.readBatch(batch)) || isNews;
      // Files that these refer to come first, so that a request for an open file waits for a few files only.
      await this.load();
      prepareTexts += batch.length;
      progress.report(prepareTexts);
    }
    progress.done();
    if (isNews) this.onDidChange();
    await this.load();
  }

  /** Reads the files and updates the workspace. Returns whether anything has changed. */
  private async readBatch(addresses: readonly Address[]): Promise<boolean> {
    const states = await Promise.all(
      addresses.map(async (address) => [address, await this.stat(address)] as const),
    );
    try {
      const discard = await this.read(states);
      const isNews = this.workspace.setPaths(states);
      // Running tasks of a project restart.
      if (isNews) this.changes.signal();
      discard();
      return isNews;
    } catch (error) {
      this.log.error(`Taking in ${addresses.join(', ')}: ${errorText(error)}`);
      return true;
    }
  }

  /** Looks into texts before they are taken in, so that others have their turn; what to do when they were. */
  private async read(states: readonly (readonly [Address, PathState])[]): Promise<() => void> {
    const { workspace } = this;
    const slicer = new TimeSlicer(this.changes);
    const prepared: (() => void)[] = [];
    for (const [address, state] of states) {
      if (this.isStopped) break;
      // The text that the editor has opened comes first; mostly it is nearly the same.
      await this.documentLoader.whenRead(address);
      if (state.kind !== 'text' || !workspace.isNewState(address, state)) continue;
      this.crashNote.begin(address, state.text);
      const document = workspace.prepare(address, '', state.text);
      prepared.push(() => workspace.discardPrepared(address, document));
      const work = () => workspace.precompute(address, undefined, document);
      await slicer.finish(() => this.crashNote.during(address, document, work()));
    }
    return () => {
      for (const discard of prepared) discard();
    };
  }

  private async stat(address: Address): Promise<PathState> {
    try {
      return await this.fileSystem.stat(
        address,
        this.workspace.boundaryOf(address),
        this.maxFileSizeOf(address),
      );
    } catch (error) {
      this.log.error(`Looking at ${address}: ${String(error)}`);
      return { kind: 'unreadable', reason: 'the look at it failed' };
    }
  }
}

function* batches(all: readonly Address[]): Iterable<readonly Address[]> {
  for (let at = 0; at < all.length; at += BATCH_SIZE) yield all.slice(at, at + BATCH_SIZE);
}
