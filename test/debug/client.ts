import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect } from 'vitest';
import { hostIn } from '../../server/cli/commands/dap';
import { commandFiles } from '../../server/cli/watched';
import { startDebugSession } from '../../server/debug/session';
import { CLI } from '../cli/command';
import { type Marked, parseMarks } from '../support/marks';

export type Body = Readonly<Record<string, unknown>>;

/** A place of a fixture, as in the protocol: lines and columns from 1. */
export interface MarkedPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The connection to an adapter. */
export interface Transport {
  send(message: object): void;
  end(): Promise<void>;
}

/** Connects to an adapter on files in a folder. */
export type Connect = (
  folder: string,
  receive: (message: DebugProtocol.ProtocolMessage) => void,
  /** Called when the adapter has ended. */
  ended: () => void,
) => Transport | Promise<Transport>;

/** The adapter as a process. */
export const connectToProcess: Connect = (folder, receive, ended) => {
  const child = spawn(process.execPath, [CLI, 'dap', '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.on('exit', ended);
  let received = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const header = received.indexOf('\r\n\r\n');
      if (header < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(received.toString('utf8', 0, header))?.[1]);
      if (received.length < header + 4 + length) return;
      const text = received.toString('utf8', header + 4, header + 4 + length);
      received = received.subarray(header + 4 + length);
      receive(JSON.parse(text) as DebugProtocol.ProtocolMessage);
    }
  });
  return {
    send(message) {
      const text = JSON.stringify(message);
      child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    },
    async end() {
      if (child.exitCode !== null) return;
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
};

/** An adapter in this process, where its code is loaded once for all tests. */
const connectInProcess: Connect = (folder, receive) => {
  const session = startDebugSession(hostIn({ folder, files: commandFiles() }), receive);
  return { send: (message) => session.handle(message), end: async () => session.dispose() };
};

/** A client of the debug adapter, on the files of a fixture. */
export class DapClient {
  readonly folder = mkdtempSync(join(tmpdir(), 'atomic-state-dap-'));
  /** All received messages. */
  readonly events: DebugProtocol.Event[] = [];
  private readonly transport: Promise<Transport>;
  private readonly marked: Marked;
  private readonly answers = new Map<
    number,
    { readonly resolve: (response: DebugProtocol.Response) => void; readonly reject: (error: Error) => void }
  >();
  private readonly waiting = new Set<() => void>();
  private seq = 0;
  /** The number of events that were already waited for. */
  private seen = 0;

  /** @param fixture `‹a|…›` is a place named `a` */
  constructor(fixture: string, connect = connectInProcess) {
    this.marked = parseMarks(fixture.startsWith('===') ? fixture : `=== main.yaml\n${fixture}`);
    this.write(this.marked.files);
    const ended = () => {
      for (const { reject } of this.answers.values()) reject(new Error('the debug adapter has ended'));
    };
    this.transport = Promise.resolve(connect(this.folder, (message) => this.receive(message), ended));
  }

  write(files: Marked['files']): void {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The text of a file of the fixture. */
  text(path: string): string {
    return this.marked.files.find((one) => one.path === path)?.text ?? '';
  }

  place(label: string): MarkedPlace {
    const mark = this.marked.names.find((one) => one.label === label);
    if (mark === undefined) throw new Error(`no mark ${label}`);
    const before = this.text(mark.path).slice(0, mark.start).split('\n');
    return { path: mark.path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }

  /** The name of the mark at a place. */
  markAt(path: string | undefined, line: number, column: number): string {
    const found = this.marked.names.find(({ label, path: file }) => {
      const place = this.place(label);
      return path === this.path(file) && place.line === line && place.column === column;
    });
    return found?.label ?? `${line}:${column}`;
  }

  async request(command: string, args: Body = {}): Promise<Body> {
    const response = await this.raw(command, args);
    if (!response.success) throw new Error(errorOf(response));
    return (response.body ?? {}) as Body;
  }

  /** The reason why a request is refused. */
  async refusal(command: string, args: Body = {}): Promise<string> {
    const response = await this.raw(command, args);
    if (response.success) throw new Error(`${command} was not refused`);
    return errorOf(response);
  }

  /** The next event with a name that was not waited for. */
  async event(name: string): Promise<Body> {
    for (;;) {
      while (this.seen < this.events.length) {
        const event = this.events[this.seen++];
        if (event?.event === name) return (event.body ?? {}) as Body;
        if (event?.event === 'terminated') throw new Error(`ended before ${name}`);
      }
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          const got = this.events.map((one) => one.event).join(', ');
          reject(new Error(`no ${name}; there were ${got}`));
        }, 20_000);
        this.waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Sets breakpoints at marks, and returns their resolved places. */
  async breakAt(
    ...wanted: readonly (string | (Body & { readonly at: string }))[]
  ): Promise<DebugProtocol.Breakpoint[]> {
    const all = wanted.map((one) => (typeof one === 'string' ? { at: one } : one));
    const found: DebugProtocol.Breakpoint[] = [];
    for (const path of new Set(all.map(({ at }) => this.place(at).path))) {
      const here = all.filter(({ at }) => this.place(at).path === path);
      const breakpoints = here.map(({ at, ...more }) => ({ line: this.place(at).line, ...more }));
      const source = { path: this.path(path) };
      const body = await this.request('setBreakpoints', { source, breakpoints });
      found.push(...(body.breakpoints as DebugProtocol.Breakpoint[]));
    }
    return found;
  }

  async launch(options: Body = {}): Promise<void> {
    await this.request('initialize', { adapterID: 'atomic-state', pathFormat: 'path' });
    await this.request('launch', { program: this.path('main.yaml'), ...options });
    await this.event('initialized');
  }

  /** Starts, and returns the first stop. */
  async begin(): Promise<string> {
    await this.request('configurationDone');
    return await this.stopped();
  }

  /** The next stop: its reason, and its mark or its line and column. */
  async stopped(): Promise<string> {
    const { reason } = await this.event('stopped');
    const [frame] = await this.frames();
    return `${reason} ${this.markAt(frame?.source?.path, frame?.line ?? 0, frame?.column ?? 0)}`;
  }

  /** Sends a request that continues, and returns the next stop. */
  async go(command: 'continue' | 'next' | 'stepIn' | 'stepOut' | 'stepBack' | 'reverseContinue') {
    await this.request(command, { threadId: 1 });
    return await this.stopped();
  }

  async frames(): Promise<readonly DebugProtocol.StackFrame[]> {
    return (await this.request('stackTrace', { threadId: 1 })).stackFrames as DebugProtocol.StackFrame[];
  }

  async scopes(frameId = 1): Promise<readonly DebugProtocol.Scope[]> {
    return (await this.request('scopes', { frameId })).scopes as DebugProtocol.Scope[];
  }

  async variables(variablesReference: number, more: Body = {}): Promise<DebugProtocol.Variable[]> {
    const body = await this.request('variables', { variablesReference, ...more });
    return body.variables as DebugProtocol.Variable[];
  }

  /** All variables of a frame, one line each. */
  async allVariables(frameId = 1): Promise<string[]> {
    const lines: string[] = [];
    for (const { name, variablesReference } of await this.scopes(frameId))
      for (const variable of await this.variables(variablesReference))
        lines.push(`${name}.${variable.name} = ${variable.value}`);
    return lines;
  }

  async evaluate(expression: string, context = 'repl', frameId?: number): Promise<string> {
    const args = { expression, context, ...(frameId === undefined ? {} : { frameId }) };
    return String((await this.request('evaluate', args)).result);
  }

  /** The printed output, without lines that a filter excludes. */
  output(...categories: readonly string[]): string[] {
    return this.events.flatMap(({ event, body }) =>
      event === 'output' && categories.includes(body.category) ? [body.output.trimEnd()] : [],
    );
  }

  async end(): Promise<void> {
    await (await this.transport).end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async raw(command: string, args: unknown): Promise<DebugProtocol.Response> {
    const transport = await this.transport;
    const seq = ++this.seq;
    const response = new Promise<DebugProtocol.Response>((resolve, reject) =>
      this.answers.set(seq, { resolve, reject }),
    );
    transport.send({ seq, type: 'request', command, arguments: args });
    return await response;
  }

  private receive(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === 'event') this.events.push(message as DebugProtocol.Event);
    else if (message.type === 'response') {
      const response = message as DebugProtocol.Response;
      this.answers.get(response.request_seq)?.resolve(response);
      this.answers.delete(response.request_seq);
    }
    for (const notify of this.waiting) notify();
    this.waiting.clear();
  }
}

/** The text as shown by clients that expand variables, and by those that show the short message. */
function errorOf({ message = '', body }: DebugProtocol.Response): string {
  const { error } = (body ?? {}) as { error?: DebugProtocol.Message };
  if (error === undefined) return message;
  const text = error.format.replace(/\{(\w+)\}/g, (_, name: string) => error.variables?.[name] ?? '');
  expect(message).toBe(text);
  return text;
}
