import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignFiles } from '../support/foreign';
import { Client } from './client';

const FOREIGN: readonly (readonly [path: string, languageId: string, text: string])[] = [
  [
    'deployment.yaml',
    'yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: {{ x }} }\nspec:\n  states: 3\n  template: &t { a: !Ref b }\n',
  ],
  [
    'compose.yaml',
    'yaml',
    'services:\n  web:\n    image: "x:{{ tag }}"\n    build: !reset .\n    context: [a, b]\ntasks: 3\n',
  ],
  [
    'package.json',
    'json',
    '{\n  "name": "x",\n  "type": "module",\n  "scripts": { "a": "{{b}}" },\n  "main": "x.js"\n}\n',
  ],
  ['tsconfig.json', 'jsonc', '{\n  // a comment\n  "compilerOptions": { "target": "es2022", },\n}\n'],
];

/** Requests about one document, by their capability. */
const REQUESTS: Readonly<Record<string, readonly (readonly [method: string, params: object])[]>> = {
  callHierarchyProvider: [['textDocument/prepareCallHierarchy', {}]],
  codeActionProvider: [['textDocument/codeAction', { context: { diagnostics: [] } }]],
  codeLensProvider: [['textDocument/codeLens', {}]],
  completionProvider: [['textDocument/completion', {}]],
  definitionProvider: [['textDocument/definition', {}]],
  diagnosticProvider: [['textDocument/diagnostic', {}]],
  documentFormattingProvider: [['textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }]],
  documentHighlightProvider: [['textDocument/documentHighlight', {}]],
  documentLinkProvider: [['textDocument/documentLink', {}]],
  documentOnTypeFormattingProvider: [
    ['textDocument/onTypeFormatting', { ch: '\n', options: { tabSize: 2, insertSpaces: true } }],
  ],
  documentRangeFormattingProvider: [
    ['textDocument/rangeFormatting', { options: { tabSize: 2, insertSpaces: true } }],
  ],
  documentSymbolProvider: [['textDocument/documentSymbol', {}]],
  foldingRangeProvider: [['textDocument/foldingRange', {}]],
  hoverProvider: [['textDocument/hover', {}]],
  inlayHintProvider: [['textDocument/inlayHint', {}]],
  inlineValueProvider: [
    [
      'textDocument/inlineValue',
      {
        context: {
          frameId: 1,
          stoppedLocation: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        },
      },
    ],
  ],
  linkedEditingRangeProvider: [['textDocument/linkedEditingRange', {}]],
  referencesProvider: [['textDocument/references', { context: { includeDeclaration: true } }]],
  renameProvider: [['textDocument/prepareRename', {}]],
  selectionRangeProvider: [['textDocument/selectionRange', {}]],
  semanticTokensProvider: [
    ['textDocument/semanticTokens/full', {}],
    ['textDocument/semanticTokens/range', {}],
  ],
  signatureHelpProvider: [['textDocument/signatureHelp', {}]],
  typeDefinitionProvider: [['textDocument/typeDefinition', {}]],
};

/** Capabilities that are not about one document. */
const OTHERS = new Set(['workspaceSymbolProvider', 'executeCommandProvider']);

let editor: Client;

beforeAll(async () => {
  editor = await Client.start(Object.fromEntries(FOREIGN.map(([path, , text]) => [path, text])));
  for (const [path, languageId, text] of FOREIGN) await editor.open(path, text, languageId);
});

afterAll(() => editor.stop());

function emptied(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer ?? null;
  if ('items' in answer) return answer.items;
  if ('data' in answer) return answer.data;
  return answer;
}

describe('files of other formats', () => {
  it('are tested with every announced request', () => {
    const announced = Object.keys(editor.capabilities).filter((name) => name.endsWith('Provider'));
    expect(announced.filter((name) => !OTHERS.has(name) && REQUESTS[name] === undefined)).toEqual([]);
    expect(Object.keys(REQUESTS).filter((name) => !announced.includes(name))).toEqual([]);
  });

  it.each(FOREIGN)('have an empty answer to every request: %s', async (path, _, text) => {
    const textDocument = { uri: editor.uri(path) };
    const lines = text.split('\n');
    for (const [method, params] of Object.values(REQUESTS).flat()) {
      for (const [line, content] of lines.entries()) {
        for (const character of [0, Math.floor(content.length / 2), content.length]) {
          const position = { line, character };
          const range = { start: { line: 0, character: 0 }, end: { line: lines.length - 1, character: 0 } };
          const all = { ...params, textDocument, position, positions: [position], range };
          const answer = emptied(await editor.connection.sendRequest(method, all));
          expect([method, Array.isArray(answer) && answer.length === 0 ? null : answer]).toEqual([
            method,
            null,
          ]);
        }
      }
    }
    expect(editor.notes.filter((note) => note.method === 'atomicState/stateFile')).toEqual([]);
  });
});

it('files of other formats keep their language, and have no findings and lenses', async () => {
  const files = foreignFiles().flatMap(([, all]) => all);
  const bot = {
    path: 'bot/main.yaml',
    text: 'type: automata\ninitial: a\nstates: {a: {transitions: {CHAT: a}}}\n',
  };
  const other = await Client.start(Object.fromEntries([...files, bot].map(({ path, text }) => [path, text])));
  for (const { path, text } of [...files, bot])
    await other.open(path, text, path.endsWith('.json') ? 'json' : 'yaml');
  await other.until(() => other.notes.some(({ method }) => method === 'atomicState/stateFile'));
  for (const { path } of files) {
    const textDocument = { uri: other.uri(path) };
    for (const method of [
      'textDocument/diagnostic',
      'textDocument/codeLens',
      'textDocument/documentSymbol',
    ]) {
      const answer = emptied(await other.connection.sendRequest(method, { textDocument }));
      expect([path, method, Array.isArray(answer) ? answer : []]).toEqual([path, method, []]);
    }
    const status = await other.connection.sendRequest('atomicState/status', textDocument);
    expect(status).toMatchObject({
      kind: 'none',
      change: 'treat',
      reason: expect.stringMatching(/^[A-Z].*\.$/),
    });
    // A status item shows no Markdown.
    expect(JSON.stringify(status)).not.toContain('`');
  }
  const announced = other.notes.filter(({ method }) => method === 'atomicState/stateFile');
  expect(announced.map(({ params }) => params)).toEqual([{ uri: other.uri(bot.path) }]);
  await other.stop();
});

it('document symbols are a flat list for a client without support for hierarchies', async () => {
  const other = await Client.start({}, { textDocument: { documentSymbol: {} } });
  const path = 'a.automata.yaml';
  await other.open(path, 'initial: a\nstates:\n  a: {outputs: {b: 1}}\n');
  const symbols = await other.connection.sendRequest<unknown[]>('textDocument/documentSymbol', {
    textDocument: { uri: other.uri(path) },
  });
  const uri = other.uri(path);
  const range = (line: number, character: number, length: number) => ({
    start: { line, character },
    end: { line, character: character + length },
  });
  expect(symbols).toEqual([
    {
      name: 'a.automata',
      kind: 2,
      location: { uri, range: { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } } },
    },
    { name: 'a', kind: 5, location: { uri, range: range(2, 2, 20) }, containerName: 'a.automata' },
    { name: 'b', kind: 8, location: { uri, range: range(2, 16, 4) }, containerName: 'a' },
  ]);
  await other.stop();
});

it('document symbols of JSON are empty for a client with its own', async () => {
  const text = '{ "type": "automata", "initial": "a", "states": { "a": {} } }\n';
  const outlineFor = async (options: object) => {
    const other = await Client.start({}, { options });
    await other.open('bot.json', text, 'json');
    const symbols = await other.connection.sendRequest<unknown[]>('textDocument/documentSymbol', {
      textDocument: { uri: other.uri('bot.json') },
    });
    await other.stop();
    return symbols.length;
  };
  expect([await outlineFor({}), await outlineFor({ hasJsonOutline: true })]).toEqual([1, 0]);
});
