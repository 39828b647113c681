import { expect, it } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  Diagnostic,
  DocumentDiagnosticReport,
  Location,
  LocationLink,
  SymbolInformation,
} from 'vscode-languageserver-protocol';
import type { Client } from './client';
import { startClient } from './started';

const MAIN = 'id: agent\ninitial: home\nstates: !include state\ncontext:\n  code: !oneline a.js\n';
const HOME = "home:\n  render:\n    text: '{{context.code}}'\n  transitions:\n    CHAT: home\n";
const STALE =
  '{\n  "id": "agent", "initial": "home",\n  "states": {\n    "home": { "rendre": 1, "transitions": { "CHAT": "home" } }\n  }\n}\n';
const FRESH =
  '{"id": "agent", "initial": "home", "states": {"home": {"render": {"text": "{{context.code}}"}, "transitions": {"CHAT": "home"}}}, "context": {"code": "1"}}\n';
const OUTPUT = 'bot/output.json';

function start(output: string): Promise<Client> {
  return startClient(
    { 'bot/main.yaml': MAIN, 'bot/state/1.yaml': HOME, 'bot/a.js': '1', [OUTPUT]: output },
    {
      textDocument: {
        diagnostic: {},
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  );
}

async function findings(editor: Client, path: string): Promise<readonly Diagnostic[]> {
  const report = await editor.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument: { uri: editor.uri(path) },
  });
  return report.kind === 'full' ? report.items : [];
}

function at(editor: Client, path: string, line: number, character: number) {
  return { textDocument: { uri: editor.uri(path) }, position: { line, character } };
}

it('a stale export has a single finding, with a fix that exports again', async () => {
  const editor = await start(STALE);
  await editor.open(OUTPUT, STALE);
  await editor.until(async () =>
    (await findings(editor, OUTPUT)).some(({ code }) => code === 'stale-export'),
  );
  expect((await findings(editor, OUTPUT)).map(({ code, severity }) => [code, severity])).toEqual([
    ['stale-export', 4],
  ]);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: editor.uri(OUTPUT) },
    range,
    context: { diagnostics: [] },
  });
  const [action] = actions.filter(({ title }) => title === 'Export again');
  const edits = action?.edit?.changes?.[editor.uri(OUTPUT)];
  expect(edits).toEqual([
    { range: { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } }, newText: FRESH },
  ]);
  await editor.change(OUTPUT, [{ text: FRESH }], 2);
  expect(await findings(editor, OUTPUT)).toEqual([]);
});

it('an export becomes stale when its source changes', async () => {
  const editor = await start(FRESH);
  await editor.open(OUTPUT, FRESH);
  await editor.open('bot/state/1.yaml', HOME);
  const status = () => editor.connection.sendRequest('atomicState/status', { uri: editor.uri(OUTPUT) });
  await editor.until(async () => JSON.stringify(await status()).includes('Export of'));
  expect(await status()).toMatchObject({
    kind: 'member',
    label: 'Export of bot/main.yaml',
    automata: editor.uri('bot/main.yaml'),
  });
  expect(await findings(editor, OUTPUT)).toEqual([]);
  await editor.change('bot/state/1.yaml', [{ text: `${HOME}    go: home\n` }], 2);
  expect((await findings(editor, OUTPUT)).map(({ code }) => code)).toEqual(['stale-export']);
});

it('a state of an export is defined in its source, and is not a second definition', async () => {
  const editor = await start(STALE);
  await editor.open(OUTPUT, STALE);
  await editor.until(async () => (await findings(editor, OUTPUT))[0]?.code === 'stale-export');
  const { connection } = editor;
  const found = await connection.sendRequest<(Location | LocationLink)[]>(
    'textDocument/definition',
    at(editor, OUTPUT, 3, 6),
  );
  const lead = found[0];
  expect(lead && ('uri' in lead ? lead.uri : lead.targetUri)).toBe(editor.uri('bot/state/1.yaml'));
  const symbols = await connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'home' });
  expect(symbols.map(({ location }) => location.uri)).toEqual([editor.uri('bot/state/1.yaml')]);
  const lenses = await connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri: editor.uri(OUTPUT) },
  });
  expect(lenses).toEqual([]);
});
