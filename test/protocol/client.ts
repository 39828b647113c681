import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';
import { nodeFileSystem } from '../../server/filesystem-node';
import { builtFile } from '../support/built-file';
import { type ServerStreams, startInProcess } from '../support/in-process';
import { ProtocolCheck } from '../support/protocol-check';
import { ConditionWaiter } from './condition-waiter';
import type { Profile } from './profiles';

export interface ClientStartOptions {
  /** Whether the client requests diagnostics (default), or the server sends them. */
  readonly pull?: boolean;
  readonly settings?: object;
  /** Further capabilities of the client. */
  readonly workspace?: lsp.WorkspaceClientCapabilities;
  readonly textDocument?: lsp.TextDocumentClientCapabilities;
  readonly window?: lsp.WindowClientCapabilities;
  /** The language of the client. */
  readonly locale?: string;
  /** Further members of `initialize`. */
  readonly options?: object;
  /**
   * Whether the built server runs in a process of its own. By default, its sources run in the process of the test, where
   * they are loaded once for all.
   */
  readonly ownProcess?: boolean;
  /** The folder of the files, from a previous client; by default, a new one. */
  readonly folder?: string;
  /** Options of Node, with a process of its own; so are the following three. */
  readonly node?: readonly string[];
  /** The process that the server takes for its client. */
  readonly processId?: number | undefined;
  /** The temporary folder of the process, where it has its note; by default, that of this process. */
  readonly temporary?: string;
  /** Whether what the process prints to standard error is ignored. */
  readonly isQuiet?: boolean;
  /** How the client sends the folder of the files; by default as a workspace folder and as `rootUri`. */
  readonly root?: 'rootUri' | 'rootPath' | 'none';
  /** Folders of the workspace below the one of the files, each with its settings; otherwise there is the one. */
  readonly folders?: Readonly<Record<string, object>>;
  /** A recorded client, whose capabilities replace those above. */
  readonly profile?: Profile;
}

/**
 * A language client of the server, with files in a temporary folder. All messages of the server must be valid in the
 * protocol.
 */
export class Client {
  /** All received diagnostics, by address. */
  readonly pushes = new Map<string, lsp.Diagnostic[][]>();
  /** The versions of all received diagnostics. */
  readonly pushedVersions: (number | undefined)[] = [];
  private readonly waiter = new ConditionWaiter();
  readonly notes: { method: string; params: unknown }[] = [];
  refreshes = 0;
  private settings: object | undefined;
  /** The dynamic registrations of the server. */
  readonly registrations: lsp.Registration[] = [];
  /** The refreshes that the server requested, by the part of the protocol. */
  readonly refreshed: string[] = [];

  private constructor(
    readonly folder: string,
    /** Undefined for a server in this process. */
    private readonly process: ChildProcess | undefined,
    readonly connection: lsp.ProtocolConnection,
    readonly capabilities: lsp.ServerCapabilities,
    private readonly check: ProtocolCheck,
  ) {}

  static async start(
    files: Readonly<Record<string, string>>,
    options: ClientStartOptions = {},
  ): Promise<Client> {
    const folder = options.folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'atomic-state-')));
    for (const [path, text] of Object.entries(files)) writeInto(folder, path, text);
    const child = options.ownProcess ? startProcess(options) : undefined;
    const streams = child ? streamsOf(child) : startInProcess(nodeFileSystem);
    const check = new ProtocolCheck();
    const connection = checkedConnection(streams, check);
    const { pull = true, profile } = options;
    let client: Client | undefined;
    connection.onRequest('workspace/configuration', ({ items }: lsp.ConfigurationParams) =>
      items.map(({ scopeUri }) => {
        const name = Object.keys(options.folders ?? {}).find((one) => scopeUri?.endsWith(`/${one}`));
        return options.folders?.[name ?? ''] ?? client?.settings ?? options.settings ?? null;
      }),
    );
    connection.onRequest('client/registerCapability', ({ registrations }: lsp.RegistrationParams) => {
      client?.registrations.push(...registrations);
      return null;
    });
    for (const view of ['codeLens', 'inlayHint', 'semanticTokens']) {
      connection.onRequest(`workspace/${view}/refresh`, () => {
        client?.refreshed.push(view);
        client?.waiter.wake();
        return null;
      });
    }
    connection.onRequest('workspace/diagnostic/refresh', () => {
      if (client) client.refreshes++;
      client?.waiter.wake();
      return null;
    });
    connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics, version }: lsp.PublishDiagnosticsParams) => {
        client?.pushedVersions.push(version);
        client?.pushes.set(uri, [...(client.pushes.get(uri) ?? []), diagnostics]);
        client?.waiter.wake();
      },
    );
    connection.onUnhandledNotification(({ method, params }) => {
      client?.notes.push({ method, params });
      client?.waiter.wake();
    });
    connection.listen();
    const uri = pathToFileURL(folder).toString();
    const usual: lsp.InitializeParams = {
      processId: child ? (options.processId ?? process.pid) : null,
      rootUri: options.root === undefined || options.root === 'rootUri' ? uri : null,
      ...(options.root === 'rootPath' && { rootPath: folder }),
      ...(options.locale !== undefined && { locale: options.locale }),
      initializationOptions: { ownMessages: true, ...options.options },
      workspaceFolders: options.folders
        ? Object.keys(options.folders).map((name) => ({ uri: `${uri}/${name}`, name }))
        : options.root
          ? null
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
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
          completion: { completionItem: { snippetSupport: true, insertReplaceSupport: true } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          definition: { linkSupport: true },
          rename: { prepareSupport: true },
          ...options.textDocument,
        },
      },
    };
    const params = profile ? profile.paramsFor(usual) : usual;
    const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, params);
    client = new Client(folder, child, connection, capabilities, check);
    await connection.sendNotification(lsp.InitializedNotification.type, {});
    return client;
  }

  /** Shuts down. The side of a server in this process stays open: what it is still sending must not fail. */
  async stop(): Promise<void> {
    await this.connection.sendRequest(lsp.ShutdownRequest.type);
    if (this.process) await this.connection.sendNotification(lsp.ExitNotification.type);
    this.connection.dispose();
    this.process?.kill();
    rmSync(this.folder, { recursive: true, force: true });
    if (this.check.problems.length > 0) throw new Error(this.check.problems.join('\n'));
  }

  /** Sends a signal to the process. */
  signal(signal: NodeJS.Signals): void {
    this.process?.kill(signal);
  }

  /** Waits for the end of a process that ends by itself. The files stay. */
  async ended(): Promise<void> {
    const { process } = this;
    if (process && this.isAlive) await new Promise((resolve) => process.once('exit', resolve));
    this.connection.dispose();
  }

  /** Changes the settings: notifies the server, which then requests them. */
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

  get pid(): number {
    return this.process?.pid ?? -1;
  }

  get isAlive(): boolean {
    return this.process === undefined || (this.process.exitCode === null && this.process.signalCode === null);
  }

  /** The number of published diagnostics. */
  get publications(): number {
    return [...this.pushes.values()].flat().length;
  }

  /** The methods that the server has requested. */
  get requests(): readonly string[] {
    return this.check.requests;
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

  /** The reports of the whole workspace, by path, given the reports that the client has. */
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

  /** Codes with their lines, such as `3 unknown-target`. */
  async codes(path: string): Promise<string[]> {
    return (await this.diagnostics(path)).map(brief);
  }

  /** The last pushed diagnostics of a file. */
  pushedCodes(path: string): string[] | undefined {
    return this.pushes.get(this.uri(path))?.at(-1)?.map(brief);
  }

  /** Waits until a condition is met; checks it after each message of the server. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return this.waiter.until(condition);
  }
}

/** Starts the built server. */
function startProcess({ node = [], isQuiet, temporary }: ClientStartOptions): ChildProcess {
  return spawn(process.execPath, [...node, builtFile('server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', node.length > 0 || isQuiet ? 'ignore' : 'inherit'],
    ...(temporary !== undefined && { env: { ...process.env, TMPDIR: temporary } }),
  });
}

function streamsOf(child: ChildProcess): Omit<ServerStreams, 'close'> {
  if (child.stdout === null || child.stdin === null) throw new Error('The server has no pipes.');
  return {
    reader: new lsp.StreamMessageReader(child.stdout),
    writer: new lsp.StreamMessageWriter(child.stdin),
  };
}

/** A connection whose messages are checked. */
function checkedConnection(
  { reader, writer }: Omit<ServerStreams, 'close'>,
  check: ProtocolCheck,
): lsp.ProtocolConnection {
  const listen = reader.listen.bind(reader);
  reader.listen = (callback) =>
    listen((message) => {
      check.received(message);
      callback(message);
    });
  const write = writer.write.bind(writer);
  writer.write = (message) => {
    check.sent(message);
    return write(message);
  };
  return lsp.createProtocolConnection(reader, writer);
}

function brief(diagnostic: lsp.Diagnostic): string {
  return `${diagnostic.range.start.line} ${diagnostic.code}`;
}

function writeInto(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
