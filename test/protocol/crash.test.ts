import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import { CrashNoteFile } from '../../client/crash-note';
import { RestartPolicy } from '../../client/restart-policy';
import { hashOf } from '../../server/text/hash';
import { Client, type ClientStartOptions } from './client';

/** A server that crashes while it processes a file, and its restart, with real processes. */

/** An automata with a number of states. */
function automata(states: number): string {
  const all = Array.from(
    { length: states },
    (_, at) =>
      `  s${at}:\n    render: {text: "{{context.a${at % 7}.b}}"}\n    transitions: {go: s${at + 1}}\n`,
  );
  return `type: automata\ninitial: s0\nstates:\n${all.join('')}`;
}

const BIG = automata(500);
const SMALL = 'type: automata\ninitial: home\nstates:\n  home:\n    transitions: {go: nowhere}\n';
/** Unsaved text. */
const EDITED = SMALL.replace('nowhere', 'elsewhere');

type Files = Readonly<Record<string, string>>;
const OPENED: Files = { 'big.yaml': SMALL, 'small.yaml': SMALL };

const MAIN = 'type: automata\ninitial: s0\nstates: !include state\n';
/** A file of states that takes long enough to be interrupted while it is read from disk. */
const INCLUDED = automata(2000)
  .replace(/^.*states:\n/s, '')
  .replace(/^ {2}/gm, '');
const WITH_INCLUDED: Files = {
  'main.yaml': MAIN,
  'state/big.yaml': INCLUDED,
  'state/small.yaml': 'small:\n  transitions: {go: small, back: nowhere}\n',
};

let files: string;
let note: CrashNoteFile;
let policy: RestartPolicy;
let folder: string | undefined;
let client: Client;

async function start(options: ClientStartOptions = {}, files: Files = OPENED): Promise<Client> {
  const { path: crashNote } = note;
  client = await Client.start(files, {
    ...options,
    // All reports are complete.
    workspace: { diagnostics: { refreshSupport: false } },
    ...(folder && { folder }),
    options: { crashNote, quarantined: policy.quarantined },
  });
  folder = client.folder;
  return client;
}

/** Opens the files again, with their texts in the editor. */
async function openAll(big = BIG): Promise<void> {
  await client.open('small.yaml', EDITED);
  await client.open('big.yaml', big);
}

/** The answers about a file to the requests that an editor sends automatically. */
async function answers(path: string): Promise<unknown> {
  const { connection } = client;
  const textDocument = { uri: client.uri(path) };
  const params = { textDocument };
  return {
    diagnostics: await client.diagnostics(path),
    symbols: await connection.sendRequest(lsp.DocumentSymbolRequest.type, params),
    tokens: await connection.sendRequest(lsp.SemanticTokensRequest.type, params),
    lenses: await connection.sendRequest(lsp.CodeLensRequest.type, params),
    links: await connection.sendRequest(lsp.DocumentLinkRequest.type, params),
    folding: await connection.sendRequest(lsp.FoldingRangeRequest.type, params),
    hover: await connection.sendRequest(lsp.HoverRequest.type, client.at(path, 1, 3)),
    completion: await connection.sendRequest(lsp.CompletionRequest.type, client.at(path, 4, 22)),
    definition: await connection.sendRequest(lsp.DefinitionRequest.type, client.at(path, 1, 10)),
  };
}

/** Ends the process while it processes a file. It is stopped first, so that it does not continue with another one. */
async function endDuring(path: string, text: string, signal: NodeJS.Signals): Promise<void> {
  const noted = JSON.stringify({ uri: client.uri(path), hash: hashOf(text) });
  const isNoted = () => existsSync(note.path) && readFileSync(note.path, 'utf8').startsWith(noted);
  for (;;) {
    while (!isNoted()) await setImmediate();
    client.signal('SIGSTOP');
    await setTimeout(5);
    if (isNoted()) break;
    client.signal('SIGCONT');
  }
  client.signal(signal);
  client.signal('SIGCONT');
  await client.ended();
}

/** Handles the end of the process; returns whether it is restarted. */
const closed = () => policy.stopped(0, note.take());

beforeEach(() => {
  files = mkdtempSync(join(tmpdir(), 'atomic-state-note-'));
  note = new CrashNoteFile(join(files, 'new'));
  policy = new RestartPolicy();
  folder = undefined;
});
afterEach(async () => {
  await client.stop();
  rmSync(files, { recursive: true });
});

const MESSAGE =
  'The language server stopped twice while it processed this file, so it is not analysed. Edit the file or restart the language server to analyse it again.';

async function checkQuarantine(): Promise<void> {
  expect(policy.quarantined).toMatchObject([{ uri: client.uri('big.yaml') }]);
  expect(await client.diagnostics('big.yaml')).toMatchObject([
    { code: 'too-large', message: MESSAGE, range: { start: { line: 0, character: 0 }, end: { line: 0 } } },
  ]);
  const status = await client.connection.sendRequest('atomicState/status', { uri: client.uri('big.yaml') });
  expect(status).toMatchObject({ label: 'Not analysed', isQuarantined: true });
}

describe('a file that the server crashes on', () => {
  it('is quarantined after the second crash, until it is edited or the server is restarted', async () => {
    for (const signal of ['SIGKILL', 'SIGABRT'] as const) {
      await start();
      expect(policy.quarantined).toEqual([]);
      await openAll();
      await endDuring('big.yaml', BIG, signal);
      expect(closed()).toBe(true);
    }
    await start();
    await openAll();
    await checkQuarantine();
    const small = await answers('small.yaml');
    // An edit ends it.
    await client.change('big.yaml', [{ text: BIG.replace('initial: s0', 'initial: s1') }]);
    const big = await answers('big.yaml');
    expect(big).toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'unknown-target' })]),
    });
    await client.change('big.yaml', [{ text: BIG }], 3);
    await checkQuarantine();
    client.signal('SIGKILL');
    await client.ended();
    policy.reset();
    // The state is that of a fresh start.
    await start();
    await openAll(BIG.replace('initial: s0', 'initial: s1'));
    expect(await answers('small.yaml')).toEqual(small);
    expect(await answers('big.yaml')).toEqual(big);
  });

  it('is quarantined if it is included and not open', async () => {
    for (let count = 0; count < 2; count++) {
      await start({}, WITH_INCLUDED);
      await client.open('main.yaml', MAIN);
      await endDuring('state/big.yaml', INCLUDED, 'SIGKILL');
      expect(closed()).toBe(true);
    }
    await start({}, WITH_INCLUDED);
    await client.open('main.yaml', MAIN);
    expect(policy.quarantined).toMatchObject([{ uri: client.uri('state/big.yaml') }]);
    expect(await client.diagnostics('state/big.yaml')).toMatchObject([
      { code: 'too-large', message: MESSAGE },
    ]);
    // Its states are unknown, so any name may be one of them. The rest of the automata is analysed.
    expect(await client.codes('main.yaml')).toEqual([]);
    const symbols = await client.connection.sendRequest(lsp.WorkspaceSymbolRequest.type, { query: 'small' });
    expect(symbols).toMatchObject([{ name: 'small' }]);
  });

  it('is quarantined when it exhausts the memory', async () => {
    const node = ['--max-old-space-size=32'];
    const big = automata(8000);
    for (const count of [1, 2]) {
      await start({ node });
      await openAll(big);
      void client.diagnostics('big.yaml').catch(() => undefined);
      await client.ended();
      expect([count, closed()]).toEqual([count, true]);
    }
    await start({ node });
    await openAll(big);
    await checkQuarantine();
    expect(await client.codes('small.yaml')).toEqual(['4 unused-transition', '4 unknown-target']);
  });
});

it('a server that ends while idle quarantines no file', async () => {
  for (let count = 0; count < 3; count++) {
    await start();
    await openAll(SMALL);
    await answers('small.yaml');
    await answers('big.yaml');
    await client.until(() => readFileSync(note.path, 'utf8').startsWith('\n'));
    await setTimeout(500);
    client.signal('SIGKILL');
    await client.ended();
    expect(note.take()).toBeUndefined();
  }
  await start();
});

it('no crash note is written for a client that does not read it', async () => {
  note = new CrashNoteFile(join(files, 'none'));
  client = await Client.start({ 'big.yaml': SMALL });
  expect(await client.codes('big.yaml')).toEqual(['4 unused-transition', '4 unknown-target']);
  expect(existsSync(note.path)).toBe(false);
});
