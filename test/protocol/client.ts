import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';
import { Patience } from './patience';

const SERVER = join(import.meta.dirname, '../../dist/server.js');

export interface Options {
  /** The client asks for diagnostics itself (default), or wants to be sent them. */
  readonly pull?: boolean;
  readonly settings?: object;
  /** What the client can do besides. */
  readonly workspace?: lsp.WorkspaceClientCapabilities;
  readonly textDocument?: lsp.TextDocumentClientCapabilities;
  readonly window?: lsp.WindowClientCapabilities;
  /** The language of the client. */
  readonly locale?: string;
  /** What the client tells of itself besides. */
  readonly options?: object;
  /** Folders of the workspace below the one of the files, each with its settings; otherwise there is the one. */
  readonly folders?: Readonly<Record<string, object>>;
}

/** A language client that drives the built server over stdio, on files in a folder of its own. */
export class Client {
  private readonly pushed = new Map<string, lsp.Diagnostic[]>();
  private readonly patience = new Patience();
  readonly notes: { method: string; params: unknown }[] = [];
  refreshes = 0;
  private settings: object | undefined;
  /** The views that the server asked to draw anew, by the part of the protocol. */
  readonly refreshed: string[] = [];

  private constructor(
    readonly folder: string,
    private readonly process: ChildProcess,
    readonly connection: lsp.ProtocolConnection,
    readonly capabilities: lsp.ServerCapabilities,
  ) {}

  static async start(files: Readonly<Record<string, string>>, options: Options = {}): Promise<Client> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atomic-state-')));
    for (const [path, text] of Object.entries(files)) writeInto(folder, path, text);
    const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = lsp.createProtocolConnection(
      new lsp.StreamMessageReader(child.stdout),
      new lsp.StreamMessageWriter(child.stdin),
    );
    const { pull = true } = options;
    let client: Client | undefined;
    connection.onRequest('workspace/configuration', ({ items }: lsp.ConfigurationParams) =>
      items.map(({ scopeUri }) => {
        const name = Object.keys(options.folders ?? {}).find((one) => scopeUri?.endsWith(`/${one}`));
        return options.folders?.[name ?? ''] ?? client?.settings ?? options.settings ?? null;
      }),
    );
    connection.onRequest('client/registerCapability', () => null);
    for (const view of ['codeLens', 'inlayHint', 'semanticTokens']) {
      connection.onRequest(`workspace/${view}/refresh`, () => {
        client?.refreshed.push(view);
        client?.patience.wake();
        return null;
      });
    }
    connection.onRequest('workspace/diagnostic/refresh', () => {
      if (client) client.refreshes++;
      client?.patience.wake();
      return null;
    });
    connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: lsp.PublishDiagnosticsParams) => {
        client?.pushed.set(uri, diagnostics);
        client?.patience.wake();
      },
    );
    connection.onUnhandledNotification(({ method, params }) => {
      client?.notes.push({ method, params });
      client?.patience.wake();
    });
    connection.listen();
    const uri = pathToFileURL(folder).toString();
    const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
      processId: process.pid,
      rootUri: uri,
      ...(options.locale !== undefined && { locale: options.locale }),
      ...(options.options && { initializationOptions: options.options }),
      workspaceFolders: options.folders
        ? Object.keys(options.folders).map((name) => ({ uri: `${uri}/${name}`, name }))
        : [{ uri, name: 'ws' }],
      capabilities: {
        ...(options.window && { window: options.window }),
        workspace: {
          configuration: options.settings !== undefined || options.folders !== undefined,
          diagnostics: { refreshSupport: true },
          workspaceFolders: true,
          ...options.workspace,
        },
        textDocument: {
          ...(pull ? { diagnostic: {} } : {}),
          publishDiagnostics: { relatedInformation: true },
          completion: { completionItem: { snippetSupport: true, insertReplaceSupport: true } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          definition: { linkSupport: true },
          rename: { prepareSupport: true },
          ...options.textDocument,
        },
      },
    });
    client = new Client(folder, child, connection, capabilities);
    await connection.sendNotification(lsp.InitializedNotification.type, {});
    return client;
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest(lsp.ShutdownRequest.type);
    await this.connection.sendNotification(lsp.ExitNotification.type);
    this.connection.dispose();
    this.process.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Changes the settings as a person does: the server is told that they changed, and asks for them. */
  configure(settings: object): Promise<void> {
    this.settings = settings;
    return this.connection.sendNotification(lsp.DidChangeConfigurationNotification.type, { settings: null });
  }

  /** Adds and removes folders of the workspace, by their names. */
  changeFolders(added: readonly string[], removed: readonly string[]): Promise<void> {
    const folders = (names: readonly string[]) => names.map((name) => ({ uri: this.uri(name), name }));
    return this.connection.sendNotification(lsp.DidChangeWorkspaceFoldersNotification.type, {
      event: { added: folders(added), removed: folders(removed) },
    });
  }

  get isAlive(): boolean {
    return this.process.exitCode === null;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).toString();
  }

  write(path: string, text: string): Promise<void> {
    writeInto(this.folder, path, text);
    return this.touched(path, lsp.FileChangeType.Changed);
  }

  remove(path: string): Promise<void> {
    rmSync(join(this.folder, path), { recursive: true });
    return this.touched(path, lsp.FileChangeType.Deleted);
  }

  touched(path: string, type: lsp.FileChangeType): Promise<void> {
    return this.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: this.uri(path), type }],
    });
  }

  open(path: string, text: string, languageId = 'yaml'): Promise<void> {
    const textDocument = { uri: this.uri(path), languageId, version: 1, text };
    return this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument });
  }

  change(path: string, contentChanges: lsp.TextDocumentContentChangeEvent[], version = 2): Promise<void> {
    const textDocument = { uri: this.uri(path), version };
    return this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument,
      contentChanges,
    });
  }

  close(path: string): Promise<void> {
    return this.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, {
      textDocument: { uri: this.uri(path) },
    });
  }

  at(path: string, line: number, character: number): lsp.TextDocumentPositionParams {
    return { textDocument: { uri: this.uri(path) }, position: { line, character } };
  }

  async diagnostics(path: string): Promise<lsp.Diagnostic[]> {
    const params = { textDocument: { uri: this.uri(path) } };
    const report = await this.connection.sendRequest(lsp.DocumentDiagnosticRequest.type, params);
    return report.kind === 'full' ? report.items : [];
  }

  /** What is reported of the whole workspace, by path; with what the client has of it already. */
  async workspaceReports(
    previous: ReadonlyMap<string, string> = new Map(),
    extra: Partial<lsp.WorkspaceDiagnosticParams> = {},
    token?: lsp.CancellationToken,
  ): Promise<Map<string, lsp.WorkspaceDocumentDiagnosticReport>> {
    const previousResultIds = [...previous].map(([path, value]) => ({ uri: this.uri(path), value }));
    const params = { previousResultIds, ...extra };
    const { items } = await this.connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, params, token);
    return new Map(items.map((item) => [item.uri.slice(this.uri('').length + 1), item]));
  }

  /** Codes with the line they are on, e.g. `3 unknown-target`. */
  async codes(path: string): Promise<string[]> {
    return (await this.diagnostics(path)).map(brief);
  }

  /** What was last pushed for a file. */
  pushedCodes(path: string): string[] | undefined {
    return this.pushed.get(this.uri(path))?.map(brief);
  }

  /** Waits until a condition holds, looking again after each message of the server. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return this.patience.until(condition);
  }
}

function brief(diagnostic: lsp.Diagnostic): string {
  return `${diagnostic.range.start.line} ${diagnostic.code}`;
}

function writeInto(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
