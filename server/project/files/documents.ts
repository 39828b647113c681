import { openDocument } from '../../format/document-kind';
import type { Document } from '../../yaml/cut/document';
import type { Notation } from '../../yaml/cut/unit';
import { DEFAULT_LIMITS, type ParseLimits } from '../../yaml/read/problem';
import type { Address } from './paths';

interface OpenFile {
  readonly languageId: string | undefined;
  readonly document: Document;
}

/** The known documents: open in the editor, or read from disk. The text in the editor has priority. */
export class Documents {
  private limitsOf: (address: Address) => ParseLimits = () => DEFAULT_LIMITS;
  private readonly opened = new Map<Address, OpenFile>();
  /** For an open file, only the text: its document is usually the one in the editor. */
  private readonly onDisk = new Map<Address, Document | string>();
  /** Documents that are about to be added: a file may have one from the editor and one from the disk. */
  private readonly prepared = new Map<Address, ReadonlySet<Document>>();

  /** Sets the limits, which may differ between files, and parses documents with other limits again. */
  setLimits(limitsOf: (address: Address) => ParseLimits): void {
    this.limitsOf = limitsOf;
    const reparsed = (address: Address, document: Document) => {
      const limits = limitsOf(address);
      if (areSame(document.limits, limits)) return undefined;
      return openDocument(document.text, document.notation, limits);
    };
    for (const [address, file] of this.opened) {
      const document = reparsed(address, file.document);
      if (document) this.opened.set(address, { ...file, document });
    }
    for (const [address, known] of this.onDisk) {
      const document = typeof known === 'string' ? undefined : reparsed(address, known);
      if (document) this.onDisk.set(address, document);
    }
  }

  of(address: Address): Document | undefined {
    return this.inEditor(address) ?? this.closed(address);
  }

  private closed(address: Address): Document | undefined {
    const known = this.onDisk.get(address);
    return typeof known === 'string' ? undefined : known;
  }

  inEditor(address: Address): Document | undefined {
    return this.opened.get(address)?.document;
  }

  /** The text last read from disk; for a closed file that has not been read since, its last text in the editor. */
  textOnDisk(address: Address): string | undefined {
    const known = this.onDisk.get(address);
    return typeof known === 'string' ? known : known?.text;
  }

  /** Addresses of {@link textOnDisk}. */
  get diskAddresses(): Iterable<Address> {
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

  open(address: Address, languageId: string | undefined, text: string): void {
    this.openAs(address, languageId, this.read(address, languageId, text));
  }

  openAs(address: Address, languageId: string | undefined, document: Document): void {
    this.opened.set(address, { languageId, document });
    const known = this.closed(address);
    if (known) this.onDisk.set(address, known.text);
  }

  /** Returns whether the file is open. */
  edit(address: Address, edit: (document: Document) => Document): boolean {
    const file = this.opened.get(address);
    if (file !== undefined) this.opened.set(address, { ...file, document: edit(file.document) });
    return file !== undefined;
  }

  /** Returns whether the file was open. */
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
    else this.onDisk.set(address, this.opened.has(address) ? text : this.read(address, undefined, text));
  }

  /** The language id of an open document. */
  languageOf(address: Address): string | undefined {
    return this.opened.get(address)?.languageId;
  }

  /** See `Workspace.prepare`. */
  prepare(address: Address, languageId: string | undefined, text: string): Document {
    const document = this.read(address, languageId, text);
    if (document !== this.of(address)) this.addPrepared(address, document);
    return document;
  }

  /** Registers a document that is about to be added. */
  addPrepared(address: Address, document: Document): void {
    this.prepared.set(address, new Set([...(this.prepared.get(address) ?? []), document]));
  }

  removePrepared(address: Address, document: Document): void {
    const left = new Set(this.prepared.get(address));
    left.delete(document);
    if (left.size > 0) this.prepared.set(address, left);
    else this.prepared.delete(address);
  }

  /**
   * The document of a text. If the known documents of the address, or those about to be added, include one with this
   * text, it is returned; otherwise the new one shares their units, as the texts in the editor and on disk usually
   * differ by a few letters.
   */
  private read(address: Address, languageId: string | undefined, text: string): Document {
    const notation = notationOf(address, languageId);
    const limits = this.limitsOf(address);
    const known = this.of(address);
    if (known?.notation === notation && isText(known, text)) return known;
    const candidates = [...(known ? [known] : []), ...(this.prepared.get(address) ?? [])].filter(
      (one) => one.notation === notation && areSame(one.limits, limits),
    );
    const [nearest] = candidates;
    const same = candidates.find((one) => isText(one, text));
    return same ?? nearest?.withText(text) ?? openDocument(text, notation, limits);
  }
}

function isText(document: Document, text: string): boolean {
  return document.length === text.length && document.text === text;
}

function areSame(a: ParseLimits, b: ParseLimits): boolean {
  return (
    a.maxDepth === b.maxDepth &&
    a.maxAliases === b.maxAliases &&
    a.maxFileSize === b.maxFileSize &&
    a.quarantined === b.quarantined
  );
}

function notationOf(address: Address, languageId: string | undefined): Notation {
  return languageId === 'json' || languageId === 'jsonc' || /\.json$/i.test(address) ? 'json' : 'yaml';
}
