import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ExtensionContext } from 'vscode';
import manifest from '../../package.json' with { type: 'json' };

const DIST = join(import.meta.dirname, '../../dist');
const read = (file: string) => readFileSync(join(DIST, file), 'utf8');
const BUNDLES = [
  'browser/server.js',
  'analysis.js',
  'conversation.js',
  'engine.js',
  'formatter.js',
  'sandbox.js',
  'zh-cn.js',
];
/** Globals that a worker has too, with other values. */
const NEEDS: Readonly<Record<string, string[]>> = {
  'browser/server.js': ['./protocol.js'],
  'conversation.js': ['./analysis.js'],
  'engine.js': ['./analysis.js', './protocol.js'],
  'sandbox.js': ['./analysis.js', './conversation.js'],
};

const AT_START = ['dist/protocol.js', 'dist/analysis.js', 'dist/engine.js'];

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly method?: string;
  readonly params?: unknown;
}

/** The server in a context with the globals of a browser's worker, without those of Node. */
function startWorker() {
  const answers = new Map<unknown, (message: Message) => void>();
  const loaded: string[] = [];
  const notified: Message[] = [];
  const scope: { onmessage?: (event: { data: object }) => void } & Record<string, unknown> = {
    ...{ console, setTimeout, clearTimeout, performance, TextDecoder, TextEncoder, URL, atob },
    addEventListener: () => undefined,
    postMessage: (message: Message) => {
      if (message.method === undefined) answers.get(message.id)?.(message);
      else notified.push(message);
    },
    importScripts: (...files: string[]) => {
      loaded.push(...files);
      for (const file of files) runInContext(read(file.slice('dist/'.length)), context);
    },
  };
  scope.self = scope;
  const context = createContext(scope);
  runInContext(read('browser/server.js'), context);
  const send = (data: object) => scope.onmessage?.({ data });
  send({ bundles: 'dist' });
  const notify = (method: string, params: object) => send({ jsonrpc: '2.0', method, params });
  const ask = (id: number, method: string, params: object) =>
    new Promise<Message>((resolve) => {
      answers.set(id, resolve);
      send({ jsonrpc: '2.0', id, method, params });
    });
  return { notify, ask, loaded, notified };
}

describe('the bundles for browsers', () => {
  it('start with a client that needs nothing but VS Code', async () => {
    const editor: object = new Proxy(class {}, {
      get: (target, key) => (key in target ? Reflect.get(target, key) : editor),
    });
    const required: string[] = [];
    const require = (name: string) => {
      required.push(name);
      return editor;
    };
    const module = { exports: {} as typeof import('../../client/main') };
    const context = createContext({ module, require, console, setTimeout, TextDecoder, TextEncoder, URL });
    runInContext(readFileSync(join(DIST, '..', manifest.browser), 'utf8'), context);
    // Whatever this editor is not able to do comes after the modules are loaded.
    await module.exports.activate({} as ExtensionContext).catch(() => undefined);
    expect([...new Set(required)]).toEqual(['vscode']);
  });

  it.each(BUNDLES)('import nothing but VS Code: %s', (file) => {
    const needed = [...read(file).matchAll(/\b(?:__)?require\d*\(\s*["'`]([^"'`]*)["'`]\s*\)/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(needed)]).toEqual(NEEDS[file] ?? []);
    expect(read(file)).not.toMatch(/["'`]node:[a-z]/);
  });

  it('run without Node, and load other bundles on first use', async () => {
    const { ask, notify, loaded } = startWorker();
    await ask(1, 'initialize', { processId: null, rootUri: null, locale: 'zh-cn', capabilities: {} });
    notify('initialized', {});
    const uri = 'vscode-vfs://github/somebody/bot/main.yaml';
    const text = 'type: state\nrender:\n     text:   Hello\n';
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'atomic-state', version: 1, text } });
    const options = { tabSize: 2, insertSpaces: true };
    const format = () => ask(2, 'textDocument/formatting', { textDocument: { uri }, options });
    expect((await format()).result).toEqual([expect.objectContaining({ newText: expect.any(String) })]);
    await format();
    expect(loaded).toEqual([...AT_START, 'dist/zh-cn.js', 'dist/formatter.js']);
  });

  it('run an automata', async () => {
    const { ask, notify, loaded } = startWorker();
    await ask(1, 'initialize', { processId: null, rootUri: null, capabilities: {} });
    notify('initialized', {});
    const uri = 'vscode-vfs://github/somebody/bot/main.yaml';
    const text =
      'initial: a\nstates:\n  a:\n    render:\n      text: "{{ [1, 2].map((n) => n * 21).at(-1) }}"\n';
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'atomic-state', version: 1, text } });
    const script = { start: {}, seed: 1, time: 0, tasks: 'ask', events: [], answers: [] };
    const { result } = await ask(2, 'atomicState/run', { uri, run: 'a', script });
    expect(result).toMatchObject({
      problems: [],
      conversation: { turns: [{ outputs: [{}, { text: '42' }] }] },
    });
    expect(loaded).toEqual([...AT_START, 'dist/conversation.js', 'dist/sandbox.js']);
  });

  it('debug an automata', async () => {
    const { ask, notify, loaded, notified } = startWorker();
    const initializationOptions = { ownMessages: true };
    await ask(1, 'initialize', { processId: null, rootUri: null, capabilities: {}, initializationOptions });
    notify('initialized', {});
    const uri = 'vscode-vfs://github/somebody/bot/main.yaml';
    const text = "initial: a\nstates:\n  a:\n    render: {text: '{{6 * 7}}'}\n    transitions: {CHAT: a}\n";
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'atomic-state', version: 1, text } });
    let seq = 0;
    const toAdapter = (command: string, args: object) => {
      const message = { type: 'request', seq: ++seq, command, arguments: args };
      notify('atomicState/debug/toAdapter', { session: 'one', message });
    };
    const fromAdapter = () =>
      notified.flatMap(({ method, params }) =>
        method === 'atomicState/debug/toClient'
          ? [(params as { message: { event?: string; body?: { output?: string; reason?: string } } }).message]
          : [],
      );
    toAdapter('initialize', { adapterID: 'atomic-state', pathFormat: 'path' });
    toAdapter('launch', { program: uri });
    await expect
      .poll(() => fromAdapter().map(({ event }) => event), { timeout: 10_000 })
      .toContain('initialized');
    toAdapter('setBreakpoints', { source: { path: uri }, breakpoints: [{ line: 4 }] });
    toAdapter('configurationDone', {});
    await expect.poll(() => fromAdapter().at(-1)?.body?.reason).toBe('breakpoint');
    toAdapter('continue', { threadId: 1 });
    await expect.poll(() => fromAdapter().map(({ body }) => body?.output)).toContain('42\n(:say Hello)\n');
    expect(loaded).toEqual([...AT_START, 'dist/conversation.js', 'dist/sandbox.js']);
  });

  it('accept messages of a worker with undefined members', async () => {
    const { ask, notify } = startWorker();
    await ask(1, 'initialize', { processId: null, rootUri: null, capabilities: {} });
    notify('initialized', {});
    const uri = 'vscode-vfs://github/somebody/bot/main.yaml';
    const text = 'type: state\nrendre: {}\n';
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'atomic-state', version: 1, text } });
    const params = { textDocument: { uri }, identifier: undefined, previousResultId: undefined };
    const { result } = await ask(2, 'textDocument/diagnostic', params);
    expect(result).toMatchObject({ kind: 'full', items: [{ code: 'unknown-field' }] });
  });
});
