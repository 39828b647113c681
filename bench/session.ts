import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';

/** Requests that are only acknowledged. */
const PROGRESS = ['window/workDoneProgress/create'];
/** A server is done when nothing has arrived for this time, in milliseconds; longer than the delay of the peer. */
const QUIET = 400;

/** Time limit for diagnostics, in milliseconds. */
const DIAGNOSTICS_LIMIT = 120_000;

/** A server that no longer sends diagnostics. */
export class DiagnosticsTimeout extends Error {}

/** How to start a language server that speaks over its standard streams. */
export interface ServerCommand {
  readonly script: string;
  readonly languageId: string;
  /** The answers to requests for settings. */
  readonly settings?: (section: string) => unknown;
}

/** A language server with files in a temporary folder, and its costs. Times are in milliseconds. */
export class Session {
  private version = 1;
  private text = '';
  private uri = '';
  private resultId: string | undefined;
  /** Called when the server sends diagnostics. */
  private awaited: (() => void) | undefined;
  /** Called when the server asks the client to request diagnostics again. */
  private refreshed: (() => void) | undefined;
  /** The last diagnostics of the open file as JSON, and the time of their last change. */
  private findings = '';
  private changedAt = 0;
  /** The number of received or announced diagnostics. */
  private news = 0;
  /** The number of bytes that the server has sent. */
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
    { script, languageId, settings }: ServerCommand,
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
    for (const method of ['client/registerCapability', ...PROGRESS]) connection.onRequest(method, () => null);
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
      ({ uri: sentUri, diagnostics }: lsp.PublishDiagnosticsParams) => {
        if (sentUri !== session.uri) return;
        session.news++;
        session.awaited?.();
        session.received(diagnostics, performance.now());
      },
    );
    connection.onRequest('workspace/diagnostic/refresh', () => {
      session.news++;
      session.refreshed?.();
      return null;
    });
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

  /** Types a text after the first `mark`, and returns the position of the cursor. */
  async type(mark: string, typed: string): Promise<lsp.Position> {
    const at = this.offsetOf(mark);
    await this.replace(at, at, typed);
    return this.positionAt(at + typed.length);
  }

  /** Removes text after the first `mark`. */
  async erase(mark: string, length: number): Promise<void> {
    const at = this.offsetOf(mark);
    await this.replace(at, at + length, '');
  }

  /** Replaces a part of the text, given by offsets, and returns the time before it was sent. */
  async replace(start: number, end: number, typed: string): Promise<number> {
    const range = { start: this.positionAt(start), end: this.positionAt(end) };
    this.text = this.text.slice(0, start) + typed + this.text.slice(end);
    const begin = performance.now();
    await this.change(range, typed);
    return begin;
  }

  textBetween(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  private offsetOf(mark: string): number {
    const found = this.text.indexOf(mark);
    if (found < 0) throw new Error(`There is no ${JSON.stringify(mark)} in the text.`);
    return found + mark.length;
  }

  private change(range: lsp.Range, text: string): Promise<void> {
    return this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri, version: ++this.version },
      contentChanges: [{ range, text }],
    });
  }

  positionOf(mark: string): lsp.Position {
    return this.positionAt(this.offsetOf(mark));
  }

  positionAt(offset: number): lsp.Position {
    const before = this.text.slice(0, offset);
    const line = before.split('\n').length - 1;
    return { line, character: offset - (before.lastIndexOf('\n') + 1) };
  }

  /** Sends a request about the open file. Returns the answer and the time it took. */
  async ask<T>(method: string, more: object = {}): Promise<{ readonly answer: T; readonly time: number }> {
    const begin = performance.now();
    const params = { textDocument: { uri: this.uri }, ...more };
    const answer: T = await this.connection.sendRequest(method, params);
    return { answer, time: performance.now() - begin };
  }

  /**
   * Requests the diagnostics, or waits for them if the server sends them by itself, including its delay. Returns the
   * time it took.
   */
  async diagnostics(): Promise<number> {
    if (this.capabilities.diagnosticProvider === undefined) return this.sentDiagnostics();
    const known = this.resultId === undefined ? {} : { previousResultId: this.resultId };
    const { answer, time } = await this.ask<lsp.DocumentDiagnosticReport>('textDocument/diagnostic', known);
    const now = performance.now();
    this.resultId = answer.resultId;
    if (answer.kind === 'full') this.received(answer.items, now);
    return time;
  }

  private received(diagnostics: readonly lsp.Diagnostic[], now: number): void {
    const findings = JSON.stringify(diagnostics);
    if (findings === this.findings) return;
    this.news++;
    this.findings = findings;
    this.changedAt = now;
  }

  /** The number of diagnostics of the open file. */
  get findingCount(): number {
    return this.findings === '' ? 0 : (JSON.parse(this.findings) as unknown[]).length;
  }

  /** Waits until the server has computed all diagnostics of the text so far. */
  async caughtUp(): Promise<void> {
    if (this.capabilities.diagnosticProvider === undefined) await this.allDiagnostics();
    else await this.diagnostics();
  }

  /** Waits until no diagnostics arrive or are announced any more, and returns when they last changed. */
  async allDiagnostics(): Promise<number> {
    for (let seen = -1; seen !== this.news; ) {
      seen = this.news;
      await new Promise<void>((resolve) => {
        // Editors request diagnostics again immediately.
        this.refreshed = resolve;
        setTimeout(resolve, QUIET);
      });
      // A busy server answers when it has finished.
      await this.ping();
      if (this.capabilities.diagnosticProvider !== undefined) await this.diagnostics();
    }
    return this.changedAt;
  }

  private async sentDiagnostics(): Promise<number> {
    const begin = performance.now();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new DiagnosticsTimeout('No diagnostics were sent.')),
        DIAGNOSTICS_LIMIT,
      );
      this.awaited = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return performance.now() - begin;
  }

  /** The parameters of requests that are not part of the protocol. */
  get named(): object {
    return { uri: this.uri };
  }

  /** Waits until the server has loaded all that it loads at its start, and has its settings. */
  async settled(): Promise<void> {
    await this.ping();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }

  /** Waits for the answer to a request about a file that does not exist. */
  private async ping(): Promise<void> {
    const textDocument = { uri: `${this.uri}/nothing.yaml` };
    await this.connection.sendRequest('textDocument/documentLink', { textDocument });
  }

  /** Peak and current memory of the server in megabytes, and its processor time; where the system provides them. */
  get usage(): { readonly memory: number; readonly resident: number; readonly cpu: number } | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      const memory = Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) / 1024;
      const resident = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024;
      // User and system time follow the name of the program, in hundredths of a second.
      const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return { memory, resident, cpu: (Number(fields[11]) + Number(fields[12])) * 10 };
    } catch {
      return undefined;
    }
  }
}
