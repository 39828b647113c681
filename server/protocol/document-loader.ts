import type { Address } from '../project/paths';
import type { Source } from '../project/source';
import type { Workspace } from '../project/workspace';
import type { Document } from '../yaml/document';
import type { ChangeSignal } from './change-signal';
import type { CrashNoteWriter } from './crash-note';
import { TimeSlicer } from './time-slicer';

/** A document that the client has opened or edited, and that is not part of the workspace yet. */
interface Unread {
  readonly languageId: string;
  document: Document;
  /** Whether the workspace has the text before the latest edit. */
  readonly isEdited: boolean;
  /** Resolves when the document was added to the workspace, or is no longer needed. */
  readonly over: Promise<void>;
}

/**
 * Parses opened documents in slices, and adds them to the workspace when they are complete, so that no answer is
 * based on a part of a file. A small document is added immediately, but after those that were opened before it, as it
 * may be a part of them. A document with an edited long unit is parsed in the same way.
 */
export class DocumentLoader {
  private readonly unread = new Map<Address, Unread>();

  constructor(
    private readonly workspace: Workspace,
    private readonly changes: ChangeSignal,
    private readonly note: CrashNoteWriter,
  ) {}

  /** Resolves once the document is added; false if it was closed, or opened again, in the meantime. */
  async open(address: Address, languageId: string, text: string): Promise<boolean> {
    this.close(address);
    const before = this.over(undefined);
    this.note.begin(address, text);
    const document = this.workspace.prepare(address, languageId, text);
    return await this.add(address, { languageId, document, isEdited: false }, before);
  }

  /** Reads the edited text of an open document, and replaces it in the workspace; the same result. */
  async update(address: Address, document: Document): Promise<boolean> {
    this.workspace.prepareEdited(address, document);
    const languageId = this.workspace.languageOf(address) ?? '';
    return await this.add(address, { languageId, document, isEdited: true }, undefined);
  }

  private async add(
    address: Address,
    unread: Omit<Unread, 'over'>,
    before: Promise<unknown> | undefined,
  ): Promise<boolean> {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const one: Unread = { ...unread, over };
    this.unread.set(address, one);
    try {
      return await this.read(address, one, before);
    } finally {
      try {
        if (this.unread.get(address) === one) this.take(address, one);
      } finally {
        // Otherwise every request for the file would wait forever.
        end();
      }
    }
  }

  /** Edits a document that is not added yet; returns whether it is one. */
  edit(address: Address, edit: (document: Document) => Document): boolean {
    const one = this.unread.get(address);
    if (one === undefined) return false;
    const { document } = one;
    this.note.begin(address, undefined);
    one.document = edit(document);
    this.workspace.discardPrepared(address, document);
    this.workspace.prepareEdited(address, one.document);
    return true;
  }

  close(address: Address): void {
    const one = this.unread.get(address);
    if (one === undefined) return;
    this.unread.delete(address);
    this.workspace.discardPrepared(address, one.document);
  }

  /**
   * Resolves when this file and edited files of its projects are added, or all files if none is given; undefined if
   * no document is being parsed.
   */
  over(address: Address | undefined): Promise<unknown> | undefined {
    if (this.unread.size === 0) return undefined;
    const all = [...this.unread].flatMap(([one, { isEdited, over }]) => {
      const matters = address === undefined || one === address || (isEdited && this.areRelated(one, address));
      return matters ? [over] : [];
    });
    return all.length > 0 ? Promise.all(all) : undefined;
  }

  private areRelated(one: Address, other: Address): boolean {
    return this.workspace.projectsOf(one).some((project) => project.member(other) !== undefined);
  }

  /** An open document as a state file, added or not; undefined if it is not one, judging by its text and name. */
  sourceOf(address: Address): Source | undefined {
    const one = this.unread.get(address);
    const document = one?.document ?? this.workspace.document(address);
    return document && this.workspace.sourceFor(address, one?.languageId, document);
  }

  /** A provisional answer from the text around a position alone; undefined if that is not sufficient. */
  atGlance<T>(
    address: Address,
    ask: (workspace: Workspace, document: Document) => T,
  ): { readonly answer: T } | undefined {
    const one = this.unread.get(address);
    const document = one?.document ?? this.workspace.document(address);
    if (document === undefined) return undefined;
    return this.workspace.provisionalAnswer(address, one?.languageId, document, (glance) =>
      ask(glance, document),
    );
  }

  private async read(address: Address, one: Unread, before: Promise<unknown> | undefined): Promise<boolean> {
    const turns = new TimeSlicer(this.changes);
    const isWanted = () => this.unread.get(address) === one;
    let waitsFor = before;
    while (isWanted()) {
      const { document, languageId } = one;
      const work = this.workspace.precompute(address, languageId, document);
      const steps = this.note.during(address, document, work);
      // After an edit most results are still valid.
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
    this.note.begin(address, document);
    this.workspace.openFile(address, languageId, document.text);
    this.workspace.discardPrepared(address, document);
  }
}
