import * as lsp from 'vscode-languageserver';
import type { PrintYaml } from '../features/format';
import type { FileSystem } from '../filesystem';
import { type Address, innermostFolder, normalize } from '../project/files/paths';
import { Workspace } from '../project/workspace';
import type { Translations } from '../text/message';
import type { ProcessedText } from '../watchdog/processed-text';
import { WorkMonitor, type WorkObserver } from '../watchdog/work-monitor';
import type { Document } from '../yaml/cut/document';
import { ChangeNotifier } from './change-notifier';
import { ChangeSignal } from './change-signal';
import { ClientFileSystem, combineFileSystems } from './client-file-system';
import { type ClientOptions, clientOptions } from './client-options';
import { Debouncer } from './debouncer';
import { DocumentLoader } from './document-loader';
import { FileEvents } from './file-events';
import { FileLoader } from './file-loader';
import { DiagnosticsProvider } from './findings';
import { FirstReports } from './first-reports';
import { guardNotification, logError } from './guard';
import { HANDLERS, type Services } from './handlers';
import { validFolders } from './initialize-params';
import type { LoadInterpreter } from './interpreter';
import { LastEdit } from './last-edit';
import { type LifecyclePhase, lifecycleError } from './lifecycle';
import { OpenDocuments } from './open-documents';
import { Prewarmer } from './prewarmer';
import { readingProgress } from './progress';
import { PullSupport } from './pull-support';
import { registerLater } from './registrations';
import type { LoadRevisions } from './revision';
import { RunValues } from './run-values';
import type { Settings } from './settings';
import { SettingsByFolder } from './settings-by-folder';
import { SettingsRequest } from './settings-request';
import { nextEventLoopTurn } from './time-slicer';

/** Loads the translations for a locale; undefined if there are none. */
type LoadCatalog = (locale: string) => Promise<Translations | undefined>;

/** Parts in separate bundles. */
export interface LazyParts {
  readonly loadPrinter: () => Promise<PrintYaml>;
  readonly loadCatalog: LoadCatalog;
  readonly loadInterpreter: LoadInterpreter;
  /** Undefined where no process can be started. */
  readonly loadRevisions?: LoadRevisions;
}

/** What ends the server if it hangs. */
export interface Watch {
  readonly observer: WorkObserver | undefined;
  /** The texts on which earlier servers ended. */
  readonly ended?: readonly ProcessedText[];
}

/**
 * Runs the server on a connection until it is closed, after `initialize` (`initialize.ts`).
 *
 * @param fileSystem the local file system; undefined if only the client can read files
 * @param watch starts what ends the server if it hangs
 */
export function startServer(
  connection: lsp.Connection,
  params: lsp.InitializeParams,
  fileSystem: FileSystem | undefined,
  load: LazyParts,
  watch?: (params: lsp.InitializeParams, forgetsNotes: boolean) => Watch,
): void {
  const options = clientOptions(params.initializationOptions);
  const { observer, ended = [] } = watch?.(params, options.forgetsNotes === true) ?? {};
  const quarantined = [...(options.quarantined ?? []), ...ended];
  const monitor = new WorkMonitor(observer, nextEventLoopTurn);
  new Server(connection, params.capabilities, options, monitor, quarantined, fileSystem, load).listen(params);
}

class Server implements Services {
  readonly workspace = new Workspace();
  /** The addresses of folders as the client writes them. */
  private readonly folderUris = new Map<Address, string>();
  private readonly settings = new SettingsByFolder();
  readonly findings: DiagnosticsProvider;
  readonly fileLoader: FileLoader;
  private readonly settingsRequest: SettingsRequest;
  readonly changes = new ChangeSignal();
  readonly runValues = new RunValues();
  readonly pullSupport = new PullSupport(() => this.notifier.unpublish());
  readonly documentLoader: DocumentLoader;
  readonly prewarmer: Prewarmer;
  readonly firstReports: FirstReports;
  phase: LifecyclePhase = 'running';
  translations: Translations | undefined;
  starting: Promise<unknown> | undefined;
  private readonly delayed = new Debouncer(this);
  private readonly notifier = new ChangeNotifier(this, this.delayed);
  readonly settingsOf = (address: Address): Settings =>
    this.settings.of(address, this.workspace.configurationOf(address)?.values);
  readonly editorSettingsOf = (address: Address): Settings => this.settings.ofEditor(address);
  readonly lastEdit = new LastEdit(this.workspace, () => this.notifier.findingsReleased());
  private readonly documents = new OpenDocuments(this, this.notifier, this.delayed);
  private readonly fileEvents = new FileEvents(this, this.delayed);
  readonly versionOf = (address: Address): number | null => this.documents.versionOf(address);
  readonly toUri = (address: Address): string => this.documents.toUri(address);
  readonly expect = (address: Address, document: Document): void => this.documents.expect(address, document);
  readonly loadPrinter: LazyParts['loadPrinter'];
  private readonly loadCatalog: LoadCatalog;
  readonly loadInterpreter: LoadInterpreter;
  readonly loadRevisions: LoadRevisions | undefined;

  constructor(
    readonly connection: lsp.Connection,
    readonly capabilities: lsp.ClientCapabilities,
    readonly options: ClientOptions,
    readonly monitor: WorkMonitor,
    private readonly quarantined: readonly ProcessedText[],
    fileSystem: FileSystem | undefined,
    { loadPrinter, loadCatalog, loadInterpreter, loadRevisions }: LazyParts,
  ) {
    this.loadPrinter = loadPrinter;
    this.loadCatalog = loadCatalog;
    this.loadInterpreter = loadInterpreter;
    this.loadRevisions = loadRevisions;
    this.documentLoader = new DocumentLoader(this.workspace, this.changes, monitor);
    this.prewarmer = new Prewarmer(this.workspace, this.changes, this.documentLoader, monitor);
    const { workspace, settingsOf, toUri, lastEdit } = this;
    this.findings = new DiagnosticsProvider(workspace, settingsOf, toUri, lastEdit, monitor);
    this.findings.rulePages = options.rulePages;
    const late = guardNotification(this, 'configuration', () => this.afterSettings());
    this.settingsRequest = new SettingsRequest(connection, () => late(undefined));
    this.fileLoader = new FileLoader(
      this.workspace,
      combineFileSystems(
        fileSystem,
        new ClientFileSystem(connection),
        () => this.options.servesFiles === true,
      ),
      connection.console,
      // Without a request: those who wait for other files would wait for the configuration of a slow folder. A file that
      // was read with another limit is read again.
      (address) =>
        this.settings.of(address, this.workspace.knownConfigurationOf(address)?.values).limits.maxFileSize,
      this.changes,
      this.documentLoader,
      monitor,
      () => this.notifier.workspaceChanged(),
      (total) => readingProgress(connection, capabilities, total, this.translations),
    );
    this.firstReports = new FirstReports(this);
  }

  get isTrusted(): boolean {
    return this.settings.trusted;
  }

  listen(params: lsp.InitializeParams): void {
    const { connection } = this;
    this.read(params);
    connection.onInitialized(guardNotification(this, 'initialized', () => this.initialized()));
    this.starting = params.locale === undefined ? undefined : this.loadLanguage(params.locale);
    this.documents.listen();
    this.fileEvents.listen();
    connection.onDidChangeConfiguration(
      guardNotification(this, 'didChangeConfiguration', ({ settings }) =>
        this.configure(settings?.atomicState),
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
        lifecycleError(this.phase) ??
        new lsp.ResponseError(lsp.ErrorCodes.MethodNotFound, `Unknown method: ${method}`),
    );
  }

  /** Applies the parameters of `initialize`. */
  private read(params: lsp.InitializeParams): void {
    const folders =
      params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []);
    for (const uri of folders) this.folderUris.set(normalize(uri), uri);
    this.workspace.folders = [...this.folderUris.keys()];
    for (const { uri, hash } of this.quarantined) {
      this.workspace.quarantine(normalize(uri), hash);
      if (innermostFolder(this.workspace.folders, normalize(uri)) === undefined) continue;
      this.connection.console.warn(
        `A language server ended while it processed ${uri}. This text of the file is not analysed.`,
      );
    }
    this.settings.trusted = this.options.isUntrusted !== true;
    this.settings.setInitial(this.options.settings);
    this.applySettings(undefined);
  }

  private async shutdown(): Promise<void> {
    const refused = lifecycleError(this.phase);
    if (refused !== undefined) throw refused;
    this.phase = 'ended';
    this.monitor.shutDown();
    this.fileLoader.stop();
    this.delayed.stop();
    this.changes.end();
    // Pending requests are answered first, because the client may end the process after this answer.
    await nextEventLoopTurn();
  }

  /** Loads the translations. After an error, texts are in English. */
  private async loadLanguage(locale: string): Promise<void> {
    try {
      this.translations = await this.loadCatalog(locale);
      this.findings.translations = this.translations;
    } catch (error) {
      logError(this.connection, `Language ${locale}`, error);
    }
  }

  private async initialized(): Promise<void> {
    const language = this.starting;
    // Requests wait until the settings are known, and until the folders are being searched.
    let searches: Promise<void> | undefined;
    this.starting = Promise.all([
      language,
      this.askSettings(undefined).finally(() => {
        searches = this.fileLoader.discover(this.workspace.folders);
      }),
    ]);
    if (this.capabilities.workspace?.workspaceFolders) {
      this.connection.workspace.onDidChangeWorkspaceFolders(
        guardNotification(this, 'didChangeWorkspaceFolders', (event) =>
          this.foldersChanged(validFolders(event?.added), validFolders(event?.removed)),
        ),
      );
    }
    registerLater(this.connection, this.capabilities, this.options);
    await this.starting;
    await this.afterSettings();
    await searches;
  }

  private async foldersChanged(
    added: readonly lsp.WorkspaceFolder[],
    removed: readonly lsp.WorkspaceFolder[],
  ): Promise<void> {
    for (const { uri } of removed) this.folderUris.delete(normalize(uri));
    for (const { uri } of added) this.folderUris.set(normalize(uri), uri);
    this.workspace.setFolders([...this.folderUris.keys()]);
    await this.configure(undefined);
    await this.fileLoader.discover(added.map((folder) => normalize(folder.uri)));
  }

  private async configure(notified: unknown): Promise<void> {
    await this.askSettings(notified);
    await this.afterSettings();
  }

  /** Requests the settings of each folder if the client supports that; otherwise uses those of the notification. */
  private async askSettings(notified: unknown): Promise<void> {
    const section = 'atomicState';
    if (this.capabilities.workspace?.configuration === true) {
      const folders = [...this.folderUris];
      const items = [{ section }, ...folders.map(([, scopeUri]) => ({ scopeUri, section }))];
      await this.settingsRequest.request(items, ([general, ...own]) =>
        this.applySettings(general, new Map(folders.map(([folder], index) => [folder, own[index]]))),
      );
    } else this.applySettings(notified);
  }

  private async afterSettings(): Promise<void> {
    await this.fileLoader.load();
    this.notifier.workspaceChanged();
  }

  private applySettings(general: unknown, byFolder?: ReadonlyMap<Address, unknown>): void {
    this.settings.set(general, byFolder);
    this.findings.reset();
    this.workspace.configure(this.settingsOf);
  }
}
