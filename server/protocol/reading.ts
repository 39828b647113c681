import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Document } from '../yaml/document';
import type { Changes } from './changes';
import { Turns } from './turn';

/** A document that the client has opened, and that is not taken in yet. */
interface Unread {
  readonly languageId: string;
  document: Document;
  /** Resolves when it was taken in, or is not wanted any more. */
  readonly over: Promise<void>;
}

/**
 * Reads documents that are opened in stretches, and takes them in when they are read: until then nobody sees them,
 * so that nothing is ever told of a part of a file as if it was all. A small one is taken in at once, but for those
 * that were opened before it, which it may belong to.
 */
export class Reading {
  private readonly unread = new Map<Address, Unread>();

  constructor(
    private readonly workspace: Workspace,
    private readonly changes: Changes,
  ) {}

  /** Resolves once the document is taken in; false: it was closed, or opened anew, meanwhile. */
  async open(address: Address, languageId: string, text: string): Promise<boolean> {
    this.close(address);
    const before = this.over(undefined);
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const document = this.workspace.prepare(address, languageId, text);
    const one: Unread = { languageId, document, over };
    this.unread.set(address, one);
    try {
      return await this.read(address, one, before);
    } finally {
      if (this.unread.get(address) === one) this.take(address, one);
      end();
    }
  }

  /** Edits a document that is not taken in yet; whether it is one. */
  edit(address: Address, edit: (document: Document) => Document): boolean {
    const one = this.unread.get(address);
    if (one === undefined) return false;
    const { document } = one;
    one.document = edit(document);
    this.workspace.leave(address, document);
    this.workspace.prepareEdited(address, one.document);
    return true;
  }

  close(address: Address): void {
    const one = this.unread.get(address);
    if (one === undefined) return;
    this.unread.delete(address);
    this.workspace.leave(address, one.document);
  }

  /** Resolves when this file is taken in, or all are if none is named; undefined if nothing has to be waited for. */
  over(address: Address | undefined): Promise<unknown> | undefined {
    if (address !== undefined) return this.unread.get(address)?.over;
    const all = Array.from(this.unread.values(), ({ over }) => over);
    return all.length > 0 ? Promise.all(all) : undefined;
  }

  /** Answers a question about a document from the text around a place alone. Undefined where that does not tell. */
  atGlance<T>(
    address: Address,
    ask: (workspace: Workspace, document: Document) => T,
  ): { readonly answer: T } | undefined {
    const one = this.unread.get(address);
    const document = one?.document ?? this.workspace.document(address);
    if (document === undefined) return undefined;
    return this.workspace.atGlance(address, one?.languageId, document, (glance) => ask(glance, document));
  }

  private async read(address: Address, one: Unread, before: Promise<unknown> | undefined): Promise<boolean> {
    const turns = new Turns(this.changes);
    const isWanted = () => this.unread.get(address) === one;
    let waitsFor = before;
    while (isWanted()) {
      const { document, languageId } = one;
      const steps = this.workspace.reading(address, languageId, document);
      // An edit leaves most of it as it was, which is remembered.
      while (isWanted() && one.document === document) {
        if (steps.next().done !== true) {
          if (turns.isDue) await turns.pause();
        } else if (waitsFor !== undefined) {
          await waitsFor;
          waitsFor = undefined;
        } else {
          this.take(address, one);
          return true;
        }
      }
    }
    return false;
  }

  private take(address: Address, { languageId, document }: Unread): void {
    this.unread.delete(address);
    this.workspace.openFile(address, languageId, document.text);
    this.workspace.leave(address, document);
  }
}
