import type { RemoteConsole } from 'vscode-languageserver';
import type { FileSystem } from '../filesystem';
import type { PathState } from '../project/files/path-state';
import { type Address, includableFiles } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { WorkMonitor } from '../watchdog/work-monitor';
import type { ChangeSignal } from './change-signal';
import type { DocumentLoader } from './document-loader';
import { errorText } from './guard';
import type { ProgressReporter } from './progress';
import { TimeSlicer } from './time-slicer';

/** The number of files to read before the workspace is updated and other requests are processed. */
const BATCH_SIZE = 50;

/** The maximum number of folders and extended files that are read one after the other for the configuration of a file. */
const MAX_CONFIGURATIONS = 50;

/** The maximum number of files in each parent folder that are searched for the automata that includes a file. */
const MAX_SEARCHED_FILES = 500;

/** Reads the files and folders that the workspace requests, in batches. */
export class FileLoader {
  private running: Promise<ReadonlySet<Address>> | undefined;
  /** The running search through folders. */
  private discovering: Promise<void> | undefined;
  private isStopped = false;
  /** The running searches for the configurations of files, by their addresses. */
  private readonly configurations = new Map<Address, Promise<void>>();
  /** The running searches for the automata that include a file, by its address. */
  private readonly searches = new Map<Address, Promise<void>>();

  constructor(
    private readonly workspace: Workspace,
    private readonly fileSystem: FileSystem,
    private readonly log: RemoteConsole,
    /** The size up to which a file is read, in bytes. */
    private readonly maxFileSizeOf: (address: Address) => number,
    private readonly changes: ChangeSignal,
    private readonly documentLoader: Pick<DocumentLoader, 'whenRead'>,
    private readonly monitor: WorkMonitor,
    /** Called after the workspace has changed. */
    private readonly onDidChange: () => void,
    /** Starts to report the progress of reading a number of files. */
    private readonly showProgress: (total: number) => Promise<ProgressReporter>,
  ) {}

  /** Cancels searches at shutdown. */
  stop(): void {
    this.isStopped = true;
  }

  /**
   * Reads pending addresses until there are none; never fails. Calls while it runs join the run. Resolves to the addresses
   * that it read.
   */
  load(): Promise<ReadonlySet<Address>> {
    this.running ??= this.loadAll();
    return this.running;
  }

  /** The current texts of files with any name. Files that cannot be read are left out. */
  async texts(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>> {
    const found = new Map<Address, string>();
    for (const address of addresses) {
      const boundary = this.workspace.boundaryOf(address);
      const text = await this.fileSystem.read(address, boundary, this.maxFileSizeOf(address));
      if (text !== undefined) found.set(address, text);
    }
    return found;
  }

  private async loadAll(): Promise<ReadonlySet<Address>> {
    const all = new Set<Address>();
    // Ensures that `running` is set before this ends.
    await Promise.resolve();
    for (
      let pending = this.workspace.drainPending();
      pending.length > 0;
      pending = this.workspace.drainPending()
    ) {
      let isChanged = false;
      for (const address of pending) all.add(address);
      for (const batch of growingBatches(pending)) isChanged = (await this.readBatch(batch)) || isChanged;
      if (isChanged) this.onDidChange();
    }
    // Without another `await`, because no call may join a run that has ended.
    this.running = undefined;
    return all;
  }

  /** Reads all files of the workspace folders, and the automata of open files outside them. */
  async loadEverything(): Promise<void> {
    await this.loadFolders();
    await Promise.all([...this.workspace.openFiles].map((address) => this.automataFound(address)));
  }

  private async loadFolders(): Promise<void> {
    while (this.discovering !== undefined) await this.discovering.catch(() => undefined);
    await this.load();
  }

  /** Resolves when the configuration of a file is known; undefined if it is. */
  configurationFound(address: Address): Promise<void> | undefined {
    const { workspace, configurations } = this;
    if (workspace.pendingConfigurations(address).length === 0) return undefined;
    let reading = configurations.get(address);
    if (reading === undefined) {
      reading = this.readConfigurations(address).finally(() => configurations.delete(address));
      configurations.set(address, reading);
    }
    return reading;
  }

  /** Reads only what decides it: another folder of the workspace may be slow. */
  private async readConfigurations(address: Address): Promise<void> {
    for (let level = 0; level < MAX_CONFIGURATIONS; level++) {
      const wanted = this.workspace.pendingConfigurations(address);
      if (wanted.length === 0) return;
      await this.readBatch(wanted);
    }
  }

  /** Resolves when it is known which automata include a file, or that none does; undefined if this is known already. */
  automataFound(address: Address): Promise<void> | undefined {
    if (this.workspace.hasKnownRole(address)) return undefined;
    let search = this.searches.get(address);
    if (search === undefined) {
      search = this.search(address).finally(() => this.searches.delete(address));
      this.searches.set(address, search);
    }
    return search;
  }

  /** Reads the parent folders of a file first, because they usually contain the automata that includes it. */
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

  /** Searches folders of the workspace for state files. */
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
    let readCount = 0;
    let isChanged = false;
    for (const batch of batches(found)) {
      if (this.isStopped) break;
      isChanged = (await this.readBatch(batch)) || isChanged;
      // Files that they refer to are read first, so that a request for an open file waits for a few files only.
      await this.load();
      readCount += batch.length;
      progress.report(readCount);
    }
    progress.done();
    if (isChanged) this.onDidChange();
    await this.load();
  }

  /** Reads the files and updates the workspace. Returns whether anything has changed. */
  private async readBatch(addresses: readonly Address[]): Promise<boolean> {
    const states: (readonly [Address, PathState])[] = [];
    for (const batch of batches(addresses)) {
      const stats = batch.map(async (address) => [address, await this.stat(address)] as const);
      for (const state of await Promise.all(stats)) states.push(state);
    }
    try {
      const discard = await this.read(states);
      const isChanged = this.workspace.setPaths(states);
      // Running tasks of a project restart.
      if (isChanged) this.changes.signal();
      discard();
      return isChanged;
    } catch (error) {
      this.log.error(`Reading ${addresses.join(', ')}: ${errorText(error)}`);
      return true;
    }
  }

  /** Analyses texts in slices before they are added. Returns a function to call after they were added. */
  private async read(states: readonly (readonly [Address, PathState])[]): Promise<() => void> {
    const { workspace } = this;
    const slicer = new TimeSlicer(this.changes);
    const prepared: (() => void)[] = [];
    for (const [address, state] of states) {
      if (this.isStopped) break;
      // The text in the editor is analysed first, because it usually has the same units.
      await this.documentLoader.whenRead(address);
      if (state.kind !== 'text' || !workspace.isNewState(address, state)) continue;
      this.monitor.begin(address, state.text);
      const document = workspace.prepare(address, undefined, state.text);
      prepared.push(() => workspace.discardPrepared(address, document));
      const work = () => workspace.precompute(address, undefined, document);
      await slicer.finish(() => this.monitor.task(address, document, work()));
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
      this.log.error(`Reading ${address}: ${String(error)}`);
      return { kind: 'unreadable', reason: 'reading it failed' };
    }
  }
}

function* batches(all: readonly Address[]): Iterable<readonly Address[]> {
  for (let at = 0; at < all.length; at += BATCH_SIZE) yield all.slice(at, at + BATCH_SIZE);
}

/** Each is as large as those before it together: the workspace goes through all its files after each. */
function* growingBatches(all: readonly Address[]): Iterable<readonly Address[]> {
  for (let at = 0; at < all.length; at = Math.max(BATCH_SIZE, 2 * at))
    yield all.slice(at, Math.max(BATCH_SIZE, 2 * at));
}
