import * as lsp from 'vscode-languageserver';
import { IGNORED_FOLDERS } from '../filesystem';
import { type Address, isStateFileName, normalize } from '../project/paths';
import type { Debouncer } from './debouncer';
import { guardNotification } from './guard';
import type { Services } from './handlers';

/** How long words of changes on disk are gathered before it is looked at, in milliseconds. */
const DELAY = 50;

/**
 * Handles file events: from the watchers of the client, and for files that the user creates, moves or deletes in it.
 */
export class FileEvents {
  /** What may be new folders, which are looked through. */
  private readonly made = new Set<Address>();

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
    this.note(changes);
    for (const { uri, type } of changes)
      if (type === lsp.FileChangeType.Created && mayBeFolder(uri)) this.made.add(normalize(uri));
    this.delayed.do('watch', DELAY, async () => {
      const { loader } = this.services;
      const made = [...this.made];
      this.made.clear();
      await loader.load();
      // There is no notification for files that were moved with their folder.
      await this.discover(made);
    });
  }

  private note(changes: readonly lsp.FileEvent[]): void {
    const { workspace } = this.services;
    const gone = new Set<Address>();
    for (const { uri, type } of changes) {
      const address = normalize(uri);
      if (workspace.isRelevant(address) || isStateFileName(address)) workspace.refresh(address);
      // There is no notification for files in a deleted folder.
      if (type === lsp.FileChangeType.Deleted) gone.add(address);
    }
    workspace.refreshBelow(gone);
  }

  /** The user created, moved or deleted files in the editor; watchers report that too, but later. */
  private async moved(gone: readonly string[], made: readonly string[]): Promise<void> {
    const { loader } = this.services;
    const { Created, Deleted } = lsp.FileChangeType;
    const changes = (all: readonly string[], type: lsp.FileChangeType) => all.map((uri) => ({ uri, type }));
    this.note([...changes(gone, Deleted), ...changes(made, Created)]);
    await loader.load();
    await this.discover(made.map(normalize));
  }

  /** Looks through new folders of the workspace. */
  private async discover(made: readonly Address[]): Promise<void> {
    const { loader, workspace } = this.services;
    const ours = made.filter((address) => workspace.folderAround(address) !== undefined);
    if (ours.length > 0) await loader.discover(ours);
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
