import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { RawConnection } from './raw-connection';

/**
 * The lifecycle of the protocol from the first to the last message, and invalid input. The built server runs in a process
 * where its order of messages, its end or its reader of frames is the subject.
 */

const PARSE_ERROR = -32700;
const NOT_INITIALIZED = -32002;
const INVALID_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const INVALID_PARAMS = -32602;

let connection: RawConnection;
afterEach(() => connection.kill());

const INITIALIZE = { processId: null, rootUri: null, capabilities: {} };
const uri = 'file:///nowhere/a.automata.yaml';
const text = 'type: automata\ninitial: a\nstates: {a: {}}\n';
const textDocument = { uri };
const open = { textDocument: { uri, languageId: 'yaml', version: 1, text } };
const symbols = { textDocument };

/** Whether the server knows the document that these tests open. */
async function isOpen(): Promise<boolean> {
  const { result } = await connection.request('textDocument/documentSymbol', symbols);
  return Array.isArray(result) && result.length > 0;
}

describe('the order of messages', () => {
  it('requests and notifications before `initialize` are rejected', async () => {
    connection = new RawConnection();
    expect(await connection.errorOf('textDocument/hover', { textDocument })).toBe(NOT_INITIALIZED);
    expect(await connection.errorOf('textDocument/documentSymbol')).toBe(NOT_INITIALIZED);
    expect(await connection.errorOf('no/suchThing', {})).toBe(NOT_INITIALIZED);
    connection.notify('textDocument/didOpen', open);
    expect(await connection.errorOf('initialize', INITIALIZE)).toBeUndefined();
    connection.notify('initialized', {});
    expect(await isOpen()).toBe(false);
    connection.notify('textDocument/didOpen', open);
    expect(await isOpen()).toBe(true);
    expect(connection.errors).toEqual([]);
  });

  it('a second `initialize` is refused, and changes nothing', async () => {
    connection = await RawConnection.initialized();
    connection.notify('textDocument/didOpen', open);
    expect(await connection.errorOf('initialize', INITIALIZE)).toBe(INVALID_REQUEST);
    expect(await isOpen()).toBe(true);
  });

  it('an `initialize` without capabilities is refused, and can be repeated', async () => {
    connection = new RawConnection();
    expect(await connection.errorOf('initialize', { processId: null })).toBeLessThan(0);
    expect(await connection.errorOf('initialize', INITIALIZE)).toBeUndefined();
    connection.notify('textDocument/didOpen', open);
    expect(await isOpen()).toBe(true);
  });

  it('after `shutdown`, everything except `exit` is refused, and the exit code is 0', async () => {
    connection = await RawConnection.initialized();
    expect((await connection.request('shutdown')).result).toBeNull();
    connection.notify('textDocument/didOpen', open);
    expect(await connection.errorOf('textDocument/documentSymbol', symbols)).toBe(INVALID_REQUEST);
    expect(await connection.errorOf('no/suchThing', {})).toBe(INVALID_REQUEST);
    expect(await connection.errorOf('shutdown')).toBe(INVALID_REQUEST);
    expect(await connection.errorOf('initialize', INITIALIZE)).toBe(INVALID_REQUEST);
    expect(connection.errors).toEqual([]);
    connection.notify('exit');
    expect(await connection.ended()).toBe(0);
  });

  it('`exit` without `shutdown` has the exit code 1', async () => {
    connection = await RawConnection.initialized();
    connection.notify('exit');
    expect(await connection.ended()).toBe(1);
  });

  it('`exit` before `initialize` has the exit code 1', async () => {
    connection = new RawConnection();
    connection.notify('exit');
    expect(await connection.ended()).toBe(1);
  });

  it('the server ends when the client disconnects', async () => {
    connection = await RawConnection.initialized();
    connection.notify('textDocument/didOpen', open);
    connection.closeInput();
    expect(await connection.ended()).toBe(1);
  });
});

/** Parameters of `initialize` that clients send, or could send. */
const ODD: readonly object[] = [
  { workspaceFolders: 7 },
  { workspaceFolders: { uri: 'file:///a' } },
  { workspaceFolders: [7, null, 'file:///a', [], {}, { uri: 7 }, { uri: null, name: 'a' }, { uri: '' }] },
  { workspaceFolders: [{ uri: 'no address: at all' }, { uri: '%' }, { uri: 'file:///%zz' }] },
  { rootUri: 7 },
  { rootUri: {}, rootPath: [] },
  { rootUri: '%', workspaceFolders: null },
  { capabilities: null },
  { capabilities: 7 },
  { capabilities: [] },
  { capabilities: { workspace: null, textDocument: 7, window: 'x', general: [], mine: 1 } },
  { capabilities: { workspace: { workspaceFolders: 7, fileOperations: 7, configuration: 'x' } } },
  { capabilities: { textDocument: { formatting: null, diagnostic: 7, rename: 'x' } } },
  { initializationOptions: 7 },
  { initializationOptions: { atomicState: [{ detect: 7 }], trusted: 'x' } },
  { locale: 7 },
  { processId: 'x', trace: 7, clientInfo: 7, workDoneToken: {} },
];

it.each(ODD)('an `initialize` with %j is answered, and so are other requests', async (odd) => {
  connection = new RawConnection(true);
  expect(await connection.errorOf('initialize', { ...INITIALIZE, ...odd })).toBeUndefined();
  connection.notify('initialized', {});
  connection.notify('textDocument/didOpen', open);
  expect(await isOpen()).toBe(true);
  expect((await connection.request('textDocument/diagnostic', { textDocument })).result).toMatchObject({
    kind: 'full',
  });
  expect(connection.errors).toEqual([]);
});

describe('files are found for a client', () => {
  const workspace = {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  };
  const capabilities = { workspace, textDocument: { formatting: { dynamicRegistration: true } } };
  const refusal = { error: { code: UNKNOWN_METHOD, message: 'no' } };
  const accepted = { result: null };

  it.each([
    [
      'that refuses registration',
      { 'client/registerCapability': refusal, 'workspace/configuration': { result: [null] } },
    ],
    ['that does not answer registration', { 'workspace/configuration': { result: [null] } }],
    ['that does not answer requests for settings', { 'client/registerCapability': accepted }],
    [
      'that refuses requests for settings',
      { 'client/registerCapability': accepted, 'workspace/configuration': refusal },
    ],
    [
      'that answers requests for settings without a list',
      { 'client/registerCapability': accepted, 'workspace/configuration': accepted },
    ],
  ])('%s', async (_title, answers) => {
    const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
    try {
      writeFileSync(join(folder, 'a.automata.yaml'), text);
      connection = new RawConnection(true);
      connection.answers = answers;
      const rootUri = pathToFileURL(folder).href;
      expect(
        await connection.errorOf('initialize', { ...INITIALIZE, rootUri, capabilities }),
      ).toBeUndefined();
      connection.notify('initialized', {});
      await connection.until(async () => {
        const { result } = await connection.request('workspace/symbol', { query: '' });
        return Array.isArray(result) && result.length > 0;
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('unknown requests are refused, and unknown notifications are ignored', async () => {
  connection = await RawConnection.initialized(true);
  expect(await connection.errorOf('no/suchThing', {})).toBe(UNKNOWN_METHOD);
  expect(await connection.errorOf('$/suchThing', {})).toBe(UNKNOWN_METHOD);
  for (const method of ['no/suchThing', '$/suchThing', '$/cancelRequest', '$/progress', '$/setTrace']) {
    connection.notify(method, {});
    connection.notify(method);
    connection.notify(method, null);
    connection.notify(method, [1]);
  }
  connection.notify('$/cancelRequest', { id: 'nobody' });
  connection.notify('textDocument/didOpen', open);
  expect(await isOpen()).toBe(true);
});

/** Parameters of requests about a place that are invalid in the protocol. */
const WRONG: readonly unknown[] = [
  [1, 2],
  { textDocument: null },
  { textDocument: uri },
  { textDocument: { uri: 7 } },
  { textDocument, position: null },
  { textDocument, position: 3 },
  { textDocument, position: { line: '0', character: 0 } },
  { textDocument, position: { line: 0 } },
  { textDocument, positions: { line: 0, character: 0 } },
  { textDocument, positions: [null] },
  { textDocument, range: { start: { line: 0, character: 0 } } },
  { textDocument, range: [0, 1] },
];

it('wrong and missing parameters are refused', async () => {
  connection = await RawConnection.initialized(true);
  connection.notify('textDocument/didOpen', open);
  const methods = ['hover', 'completion', 'selectionRange', 'codeAction', 'diagnostic'];
  for (const method of methods)
    for (const params of WRONG)
      expect([method, params, await connection.errorOf(`textDocument/${method}`, params)]).toEqual([
        method,
        params,
        INVALID_PARAMS,
      ]);
  // The library rejects these.
  for (const params of [null, []])
    expect(await connection.errorOf('textDocument/hover', params)).toBeLessThan(0);
  expect(connection.errors).toEqual([]);
  expect(await isOpen()).toBe(true);
});

/** Requests without a part that the protocol requires, or with one of another type. */
const INCOMPLETE: readonly (readonly [method: string, params: object])[] = [
  ['textDocument/hover', {}],
  ['textDocument/hover', { textDocument }],
  ['textDocument/documentSymbol', {}],
  ['textDocument/references', { textDocument, position: { line: 0, character: 0 } }],
  ['textDocument/references', { textDocument, position: { line: 0, character: 0 }, context: {} }],
  ['textDocument/rename', { textDocument, position: { line: 0, character: 0 } }],
  ['textDocument/rename', { textDocument, position: { line: 0, character: 0 }, newName: 7 }],
  ['textDocument/formatting', { textDocument }],
  ['textDocument/formatting', { textDocument, options: { tabSize: '2', insertSpaces: true } }],
  ['textDocument/selectionRange', { textDocument }],
  ['textDocument/codeAction', { textDocument, range: { start: 0, end: 1 } }],
  ['textDocument/semanticTokens/full/delta', { textDocument }],
  ['completionItem/resolve', {}],
  ['codeLens/resolve', { range: 7 }],
  ['callHierarchy/incomingCalls', {}],
  ['workspace/symbol', {}],
  ['workspace/symbol', { query: 7 }],
  ['workspace/diagnostic', { previousResultIds: [{ uri }] }],
  ['workspace/willRenameFiles', { files: [{ oldUri: uri }] }],
];

it('incomplete parameters are refused', async () => {
  connection = await RawConnection.initialized(true);
  connection.notify('textDocument/didOpen', open);
  for (const [method, params] of INCOMPLETE)
    expect([method, params, await connection.errorOf(method, params)]).toEqual([
      method,
      params,
      INVALID_PARAMS,
    ]);
  expect(connection.errors).toEqual([]);
});

it('lines end with a carriage return, a line feed or both', async () => {
  connection = await RawConnection.initialized(true);
  const broken = 'type: automata\rinitial: b\r\nstates:\n  a: {transitions: {CHAT: a}}\r';
  connection.notify('textDocument/didOpen', { textDocument: { ...open.textDocument, text: broken } });
  const { result } = await connection.request('textDocument/diagnostic', { textDocument });
  expect(result).toMatchObject({
    items: [{ code: 'unknown-initial', range: { start: { line: 1, character: 9 } } }],
  });
  const at = (line: number) =>
    connection.request('textDocument/hover', { textDocument, position: { line, character: 1 } });
  for (const line of [0, 1, 2]) expect((await at(line)).result).toMatchObject({ range: { start: { line } } });
});

/** Messages that JSON-RPC requires to be answered with an error without an id. */
const REFUSED: readonly (readonly [frame: string, code: number])[] = [
  ['{', PARSE_ERROR],
  ['{"jsonrpc":"2.0","id":1,"method":', PARSE_ERROR],
  ['\0', PARSE_ERROR],
  ['null', INVALID_REQUEST],
  ['[]', INVALID_REQUEST],
  ['[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]', INVALID_REQUEST],
  ['{"jsonrpc":"2.0"}', INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":null,"method":"textDocument/hover","params":{}}', INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":{},"method":"textDocument/hover","params":{}}', INVALID_REQUEST],
];

/** Invalid messages in valid frames. */
const NO_MESSAGES: readonly string[] = [
  '',
  ' ',
  '{',
  'null',
  'true',
  '7',
  '"text"',
  '[]',
  '{}',
  '[{"jsonrpc":"2.0","method":"initialized","params":{}}]',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":null,"method":"textDocument/hover","params":{}}',
  '{"jsonrpc":"2.0","id":{},"method":"textDocument/hover","params":{}}',
  '{"jsonrpc":"2.0","id":1.5,"method":"textDocument/hover","params":{}}',
  '{"jsonrpc":"2.0","id":-1,"method":7,"params":{}}',
  '{"jsonrpc":"2.0","id":"toString","method":"constructor","params":{}}',
  '{"jsonrpc":"2.0","id":"x","method":"__proto__"}',
  '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":"x"}',
  '{"jsonrpc":"2.0","id":99,"result":{}}',
  '{"jsonrpc":"2.0","id":99,"error":{}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
  '{"jsonrpc":"1.0","method":"x","params":{}}',
  '{"method":"$/cancelRequest"}',
  '{"a":'.repeat(20_000),
  '\ud83d',
  '\0',
];

/** Bytes that are not a frame, after which the next frame is found. */
const NO_FRAMES: readonly string[] = [
  '\r\n\r\n',
  'Content-Length\r\n\r\n',
  'Content-Length: x\r\n\r\n',
  'Content-Length: -5\r\n\r\n',
  'Content-Length: -5\r\n\r\nwhatever',
  'Content-Length: 1e30\r\n\r\n{}',
  'Content-Length: 99999999999999\r\n\r\n{}',
  'Content-Length: 2\r\n\r\n{"jsonrpc":"2.0"}',
  'Content-Type: text/plain\r\n\r\n',
  ': \r\n\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
];

describe('an invalid message', () => {
  it('is refused with the id `null`', async () => {
    connection = await RawConnection.initialized();
    const refusals = () =>
      connection.received.filter(({ id, error }) => id === null && error).map(({ error }) => error?.code);
    for (const [index, [frame, code]] of REFUSED.entries()) {
      connection.send(frame);
      await connection.until(() => refusals().length > index);
      expect([frame, refusals().at(-1)]).toEqual([frame, code]);
    }
    connection.notify('textDocument/didOpen', open);
    expect(await isOpen()).toBe(true);
  });

  it('is skipped in a frame', async () => {
    connection = await RawConnection.initialized();
    for (const frame of NO_MESSAGES) connection.send(frame);
    connection.sendBytes(
      Buffer.concat([Buffer.from('Content-Length: 3\r\n\r\n'), Buffer.from([0xff, 0xfe, 0xc0])]),
    );
    connection.notify('textDocument/didOpen', open);
    expect(await isOpen()).toBe(true);
  });

  it('is skipped without a frame', async () => {
    connection = await RawConnection.initialized();
    for (const bytes of NO_FRAMES) {
      // The server has loaded everything, and waits.
      expect([bytes, await isOpen()]).toEqual([bytes, false]);
      connection.sendBytes(bytes);
      // The next message is a separate chunk, as from a client that recovers.
      await new Promise((resolve) => setTimeout(resolve, 50));
      connection.notify('textDocument/didOpen', open);
      expect([bytes, await isOpen()]).toEqual([bytes, true]);
      connection.notify('textDocument/didClose', { textDocument });
    }
  });
});
