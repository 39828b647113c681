import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';

/** What is only taken note of. */
const PROGRESS = ['window/workDoneProgress/create'];

/** How long diagnostics are waited for, in milliseconds. */
const PATIENCE = 120_000;

/** How to start a language server that speaks over its standard streams. */
export interface Command {
  readonly script: string;
  readonly languageId: string;
  /** The answers to its questions for settings. */
  readonly settings?: (section: string) => unknown;
}

/** A language server at work on files in a folder of its own, and what it takes. Times are in milliseconds. */
export class Session {
  private version = 1;
  private text = '';
  private uri = '';
  private resultId: string | undefined;
  /** Waits for the next diagnostics that are sent. */
  private awaited: (() => void) | undefined;
  /** What was sent by the server so far. */
  bytes = 0;

  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    readonly connection: lsp.ProtocolConnection,
    readonly capabilities: lsp.ServerCapabilities,
    readonly startTime: number,
    private readonly languageId: string,
  ) {}

  static async start(
    { script, languageId, settings }: Command,
    files: ReadonlyMap<string, string>,
  ): Promise<Session> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atomic-state-bench-')));
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const begin = performance.now();
    const child = spawn(process.execPath, [script, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const connection = lsp.createProtocolConnection(
      new lsp.StreamMessageReader(child.stdout),
      new lsp.StreamMessageWriter(child.stdin),
    );
    connection.onRequest('workspace/configuration', ({ items }: lsp.ConfigurationParams) =>
      items.map(({ section }) => settings?.(section ?? '') ?? null),
    );
    for (const method of ['client/registerCapability', 'workspace/diagnostic/refresh', ...PROGRESS])
      connection.onRequest(method, () => null);
    for (const view of ['codeLens', 'inlayHint', 'semanticTokens'])
      connection.onRequest(`workspace/${view}/refresh`, () => null);
    connection.listen();
    const uri = pathToFileURL(folder).toString();
    const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'bench' }],
      capabilities: {
        workspace: { configuration: settings !== undefined, diagnostics: { refreshSupport: true } },
        textDocument: {
          diagnostic: {},
          completion: { completionItem: { snippetSupport: true, insertReplaceSupport: true } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          definition: { linkSupport: true },
        },
      },
    });
    const session = new Session(
      folder,
      child,
      connection,
      capabilities,
      performance.now() - begin,
      languageId,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      session.bytes += chunk.length;
    });
    connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri: told }: lsp.PublishDiagnosticsParams) => {
        if (told === session.uri) session.awaited?.();
      },
    );
    await connection.sendNotification(lsp.InitializedNotification.type, {});
    return session;
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest(lsp.ShutdownRequest.type);
    await this.connection.sendNotification(lsp.ExitNotification.type);
    this.connection.dispose();
    this.child.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async open(path: string, text: string): Promise<void> {
    this.uri = pathToFileURL(join(this.folder, path)).toString();
    this.text = text;
    const textDocument = { uri: this.uri, languageId: this.languageId, version: this.version, text };
    await this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Puts a text in behind the first place where `mark` stands, as typing does; and where the cursor is then. */
  async type(mark: string, typed: string): Promise<lsp.Position> {
    const at = this.offsetOf(mark);
    this.text = this.text.slice(0, at) + typed + this.text.slice(at);
    await this.change(at, at, typed);
    return this.positionAt(at + typed.length);
  }

  /** Takes away what stands behind the first `mark`. */
  async erase(mark: string, length: number): Promise<void> {
    const at = this.offsetOf(mark);
    // The lines of the range are those of the text before.
    await this.change(at, at + length, '');
    this.text = this.text.slice(0, at) + this.text.slice(at + length);
  }

  private offsetOf(mark: string): number {
    const found = this.text.indexOf(mark);
    if (found < 0) throw new Error(`There is no ${JSON.stringify(mark)} in the text.`);
    return found + mark.length;
  }

  private change(start: number, end: number, text: string): Promise<void> {
    const range = { start: this.positionAt(start), end: this.positionAt(end) };
    return this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri, version: ++this.version },
      contentChanges: [{ range, text }],
    });
  }

  positionOf(mark: string): lsp.Position {
    return this.positionAt(this.offsetOf(mark));
  }

  private positionAt(offset: number): lsp.Position {
    const before = this.text.slice(0, offset);
    const line = before.split('\n').length - 1;
    return { line, character: offset - (before.lastIndexOf('\n') + 1) };
  }

  /** Asks about the open file; the answer and how long it took. */
  async ask<T>(method: string, more: object = {}): Promise<{ readonly answer: T; readonly time: number }> {
    const begin = performance.now();
    const params = { textDocument: { uri: this.uri }, ...more };
    const answer: T = await this.connection.sendRequest(method, params);
    return { answer, time: performance.now() - begin };
  }

  /**
   * Asks for the diagnostics, unless they are those of last time; or waits for them where the server sends them by
   * itself, with the pause that it makes before that. How long it took.
   */
  async diagnostics(): Promise<number> {
    if (this.capabilities.diagnosticProvider === undefined) return this.sentDiagnostics();
    const known = this.resultId === undefined ? {} : { previousResultId: this.resultId };
    const { answer, time } = await this.ask<lsp.DocumentDiagnosticReport>('textDocument/diagnostic', known);
    this.resultId = answer.resultId;
    return time;
  }

  private async sentDiagnostics(): Promise<number> {
    const begin = performance.now();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('No diagnostics were sent.')), PATIENCE);
      this.awaited = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return performance.now() - begin;
  }

  /** What names the open file to a request that is not of the protocol. */
  get named(): object {
    return { uri: this.uri };
  }

  /** Waits until the server has loaded all that it loads at its start, and has its settings. */
  async settled(): Promise<void> {
    const textDocument = { uri: `${this.uri}/nothing.yaml` };
    await this.connection.sendRequest('textDocument/documentLink', { textDocument });
    await new Promise((resolve) => setTimeout(resolve, 300));
  }

  /** The most memory that the server has held, in megabytes, and its processor time; where the system tells. */
  get usage(): { readonly memory: number; readonly cpu: number } | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      const memory = Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) / 1024;
      // Behind the name of the program: hundredths of a second for itself and for the system.
      const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return { memory, cpu: (Number(fields[11]) + Number(fields[12])) * 10 };
    } catch {
      return undefined;
    }
  }
}
