import { engine } from '../engine/engine';
import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Delayed } from './delayed';
import type { Services } from './handlers/handler';
import { localised } from './localise';
import { notify } from './own-messages';
import { Turns } from './turn';
import { refreshViews } from './views';

/** Delays before the client is notified, in milliseconds. */
const DELAY = { push: 30, refresh: 150, views: 300 } as const;

/** Notifies the client of results that may have changed. */
export class Telling {
  /** Open files that were announced to the client as state files. */
  private readonly announced = new Set<Address>();
  /** The revision of all names when the client last refreshed its views. */
  private viewsOf: object | undefined;

  constructor(
    private readonly services: Services,
    private readonly delayed: Delayed,
  ) {}

  /** A file was edited; undefined if it is unknown which one. */
  edited(address: Address | undefined): void {
    this.services.changes.note();
    this.announceStateFiles();
    if (!this.pulls) this.pushSoon();
    // The editor requests the edited file again by itself; others need a refresh.
    else if (address === undefined || this.concernsOthers(address)) this.refreshSoon();
    if (this.viewsOf !== namesOf(this.services.workspace)) this.refreshViews();
  }

  /** Files, folders or settings have changed. */
  learnt(): void {
    this.services.changes.note();
    this.announceStateFiles();
    if (this.pulls) this.refreshSoon();
    else this.pushSoon();
    this.refreshViews();
    this.delayed.do('statusChanged', DELAY.refresh, () =>
      notify(this.services.connection, 'atomicState/statusChanged', {}),
    );
  }

  /** A file is opened or closed: earlier notifications about it no longer count. */
  forget(address: Address): void {
    this.announced.delete(address);
  }

  /** Removes the findings of a closed file, unless the client requests them. */
  clear(uri: string): void {
    if (!this.pulls) void this.services.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Whether the client requests diagnostics itself. */
  private get pulls(): boolean {
    return this.services.capabilities.textDocument?.diagnostic !== undefined;
  }

  /** Notifies the client, once per opening, that a document of plain YAML is a state file. */
  private announceStateFiles(): void {
    const { connection, workspace } = this.services;
    for (const address of workspace.openFiles) {
      if (this.announced.has(address) || workspace.source(address) === undefined) continue;
      this.announced.add(address);
      void notify(connection, 'atomicState/stateFile', { uri: this.services.toUri(address) });
    }
  }

  private concernsOthers(address: Address): boolean {
    const { workspace } = this.services;
    for (const other of workspace.openFiles) if (other !== address && workspace.source(other)) return true;
    return false;
  }

  private refreshViews(): void {
    const { connection, capabilities } = this.services;
    this.viewsOf = namesOf(this.services.workspace);
    this.delayed.do('views', DELAY.views, () => refreshViews(connection, capabilities));
  }

  private refreshSoon(): void {
    this.delayed.do('refresh', DELAY.refresh, () => this.refresh());
  }

  private async refresh(): Promise<void> {
    const { connection, capabilities } = this.services;
    if (capabilities.workspace?.diagnostics?.refreshSupport) await connection.languages.diagnostics.refresh();
  }

  private pushSoon(): void {
    this.delayed.do('push', DELAY.push, () => this.push());
  }

  private async push(): Promise<void> {
    const { connection, workspace, findings, changes, translate } = this.services;
    const turns = new Turns(changes);
    for (const address of [...workspace.openFiles]) {
      const found = (await turns.finish(() => findings.diagnosing(address))) ?? [];
      const diagnostics = translate ? localised(found, translate) : found;
      // It may have been closed in the meantime.
      if (this.services.versionOf(address) !== null)
        await connection.sendDiagnostics({ uri: this.services.toUri(address), diagnostics });
    }
  }
}

/** Another object whenever a name changes that one file can read of another. */
const namesOf = engine.query('names of a workspace', (workspace: Workspace): object => {
  for (const { table } of workspace.allProjects) table.readAll();
  return {};
});
