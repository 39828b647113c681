import { engine } from '../engine/engine';
import { NamedCells } from '../engine/named-cells';
import type { Document } from '../yaml/document';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/problem';
import type { Documents } from './documents';
import type { PathState } from './path-state';
import { type Address, folderOf, isStateFileName } from './paths';

/** The text of a file that is not a state file. */
export interface DataFile {
  readonly text: string;
}

/**
 * The known state of addresses in the file system, and the addresses to read; it does no input or output itself.
 * Texts that may be state files become documents.
 */
export class KnownFiles {
  private limitsOf: (address: Address) => ParseLimits = () => DEFAULT_LIMITS;
  /** Files that were requested because they are included. */
  private readonly askedFor = new Set<Address>();
  private readonly paths = new Map<Address, PathState>();
  /** The size limit with which each state file was read. */
  private readonly readUpTo = new Map<Address, number>();
  /** The same for files that are being read. */
  private readonly asking = new Map<Address, number>();
  private wanted = new Set<Address>();
  /** Addresses that were requested while nothing was known about them. */
  private readonly missed = new Set<Address>();
  /** Files whose text is included as it is; undefined while it is unknown. */
  private readonly data = new Map<Address, DataFile | undefined>();
  /** The state of each address, and the text of each data file. */
  private readonly entries = new NamedCells(engine, 'files');
  private readonly texts = new NamedCells(engine, 'files');

  constructor(private readonly documents: Documents) {}

  /** Sets the limits, which may differ between files; files that were read with other limits are read again. */
  setLimits(limitsOf: (address: Address) => ParseLimits): void {
    this.limitsOf = limitsOf;
    for (const [address, size] of this.readUpTo) {
      const { kind } = this.paths.get(address) ?? {};
      if ((kind === 'text' || kind === 'file') && size !== limitsOf(address).maxFileSize)
        this.wanted.add(address);
    }
    for (const [address, size] of this.asking)
      if (size !== limitsOf(address).maxFileSize) this.wanted.add(address);
  }

  /** Reads everything known below these addresses again, as it may no longer exist. */
  refreshBelow(folders: ReadonlySet<Address>): void {
    for (const addresses of [this.documents.resting, this.paths.keys()]) {
      for (const address of addresses) if (isBelow(folders, address)) this.wanted.add(address);
    }
  }

  /** Stores the state of an address; returns whether it has changed. */
  take(address: Address, state: PathState): boolean {
    const size = this.asking.get(address) ?? this.limitsOf(address).maxFileSize;
    this.asking.delete(address);
    const isRead = state.kind === 'text' || state.kind === 'file';
    if (isRead && isStateFileName(address)) this.readUpTo.set(address, size);
    else this.readUpTo.delete(address);
    const isNews = this.isNews(address, state);
    if (isNews) this.setPath(address, state);
    this.missed.delete(address);
    this.askedFor.delete(address);
    return isNews;
  }

  /** Whether a state of an address differs from the stored one. */
  isNews(address: Address, state: PathState): boolean {
    const known = this.paths.get(address);
    if (this.isOfNoUse(address, state)) return this.documents.textAtRest(address) !== undefined;
    if (known === undefined || known.kind !== state.kind) return true;
    if (state.kind === 'text') return this.documents.textAtRest(address) !== state.text;
    // The last text of a closed file that is no longer a text.
    if (this.documents.textAtRest(address) !== undefined) return true;
    return JSON.stringify(known) !== JSON.stringify(state);
  }

  /** Nothing was there, nothing is there, and it was never requested: most likely a text that was never saved. */
  private isOfNoUse(address: Address, { kind }: PathState): boolean {
    return kind === 'missing' && !this.paths.has(address) && !this.missed.has(address);
  }

  /** Reads texts again that were dropped because they were not state files: what counts as one has changed. */
  reconsider(): void {
    for (const [address, state] of this.paths) {
      if (state.kind === 'file' && state.why === 'unread' && isStateFileName(address))
        this.wanted.add(address);
    }
  }

  /** Reads a text again that was dropped because it was not that of a state file. */
  readDropped(address: Address): void {
    const state = this.paths.get(address);
    if (state?.kind === 'file' && state.why === 'unread') this.wanted.add(address);
  }

  /** Discards the known state of the disk, except for some addresses. */
  forget(isKept: (address: Address) => boolean): void {
    for (const address of [...this.documents.resting])
      if (!isKept(address)) this.documents.setOnDisk(address, undefined);
    for (const known of [this.paths, this.readUpTo, this.missed, this.wanted]) {
      for (const address of [...known.keys()]) if (!isKept(address)) known.delete(address);
    }
    this.entries.changeAll((address) => !this.paths.has(address));
  }

  /** Closes a file. It is read from disk again; until then its last text remains. */
  closeFile(address: Address): boolean {
    if (!this.documents.close(address)) return false;
    this.wanted.add(address);
    return true;
  }

  /** Returns the addresses to be read, each once. */
  drainPending(): Address[] {
    const wanted = [...this.wanted];
    this.wanted = new Set();
    for (const address of wanted) this.asking.set(address, this.limitsOf(address).maxFileSize);
    return wanted;
  }

  /** Whether something is known about an address. */
  isKnown(address: Address): boolean {
    return this.paths.has(address) || this.documents.textAtRest(address) !== undefined;
  }

  /**
   * Reads an address again, and the folders above it up to the first that is known to exist: a new file may be in a
   * new folder.
   */
  refresh(address: Address): void {
    this.wanted.add(address);
    this.refreshAround(address);
  }

  /** Reads the folders above an address again, up to the first that is known to exist. */
  refreshAround(address: Address): void {
    let folder = folderOf(address);
    for (let below = address; folder !== below; below = folder, folder = folderOf(folder)) {
      const state = this.paths.get(folder);
      if (state !== undefined) this.wanted.add(folder);
      if (state?.kind === 'folder') return;
    }
  }

  /**
   * Requests the text of a file that `!oneline` includes, if files of its kind are read. Returns whether this is the
   * first request and the text is known already.
   */
  wantData(address: Address): boolean {
    if (this.data.has(address) || !isStateFileName(address)) return false;
    const state = this.pathState(address);
    this.setData(address, state?.kind === 'text' ? { text: state.text } : undefined);
    if (state?.kind === 'file' && state.why === 'unread') this.wanted.add(address);
    return this.dataFile(address) !== undefined;
  }

  /** The text of such a file in the editor or on disk; undefined if it is unknown or was not requested. */
  dataFile(address: Address): DataFile | undefined {
    this.texts.read(address);
    if (!this.data.has(address)) return undefined;
    return this.documents.inEditor(address) ?? this.data.get(address);
  }

  /** Whether the text of a file is included somewhere. */
  isData(address: Address): boolean {
    return this.data.has(address);
  }

  private setPath(address: Address, state: PathState): void {
    // The folder was removed with its contents: the folder above it listed it.
    if (state.kind === 'missing' && this.paths.get(address)?.kind === 'folder') this.refreshAround(address);
    // The folder exists again, perhaps with its earlier contents.
    if (state.kind === 'folder') {
      for (const below of [...state.files, ...(state.folders ?? [])])
        if (this.paths.get(below)?.kind === 'missing') this.wanted.add(below);
    }
    if (!this.isOfNoUse(address, state)) this.paths.set(address, state);
    if (this.data.has(address) && state.kind !== 'file')
      this.setData(address, state.kind === 'text' ? { text: state.text } : undefined);
    this.entries.change(address);
    const isOurs = state.kind === 'text' && isStateFileName(address);
    this.documents.setOnDisk(address, isOurs ? state.text : undefined);
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

  /** The state of an address; undefined, and requested, if it is unknown. */
  pathState(address: Address): PathState | undefined {
    const state = this.paths.get(address);
    if (state === undefined) {
      this.wanted.add(address);
      this.missed.add(address);
    }
    this.entries.read(address, state === undefined);
    return state;
  }

  /** The document of an included file, which must be a state file; undefined if there is none, or not yet. */
  included(address: Address): Document | undefined {
    const document = this.documents.of(address);
    if (document !== undefined) return document;
    const state = this.pathState(address);
    if (state?.kind === 'file' && state.why === 'unread') this.wanted.add(address);
    this.askedFor.add(address);
    return undefined;
  }

  /** Whether a file was requested as an included one while its text was unknown. */
  wasIncluded(address: Address): boolean {
    return this.askedFor.has(address);
  }

  /** Whether the state of an address, or the text of its file, must still be requested. */
  isPending(address: Address): boolean {
    if (this.documents.of(address) !== undefined) return false;
    const state = this.paths.get(address);
    return state === undefined || (state.kind === 'file' && state.why === 'unread');
  }

  /** Whether an included file may contain unknown states: it is not read yet, or cannot be, or is not parsed. */
  isHidden(address: Address): boolean {
    const document = this.documents.of(address);
    return document ? document.skipped !== undefined : this.paths.get(address)?.kind !== 'missing';
  }
}

function isBelow(folders: ReadonlySet<Address>, address: Address): boolean {
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    if (folders.has(address.slice(0, end))) return true;
  return false;
}
