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
import { Findings } from './findings';
import { foldersIn } from './first-words';
import { describe, guardNotification } from './guard';
import { type ClientOptions, HANDLERS, type Services } from './handlers';
import { Loader } from './loader';
import { localised } from './localise';
import { type Phase, refusalIn } from './phase';
import { readingProgress } from './progress';
import { Reading } from './reading';
import { registerLater } from './registrations';
import type { Settings } from './settings';
import { SettingsByFolder } from './settings-by-folder';
import { Turns } from './turn';
import { refreshViews } from './views';

/** How long changes are gathered before the editor is told, in milliseconds. */
const DELAY = { push: 30, refresh: 150, views: 300, watch: 50, again: 100 } as const;

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
  private readonly announced = new Set<Address>();
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
  /** What the views of the client were made of when it was last told to draw them. */
  private viewsOf = '';
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
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
      () => this.tellNews(),
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
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  /** Whether the client asks for diagnostics itself. */
  private get pulls(): boolean {
    return this.capabilities.textDocument?.diagnostic !== undefined;
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
    this.tellNews();
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
          this.announced.delete(address);
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
        this.announced.delete(address);
        if (!this.pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
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
    this.later('again', DELAY.again, () => {
      for (const one of this.again) this.workspace.refreshProjects(one);
      this.again.clear();
      return this.loader.load();
    });
  }

  /** Something was edited: read what it newly names, and let the editor know what follows from it. */
  private changed(address: Address | undefined): void {
    this.changes.note();
    this.announceStateFiles();
    void this.loader.load();
    if (!this.pulls) this.later('push', DELAY.push, () => this.push());
    // The editor asks again for the file that it changed; others it has to be told of.
    else if (address === undefined || this.concernsOthers(address))
      this.later('refresh', DELAY.refresh, () => this.refresh());
    if (this.viewsOf !== this.namesChanged()) this.refreshViews();
  }

  /** The moment at which what files can see of one another last changed. */
  private namesChanged(): string {
    const moments = Array.from(this.workspace.allProjects, ({ table }) => table.lastChange);
    return `${moments.length} ${moments.reduce((sum, moment) => sum + moment, 0)}`;
  }

  private refreshViews(): void {
    this.viewsOf = this.namesChanged();
    this.later('views', DELAY.views, () => refreshViews(this.connection, this.capabilities));
  }

  private concernsOthers(address: Address): boolean {
    for (const other of this.workspace.openFiles)
      if (other !== address && this.workspace.source(other)) return true;
    return false;
  }

  /** Something was learnt about the world. */
  private tellNews(): void {
    this.changes.note();
    this.announceStateFiles();
    if (this.pulls) this.later('refresh', DELAY.refresh, () => this.refresh());
    else this.later('push', DELAY.push, () => this.push());
    this.refreshViews();
    this.later('statusChanged', DELAY.refresh, () =>
      this.connection.sendNotification('atomicState/statusChanged', {}),
    );
  }

  /** Lets the client know, once per opening, that a document it takes for plain YAML is a state file. */
  private announceStateFiles(): void {
    for (const address of this.workspace.openFiles) {
      if (this.announced.has(address) || this.workspace.source(address) === undefined) continue;
      this.announced.add(address);
      void this.connection.sendNotification('atomicState/stateFile', { uri: this.toUri(address) });
    }
  }

  private async refresh(): Promise<void> {
    if (this.capabilities.workspace?.diagnostics?.refreshSupport)
      await this.connection.languages.diagnostics.refresh();
  }

  private async push(): Promise<void> {
    const turns = new Turns(this.changes);
    for (const address of [...this.workspace.openFiles]) {
      const found = (await turns.finish(() => this.findings.diagnosing(address))) ?? [];
      const diagnostics = this.translate ? localised(found, this.translate) : found;
      // It may have been closed meanwhile.
      if (this.versions.has(address))
        await this.connection.sendDiagnostics({ uri: this.toUri(address), diagnostics });
    }
  }

  private filesChanged(changes: readonly lsp.FileEvent[]): void {
    this.noteChanges(changes);
    this.later('watch', DELAY.watch, () => this.loader.load());
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

  private later(name: string, delay: number, action: () => void | Promise<void>): void {
    clearTimeout(this.timers.get(name));
    const guarded = guardNotification(this, name, action);
    // Once the client is gone, not even its log is there to be written to.
    const run = () => void guarded(undefined).catch(() => undefined);
    this.timers.set(name, setTimeout(run, delay));
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
