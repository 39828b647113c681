import { afterEach, expect, it } from 'vitest';
import type * as lsp from 'vscode-languageserver/node';
import type { FileSystem } from '../../server/filesystem';
import { ROOT } from '../support/workspace';
import { type Disk, fileSystemOf, InProcessServer } from './server';

/** A folder of the workspace that answers late, for example on a network: open files do not wait for it. */

const HOME = 'home:\n  render: {text: "{{context.known}}"}\n  transitions: {CHAT: lost}\n';
const FILES = {
  'bot/main.yaml': 'initial: home\ncontext: {known: 1}\nstates: !include state\n',
  'bot/state/home.yaml': HOME,
  // A part of the automata in the slow folder.
  'other/state/lone.yaml': 'lone:\n  transitions: {CHAT: lone}\n',
  'slow/far.yaml': 'type: automata\ninitial: lone\nstates: !include ../other/state\n',
};
const address = (path: string) => `${ROOT}/${path}`;
const main = address('bot/main.yaml');
const home = address('bot/state/home.yaml');

/** Ends the delay of the slow folder. */
let release = (): void => undefined;
let server: InProcessServer;
afterEach(async () => {
  release();
  await server.stop();
  expect(server.thrown).toEqual([]);
});

/** Starts a server for which an operation of the file system is delayed below `slow/`. */
async function start(operation: 'find' | 'stat'): Promise<void> {
  const disk: Disk = new Map(Object.entries(FILES).map(([path, text]) => [address(path), text]));
  const fileSystem = fileSystemOf(disk);
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isSlow = (one: string) => one.startsWith(address('slow'));
  const slow: FileSystem = {
    ...fileSystem,
    stat: async (one, ...rest) => {
      if (operation === 'stat' && isSlow(one)) await released;
      return fileSystem.stat(one, ...rest);
    },
    find: async function* (folder) {
      for await (const one of fileSystem.find(folder)) {
        if (operation === 'find' && isSlow(one)) await released;
        yield one;
      }
    },
  };
  server = await InProcessServer.start({}, { fileSystem: slow });
}

async function codes(uri: string): Promise<readonly unknown[]> {
  const report = await server.ask('textDocument/diagnostic', { textDocument: { uri } });
  return (report as lsp.FullDocumentDiagnosticReport).items.map(({ code }) => code);
}

async function names(uri: string): Promise<readonly string[]> {
  const symbols = await server.ask('textDocument/documentSymbol', { textDocument: { uri } });
  return (symbols as lsp.DocumentSymbol[]).map(({ name }) => name);
}

it.each(['find', 'stat'] as const)(
  'a slow folder does not delay open files elsewhere: %s',
  async (operation) => {
    await start(operation);
    await server.open(home, HOME);
    expect(await names(home)).toEqual(['home']);
    await expect.poll(() => codes(home)).toEqual(['unknown-target']);
    await server.open(main, FILES['bot/main.yaml']);
    expect(await codes(main)).toEqual([]);
    const position = { line: 0, character: FILES['bot/main.yaml'].indexOf('home') };
    const definition = await server.ask('textDocument/definition', { textDocument: { uri: main }, position });
    expect(JSON.stringify(definition)).toContain(home);
    const list = await server.ask('textDocument/completion', { textDocument: { uri: main }, position });
    expect((list as lsp.CompletionList).items.map(({ label }) => label)).toContain('home');
    // What is in the slow folder is known once it has answered.
    const symbols = server.ask('workspace/symbol', { query: 'lone' });
    release();
    expect(JSON.stringify(await symbols)).toContain('lone.yaml');
  },
);

it('a slow folder delays open files that may belong to an automata in it', async () => {
  await start('find');
  const text = FILES['other/state/lone.yaml'];
  const lone = address('other/state/lone.yaml');
  await server.open(lone, text);
  const position = { line: 1, character: text.split('\n')[1]?.indexOf('lone') ?? 0 };
  let isAnswered = false;
  const textDocument = { uri: lone };
  const definition = server.ask('textDocument/definition', { textDocument, position }).then((answer) => {
    isAnswered = true;
    return JSON.stringify(answer);
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isAnswered).toBe(false);
  release();
  expect(await definition).toContain(lone);
});
