import type * as lsp from 'vscode-languageserver';
import { type Address, normalize } from '../project/files/paths';
import { isLongUnit } from '../project/files/source';
import type { Document } from '../yaml/cut/document';
import { applyContentChanges, endOfLast } from './apply-changes';
import type { ChangeNotifier } from './change-notifier';
import type { Debouncer } from './debouncer';
import { guardNotification } from './guard';
import type { Services } from './handlers';
import { PAUSE_MS } from './last-edit';

/** The time for which files are collected before they are read again, in milliseconds. */
const REFRESH_DELAY_MS = 100;

/**
 * The documents that are open in the client, with their addresses and versions, and the notifications that change
 * them.
 */
export class OpenDocuments {
  private readonly uris = new Map<Address, string>();
  private readonly versions = new Map<Address, number>();
  /** Documents with the texts that edits of the server will give, if the client applies them. */
  private readonly expected = new Map<Address, Document>();
  /** Files to read again, with the files that they refer to. */
  private readonly pendingRefresh = new Set<Address>();

  constructor(
    private readonly services: Services,
    private readonly notifier: ChangeNotifier,
    private readonly delayed: Debouncer,
  ) {}

  /** The version of an open document; null for a file that is not open. */
  versionOf(address: Address): number | null {
    return this.versions.get(address) ?? null;
  }

  /** Keeps the result of an edit that the client is about to apply: it need not be parsed again. */
  expect(address: Address, document: Document): void {
    if (this.versions.has(address)) this.expected.set(address, document);
  }

  /** The address of a file as the client writes it, if it is open. */
  toUri(address: Address): string {
    return this.uris.get(address) ?? address;
  }

  listen(): void {
    const { services } = this;
    const { connection } = services;
    connection.onDidOpenTextDocument(
      guardNotification(services, 'didOpen', ({ textDocument }) => this.opened(textDocument)),
    );
    connection.onDidSaveTextDocument(
      guardNotification(services, 'didSave', ({ textDocument }) => {
        services.lastEdit.end();
        this.refreshSoon(normalize(textDocument.uri));
      }),
    );
    connection.onDidChangeTextDocument(
      guardNotification(services, 'didChange', (params) => this.edited(params)),
    );
    connection.onDidCloseTextDocument(
      guardNotification(services, 'didClose', ({ textDocument }) => this.closed(textDocument.uri)),
    );
  }

  private async opened({ uri, languageId, version, text }: lsp.TextDocumentItem): Promise<void> {
    const address = normalize(uri);
    this.uris.set(address, uri);
    this.versions.set(address, version);
    this.notifier.forget(address);
    const reading = this.services.documentLoader.open(address, languageId, text);
    void guardNotification(this.services, 'didOpen', () => this.notifier.documentOpening(address))(undefined);
    if (!(await reading)) return;
    this.notifier.documentOpened();
    this.changed(address);
    void this.services.fileLoader.automataFound(address);
    this.refreshSoon(address);
  }

  private edited({ textDocument, contentChanges }: lsp.DidChangeTextDocumentParams): void {
    const { services } = this;
    const { documentLoader, workspace, monitor } = services;
    const address = normalize(textDocument.uri);
    if (!this.versions.has(address)) return;
    this.versions.set(address, textDocument.version);
    const expected = this.expected.get(address);
    this.expected.delete(address);
    const edit = (document: Document) => {
      const after = applyContentChanges(document, contentChanges, expected);
      this.writingAt(address, endOfLast(contentChanges, document, after));
      return after;
    };
    if (documentLoader.edit(address, edit)) return;
    monitor.begin(address);
    const before = workspace.document(address);
    if (before === undefined) return;
    const document = edit(before);
    if (document.units.some((unit) => isLongUnit(unit) && !before.holds(unit))) {
      void guardNotification(services, 'didChange', () => this.update(address, document))(undefined);
      return;
    }
    workspace.editFile(address, () => document);
    this.changed(address);
  }

  /** What is absent around an offset is reported later. */
  private writingAt(address: Address, offset: number): void {
    const { lastEdit } = this.services;
    if (!this.notifier.canReportLater) return;
    lastEdit.edited(address, offset);
    this.delayed.schedule('pause', PAUSE_MS, () => lastEdit.end());
  }

  /** Parses a document with an edited long unit, in slices. */
  private async update(address: Address, document: Document): Promise<void> {
    const reading = this.services.documentLoader.update(address, document);
    // Computations for the previous text are cancelled.
    this.services.changes.signal();
    if (await reading) this.changed(address);
  }

  private closed(uri: string): void {
    const address = normalize(uri);
    this.services.documentLoader.close(address);
    this.services.workspace.closeFile(address);
    this.services.firstReports.forget(address);
    this.uris.delete(address);
    this.versions.delete(address);
    this.expected.delete(address);
    this.notifier.forget(address);
    this.notifier.clear(uri);
    this.changed(undefined);
  }

  /** Notifies the client after an edit, and reads files that the edited file refers to. */
  private changed(address: Address | undefined): void {
    this.notifier.documentEdited(address);
    void this.services.fileLoader.load();
  }

  /**
   * Schedules that all files of the projects of a file are read again, because some changes on disk are reported late or
   * not at all. Unchanged files cause no further work.
   */
  private refreshSoon(address: Address): void {
    const { workspace, fileLoader } = this.services;
    this.pendingRefresh.add(address);
    this.delayed.schedule('again', REFRESH_DELAY_MS, async () => {
      for (const one of this.pendingRefresh) workspace.refreshProjects(one);
      this.pendingRefresh.clear();
      await fileLoader.load();
    });
  }
}
