import { expect, it } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = 'initial: home\nstates: !include state\ncontext:\n  x: !oneline "code/a.js"\n';

it('paths in open and closed files are updated when files and folders are moved', async () => {
  const editor = await Client.start(
    { 'main.yaml': MAIN, 'state/home.yaml': 'home: {}\n', 'code/a.js': '1' },
    { workspace: { fileOperations: { willRename: true } } },
  );
  expect(editor.capabilities.workspace?.fileOperations?.willRename?.filters).toEqual([
    { pattern: { glob: '**/*', matches: 'file' } },
    { pattern: { glob: '**/*', matches: 'folder' } },
  ]);
  await editor.until(async () => (await moved('state', 'states')) !== null);
  expect(await moved('state', 'states')).toEqual({
    changes: {
      [editor.uri('main.yaml')]: [
        { range: { start: { line: 1, character: 17 }, end: { line: 1, character: 22 } }, newText: 'states' },
      ],
    },
  });
  expect(await moved('code/a.js', 'code/b.js')).toMatchObject({
    changes: { [editor.uri('main.yaml')]: [{ newText: 'code/b.js' }] },
  });
  expect(await moved('code/c.js', 'code/d.js')).toBeNull();
  await editor.stop();

  function moved(from: string, to: string): Promise<WorkspaceEdit | null> {
    return editor.connection.sendRequest('workspace/willRenameFiles', {
      files: [{ oldUri: editor.uri(from), newUri: editor.uri(to) }],
    });
  }
});

it('notifications of file operations are requested from a client that supports them', async () => {
  const did = { didCreate: true, didRename: true, didDelete: true };
  const editor = await Client.start({}, { workspace: { fileOperations: did } });
  expect(Object.keys(editor.capabilities.workspace?.fileOperations ?? {})).toEqual(Object.keys(did));
  expect(editor.capabilities.textDocumentSync).toMatchObject({ save: true });
  await editor.stop();
});

it('no file operations are declared to a client without support', async () => {
  const editor = await Client.start({ 'main.yaml': MAIN });
  expect(editor.capabilities.workspace?.fileOperations).toBeUndefined();
  await editor.stop();
});
