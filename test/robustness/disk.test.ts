import { afterEach, describe, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver/node';
import { ROOT } from '../support/workspace';
import { InProcessServer } from './server';

/** Changes on disk without a notification, or before it: the final result is correct. */

const MAIN = 'type: automata\ninitial: home\nstates: !include state\n';
const HOME = 'home:\n  render: {text: x}\n';
const FILES = { 'main.yaml': MAIN, 'state/home.yaml': HOME };
const main = `${ROOT}/main.yaml`;
const home = `${ROOT}/state/home.yaml`;

let server: InProcessServer;
afterEach(async () => {
  await server.stop();
  expect(server.thrown).toEqual([]);
});

const { Created, Changed, Deleted } = lsp.FileChangeType;

/** Notifies of changes, as a file watcher does. */
function watched(...changes: readonly (readonly [uri: string, type: lsp.FileChangeType])[]): Promise<void> {
  return server.client.sendNotification(lsp.DidChangeWatchedFilesNotification.type, {
    changes: changes.map(([uri, type]) => ({ uri, type })),
  });
}

function saved(uri: string): Promise<void> {
  return server.client.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: { uri } });
}

/** The names of all known states of the workspace. */
async function states(): Promise<string[]> {
  const found = (await server.ask('workspace/symbol', { query: '' })) as lsp.SymbolInformation[];
  return found.filter(({ kind }) => kind === lsp.SymbolKind.Class).map(({ name }) => name);
}

async function codes(uri: string): Promise<unknown[]> {
  const report = await server.ask('textDocument/diagnostic', { textDocument: { uri } });
  return (report as lsp.FullDocumentDiagnosticReport).items.map(({ code }) => code);
}

/** Waits for delayed effects. */
const eventually = async (check: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(check, { timeout: 5000, interval: 20 }).toEqual(wanted);

describe('an open file', () => {
  it('has the text of the editor, and that of the disk once it is closed', async () => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await server.open(home, HOME.replace('home', 'mine'));
    await eventually(states, ['mine']);
    server.disk.set(home, HOME.replace('home', 'theirs'));
    await watched([home, Changed]);
    await eventually(states, ['mine']);
    expect(await codes(main)).toContain('unknown-initial');
    await server.close(home);
    await eventually(states, ['theirs']);
  });

  it('outlives its deletion until it is closed', async () => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await server.open(home, HOME);
    server.disk.delete(home);
    await watched([home, Deleted]);
    await server.replace(home, HOME.replace('home', 'mine'));
    expect(await codes(home)).toEqual([]);
    await server.close(home);
    await eventually(states, []);
  });
});

describe('a folder', () => {
  it('removes its files when it is deleted, without notifications of them', async () => {
    const lone = 'type: automata\ninitial: b\nstates: {b: {}}\n';
    server = await InProcessServer.start({ ...FILES, 'bots/deep/b.yaml': lone });
    await eventually(states, ['b', 'home']);
    for (const path of ['bots/deep/b.yaml', 'state/home.yaml']) server.disk.delete(`${ROOT}/${path}`);
    await watched([`${ROOT}/bots`, Deleted], [`${ROOT}/state`, Deleted]);
    await eventually(states, []);
  });

  it('restores its files when it is moved away and back, without notifications of them', async () => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await eventually(states, ['home']);
    server.disk.delete(home);
    await watched([`${ROOT}/state`, Deleted]);
    await eventually(states, []);
    server.disk.set(home, HOME);
    await watched([`${ROOT}/state`, Created]);
    await eventually(states, ['home']);
  });

  it('is searched when it is created, without notifications of its files', async () => {
    server = await InProcessServer.start(FILES);
    await eventually(states, ['home']);
    const lone = (name: string) => `type: automata\ninitial: ${name}\nstates: {${name}: {}}\n`;
    server.disk.set(`${ROOT}/bots/deep/b.automata.yaml`, lone('b'));
    server.disk.set(`${ROOT}/node_modules/bots/c.automata.yaml`, lone('c'));
    await watched([`${ROOT}/bots`, Created], [`${ROOT}/node_modules/bots`, Created]);
    await eventually(states, ['b', 'home']);
  });

  it('is read when it is renamed in the editor', async () => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await eventually(states, ['home']);
    await rename('state', 'parts');
    await eventually(states, ['home']);
    expect(server.disk.get(main)).toContain('!include parts');
  });
});

/** Moves the files below a path after the edits that the server requests, without a notification. */
async function rename(from: string, to: string): Promise<void> {
  const files = [{ oldUri: `${ROOT}/${from}`, newUri: `${ROOT}/${to}` }];
  const edit = (await server.ask('workspace/willRenameFiles', { files })) as lsp.WorkspaceEdit | null;
  for (const change of edit?.documentChanges ?? []) {
    if (!lsp.TextDocumentEdit.is(change)) continue;
    const { uri } = change.textDocument;
    const text = change.edits.reduceRight((left, one) => {
      const lines = left.split('\n');
      const { start, end } = one.range;
      const line = lines[start.line] ?? '';
      const newText = 'newText' in one ? one.newText : '';
      lines[start.line] = line.slice(0, start.character) + newText + line.slice(end.character);
      return lines.join('\n');
    }, server.disk.get(uri) ?? '');
    server.disk.set(uri, text);
    await server.replace(uri, text);
    // An editor changes the text first, before the target exists.
    await codes(uri);
  }
  for (const [address, text] of [...server.disk]) {
    const old = `${ROOT}/${from}`;
    if (address !== old && !address.startsWith(`${old}/`)) continue;
    server.disk.delete(address);
    server.disk.set(`${ROOT}/${to}${address.slice(old.length)}`, text);
  }
  await server.client.sendNotification('workspace/didRenameFiles', { files });
}

describe('operations on files in the editor', () => {
  it.each([
    ['a folder', 'state', ['parts', 'pieces', 'ends']],
    ['a folder to a nested path', 'state', ['a/b', 'a/c', 'd']],
  ])('rename %s several times before any watcher notifies', async (_what, first, names) => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await eventually(states, ['home']);
    let last = first;
    for (const name of names) {
      await rename(last, name);
      last = name;
      expect(server.disk.get(main)).toContain(`!include ${last}\n`);
    }
    expect(await codes(main)).toEqual([]);
  });

  it('rename an included file several times before any watcher notifies', async () => {
    const text = 'type: automata\ninitial: a\ncontext: {x: !oneline data/a.json}\nstates: {a: {}}\n';
    server = await InProcessServer.start({ 'main.yaml': text, 'data/a.json': '1' });
    await server.open(main, text);
    await codes(main);
    for (const [from, to] of [
      ['data/a.json', 'data/b.json'],
      ['data/b.json', 'c.json'],
      ['c.json', 'd/e.json'],
    ] as const) {
      await rename(from, to);
      expect(server.disk.get(main)).toContain(`!oneline ${to}}`);
    }
  });

  it('create and delete files before any watcher notifies', async () => {
    server = await InProcessServer.start({ 'main.yaml': MAIN });
    await server.open(main, MAIN);
    expect(await codes(main)).toContain('missing-file');
    server.disk.set(home, HOME);
    await server.client.sendNotification('workspace/didCreateFiles', { files: [{ uri: home }] });
    expect(await states()).toEqual(['home']);
    server.disk.delete(home);
    await server.client.sendNotification('workspace/didDeleteFiles', {
      files: [{ uri: `${ROOT}/state` }],
    });
    await eventually(() => codes(main), ['missing-file']);
  });
});

describe('changes without a notification', () => {
  it('are found when a file of the project is saved', async () => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await eventually(states, ['home']);
    server.disk.set(home, HOME.replace('home', 'other'));
    server.disk.set(`${ROOT}/state/more.yaml`, 'more: {}\n');
    expect(await states()).toEqual(['home']);
    await saved(main);
    await eventually(states, ['more', 'other']);
    server.disk.delete(home);
    await saved(main);
    await eventually(states, ['more']);
  });

  it('are found when a file is opened', async () => {
    server = await InProcessServer.start(FILES);
    await eventually(states, ['home']);
    server.disk.set(home, HOME.replace('home', 'other'));
    await server.open(main, MAIN);
    await eventually(states, ['other']);
  });

  it('cause no refresh if nothing changed', async () => {
    server = await InProcessServer.start(FILES);
    await server.open(main, MAIN);
    await eventually(states, ['home']);
    let refreshes = 0;
    server.client.onRequest('workspace/diagnostic/refresh', () => {
      refreshes++;
      return null;
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    refreshes = 0;
    await saved(main);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(refreshes).toBe(0);
  });
});

it('a created file is read after the notification of a watcher', async () => {
  server = await InProcessServer.start({ 'main.yaml': MAIN });
  await server.open(main, MAIN);
  expect(await codes(main)).toContain('missing-file');
  server.disk.set(home, HOME);
  await watched([home, Created]);
  await eventually(states, ['home']);
});
