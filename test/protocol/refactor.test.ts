import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeAction, CodeActionContext } from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = 'initial: home\nstates: !include state\ncontext:\n  a: !oneline a.js\n';
const HOME = 'home:\n  transitions:\n    CHAT: quiz\nquiz:\n  transitions:\n    CHAT: home\n';

let editor: Client;

beforeAll(async () => {
  editor = await Client.start({ 'main.yaml': MAIN, 'state/all.yaml': HOME, 'a.js': '1 +\n2\n' });
  await editor.open('main.yaml', MAIN);
  await editor.open('state/all.yaml', HOME);
  await editor.until(async () => (await actions(2, { diagnostics: [] })).length > 0);
});

afterAll(() => editor.stop());

function actions(line: number, context: CodeActionContext, path = 'state/all.yaml'): Promise<CodeAction[]> {
  const position = { line, character: 5 };
  return editor.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri: editor.uri(path) },
    range: { start: position, end: position },
    context,
  });
}

it('refactorings are offered by kind, and not automatically', async () => {
  const found = await actions(2, { diagnostics: [], only: ['refactor.rewrite'] });
  expect(found.map(({ title, kind }) => [title, kind])).toEqual([
    ['Convert the target to a case', 'refactor.rewrite'],
    ['Convert the target to a list of cases', 'refactor.rewrite'],
  ]);
  expect(await actions(2, { diagnostics: [], only: ['refactor.extract'] })).toEqual([]);
  expect(await actions(2, { diagnostics: [], triggerKind: 2 })).toEqual([]);
  expect(editor.capabilities.codeActionProvider).toMatchObject({
    codeActionKinds: expect.arrayContaining(['refactor.rewrite', 'refactor.extract', 'refactor.move']),
  });
});

it('a refactoring edits the document', async () => {
  const [first] = await actions(2, { diagnostics: [], only: ['refactor'] });
  const range = { start: { line: 2, character: 9 }, end: { line: 2, character: 10 } };
  const edits = [{ range, newText: '\n      target: ' }];
  const uri = editor.uri('state/all.yaml');
  const { changes, documentChanges } = first?.edit ?? {};
  expect(changes?.[uri] ?? documentChanges?.flatMap((one) => ('edits' in one ? one.edits : []))).toEqual(
    edits,
  );
});

it('a refactoring reads an included text file', async () => {
  const found = await actions(3, { diagnostics: [], only: ['refactor.rewrite'] }, 'main.yaml');
  expect(found.map(({ title }) => title)).toEqual(['Inline the text of `a.js`']);
});
