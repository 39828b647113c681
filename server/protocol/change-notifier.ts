import type * as lsp from 'vscode-languageserver';
import { engine } from '../engine/engine';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { Debouncer } from './debouncer';
import type { Services } from './handlers/handler';
import { sendNotification } from './own-messages';
import { TimeSlicer } from './time-slicer';
import { refreshViews } from './views';

/** Delays before the client is notified, in milliseconds. */
const DELAYS_MS = { push: 30, refresh: 150, views: 300 } as const;
/** The time in which a client must request diagnostics after it has opened its first document, in milliseconds. */
const MAX_PULL_DELAY_MS = 2000;

/** Notifies the client of results that may have changed. */
export class ChangeNotifier {
  /** Open files that were announced to the client as state files. */
  private readonly announced = new Set<Address>();
  /** The versions of open files whose first report was sent. */
  private readonly pushedFirst = new Map<Address, number | null>();
  /** Addresses of documents with published findings, as the client writes them. */
  private readonly published = new Set<string>();
  /** Whether a first request for diagnostics is or was expected. */
  private isExpectingPull = false;
  /** The revision of all names when the client last refreshed its views. */
  private refreshedNames: object | undefined;

  constructor(
    private readonly services: Services,
    private readonly delayed: Debouncer,
  ) {}

  /** Called after an edit of a file; undefined for any file. */
  documentEdited(address: Address | undefined): void {
    this.services.changes.signal();
    this.announceStateFiles();
    if (!this.pulls) this.pushSoon();
    // The client requests the diagnostics of the edited file by itself, but not those of other files.
    else if (address === undefined || this.hasOtherOpenFiles(address)) this.refreshSoon();
    if (this.refreshedNames !== namesOf(this.services.workspace)) this.refreshViews();
  }

  /** Called when findings are reported that were withheld so far. */
  findingsReleased(): void {
    this.services.changes.signal();
    if (this.pulls) this.refreshSoon();
    else this.pushSoon();
  }

  /** Whether findings can be withheld: later, the client receives them, or requests them again. */
  get canReportLater(): boolean {
    const { workspace } = this.services.capabilities;
    return !this.pulls || workspace?.diagnostics?.refreshSupport === true;
  }

  /** Called after files, folders or settings have changed. */
  workspaceChanged(): void {
    this.services.changes.signal();
    this.announceStateFiles();
    if (this.pulls) this.refreshSoon();
    else this.pushSoon();
    this.refreshViews();
    this.delayed.schedule('statusChanged', DELAYS_MS.refresh, () =>
      sendNotification(this.services, 'atomicState/statusChanged', {}),
    );
  }

  /** Called when a document was opened: a client that pulls requests its diagnostics now. */
  documentOpened(): void {
    if (!this.declaresPull || this.isExpectingPull) return;
    this.isExpectingPull = true;
    this.delayed.schedule('first pull', MAX_PULL_DELAY_MS, () => {
      if (this.services.pullSupport.expectPull()) this.pushSoon();
    });
  }

  /** Removes all published diagnostics, because the client requests them now. */
  unpublish(): void {
    for (const uri of this.published) void this.services.connection.sendDiagnostics({ uri, diagnostics: [] });
    this.published.clear();
  }

  /** Called when a file is opened or closed: notifications about it are sent again. */
  forget(address: Address): void {
    this.announced.delete(address);
    this.pushedFirst.delete(address);
  }

  /** Called when a file is being opened. */
  documentOpening(address: Address): Promise<void> {
    return this.pulls ? Promise.resolve() : this.pushFirst(address);
  }

  /** Removes the published diagnostics of a closed file. */
  clear(uri: string): void {
    this.published.delete(uri);
    if (!this.pulls) void this.services.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Whether the client requests diagnostics itself. */
  private get pulls(): boolean {
    return this.declaresPull && !this.services.pullSupport.isMissing;
  }

  private get declaresPull(): boolean {
    return this.services.capabilities.textDocument?.diagnostic !== undefined;
  }

  /** Notifies the client, once per opening, that a document of plain YAML is a state file. */
  private announceStateFiles(): void {
    const { workspace } = this.services;
    for (const address of workspace.openFiles) {
      if (this.announced.has(address) || workspace.source(address) === undefined) continue;
      this.announced.add(address);
      void sendNotification(this.services, 'atomicState/stateFile', { uri: this.services.toUri(address) });
    }
  }

  private hasOtherOpenFiles(address: Address): boolean {
    const { workspace } = this.services;
    for (const other of workspace.openFiles) if (other !== address && workspace.source(other)) return true;
    return false;
  }

  private refreshViews(): void {
    const { connection, capabilities } = this.services;
    this.refreshedNames = namesOf(this.services.workspace);
    this.delayed.schedule('views', DELAYS_MS.views, () => refreshViews(connection, capabilities));
  }

  private refreshSoon(): void {
    this.delayed.schedule('refresh', DELAYS_MS.refresh, () => this.refresh());
  }

  private async refresh(): Promise<void> {
    const { connection, capabilities } = this.services;
    if (capabilities.workspace?.diagnostics?.refreshSupport) await connection.languages.diagnostics.refresh();
  }

  private pushSoon(): void {
    this.delayed.schedule('push', DELAYS_MS.push, () => this.push());
  }

  private async push(): Promise<void> {
    const { workspace, findings, firstReports, changes, documentLoader } = this.services;
    const slicer = new TimeSlicer(changes);
    for (const address of [...workspace.openFiles]) {
      const first = this.pushFirst(address);
      await documentLoader.whenRead(address);
      const found = (await slicer.finish(() => findings.diagnosticsTask(address))) ?? [];
      await first;
      // The document was edited, and its diagnostics are sent when it is parsed.
      if (documentLoader.whenRead(address)) continue;
      firstReports.complete(address);
      await this.send(address, found);
    }
  }

  /** Sends the first report of a file, unless the complete one follows soon; once per version. */
  private async pushFirst(address: Address): Promise<void> {
    const { firstReports, versionOf } = this.services;
    const before = versionOf(address);
    const found = await firstReports.of(address);
    const version = versionOf(address);
    if (found === undefined || this.pushedFirst.get(address) === version) return;
    this.pushedFirst.set(address, version);
    await this.send(address, found, before === version);
  }

  /** `isCurrent`: they are certainly those of the current version. */
  private async send(address: Address, found: lsp.Diagnostic[], isCurrent = true): Promise<void> {
    const { connection, capabilities, versionOf, toUri } = this.services;
    const version = versionOf(address);
    // The file may have been closed in the meantime.
    if (version === null || this.pulls) return;
    const uri = toUri(address);
    this.published.add(uri);
    const isNamed = isCurrent && capabilities.textDocument?.publishDiagnostics?.versionSupport === true;
    await connection.sendDiagnostics({ uri, diagnostics: found, ...(isNamed && { version }) });
  }
}

/** A new object whenever a name in the index of a project changes. */
const namesOf = engine.query('names of a workspace', (workspace: Workspace): object => {
  for (const { table } of workspace.allProjects) table.readAll();
  return {};
});
