import * as lsp from 'vscode-languageserver';
import { type Address, isStateFileName, normalize } from '../project/paths';
import type { Delayed } from './delayed';
import { guardNotification } from './guard';
import type { Services } from './handlers';

/** How long words of changes on disk are gathered before it is looked at, in milliseconds. */
const DELAY = 50;

/** What the client tells of files on disk, by its watchers and as the person makes, moves or deletes them in it. */
export class FileEvents {
  constructor(
    private readonly services: Services,
    private readonly delayed: Delayed,
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
    this.delayed.do('watch', DELAY, () => this.services.loader.load());
  }

  private note(changes: readonly lsp.FileEvent[]): void {
    const { workspace } = this.services;
    const gone = new Set<Address>();
    for (const { uri, type } of changes) {
      const address = normalize(uri);
      if (workspace.isRelevant(address) || isStateFileName(address)) workspace.refresh(address);
      // Of what lay in a folder nobody tells.
      if (type === lsp.FileChangeType.Deleted) gone.add(address);
    }
    workspace.refreshBelow(gone);
  }

  /** The person made, moved or deleted files in the editor; watchers tell of that too, but later. */
  private async moved(gone: readonly string[], made: readonly string[]): Promise<void> {
    const { loader } = this.services;
    const { Created, Deleted } = lsp.FileChangeType;
    const changes = (all: readonly string[], type: lsp.FileChangeType) => all.map((uri) => ({ uri, type }));
    this.note([...changes(gone, Deleted), ...changes(made, Created)]);
    await loader.load();
    if (made.length > 0) await loader.discover(made.map(normalize));
  }
}

function uris(files: readonly { readonly uri: string }[]): string[] {
  return files.map(({ uri }) => uri);
}
