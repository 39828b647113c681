import { spawn } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { nodeFileSystem } from '../../server/filesystem-node';
import { builtFile } from '../support/built-file';
import { serveInProcess } from '../support/in-process';
import { ConditionWaiter } from './condition-waiter';

const SERVER = builtFile('server.js');

/** A message of JSON-RPC. */
export interface RawMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server as its streams. */
interface RawServer {
  readonly input: Writable;
  readonly output: Readable;
  kill(): void;
}

/** A direct connection to the built server, which can send any bytes. */
export class RawConnection {
  readonly received: RawMessage[] = [];
  /** The code with which the process ended; undefined while it runs. */
  code: number | null | undefined;
  private readonly server: RawServer;
  private rest = Buffer.alloc(0);
  private readonly waiter = new ConditionWaiter();
  private id = 0;
  /** The client's answers to requests of the server, by method: a result or an error; others are not answered. */
  answers: Readonly<Record<string, Pick<RawMessage, 'result' | 'error'>>> = {};

  /** @param isInProcess whether the sources of the server run in this process, without their own reader of frames */
  constructor(isInProcess = false) {
    this.server = isInProcess ? serverInProcess() : this.startProcess();
    this.server.output.on('data', (bytes: Buffer) => this.receive(bytes));
    // It may end before it has read everything.
    this.server.input.on('error', () => undefined);
  }

  /** Starts and initializes a server. */
  static async initialized(isInProcess = false): Promise<RawConnection> {
    const connection = new RawConnection(isInProcess);
    await connection.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    connection.notify('initialized', {});
    return connection;
  }

  sendBytes(bytes: string | Buffer): void {
    this.server.input.write(bytes);
  }

  /** Sends text in a frame; `length` replaces its real length. */
  send(text: string, length = Buffer.byteLength(text)): void {
    this.sendBytes(`Content-Length: ${length}\r\n\r\n${text}`);
  }

  notify(method: string, params?: unknown): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Sends a request, and returns the whole response. */
  async request(method: string, params?: unknown): Promise<RawMessage> {
    const id = ++this.id;
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const answer = () => this.received.find((message) => message.id === id && message.method === undefined);
    await this.until(() => answer() !== undefined);
    return answer() ?? {};
  }

  /** The code of the error in the response; undefined if it has a result. */
  async errorOf(method: string, params?: unknown): Promise<number | undefined> {
    return (await this.request(method, params)).error?.code;
  }

  /** The errors that the server logged in the client. */
  get errors(): string[] {
    return this.received.flatMap(({ method, params }) => {
      const { type, message } = { ...(params as { type?: number; message?: string }) };
      return method === 'window/logMessage' && type === 1 ? [message ?? ''] : [];
    });
  }

  /** Closes the input of the server, as when a client ends. */
  closeInput(): void {
    this.server.input.end();
  }

  kill(): void {
    this.server.kill();
  }

  /** Waits for the end of the process and returns its code. */
  async ended(): Promise<number | null | undefined> {
    await this.until(() => this.code !== undefined);
    return this.code;
  }

  /** Waits until a condition is met; checks it after each message of the server. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return this.waiter.until(condition);
  }

  private startProcess(): RawServer {
    const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.on('exit', (code) => {
      this.code = code;
      this.waiter.wake();
    });
    return { input: child.stdin, output: child.stdout, kill: () => child.kill('SIGKILL') };
  }

  private receive(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n\r\n/.exec(this.rest.subarray(0, 100).toString('latin1'));
      const start = header?.[0].length ?? 0;
      const end = start + Number(header?.[1]);
      if (header === null || this.rest.length < end) break;
      const message: RawMessage = JSON.parse(this.rest.subarray(start, end).toString('utf8'));
      this.received.push(message);
      const answer = this.answers[message.method ?? ''];
      if (answer) this.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }));
      this.rest = this.rest.subarray(end);
    }
    this.waiter.wake();
  }
}

function serverInProcess(): RawServer {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { input, output, kill: serveInProcess(nodeFileSystem, input, output) };
}
