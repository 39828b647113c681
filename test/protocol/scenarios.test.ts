import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  CodeAction,
  CompletionList,
  DocumentDiagnosticReport,
  DocumentSymbol,
  Location,
  LocationLink,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { Client } from './client';
import { PROFILES } from './profiles';

const MAIN = 'type: automata\ninitial: home\nstates: !include state\n';
const HOME =
  'home:\n  render:\n    text: Hello\n    buttons: [{ content: Start, on_click: start }]\n  transitions: { start: quiz }\nquiz:\n  render: { text: Go }\n';
const SCENARIOS =
  'scenarios:\n  - name: begins\n    steps:\n      - expect: {}\n      - click: Strat\n      - expect: { state: quiz, text: Stop }\n';

let editor: Client;

beforeAll(async () => {
  const profile = PROFILES.find(({ name }) => /code/i.test(name));
  if (profile === undefined) throw new Error('VS Code is among the clients.');
  editor = await Client.start(
    { 'bot/main.yaml': MAIN, 'bot/state/1.yaml': HOME, 'bot/main.scenario.yaml': SCENARIOS },
    { profile },
  );
  await editor.open('bot/main.scenario.yaml', SCENARIOS);
});

afterAll(() => editor.stop());

const scenarios = {
  get textDocument() {
    return { uri: editor.uri('bot/main.scenario.yaml') };
  },
};
const at = (line: number, character: number) => ({
  ...scenarios,
  textDocument: scenarios.textDocument,
  position: { line, character },
});
const ask = <T>(method: string, params: object): Promise<T> =>
  editor.connection.sendRequest<T>(method, params);

it('a click on a button that does not exist is reported', async () => {
  const report = await ask<DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument: scenarios.textDocument,
  });
  const items = report.kind === 'full' ? report.items : [];
  expect(items.map(({ code, range }) => [code, range.start])).toEqual([
    ['unknown-button', { line: 4, character: 15 }],
  ]);
});

it('states in scenarios have completion and definition', async () => {
  const list = await ask<CompletionList>('textDocument/completion', at(5, 25));
  expect(list.items.slice(0, 2).map(({ label }) => label)).toEqual(['home', 'quiz']);
  const [found] = await ask<(Location | LocationLink)[]>('textDocument/definition', at(5, 27));
  const uri = found && ('uri' in found ? found.uri : found.targetUri);
  expect(uri).toBe(editor.uri('bot/state/1.yaml'));
});

it('rename of a state edits its scenarios', async () => {
  const position = { line: 5, character: 2 };
  const edit = await ask<WorkspaceEdit>('textDocument/rename', {
    textDocument: { uri: editor.uri('bot/state/1.yaml') },
    position,
    newName: 'round',
  });
  const changed = edit.documentChanges?.flatMap((one) => ('edits' in one ? [one.textDocument.uri] : []));
  expect(changed?.toSorted()).toEqual([editor.uri('bot/main.scenario.yaml'), editor.uri('bot/state/1.yaml')]);
});

it('document symbols are the scenarios and their steps', async () => {
  const symbols = await ask<DocumentSymbol[]>('textDocument/documentSymbol', {
    textDocument: scenarios.textDocument,
  });
  expect(symbols.map(({ name }) => name)).toEqual(['begins']);
  expect(symbols[0]?.children?.map(({ name, detail }) => `${name} ${detail ?? ''}`.trim())).toEqual([
    'expect',
    'click Strat',
    'expect quiz',
  ]);
});

it('an action updates an expectation when it is resolved', async () => {
  const actions = async (line: number) => {
    const position = { line, character: 10 };
    const all = await ask<CodeAction[]>('textDocument/codeAction', {
      textDocument: scenarios.textDocument,
      range: { start: position, end: position },
      context: { diagnostics: [], triggerKind: 1 },
    });
    return all.find(({ title }) => title === 'Update expectation');
  };
  const offered = await actions(3);
  expect(offered).toBeDefined();
  expect(offered?.edit).toBeUndefined();
  expect(await actions(4)).toBeUndefined();
  const resolved = await ask<CodeAction>('codeAction/resolve', offered ?? {});
  const edits = resolved.edit?.documentChanges?.flatMap((one) => ('edits' in one ? one.edits : [])) ?? [];
  expect(edits).toMatchObject([
    {
      newText: '{ state: home, text: Hello, buttons: [Start] }',
      range: { start: { line: 3, character: 16 } },
    },
  ]);
});

it('an update of an expectation changes only the values that differ', async () => {
  const text = SCENARIOS.replace('Strat', 'Start');
  await editor.change('bot/main.scenario.yaml', [{ text }]);
  const position = { line: 5, character: 10 };
  const all = await ask<CodeAction[]>('textDocument/codeAction', {
    textDocument: scenarios.textDocument,
    range: { start: position, end: position },
    context: { diagnostics: [], triggerKind: 1 },
  });
  const offered = all.find(({ title }) => title === 'Update expectation');
  const resolved = await ask<CodeAction>('codeAction/resolve', offered ?? {});
  const edits = resolved.edit?.documentChanges?.flatMap((one) => ('edits' in one ? one.edits : [])) ?? [];
  expect(edits).toMatchObject([{ newText: 'Go' }]);
});
