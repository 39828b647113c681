import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import { Client } from '../protocol/client';

/** A client that sends unusual requests at unusual times: the server keeps running, and answers for the current text. */

let client: Client;

beforeEach(async () => {
  const files = { 'other.yaml': 'type: automata\ninitial: a\nstates: {a: {}}\n' };
  client = await Client.start(files, { ownProcess: true });
});

afterEach(() => client.stop());

/** Whether the server still answers. */
async function expectWell(): Promise<void> {
  expect(client.isAlive).toBe(true);
  await client.open('well.yaml', 'type: automata\ninitial: nowhere\nstates: {a: {}}\n');
  expect(await client.codes('well.yaml')).toContain('1 unknown-initial');
}

const numbered = (count: number) =>
  `type: automata\ninitial: s0\nstates:\n${Array.from({ length: count }, (_, i) => `  s${i}: {}\n`).join('')}`;

it('each answer is for the last text before its request', async () => {
  const uri = client.uri('main.yaml');
  await client.open('main.yaml', numbered(1));
  const answers: Promise<void>[] = [];
  for (let count = 1; count <= 60; count++) {
    await client.change('main.yaml', [{ text: numbered(count) }], count + 1);
    const ask = <T>(method: string, check: (answer: T) => void, cancels = false) => {
      const source = new lsp.CancellationTokenSource();
      // Without a place: places in an outdated text are refused, but requests for a whole text are not.
      const params = { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } };
      const answer = client.connection.sendRequest<T>(method, params, source.token);
      if (cancels) source.cancel();
      answers.push(
        answer.then(check, (error: unknown) => {
          if (!cancels || !(error instanceof lsp.ResponseError)) throw error;
          expect(error.code).toBe(lsp.LSPErrorCodes.RequestCancelled);
        }),
      );
    };
    // Changes after a request may affect its answer; those before it must.
    const isFresh = (states: number) => expect(states).toBeGreaterThanOrEqual(count);
    ask<lsp.DocumentSymbol[]>('textDocument/documentSymbol', (symbols) => {
      isFresh(symbols[0]?.children?.filter(({ name }) => /^s\d/.test(name)).length ?? 0);
    });
    ask<lsp.DocumentSymbol[]>('textDocument/documentSymbol', () => undefined, true);
    ask<lsp.FoldingRange[]>('textDocument/foldingRange', (folds) => {
      isFresh(Math.max(...folds.map(({ endLine }) => endLine), 0) - 2);
    });
    ask('textDocument/diagnostic', () => undefined, count % 3 === 0);
    ask('textDocument/formatting', () => undefined, count % 5 === 0);
  }
  await Promise.all(answers);
  await expectWell();
});

/** Addresses that are not open, or invalid. */
const ODD_URIS: readonly string[] = [
  'file:///nowhere/at/all.yaml',
  'file://host/share/x.yaml',
  'file:///',
  'file:',
  'file:///a%2Fb/..%2f..%2fx.yaml',
  'file:///ws/../../x.yaml',
  'file:///%zz/%.yaml',
  'file:////x.yaml',
  'untitled:Untitled-1',
  'vscode-vfs://github/o/r/x.yaml',
  'git:/x.yaml?%7B%22ref%22%3A%22HEAD%22%7D',
  'command:evil',
  'C:\\x.yaml',
  '//x',
  '',
  ' ',
  '\ud83d',
  '::',
  `file:///${'x/'.repeat(3000)}`,
];

/** Positions outside of any text. */
const ODD_POSITIONS: readonly lsp.Position[] = [
  { line: -1, character: -1 },
  { line: 2 ** 31 - 1, character: 2 ** 31 - 1 },
  { line: 0, character: 1e308 },
  { line: 1.5, character: 0.5 },
];

/** Parameters of the wrong kind. */
const ODD_PARAMS: readonly object[] = [
  {},
  { textDocument: null },
  { textDocument: { uri: 7 } },
  { data: { root: 1 } },
  [],
];

function requests(): readonly string[] {
  return [
    ...['completion', 'hover', 'definition', 'typeDefinition', 'references', 'documentHighlight', 'rename'],
    ...['prepareRename', 'documentSymbol', 'foldingRange', 'selectionRange', 'documentLink', 'codeLens'],
    ...[
      'semanticTokens/full',
      'semanticTokens/range',
      'semanticTokens/full/delta',
      'inlayHint',
      'codeAction',
    ],
    ...[
      'linkedEditingRange',
      'prepareCallHierarchy',
      'formatting',
      'rangeFormatting',
      'onTypeFormatting',
      'diagnostic',
    ],
  ]
    .map((name) => `textDocument/${name}`)
    .concat([
      'completionItem/resolve',
      'codeLens/resolve',
      'codeAction/resolve',
      'callHierarchy/incomingCalls',
    ])
    .concat(['workspace/symbol', 'workspace/willRenameFiles', 'atomicState/status', 'no/suchThing']);
}

/** Sends a request, and accepts any answer except the end of the server. */
async function ask(method: string, params: object): Promise<void> {
  await client.connection.sendRequest(method, params).catch((error: unknown) => {
    if (!(error instanceof lsp.ResponseError)) throw error;
  });
}

describe('odd requests do not stop the server', () => {
  it('with odd addresses', async () => {
    const [position] = ODD_POSITIONS;
    for (const uri of ODD_URIS) {
      const textDocument = { uri, languageId: 'yaml', version: 1, text: numbered(2) };
      const range = { start: position, end: position };
      const all = {
        textDocument,
        position,
        positions: [position],
        range,
        options: { tabSize: 2, insertSpaces: true },
        newName: 'x',
      };
      const every = () =>
        Promise.all(requests().map((method) => ask(method, { ...all, context: { diagnostics: [] } })));
      await every();
      await client.connection.sendNotification('textDocument/didChange', {
        textDocument,
        contentChanges: [{ text: 'a' }],
      });
      await client.connection.sendNotification('textDocument/didOpen', { textDocument });
      await every();
      await client.connection.sendNotification('textDocument/didClose', { textDocument });
      await client.connection.sendNotification('textDocument/didClose', { textDocument });
      await every();
    }
    await expectWell();
  });

  it('with odd positions and changes', async () => {
    const textDocument = { uri: client.uri('main.yaml'), version: 2 };
    await client.open('main.yaml', numbered(3));
    for (const start of ODD_POSITIONS) {
      for (const end of ODD_POSITIONS) {
        const all = {
          textDocument,
          position: start,
          positions: [start, end],
          range: { start, end },
          newName: '',
          ch: '\n',
        };
        const options = { tabSize: -1, insertSpaces: true };
        await Promise.all(
          requests().map((method) => ask(method, { ...all, options, context: { diagnostics: [] } })),
        );
        await client.change('main.yaml', [{ range: { start, end }, text: ' ' }]);
      }
    }
    await expectWell();
  });

  it('with odd parameters', async () => {
    await client.open('main.yaml', numbered(3));
    for (const params of ODD_PARAMS) for (const method of requests()) await ask(method, params);
    for (const method of ['didOpen', 'didChange', 'didClose', 'didSave'])
      for (const params of ODD_PARAMS)
        await client.connection.sendNotification(`textDocument/${method}`, params);
    for (const method of ['didChangeWatchedFiles', 'didChangeConfiguration', 'didChangeWorkspaceFolders'])
      for (const params of ODD_PARAMS)
        await client.connection.sendNotification(`workspace/${method}`, params);
    await expectWell();
  });
});
