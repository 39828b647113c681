import * as lsp from 'vscode-languageserver';
import { IGNORED_FOLDERS } from '../filesystem';
import { type Address, isStateFileName, normalize } from '../project/files/paths';
import type { Debouncer } from './debouncer';
import { guardNotification } from './guard';
import type { Services } from './handlers';

/** The time for which events are collected before files are read, in milliseconds. */
const EVENT_DELAY_MS = 50;

/**
 * Handles file events: from the watchers of the client, and for files that the user creates, moves or deletes in it.
 */
export class FileEvents {
  /** Created addresses that may be folders, which are searched for state files. */
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
      // A client sends no events for files in a folder that was moved or created.
      await this.discover(added);
    });
  }

  private requestChanged(changes: readonly lsp.FileEvent[]): void {
    const { workspace } = this.services;
    const removed = new Set<Address>();
    for (const { uri, type } of changes) {
      const address = normalize(uri);
      if (workspace.isRelevant(address) || isStateFileName(address)) workspace.refresh(address);
      // A client sends no events for files in a deleted folder.
      if (type === lsp.FileChangeType.Deleted) removed.add(address);
    }
    workspace.refreshBelow(removed);
  }

  /** Handles files that were created, moved or deleted in the editor; watchers report them as well, but later. */
  private async moved(removed: readonly string[], added: readonly string[]): Promise<void> {
    const { fileLoader } = this.services;
    const { Created, Deleted } = lsp.FileChangeType;
    const changes = (all: readonly string[], type: lsp.FileChangeType) => all.map((uri) => ({ uri, type }));
    this.requestChanged([...changes(removed, Deleted), ...changes(added, Created)]);
    await fileLoader.load();
    await this.discover(added.map(normalize));
  }

  /** Searches new folders of the workspace. */
  private async discover(added: readonly Address[]): Promise<void> {
    const { fileLoader, workspace } = this.services;
    const ours = added.filter((address) => workspace.folderAround(address) !== undefined);
    if (ours.length > 0) await fileLoader.discover(ours);
  }
}

/** Whether there may be a folder with state files at an otherwise unknown address. */
function mayBeFolder(uri: string): boolean {
  const address = normalize(uri);
  return !/\.[^/]*$/.test(address) && !address.split('/').some((part) => IGNORED_FOLDERS.has(part));
}

function uris(files: readonly { readonly uri: string }[]): string[] {
  return files.map(({ uri }) => uri);
}
