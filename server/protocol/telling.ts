import type { Address } from '../project/paths';
import type { Delayed } from './delayed';
import type { Services } from './handlers/handler';
import { localised } from './localise';
import { notify } from './own-messages';
import { Turns } from './turn';
import { refreshViews } from './views';

/** How long changes are gathered before the client is told, in milliseconds. */
const DELAY = { push: 30, refresh: 150, views: 300 } as const;

/** Lets the client know what may be another thing now than it was told. */
export class Telling {
  /** Open files of which the client knows that they are state files. */
  private readonly announced = new Set<Address>();
  /** What the views of the client were made of when it was last told to draw them. */
  private viewsOf = '';

  constructor(
    private readonly services: Services,
    private readonly delayed: Delayed,
  ) {}

  /** Something was edited, in this file or nobody knows where. */
  edited(address: Address | undefined): void {
    this.services.changes.note();
    this.announceStateFiles();
    if (!this.pulls) this.pushSoon();
    // The editor asks again for the file that it changed; others it has to be told of.
    else if (address === undefined || this.concernsOthers(address)) this.refreshSoon();
    if (this.viewsOf !== this.namesChanged()) this.refreshViews();
  }

  /** Something was learnt about the world. */
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

  /** A file is opened or closed: nothing of what was said of it before counts. */
  forget(address: Address): void {
    this.announced.delete(address);
  }

  /** A file that is closed has no findings to be shown, unless the client asks for them. */
  clear(uri: string): void {
    if (!this.pulls) void this.services.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Whether the client asks for diagnostics itself. */
  private get pulls(): boolean {
    return this.services.capabilities.textDocument?.diagnostic !== undefined;
  }

  /** Lets the client know, once per opening, that a document it takes for plain YAML is a state file. */
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

  /** The moment at which what files can see of one another last changed. */
  private namesChanged(): string {
    const moments = Array.from(this.services.workspace.allProjects, ({ table }) => table.changedAt);
    return `${moments.length} ${moments.reduce((sum, moment) => sum + moment, 0)}`;
  }

  private refreshViews(): void {
    const { connection, capabilities } = this.services;
    this.viewsOf = this.namesChanged();
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
      // It may have been closed meanwhile.
      if (this.services.versionOf(address) !== null)
        await connection.sendDiagnostics({ uri: this.services.toUri(address), diagnostics });
    }
  }
}
