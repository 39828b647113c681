import { engine } from '../engine/engine';
import { NamedCells } from '../engine/named-cells';
import type { Document } from '../yaml/document';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/problem';
import type { Documents } from './documents';
import type { PathState } from './path-state';
import { type Address, folderOf, isStateFileName } from './paths';

/** The text of a file that is no state file, at one moment. */
export interface DataFile {
  readonly text: string;
}

/**
 * What is known of addresses in the world, of which it lists what it wants to know: it does no input or output. Texts
 * that may be ours go to the documents.
 */
export class Files {
  private limitsOf: (address: Address) => ParseLimits = () => DEFAULT_LIMITS;
  /** Files that were asked for since they are included. */
  private readonly askedFor = new Set<Address>();
  private readonly paths = new Map<Address, PathState>();
  /** The size up to which state files were read, as it was when the world was asked. */
  private readonly readUpTo = new Map<Address, number>();
  /** The same of files that the world is being asked for. */
  private readonly asking = new Map<Address, number>();
  private wanted = new Set<Address>();
  /** Addresses that somebody asked about while nothing was known of them. */
  private readonly missed = new Set<Address>();
  /** Files whose text is brought in as it is; undefined while it is not known. */
  private readonly data = new Map<Address, DataFile | undefined>();
  /** What is at each address, and the text of each data file. */
  private readonly entries = new NamedCells(engine, 'files');
  private readonly texts = new NamedCells(engine, 'files');

  constructor(private readonly documents: Documents) {}

  /** Takes other limits, which may differ from file to file; what was read up to others is asked for anew. */
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

  /** Asks the world again about all that is known below addresses at which there may be nothing any more. */
  refreshBelow(folders: ReadonlySet<Address>): void {
    for (const addresses of [this.documents.resting, this.paths.keys()]) {
      for (const address of addresses) if (isBelow(folders, address)) this.wanted.add(address);
    }
  }

  /** Takes in what was found at an address; whether that is not what was known of it. */
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

  /** Whether what is found at an address is another thing than what was known of it. */
  isNews(address: Address, state: PathState): boolean {
    const known = this.paths.get(address);
    if (this.isOfNoUse(address, state)) return this.documents.atRest(address) !== undefined;
    if (known === undefined || known.kind !== state.kind) return true;
    if (state.kind === 'text') return this.documents.atRest(address)?.text !== state.text;
    // The last text of a file that was closed, and is none any more.
    if (this.documents.atRest(address)) return true;
    return JSON.stringify(known) !== JSON.stringify(state);
  }

  /** Where there was nothing and is nothing, and nobody has asked: most likely a text that was never saved. */
  private isOfNoUse(address: Address, { kind }: PathState): boolean {
    return kind === 'missing' && !this.paths.has(address) && !this.missed.has(address);
  }

  /** Asks anew for the texts that were forgotten as none of ours: what counts as ours has changed. */
  reconsider(): void {
    for (const [address, state] of this.paths) {
      if (state.kind === 'file' && state.why === 'unread' && isStateFileName(address))
        this.wanted.add(address);
    }
  }

  /** Forgets what is known of the disk, other than below addresses that are to be kept. */
  forget(isKept: (address: Address) => boolean): void {
    for (const address of [...this.documents.resting])
      if (!isKept(address)) this.documents.setOnDisk(address, undefined);
    for (const map of [this.paths, this.readUpTo, this.missed]) {
      for (const address of [...map.keys()]) if (!isKept(address)) map.delete(address);
    }
    this.entries.changeAll((address) => !this.paths.has(address));
  }

  /** From here on the file is what the disk says, which is asked for anew; until then, its last text stays. */
  closeFile(address: Address): boolean {
    if (!this.documents.close(address)) return false;
    this.wanted.add(address);
    return true;
  }

  /** Addresses whose state is asked for, each once. */
  takeWanted(): Address[] {
    const wanted = [...this.wanted];
    this.wanted = new Set();
    for (const address of wanted) this.asking.set(address, this.limitsOf(address).maxFileSize);
    return wanted;
  }

  /** Whether something is known of an address, or of the folder it lies in. */
  isKnown(address: Address): boolean {
    return (
      this.paths.has(address) ||
      this.paths.has(folderOf(address)) ||
      this.documents.atRest(address) !== undefined
    );
  }

  /**
   * Asks the world again about an address, and about the folders around it up to the first that is known to be
   * there: with a file its folder may be new.
   */
  refresh(address: Address): void {
    this.wanted.add(address);
    this.refreshAround(address);
  }

  private refreshAround(address: Address): void {
    let folder = folderOf(address);
    for (let below = address; folder !== below; below = folder, folder = folderOf(folder)) {
      const state = this.paths.get(folder);
      if (state !== undefined) this.wanted.add(folder);
      if (state?.kind === 'folder') return;
    }
  }

  /**
   * Has the text of a file read, and followed, which `!oneline` brings in, where it is of a kind that is read. Whether
   * it was not asked for before, and is known already.
   */
  wantData(address: Address): boolean {
    if (this.data.has(address) || !isStateFileName(address)) return false;
    const state = this.pathState(address);
    this.setData(address, state?.kind === 'text' ? { text: state.text } : undefined);
    if (state?.kind === 'file' && state.why === 'unread') this.wanted.add(address);
    return this.dataFile(address) !== undefined;
  }

  /** The text of such a file, as it is in the editor or on disk; undefined where it is not known, or not followed. */
  dataFile(address: Address): DataFile | undefined {
    this.texts.read(address);
    if (!this.data.has(address)) return undefined;
    return this.documents.inEditor(address) ?? this.data.get(address);
  }

  /** Whether the text of a file is brought in somewhere. */
  isData(address: Address): boolean {
    return this.data.has(address);
  }

  private setPath(address: Address, state: PathState): void {
    // A folder that is gone with all that was in it: what is around it listed it.
    if (state.kind === 'missing' && this.paths.get(address)?.kind === 'folder') this.refreshAround(address);
    // One that is there again, perhaps with what was in it.
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

  /** The text of a data file is another one in the editor. */
  editData(address: Address): void {
    this.texts.change(address);
  }

  /** Forgets the text of a file that turned out to be none of ours; it is read again if it is included. */
  dropText(address: Address): void {
    if (this.paths.get(address)?.kind !== 'text') return;
    this.documents.setOnDisk(address, undefined);
    this.paths.set(address, { kind: 'file', why: 'unread' });
    this.entries.change(address);
  }

  /** What is at an address; undefined where that is still to be found out. */
  pathState(address: Address): PathState | undefined {
    const state = this.paths.get(address);
    if (state === undefined) {
      this.wanted.add(address);
      this.missed.add(address);
    }
    this.entries.read(address, state === undefined);
    return state;
  }

  /** The text of a file that must be one of ours, as it is included; undefined if there is none, or not yet. */
  included(address: Address): Document | undefined {
    const document = this.documents.of(address);
    if (document !== undefined) return document;
    const state = this.pathState(address);
    if (state?.kind === 'file' && state.why === 'unread') this.wanted.add(address);
    this.askedFor.add(address);
    return undefined;
  }

  /** Whether a file was asked for as one that is included, when its text was not known. */
  wasIncluded(address: Address): boolean {
    return this.askedFor.has(address);
  }

  /** Whether an included file may hold states that are not in sight: it is not read yet, cannot be, or is too large. */
  isHidden(address: Address): boolean {
    const document = this.documents.of(address);
    return document ? document.isTooLarge : this.paths.get(address)?.kind !== 'missing';
  }
}

function isBelow(folders: ReadonlySet<Address>, address: Address): boolean {
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    if (folders.has(address.slice(0, end))) return true;
  return false;
}
