import * as lsp from 'vscode-languageserver';
import type { PrintYaml } from '../features/format';
import { type Address, isStateFileName, normalize } from '../project/paths';
import { Workspace } from '../project/workspace';
import { type Catalog, type Translate, translator } from '../text/translation';
import type { World } from '../world';
import type { Document } from '../yaml/document';
import { AskedSettings } from './asked-settings';
import { Changes } from './changes';
import { ClientWorld, worldBeside } from './client-world';
import { Delayed } from './delayed';
import { Findings } from './findings';
import { foldersIn } from './first-words';
import { describe, guardNotification } from './guard';
import { type ClientOptions, HANDLERS, type Services } from './handlers';
import { Loader } from './loader';
import { type Phase, refusalIn } from './phase';
import { readingProgress } from './progress';
import { Reading } from './reading';
import { registerLater } from './registrations';
import type { Settings } from './settings';
import { SettingsByFolder } from './settings-by-folder';
import { Telling } from './telling';

/** How long words of changes on disk are gathered before it is looked at, in milliseconds. */
const DELAY = { watch: 50, again: 100 } as const;

/** Loads what is said in another language; undefined for those that there is no catalog of. */
export type LoadCatalog = (locale: string) => Promise<Catalog | undefined>;

/**
 * Runs the server on a connection until it is closed; the client has told of itself (`greet.ts`).
 *
 * @param world what the server sees by itself; undefined where only the client can look
 */
export function startServer(
  connection: lsp.Connection,
  params: lsp.InitializeParams,
  world: World | undefined,
  loadPrinter: () => Promise<PrintYaml>,
  loadCatalog: LoadCatalog,
): void {
  new Server(connection, params.capabilities, world, loadPrinter, loadCatalog).listen(params);
}

class Server implements Services {
  readonly workspace = new Workspace();
  private readonly uris = new Map<Address, string>();
  private readonly versions = new Map<Address, number>();
  /** The addresses of folders as the client writes them. */
  private readonly folderUris = new Map<Address, string>();
  private readonly settings = new SettingsByFolder();
  /** Files that are to be looked at again, with all that belongs to them. */
  private readonly again = new Set<Address>();
  readonly findings: Findings;
  readonly loader: Loader;
  private readonly asked: AskedSettings;
  readonly changes = new Changes();
  readonly reading = new Reading(this.workspace, this.changes);
  phase: Phase = 'running';
  translate: Translate | undefined;
  language: Promise<void> | undefined;
  options: ClientOptions = {};
  private readonly delayed = new Delayed(this);
  private readonly telling = new Telling(this, this.delayed);
  readonly settingsOf = (address: Address): Settings => this.settings.of(address);
  readonly versionOf = (address: Address): number | null => this.versions.get(address) ?? null;
  readonly toUri = (address: Address): string => this.uris.get(address) ?? address;

  constructor(
    readonly connection: lsp.Connection,
    readonly capabilities: lsp.ClientCapabilities,
    world: World | undefined,
    readonly loadPrinter: () => Promise<PrintYaml>,
    private readonly loadCatalog: LoadCatalog,
  ) {
    this.findings = new Findings(this.workspace, this.settingsOf, this.toUri);
    const late = guardNotification(this, 'configuration', () => this.configured());
    this.asked = new AskedSettings(connection, () => late(undefined));
    this.loader = new Loader(
      this.workspace,
      worldBeside(world, new ClientWorld(connection), () => this.options.answersForFiles === true),
      connection.console,
      (address) => this.settingsOf(address).limits.maxFileSize,
      this.changes,
      () => this.telling.learnt(),
      (total) => readingProgress(connection, capabilities, total, this.translate),
    );
  }

  listen(params: lsp.InitializeParams): void {
    const { connection } = this;
    this.read(params);
    connection.onInitialized(guardNotification(this, 'initialized', () => this.initialized()));
    this.language = this.loadLanguage(params.locale ?? '');
    this.listenToDocuments();
    connection.onDidChangeConfiguration(
      guardNotification(this, 'didChangeConfiguration', ({ settings }) =>
        this.configure(settings?.atomicState),
      ),
    );
    connection.onDidChangeWatchedFiles(
      guardNotification(this, 'didChangeWatchedFiles', ({ changes }) => this.filesChanged(changes)),
    );
    connection.workspace.onDidCreateFiles(
      guardNotification(this, 'didCreateFiles', ({ files }) =>
        this.filesMoved(
          [],
          files.map(({ uri }) => uri),
        ),
      ),
    );
    connection.workspace.onDidDeleteFiles(
      guardNotification(this, 'didDeleteFiles', ({ files }) =>
        this.filesMoved(
          files.map(({ uri }) => uri),
          [],
        ),
      ),
    );
    connection.workspace.onDidRenameFiles(
      guardNotification(this, 'didRenameFiles', ({ files }) =>
        this.filesMoved(
          files.map(({ oldUri }) => oldUri),
          files.map(({ newUri }) => newUri),
        ),
      ),
    );
    connection.onNotification(
      'atomicState/trustGranted',
      guardNotification(this, 'trustGranted', () => {
        this.settings.trusted = true;
        return this.configure(undefined);
      }),
    );
    connection.onShutdown(() => this.shutdown());
    for (const handler of HANDLERS) handler.register(this);
    connection.onRequest(
      (method) =>
        refusalIn(this.phase) ??
        new lsp.ResponseError(lsp.ErrorCodes.MethodNotFound, `Nothing is known of ${method}.`),
    );
  }

  /** Takes in what the client tells of itself at the start. */
  private read(params: lsp.InitializeParams): void {
    const folders =
      params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []);
    for (const uri of folders) this.folderUris.set(normalize(uri), uri);
    this.workspace.folders = [...this.folderUris.keys()];
    const options = params.initializationOptions as {
      atomicState?: unknown;
      triggerSuggest?: unknown;
      showReferences?: unknown;
      trusted?: unknown;
      outlinesJson?: unknown;
      answersForFiles?: unknown;
    } | null;
    const { triggerSuggest, showReferences } = options ?? {};
    this.options = {
      ...(typeof triggerSuggest === 'string' && { triggerSuggest }),
      ...(typeof showReferences === 'string' && { showReferences }),
      outlinesJson: options?.outlinesJson === true,
      answersForFiles: options?.answersForFiles === true,
    };
    this.settings.trusted = options?.trusted !== false;
    this.applySettings(options?.atomicState);
  }

  private shutdown(): void {
    const refused = refusalIn(this.phase);
    if (refused !== undefined) throw refused;
    this.phase = 'ended';
    this.loader.stop();
    this.delayed.stop();
  }

  /** Without its catalog the server speaks English. */
  private async loadLanguage(locale: string): Promise<void> {
    try {
      const catalog = await this.loadCatalog(locale);
      this.translate = catalog && translator(catalog);
    } catch (error) {
      this.connection.console.error(`Language ${locale}: ${describe(error)}`);
    }
  }

  private async initialized(): Promise<void> {
    await this.language;
    if (this.capabilities.workspace?.workspaceFolders) {
      this.connection.workspace.onDidChangeWorkspaceFolders(
        guardNotification(this, 'didChangeWorkspaceFolders', (event) =>
          this.foldersChanged(foldersIn(event?.added), foldersIn(event?.removed)),
        ),
      );
    }
    registerLater(this.connection, this.capabilities);
    await this.configure(undefined);
    await this.loader.discover(this.workspace.folders);
  }

  private async foldersChanged(
    added: readonly lsp.WorkspaceFolder[],
    removed: readonly lsp.WorkspaceFolder[],
  ): Promise<void> {
    for (const { uri } of removed) this.folderUris.delete(normalize(uri));
    for (const { uri } of added) this.folderUris.set(normalize(uri), uri);
    this.workspace.setFolders([...this.folderUris.keys()]);
    await this.configure(undefined);
    await this.loader.discover(added.map((folder) => normalize(folder.uri)));
  }

  /** Asks the client for the settings of each folder where it can tell them, else takes those that came along. */
  private async configure(given: unknown): Promise<void> {
    const section = 'atomicState';
    if (this.capabilities.workspace?.configuration === true) {
      const folders = [...this.folderUris];
      const items = [{ section }, ...folders.map(([, scopeUri]) => ({ scopeUri, section }))];
      await this.asked.ask(items, ([general, ...own]) =>
        this.applySettings(general, new Map(folders.map(([folder], index) => [folder, own[index]]))),
      );
    } else this.applySettings(given);
    await this.configured();
  }

  private async configured(): Promise<void> {
    await this.loader.load();
    this.telling.learnt();
  }

  private applySettings(general: unknown, byFolder?: ReadonlyMap<Address, unknown>): void {
    this.settings.set(general, byFolder);
    this.findings.reset();
    this.workspace.configure(this.settingsOf);
  }

  private listenToDocuments(): void {
    const { connection, workspace } = this;
    connection.onDidOpenTextDocument(
      guardNotification(
        this,
        'didOpen',
        async ({ textDocument: { uri, languageId, version, text } }: lsp.DidOpenTextDocumentParams) => {
          const address = normalize(uri);
          this.uris.set(address, uri);
          this.versions.set(address, version);
          this.telling.forget(address);
          if (!(await this.reading.open(address, languageId, text))) return;
          this.changed(address);
          this.lookAgain(address);
        },
      ),
    );
    connection.onDidSaveTextDocument(
      guardNotification(this, 'didSave', ({ textDocument }) => this.lookAgain(normalize(textDocument.uri))),
    );
    connection.onDidChangeTextDocument(
      guardNotification(this, 'didChange', ({ textDocument: { uri, version }, contentChanges }) => {
        const address = normalize(uri);
        if (!this.versions.has(address)) return;
        this.versions.set(address, version);
        const edit = (document: Document) => contentChanges.reduce(applyChange, document);
        if (this.reading.edit(address, edit)) return;
        workspace.editFile(address, edit);
        this.changed(address);
      }),
    );
    connection.onDidCloseTextDocument(
      guardNotification(this, 'didClose', ({ textDocument: { uri } }) => {
        const address = normalize(uri);
        this.reading.close(address);
        workspace.closeFile(address);
        this.uris.delete(address);
        this.versions.delete(address);
        this.telling.forget(address);
        this.telling.clear(uri);
        this.changed(undefined);
      }),
    );
  }

  /**
   * Has all looked at again that a file belongs to, soon: not every change on disk is told of, or in time. What has
   * not changed makes no further work.
   */
  private lookAgain(address: Address): void {
    this.again.add(address);
    this.delayed.do('again', DELAY.again, () => {
      for (const one of this.again) this.workspace.refreshProjects(one);
      this.again.clear();
      return this.loader.load();
    });
  }

  /** Something was edited, in this file or nobody knows where: what it newly names is read. */
  private changed(address: Address | undefined): void {
    this.telling.edited(address);
    void this.loader.load();
  }

  private filesChanged(changes: readonly lsp.FileEvent[]): void {
    this.noteChanges(changes);
    this.delayed.do('watch', DELAY.watch, () => this.loader.load());
  }

  private noteChanges(changes: readonly lsp.FileEvent[]): void {
    const gone = new Set<Address>();
    for (const { uri, type } of changes) {
      const address = normalize(uri);
      if (this.workspace.isRelevant(address) || isStateFileName(address)) this.workspace.refresh(address);
      // Of what lay in a folder nobody tells.
      if (type === lsp.FileChangeType.Deleted) gone.add(address);
    }
    this.workspace.refreshBelow(gone);
  }

  /** The person made, moved or deleted files in the editor; watchers tell of that too, but later. */
  private async filesMoved(gone: readonly string[], made: readonly string[]): Promise<void> {
    const { Created, Deleted } = lsp.FileChangeType;
    const changes = (uris: readonly string[], type: lsp.FileChangeType) => uris.map((uri) => ({ uri, type }));
    this.noteChanges([...changes(gone, Deleted), ...changes(made, Created)]);
    await this.loader.load();
    if (made.length > 0) await this.loader.discover(made.map(normalize));
  }
}

/** Ranges of a change are those of the text that the changes before it have left. */
function applyChange(document: Document, change: lsp.TextDocumentContentChangeEvent): Document {
  if (!('range' in change)) return document.edit(0, document.length, change.text);
  return document.edit(
    document.offsetAt(change.range.start),
    document.offsetAt(change.range.end),
    change.text,
  );
}
