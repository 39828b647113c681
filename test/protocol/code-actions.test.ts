import { expect, it } from 'vitest';
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { Client } from './client';
import { startClient } from './started';

const MAIN =
  'type: automata\ninitial: home\nstates:\n  home:\n    properties: {a: 12345678901234567890, b: yes}\n    transitions: {CHAT: home}\n';

async function start(path: string, text: string): Promise<Client> {
  const client = await startClient(
    { [path]: text, 'other/main.yaml': MAIN },
    {
      workspace: { workspaceEdit: { documentChanges: true } },
      textDocument: {
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
          dataSupport: true,
          resolveSupport: { properties: ['edit'] },
        },
      },
    },
  );
  await client.open(path, text);
  return client;
}

function ask(editor: Client, path: string, line: number, only?: string[]): Promise<CodeAction[]> {
  const position = { line, character: 22 };
  return editor.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri: editor.uri(path) },
    range: { start: position, end: position },
    context: { diagnostics: [], ...(only ? { only } : {}) },
  });
}

/** The new texts of a change, by path, with the versions of documents. */
function changes(editor: Client, edit: WorkspaceEdit | undefined): unknown {
  return edit?.documentChanges?.map((change) => {
    if (!('textDocument' in change)) return change.kind;
    const path = change.textDocument.uri.slice(editor.uri('').length + 1);
    return [path, change.textDocument.version, change.edits.map((one) => 'newText' in one && one.newText)];
  });
}

it('all fixes on save are edits of the latest version of the document', async () => {
  const editor = await start('main.yaml', MAIN);
  const end = { line: 6, character: 0 };
  await editor.change('main.yaml', [{ range: { start: end, end }, text: '# more\n' }], 5);
  expect(editor.capabilities.codeActionProvider).toMatchObject({
    codeActionKinds: expect.arrayContaining(['quickfix', 'source.fixAll.atomicState']),
    resolveProvider: true,
  });
  const [action, ...more] = await ask(editor, 'main.yaml', 0, ['source.fixAll']);
  expect(more).toEqual([]);
  expect(action?.kind).toBe('source.fixAll.atomicState');
  expect(changes(editor, action?.edit)).toEqual([['main.yaml', 5, ["'12345678901234567890'", "'yes'"]]]);
});

it('fixes in the whole workspace are computed when the action is resolved', async () => {
  const editor = await start('main.yaml', MAIN);
  let found: CodeAction | undefined;
  await editor.until(async () => {
    const all = await ask(editor, 'main.yaml', 4, ['quickfix']);
    found = all.find(({ title }) => title === 'Fix all `unsafe-integer` in the workspace');
    return found !== undefined;
  });
  expect(found?.edit).toBeUndefined();
  const resolved = await editor.connection.sendRequest<CodeAction>('codeAction/resolve', found);
  const quoted = ["'12345678901234567890'"];
  expect(changes(editor, resolved.edit)).toEqual([
    ['main.yaml', 1, quoted],
    ['other/main.yaml', null, quoted],
  ]);
});

it('the action to disable a finding removes it', async () => {
  const editor = await start('main.yaml', MAIN);
  const all = await ask(editor, 'main.yaml', 4);
  const action = all.find(({ title }) => title === 'Disable `unsafe-integer` for this line');
  const text = '    # atomic-state-disable-next-line unsafe-integer\n';
  expect(changes(editor, action?.edit)).toEqual([['main.yaml', 1, [text]]]);
  const place = { line: 4, character: 0 };
  await editor.change('main.yaml', [{ range: { start: place, end: place }, text }]);
  expect(await editor.codes('main.yaml')).toEqual(['5 ambiguous-scalar']);
});
