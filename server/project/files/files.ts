import { engine, type Inputs } from '../../engine/engine';
import { NamedCells } from '../../engine/named-cells';
import type { Document } from '../../yaml/cut/document';
import { DEFAULT_LIMITS, type ParseLimits } from '../../yaml/read/problem';
import type { Documents } from './documents';
import type { PathState } from './path-state';
import { type Address, folderOf, isStateFileName } from './paths';

/** The text of a file that is not a state file. */
export interface DataFile {
  readonly text: string;
}

/**
 * The known state of addresses in the file system, and the addresses to read; it does no input or output itself. Texts
 * of files that may be state files become documents.
 */
export class KnownFiles {
  private limitsOf: (address: Address) => ParseLimits = () => DEFAULT_LIMITS;
  /** Files that were requested because another file includes them. */
  private readonly requestedIncludes = new Set<Address>();
  private readonly paths = new Map<Address, PathState>();
  /** The size limit with which each file was read, or compared if its text is not needed yet. */
  private readonly sizeLimits = new Map<Address, number>();
  /** The size limit with which each file is being read. */
  private readonly requestedLimits = new Map<Address, number>();
  private pending = new Set<Address>();
  /** Addresses that were requested while nothing was known about them. */
  private readonly requestedUnknown = new Set<Address>();
  /** Files whose text `!oneline` includes; undefined while it is unknown. */
  private readonly data = new Map<Address, DataFile | undefined>();
  /** The state of each address, and the text of each data file. */
  private readonly entries: NamedCells;
  private readonly texts: NamedCells;

  constructor(
    inputs: Inputs,
    private readonly documents: Documents,
  ) {
    this.entries = new NamedCells(engine, inputs, 'files');
    this.texts = new NamedCells(engine, inputs, 'files');
  }

  /** Sets the limits, which may differ between files; files that were read with other limits are read again. */
  setLimits(limitsOf: (address: Address) => ParseLimits): void {
    this.limitsOf = limitsOf;
    for (const [address, size] of this.sizeLimits) {
      const { kind } = this.paths.get(address) ?? {};
      if ((kind === 'text' || kind === 'file') && size !== limitsOf(address).maxFileSize)
        this.pending.add(address);
    }
    for (const [address, size] of this.requestedLimits)
      if (size !== limitsOf(address).maxFileSize) this.pending.add(address);
  }

  /** Reads everything known below these addresses again, as it may no longer exist. */
  refreshBelow(folders: ReadonlySet<Address>): void {
    for (const addresses of [this.documents.diskAddresses, this.paths.keys()]) {
      for (const address of addresses) if (isBelow(folders, address)) this.pending.add(address);
    }
  }

  /** Stores the state of an address; returns whether it has changed. */
  setPath(address: Address, state: PathState): boolean {
    const size = this.requestedLimits.get(address) ?? this.limitsOf(address).maxFileSize;
    this.requestedLimits.delete(address);
    const isRead = state.kind === 'text' || state.kind === 'file';
    if (isRead) this.sizeLimits.set(address, size);
    else this.sizeLimits.delete(address);
    const isChange = this.isChange(address, state);
    if (isChange) this.storePath(address, state);
    this.requestedUnknown.delete(address);
    this.requestedIncludes.delete(address);
    return isChange;
  }

  /** Whether a state of an address differs from the stored one. */
  isChange(address: Address, state: PathState): boolean {
    const known = this.paths.get(address);
    if (this.isIrrelevant(address, state)) return this.documents.textOnDisk(address) !== undefined;
    if (known === undefined || known.kind !== state.kind) return true;
    if (state.kind === 'text') return this.documents.textOnDisk(address) !== state.text;
    // The file was closed, and is no longer a text.
    if (this.documents.textOnDisk(address) !== undefined) return true;
    return JSON.stringify(known) !== JSON.stringify(state);
  }

  /** A missing address that was neither known nor requested is most likely that of a text that was never saved. */
  private isIrrelevant(address: Address, { kind }: PathState): boolean {
    return kind === 'missing' && !this.paths.has(address) && !this.requestedUnknown.has(address);
  }

  /** Reads texts again that were dropped because they were not state files, after the criteria have changed. */
  rereadDropped(): void {
    for (const [address, state] of this.paths) {
      if (state.kind === 'file' && state.why === 'unread' && isStateFileName(address))
        this.pending.add(address);
    }
  }

  /** Reads a text again that was dropped because the file was not a state file. */
  readDropped(address: Address): void {
    const state = this.paths.get(address);
    if (state?.kind === 'file' && state.why === 'unread') this.pending.add(address);
  }

  /** Discards the known state of the disk, except for some addresses. */
  forget(isKept: (address: Address) => boolean): void {
    for (const address of [...this.documents.diskAddresses])
      if (!isKept(address)) this.documents.setOnDisk(address, undefined);
    for (const known of [this.paths, this.sizeLimits, this.requestedUnknown, this.pending]) {
      for (const address of [...known.keys()]) if (!isKept(address)) known.delete(address);
    }
    const known: ReadonlyMap<string, PathState> = this.paths;
    this.entries.changeAll((address) => !known.has(address));
  }

  /** Closes a file. It is read from disk again; until then its last text remains. */
  closeFile(address: Address): boolean {
    if (!this.documents.close(address)) return false;
    this.pending.add(address);
    return true;
  }

  /** Returns the addresses to be read, each once. */
  drainPending(): Address[] {
    const pending = [...this.pending];
    this.pending = new Set();
    for (const address of pending) this.requestedLimits.set(address, this.limitsOf(address).maxFileSize);
    return pending;
  }

  /** Whether something is known about an address. */
  isKnown(address: Address): boolean {
    return this.paths.has(address) || this.documents.textOnDisk(address) !== undefined;
  }

  /**
   * Reads an address again, and the folders above it up to the first that is known to exist: a new file may be in a
   * new folder.
   */
  refresh(address: Address): void {
    this.pending.add(address);
    this.refreshFolders(address);
  }

  /** Reads the folders above an address again, up to the first that is known to exist. */
  refreshFolders(address: Address): void {
    let folder = folderOf(address);
    for (let below = address; folder !== below; below = folder, folder = folderOf(folder)) {
      const state = this.paths.get(folder);
      if (state !== undefined) this.pending.add(folder);
      if (state?.kind === 'folder') return;
    }
  }

  /**
   * Requests the text of a file that `!oneline` includes, if files of its kind are read. Returns whether this is the
   * first request and the text is known already.
   */
  requestData(address: Address): boolean {
    if (this.data.has(address) || !isStateFileName(address)) return false;
    const state = this.pathState(address);
    this.setData(address, state?.kind === 'text' ? { text: state.text } : undefined);
    if (state?.kind === 'file' && state.why === 'unread') this.pending.add(address);
    return this.dataFile(address) !== undefined;
  }

  /** The text of a file that `!oneline` includes, in the editor or on disk; undefined if unknown or not requested. */
  dataFile(address: Address): DataFile | undefined {
    this.texts.read(address);
    if (!this.data.has(address)) return undefined;
    return this.documents.inEditor(address) ?? this.data.get(address);
  }

  /** Whether the text of a file is included somewhere. */
  isData(address: Address): boolean {
    return this.data.has(address);
  }

  private storePath(address: Address, state: PathState): void {
    // The folder was removed: the list of its parent folder is stale.
    if (state.kind === 'missing' && this.paths.get(address)?.kind === 'folder') this.refreshFolders(address);
    // The folder was created again, perhaps with its earlier contents.
    if (state.kind === 'folder') {
      for (const below of [...state.files, ...(state.folders ?? [])])
        if (this.paths.get(below)?.kind === 'missing') this.pending.add(below);
    }
    if (!this.isIrrelevant(address, state)) this.paths.set(address, state);
    if (this.data.has(address) && state.kind !== 'file')
      this.setData(address, state.kind === 'text' ? { text: state.text } : undefined);
    this.entries.change(address);
    const isStateFile = state.kind === 'text' && isStateFileName(address);
    this.documents.setOnDisk(address, isStateFile ? state.text : undefined);
  }

  private setData(address: Address, file: DataFile | undefined): void {
    this.data.set(address, file);
    this.texts.change(address);
  }

  /** Records that the text of a data file has changed in the editor. */
  editData(address: Address): void {
    this.texts.change(address);
  }

  /** Drops the text of a file that is not a state file; it is read again if it is included. */
  dropText(address: Address): void {
    if (this.paths.get(address)?.kind !== 'text') return;
    this.documents.setOnDisk(address, undefined);
    this.paths.set(address, { kind: 'file', why: 'unread' });
    this.entries.change(address);
  }

  /** The state of an address. If it is unknown, the result is undefined, and the address is requested. */
  pathState(address: Address): PathState | undefined {
    const state = this.paths.get(address);
    if (state === undefined) {
      this.pending.add(address);
      this.requestedUnknown.add(address);
    }
    this.entries.read(address, state === undefined);
    return state;
  }

  /** The document of an included state file; undefined if there is none, or it is not read yet. */
  included(address: Address): Document | undefined {
    const document = this.documents.of(address);
    if (document !== undefined) return document;
    const state = this.pathState(address);
    if (state?.kind === 'file' && state.why === 'unread') this.pending.add(address);
    this.requestedIncludes.add(address);
    return undefined;
  }

  /** Whether a file was requested as an included one while its text was unknown. */
  wasIncluded(address: Address): boolean {
    return this.requestedIncludes.has(address);
  }

  /** Whether the state of an address, or the text of its file, must still be requested. */
  isPending(address: Address): boolean {
    if (this.documents.of(address) !== undefined) return false;
    const state = this.paths.get(address);
    return state === undefined || (state.kind === 'file' && state.why === 'unread');
  }

  /** Whether an included file may contain unknown states, because it is not read yet, cannot be read, or is not parsed. */
  isHidden(address: Address): boolean {
    const document = this.documents.of(address);
    return document ? document.skipped !== undefined : this.paths.get(address)?.kind !== 'missing';
  }
}

function isBelow(folders: ReadonlySet<string>, address: Address): boolean {
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    if (folders.has(address.slice(0, end))) return true;
  return false;
}
