import { beforeEach, expect, it, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { RecentLog } from '../../client/recent-log';
import { Server } from '../../client/server';

/** The messages of the fake editor, and the next pressed button. */
const editor = vi.hoisted(() => ({
  shown: [] as (readonly string[])[],
  pressed: undefined as string | undefined,
}));

vi.mock('vscode', () => ({
  ExtensionMode: { Production: 1, Test: 3 },
  env: { uriScheme: 'vscode' },
  l10n: { t: (text: string) => text },
  workspace: {
    isTrusted: true,
    workspaceFolders: [],
    onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
    onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }),
  },
  window: {
    showErrorMessage: async (...shown: readonly string[]) => {
      editor.shown.push(shown);
      return editor.pressed;
    },
  },
}));
vi.mock('vscode-languageclient', () => ({
  CloseAction: { DoNotRestart: 1, Restart: 2 },
  ErrorAction: { Continue: 1, Shutdown: 2 },
  RevealOutputChannelOn: { Never: 4 },
}));
vi.mock('../../client/trace', () => ({ TraceChannel: class {} }));
vi.mock('../../client/protocol', () => ({ trustGranted: {} }));

const RESTART = 2;
const STOPPED_MESSAGE = [
  'The Atomic State language server stopped several times and is not restarted.',
  'Show Output',
  'Restart',
];

/** The server of the extension with a client that only records calls. */
function serverOfExtension() {
  const calls: string[] = [];
  let options: LanguageClientOptions = {};
  const client = {
    error: () => calls.push('error'),
    needsStop: () => false,
    isRunning: () => false,
    start: async () => void calls.push('start'),
    createDefaultErrorHandler: (limit: number) => {
      let stops = 0;
      return { closed: () => ({ action: ++stops <= limit ? RESTART : 1 }) };
    },
  };
  const output = {
    unremembered: {},
    info: () => undefined,
    warn: (text: string) => calls.push(text),
    show: () => calls.push('show output'),
  };
  const server = new Server(
    { subscriptions: [] as unknown[], extension: { id: 'a.b' } } as unknown as ExtensionContext,
    output as unknown as RecentLog,
    (_context, _id, _name, given) => {
      options = given;
      return client as unknown as BaseLanguageClient;
    },
  );
  /** Simulates the end of the process; returns whether it is restarted. */
  const crash = async () => {
    const { action } = (await options.errorHandler?.closed()) ?? {};
    await new Promise((resolve) => setTimeout(resolve));
    return action === RESTART;
  };
  const fail = async (count: number) => await options.errorHandler?.error(new Error('x'), undefined, count);
  const started = () => (options.initializationOptions as () => object)();
  return { server, calls, crash, fail, started };
}

beforeEach(() => {
  editor.shown = [];
  editor.pressed = undefined;
  vi.useRealTimers();
});

it('shows one message if the server crashes repeatedly', async () => {
  const { crash, calls } = serverOfExtension();
  for (let time = 0; time < 10; time++) expect(await crash()).toBe(true);
  expect(editor.shown).toEqual([]);
  expect(await crash()).toBe(false);
  expect(editor.shown).toEqual([STOPPED_MESSAGE]);
  expect(calls).toEqual([]);
});

it('shows the output from the message', async () => {
  const { crash, calls } = serverOfExtension();
  editor.pressed = 'Show Output';
  for (let time = 0; time < 11; time++) await crash();
  expect(editor.shown).toEqual([STOPPED_MESSAGE]);
  expect(calls).toEqual(['show output']);
});

it('restarts the server from the message, with a new count of crashes', async () => {
  const { crash, calls } = serverOfExtension();
  editor.pressed = 'Restart';
  for (let time = 0; time < 11; time++) await crash();
  expect(calls).toEqual(['start']);
  for (let time = 0; time < 10; time++) expect(await crash()).toBe(true);
  expect(editor.shown).toEqual([STOPPED_MESSAGE]);
});

it('asks the server to analyse all files again only if the user restarts it', async () => {
  const { crash, started, server } = serverOfExtension();
  expect(await crash()).toBe(true);
  expect(started()).toMatchObject({ forgetsNotes: false, testRequests: false });
  await server.restart();
  expect(started()).toMatchObject({ forgetsNotes: true });
  expect(await crash()).toBe(true);
  expect(started()).toMatchObject({ forgetsNotes: false });
});

const CONNECTION_MESSAGE = [
  'The connection to the Atomic State language server was lost.',
  'Show Output',
  'Restart',
];

it('ignores a few unreadable messages, and shows one message for more', async () => {
  const { fail } = serverOfExtension();
  for (const count of [1, 2, 3]) expect(await fail(count)).toMatchObject({ action: 1, handled: true });
  expect(editor.shown).toEqual([]);
  vi.useFakeTimers();
  const answers = Promise.all([fail(4), fail(5)]);
  await vi.runAllTimersAsync();
  expect(await answers).toMatchObject([
    { action: 2, handled: true },
    { action: 1, handled: true },
  ]);
  expect(editor.shown).toEqual([CONNECTION_MESSAGE]);
});

it('restarts a server that cannot be written to because it ended', async () => {
  const { fail, crash } = serverOfExtension();
  vi.useFakeTimers();
  for (let time = 0; time < 10; time++) {
    const answers = Promise.all([1, 2, 3, 4, 5].map(fail));
    const isStarted = crash();
    await vi.runAllTimersAsync();
    expect((await answers).map((answer) => answer?.action)).toEqual([1, 1, 1, 1, 1]);
    expect(await isStarted).toBe(true);
  }
  expect(editor.shown).toEqual([]);
});

it('shows no message if the user restarts the server meanwhile', async () => {
  const { fail, server } = serverOfExtension();
  vi.useFakeTimers();
  const answer = fail(4);
  await server.restart();
  await vi.runAllTimersAsync();
  expect(await answer).toMatchObject({ action: 1 });
  expect(editor.shown).toEqual([]);
});
