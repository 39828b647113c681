import type { Address } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { Workspace } from '../project/workspace';
import type { WorkMonitor } from '../watchdog/work-monitor';
import type { Document } from '../yaml/cut/document';
import type { ChangeSignal } from './change-signal';
import { TimeSlicer } from './time-slicer';

/** A document that the client has opened or edited, and that is not part of the workspace yet. */
interface LoadingDocument {
  readonly languageId: string | undefined;
  document: Document;
  /** Resolves when the document was added to the workspace, or is no longer needed. */
  readonly added: Promise<void>;
}

/**
 * Parses opened documents in slices, and adds them to the workspace when they are complete, so that no answer is based
 * on a part of a file. A small document is parsed immediately, but added after those that were opened before it, because
 * they may include it. A document with an edited long unit is parsed in the same way.
 */
export class DocumentLoader {
  private readonly loading = new Map<Address, LoadingDocument>();

  constructor(
    private readonly workspace: Workspace,
    private readonly changes: ChangeSignal,
    private readonly monitor: WorkMonitor,
  ) {}

  /** Resolves once the document is added; false if it was closed, or opened again, in the meantime. */
  async open(address: Address, languageId: string, text: string): Promise<boolean> {
    this.close(address);
    const previous = this.whenRead(undefined);
    this.monitor.begin(address, text);
    const document = this.workspace.prepare(address, languageId, text);
    return await this.add(address, { languageId, document }, previous);
  }

  /** Parses an edited document, and replaces it in the workspace; returns the same as `open`. */
  async update(address: Address, document: Document): Promise<boolean> {
    this.workspace.prepareEdited(address, document);
    const languageId = this.workspace.languageOf(address);
    return await this.add(address, { languageId, document }, undefined);
  }

  private async add(
    address: Address,
    unread: Omit<LoadingDocument, 'added'>,
    before: Promise<unknown> | undefined,
  ): Promise<boolean> {
    let end = (): void => undefined;
    const added = new Promise<void>((resolve) => {
      end = resolve;
    });
    const one: LoadingDocument = { ...unread, added };
    this.loading.set(address, one);
    try {
      return await this.read(address, one, before);
    } finally {
      try {
        if (this.loading.get(address) === one) this.addToWorkspace(address, one);
      } finally {
        // Otherwise every request for the file would wait forever.
        end();
      }
    }
  }

  /** Edits a document that is being parsed; returns false if it is not. */
  edit(address: Address, edit: (document: Document) => Document): boolean {
    const one = this.loading.get(address);
    if (one === undefined) return false;
    const { document } = one;
    this.monitor.begin(address);
    one.document = edit(document);
    this.workspace.discardPrepared(address, document);
    this.workspace.prepareEdited(address, one.document);
    return true;
  }

  close(address: Address): void {
    const one = this.loading.get(address);
    if (one === undefined) return;
    this.loading.delete(address);
    this.workspace.discardPrepared(address, one.document);
  }

  /**
   * Resolves when a file is added, and the files of its projects whose text in the workspace differs, or all files if no
   * address is given; undefined if there are none to wait for.
   */
  whenRead(address: Address | undefined): Promise<unknown> | undefined {
    if (this.loading.size === 0) return undefined;
    const all = [...this.loading].flatMap(([one, { document, added }]) => {
      const isOther = document !== this.workspace.document(one);
      const matters = address === undefined || one === address || (isOther && this.areRelated(one, address));
      return matters ? [added] : [];
    });
    return all.length > 0 ? Promise.all(all) : undefined;
  }

  private areRelated(one: Address, other: Address): boolean {
    return this.workspace.projectsOf(one).some((project) => project.member(other) !== undefined);
  }

  /** An open document as a source, added or not; undefined if its text and name are not those of a state file. */
  sourceOf(address: Address): Source | undefined {
    const one = this.loading.get(address);
    const document = one?.document ?? this.workspace.document(address);
    return document && this.workspace.sourceFor(address, one?.languageId, document);
  }

  /** An answer from the text of a document alone; undefined if the answer depends on anything else. */
  provisionalAnswer<T>(
    address: Address,
    ask: (workspace: Workspace, document: Document) => T,
  ): { readonly answer: T } | undefined {
    const one = this.loading.get(address);
    const document = one?.document ?? this.workspace.document(address);
    if (document === undefined) return undefined;
    return this.workspace.provisionalAnswer(address, one?.languageId, document, (glance) =>
      ask(glance, document),
    );
  }

  private async read(
    address: Address,
    one: LoadingDocument,
    before: Promise<unknown> | undefined,
  ): Promise<boolean> {
    const slicer = new TimeSlicer(this.changes);
    const isWanted = () => this.loading.get(address) === one;
    let pending = before;
    while (isWanted()) {
      const { document, languageId } = one;
      const work = this.workspace.precompute(address, languageId, document);
      const steps = this.monitor.task(address, document, work);
      // After an edit, the task restarts, and most results are still valid.
      while (isWanted() && one.document === document) {
        if (steps.next().done !== true) {
          if (slicer.isDue) await slicer.pause();
        } else if (pending !== undefined) {
          await pending;
          pending = undefined;
        } else {
          this.addToWorkspace(address, one);
          return true;
        }
      }
    }
    return false;
  }

  private addToWorkspace(address: Address, { languageId, document }: LoadingDocument): void {
    this.loading.delete(address);
    this.monitor.begin(address, document);
    this.workspace.openFile(address, languageId, document.text);
    this.workspace.discardPrepared(address, document);
  }
}
