import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import type { TestStop } from '../../server/protocol/messages';
import { hashOf } from '../../server/text/hash';
import { Client, type ClientStartOptions } from './client';

/** Servers that hang or end while they process a file, and their restart, with real processes. */

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

const AT_START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

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

/** The temporary folder of the servers. */
let temporary: string;
let folder: string | undefined;
let client: Client;

async function start(options: ClientStartOptions = {}, files: Files = OPENED): Promise<Client> {
  client = await Client.start(files, {
    ownProcess: true,
    temporary,
    isQuiet: true,
    ...options,
    // All reports are complete.
    workspace: { diagnostics: { refreshSupport: false } },
    ...(folder !== undefined && { folder }),
    options: { testRequests: true, ...options.options },
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

/** The first lines of the notes of all servers, or of one. */
function notes(name = '.json'): string[] {
  return readdirSync(temporary, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(name))
    .map((path) => readFileSync(join(temporary, path), 'utf8').split('\n', 1)[0] ?? '');
}

const noteOf = (path: string, hash: string, isReason = false) =>
  JSON.stringify({ uri: client.uri(path), hash, ...(isReason && { isReason }) });

/** Ends the process while it processes a file. It is stopped first, so that it does not continue with another one. */
async function endDuring(path: string, text: string, signal: NodeJS.Signals): Promise<void> {
  const note = noteOf(path, hashOf(text));
  // Earlier servers may have the same note.
  const isNoted = () => notes(`${client.pid}.json`).includes(note);
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

/** Stops the server while it processes a file, and waits for its end. */
async function stopDuring(path: string, how: TestStop): Promise<void> {
  void client.connection
    .sendRequest('atomicState/stopForTest', { uri: client.uri(path), how })
    .catch(() => undefined);
  await client.ended();
}

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'atomic-state-notes-'));
  folder = undefined;
});
afterEach(async () => {
  if (client.isAlive) await client.stop();
  rmSync(temporary, { recursive: true });
});

const MESSAGE =
  'The language server ended while it processed this file, so it is not analysed. Edit the file to analyse it again.';

async function checkQuarantine(path = 'big.yaml'): Promise<void> {
  expect(await client.diagnostics(path)).toMatchObject([
    { code: 'too-large', message: MESSAGE, range: { start: { line: 0, character: 0 }, end: { line: 0 } } },
  ]);
  const status = await client.connection.sendRequest('atomicState/status', { uri: client.uri(path) });
  expect(status).toMatchObject({ label: 'Not analysed', isQuarantined: true });
}

async function checkAnalysed(): Promise<void> {
  const messages = (await client.diagnostics('big.yaml')).map(({ message }) => message);
  expect(messages).not.toContain(MESSAGE);
  expect(messages.length).toBeGreaterThan(1);
}

describe('a file on which the server ends', () => {
  it.for([
    ['exception', 1],
    ['abort', 2],
    ['memory', 2],
  ] as const)('is quarantined after %s', async ([how, times]) => {
    for (let count = 0; count < times; count++) {
      await start({ node: ['--max-old-space-size=64'] });
      await openAll();
      await client.codes('big.yaml');
      await stopDuring('big.yaml', how);
    }
    await start();
    await openAll();
    await checkQuarantine();
  });

  it('is quarantined until it is edited, and all other answers are those of a fresh start', async () => {
    await start();
    await openAll();
    await answers('big.yaml');
    await stopDuring('big.yaml', 'loop');
    await start();
    await openAll();
    await checkQuarantine();
    const small = await answers('small.yaml');
    const edited = BIG.replace('initial: s0', 'initial: s1');
    await client.change('big.yaml', [{ text: edited }]);
    const big = await answers('big.yaml');
    await client.change('big.yaml', [{ text: BIG }], 3);
    await checkQuarantine();
    await client.stop();
    await start({ options: { forgetsNotes: true } });
    await openAll(edited);
    expect(await answers('small.yaml')).toEqual(small);
    expect(await answers('big.yaml')).toEqual(big);
  });

  it('is quarantined if it is included and not open', async () => {
    for (let count = 0; count < 2; count++) {
      await start({}, WITH_INCLUDED);
      await client.open('main.yaml', MAIN);
      await endDuring('state/big.yaml', INCLUDED, 'SIGKILL');
    }
    await start({}, WITH_INCLUDED);
    await client.open('main.yaml', MAIN);
    await checkQuarantine('state/big.yaml');
    // Its states are unknown, so any name may be one of them. The rest of the automata is analysed.
    expect(await client.codes('main.yaml')).toEqual([]);
    const symbols = await client.connection.sendRequest(lsp.WorkspaceSymbolRequest.type, { query: 'small' });
    expect(symbols).toMatchObject([{ name: 'small' }]);
  });

  it('is quarantined with the text with which it is opened next, if it was edited', async () => {
    await start();
    await openAll();
    await client.change('big.yaml', [{ range: AT_START, text: '#' }]);
    await stopDuring('big.yaml', 'exception');
    expect(notes()).toEqual([noteOf('big.yaml', '', true)]);
    await start();
    await openAll(`#${BIG}`);
    await checkQuarantine();
    await client.stop();
    await start();
    await openAll(`#${BIG}`);
    await checkAnalysed();
  });

  it('is analysed again if the user restarts the server', async () => {
    await start();
    await openAll();
    await client.codes('big.yaml');
    await stopDuring('big.yaml', 'exception');
    await start({ options: { forgetsNotes: true } });
    await openAll();
    await checkAnalysed();
  });
});

describe('no file is quarantined', () => {
  it('if the server ends while it is idle', async () => {
    await start();
    await openAll(SMALL);
    await answers('small.yaml');
    await answers('big.yaml');
    await client.until(() => notes().every((note) => note === ''));
    client.signal('SIGKILL');
    await client.ended();
    expect(notes()).toEqual(['']);
  });

  it('if the server is killed once while it works', async () => {
    await start();
    await openAll();
    await endDuring('big.yaml', BIG, 'SIGKILL');
    await start();
    await openAll();
    await checkAnalysed();
  });

  it('if the server is shut down', async () => {
    await start();
    await openAll();
    await answers('big.yaml');
    await client.stop();
    await client.ended();
    expect(notes()).toEqual([]);
  });

  it('if the client ends while the server works, which ends too', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
    await start({ processId: editor.pid });
    await openAll();
    await answers('big.yaml');
    editor.kill();
    await once(editor, 'exit');
    await stopDuring('big.yaml', 'loop');
    expect(notes().filter((note) => note !== '')).toEqual([]);
  });
});

it('requests that stop the server are only answered in tests', async () => {
  await start({ options: { testRequests: false } });
  const params = { uri: client.uri('big.yaml'), how: 'abort' };
  await expect(client.connection.sendRequest('atomicState/stopForTest', params)).rejects.toThrow(
    'Unknown method',
  );
});
