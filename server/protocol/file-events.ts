import * as lsp from 'vscode-languageserver';
import { IGNORED_FOLDERS } from '../filesystem';
import { type Address, isStateFileName, normalize } from '../project/paths';
import type { Debouncer } from './debouncer';
import { guardNotification } from './guard';
import type { Services } from './handlers';

/** How long words of changes on disk are gathered before it is looked at, in milliseconds. */
const EVENT_DELAY_MS = 50;

/**
 * Handles file events: from the watchers of the client, and for files that the user creates, moves or deletes in it.
 */
export class FileEvents {
  /** What may be new folders, which are looked through. */
  private readonly newFolders = new Set<Address>();

  constructor(
    private readonly services: Services,
    private readonly delayed: Debouncer,
  ) {}

  listen(): void {
    const { services } = this;
    const { connection } = services;
    connection.onDidChangeWatchedFiles(
      guardNotification(services, 'didChangeWatchedFiles', ({ changes }) => this.watched(changes)),
    );
    connection.workspace.onDidCreateFiles(
      guardNotification(services, 'didCreateFiles', ({ files }) => this.moved([], uris(files))),
    );
    connection.workspace.onDidDeleteFiles(
      guardNotification(services, 'didDeleteFiles', ({ files }) => this.moved(uris(files), [])),
    );
    connection.workspace.onDidRenameFiles(
      guardNotification(services, 'didRenameFiles', ({ files }) =>
        this.moved(
          files.map(({ oldUri }) => oldUri),
          files.map(({ newUri }) => newUri),
        ),
      ),
    );
  }

  private watched(changes: readonly lsp.FileEvent[]): void {
    this.requestChanged(changes);
    for (const { uri, type } of changes)
      if (type === lsp.FileChangeType.Created && mayBeFolder(uri)) this.newFolders.add(normalize(uri));
    this.delayed.schedule('watch', EVENT_DELAY_MS, async () => {
      const { fileLoader } = this.services;
      const added = [...this.newFolders];
      this.newFolders.clear();
      await fileLoader.load();
      // There is no notification for files that were moved with their folder.
      await this.discover(added);
    });
  }

  private requestChanged(changes: readonly lsp.FileEvent[]): void {
    const { workspace } = this.services;
    const removed = new Set<Address>();
    for (const { uri, type } of changes) {
      const address = normalize(uri);
      if (workspace.isRelevant(address) || isStateFileName(address)) workspace.refresh(address);
      // There is no notification for files in a deleted folder.
      if (type === lsp.FileChangeType.Deleted) removed.add(address);
    }
    workspace.refreshBelow(removed);
  }

  /** The user created, moved or deleted files in the editor; watchers report that too, but later. */
  private async moved(removed: readonly string[], added: readonly string[]): Promise<void> {
    const { fileLoader } = this.services;
    const { Created, Deleted } = lsp.FileChangeType;
    const changes = (all: readonly string[], type: lsp.FileChangeType) => all.map((uri) => ({ uri, type }));
    this.requestChanged([...changes(removed, Deleted), ...changes(added, Created)]);
    await fileLoader.load();
    await this.discover(added.map(normalize));
  }

  /** Looks through new folders of the workspace. */
  private async discover(added: readonly Address[]): Promise<void> {
    const { fileLoader, workspace } = this.services;
    const ours = added.filter((address) => workspace.folderAround(address) !== undefined);
    if (ours.length > 0) await fileLoader.discover(ours);
  }
}

/** Whether there may be a folder with state files at an otherwise unknown address. */
function mayBeFolder(uri: string): boolean {
  const parts = normalize(uri).split('/');
  return !(parts.at(-1) ?? '').includes('.') && !parts.some((part) => IGNORED_FOLDERS.has(part));
}

function uris(files: readonly { readonly uri: string }[]): string[] {
  return files.map(({ uri }) => uri);
}
