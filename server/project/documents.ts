import { openDocument } from '../format/shape';
import type { Document } from '../yaml/document';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/problem';
import type { Notation } from '../yaml/unit';
import type { Address } from './paths';

interface OpenFile {
  readonly languageId: string;
  readonly document: Document;
}

/** The known documents: open in the editor, or read from disk. The text in the editor has priority. */
export class Documents {
  private limitsOf: (address: Address) => ParseLimits = () => DEFAULT_LIMITS;
  private readonly opened = new Map<Address, OpenFile>();
  private readonly onDisk = new Map<Address, Document>();
  /** Documents that are about to be added: for one file, that of the editor and that of the disk. */
  private readonly prepared = new Map<Address, ReadonlySet<Document>>();

  /** Sets the limits, which may differ between files, and cuts documents with other limits again. */
  setLimits(limitsOf: (address: Address) => ParseLimits): void {
    this.limitsOf = limitsOf;
    const again = (address: Address, document: Document) => {
      const limits = limitsOf(address);
      if (areSame(document.limits, limits)) return undefined;
      return openDocument(document.text, document.notation, limits);
    };
    for (const [address, file] of this.opened) {
      const document = again(address, file.document);
      if (document) this.opened.set(address, { ...file, document });
    }
    for (const [address, known] of this.onDisk) {
      const document = again(address, known);
      if (document) this.onDisk.set(address, document);
    }
  }

  of(address: Address): Document | undefined {
    return this.inEditor(address) ?? this.onDisk.get(address);
  }

  inEditor(address: Address): Document | undefined {
    return this.opened.get(address)?.document;
  }

  /** The text last read from disk; for a closed file that has not been read since, its last text in the editor. */
  atRest(address: Address): Document | undefined {
    return this.onDisk.get(address);
  }

  /** Addresses of {@link atRest}. */
  get resting(): Iterable<Address> {
    return this.onDisk.keys();
  }

  get openFiles(): Iterable<Address> {
    return this.opened.keys();
  }

  /** All addresses whose text is known. */
  *addresses(): Iterable<Address> {
    yield* this.opened.keys();
    for (const address of this.onDisk.keys()) if (!this.opened.has(address)) yield address;
  }

  open(address: Address, languageId: string, text: string): void {
    this.openAs(address, languageId, this.read(address, languageId, text));
  }

  openAs(address: Address, languageId: string, document: Document): void {
    this.opened.set(address, { languageId, document });
  }

  /** Returns whether it is an open file. */
  edit(address: Address, edit: (document: Document) => Document): boolean {
    const file = this.opened.get(address);
    if (file !== undefined) this.opened.set(address, { ...file, document: edit(file.document) });
    return file !== undefined;
  }

  /** Returns whether it was an open file. */
  close(address: Address): boolean {
    const file = this.opened.get(address);
    if (file === undefined) return false;
    this.opened.delete(address);
    this.onDisk.set(address, file.document);
    return true;
  }

  /** Sets the text on disk; undefined if there is none. */
  setOnDisk(address: Address, text: string | undefined): void {
    if (text === undefined) this.onDisk.delete(address);
    else this.onDisk.set(address, this.read(address, '', text));
  }

  /** The language id of an open document. */
  languageOf(address: Address): string | undefined {
    return this.opened.get(address)?.languageId;
  }

  /**
   * The document that a text will become, so that it can be analysed before it is added. Call `leave` when it was
   * added, or will not be.
   */
  prepare(address: Address, languageId: string, text: string): Document {
    const document = this.read(address, languageId, text);
    if (document !== this.of(address)) this.keep(address, document);
    return document;
  }

  /** Registers a document that is about to be added. */
  keep(address: Address, document: Document): void {
    this.prepared.set(address, new Set([...(this.prepared.get(address) ?? []), document]));
  }

  leave(address: Address, document: Document): void {
    const left = new Set(this.prepared.get(address));
    left.delete(document);
    if (left.size > 0) this.prepared.set(address, left);
    else this.prepared.delete(address);
  }

  /** A text as a document: the known one of the address if it has the same text. */
  private read(address: Address, languageId: string, text: string): Document {
    const notation = notationOf(address, languageId);
    const limits = this.limitsOf(address);
    const known = this.of(address);
    if (known?.notation === notation && isText(known, text)) return known;
    for (const one of this.prepared.get(address) ?? [])
      if (one.notation === notation && areSame(one.limits, limits) && isText(one, text)) return one;
    if (known?.notation === notation && areSame(known.limits, limits)) return edited(known, text);
    return openDocument(text, notation, limits);
  }
}

/** A document with another text that shares the units at the beginning and the end of both. */
function edited(document: Document, text: string): Document {
  const before = document.text;
  const most = Math.min(before.length, text.length);
  let front = 0;
  while (front < most && before[front] === text[front]) front++;
  let back = 0;
  while (back < most - front && before.at(-1 - back) === text.at(-1 - back)) back++;
  return document.edit(front, before.length - back, text.slice(front, text.length - back));
}

function isText(document: Document, text: string): boolean {
  return document.length === text.length && document.text === text;
}

function areSame(a: ParseLimits, b: ParseLimits): boolean {
  return a.maxDepth === b.maxDepth && a.maxAliases === b.maxAliases && a.maxFileSize === b.maxFileSize;
}

function notationOf(address: Address, languageId: string): Notation {
  return languageId === 'json' || languageId === 'jsonc' || /\.json$/i.test(address) ? 'json' : 'yaml';
}
