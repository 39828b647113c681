import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Client } from './client';
import { startClient } from './started';

const FOLDER = 'vscode-vfs://github/somebody/bot';
const FILES: Readonly<Record<string, string>> = {
  'main.yaml': 'type: automata\ninitial: home\nstates: !include state\n',
  'state/home.yaml': 'home:\n  transitions:\n    CHAT: lost\n',
};

interface Place {
  readonly uri: string;
}

/** A server whose client reads the files of a folder for it. */
async function start(found: readonly string[], options: object = { servesFiles: true }) {
  const editor = await startClient({ 'disk.yaml': 'type: state\n' }, { settings: {}, options });
  const asked: string[] = [];
  const { connection } = editor;
  connection.onRequest('atomicState/files/stat', ({ uri, text }: Place & { text: boolean }): object => {
    asked.push(uri);
    const path = uri.slice(FOLDER.length + 1);
    const file = FILES[path];
    if (file !== undefined) return text ? { kind: 'text', text: file } : { kind: 'file', why: 'unread' };
    const inside = Object.keys(FILES).filter((one) => path === '' || one.startsWith(`${path}/`));
    if (inside.length === 0) return { kind: 'missing' };
    const names = inside.map((one) => (path === '' ? one : one.slice(path.length + 1)).split('/'));
    return {
      kind: 'folder',
      files: names.flatMap(([name = '', more]) => (more === undefined ? [name] : [])),
      folders: names.flatMap(([name = '', more]) => (more === undefined ? [] : [name])),
    };
  });
  connection.onRequest('atomicState/files/find', () => found.map((path) => `${FOLDER}/${path}`));
  await connection.sendNotification('workspace/didChangeWorkspaceFolders', {
    event: { added: [{ uri: FOLDER, name: 'bot' }], removed: [] },
  });
  return { editor, asked };
}

/** The findings of a state that is opened while its automata is not. */
async function codesOf(editor: Client, path: string): Promise<string[]> {
  const { connection } = editor;
  const textDocument = { uri: `${FOLDER}/${path}` };
  const report = await connection.sendRequest<{ items: { code: string }[] }>('textDocument/diagnostic', {
    textDocument,
  });
  return report.items.map(({ code }) => code);
}

async function open(editor: Client, path: string): Promise<void> {
  const textDocument = { uri: `${FOLDER}/${path}`, languageId: 'yaml', version: 1, text: FILES[path] };
  await editor.connection.sendNotification('textDocument/didOpen', { textDocument });
}

describe('files that only the client can read', () => {
  it.each([
    ['by the search of the client', ['main.yaml', 'state/home.yaml']],
    ['folder by folder if the search finds none', []],
  ])('are found %s', async (_how, found) => {
    const { editor } = await start(found);
    await open(editor, 'state/home.yaml');
    await editor.until(async () => (await codesOf(editor, 'state/home.yaml')).includes('unknown-target'));
  });

  it('are requested only in their folder', async () => {
    const { editor, asked } = await start(['main.yaml', '../other/main.yaml']);
    await open(editor, 'state/home.yaml');
    await editor.until(async () => (await codesOf(editor, 'state/home.yaml')).includes('unknown-target'));
    expect(asked.filter((uri) => !uri.startsWith(FOLDER) || uri.includes('..'))).toEqual([]);
  });

  it('are read up to a limit', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `other/${at}.yaml`);
    const { editor, asked } = await start(['main.yaml', ...many]);
    await open(editor, 'state/home.yaml');
    await editor.until(async () => (await codesOf(editor, 'state/home.yaml')).includes('unknown-target'));
    await editor.until(() => asked.some((uri) => uri.endsWith('/298.yaml')));
    // A folder that is added while the server starts may be searched twice.
    expect(new Set(asked.filter((uri) => /\/other\/\d+\.yaml$/.test(uri))).size).toBe(299);
  });

  it('do not include files on disk, which the server reads itself', async () => {
    const { editor, asked } = await start([]);
    await editor.open('disk.yaml', 'type: automata\ninitial: a\nstates: !include nowhere\n');
    await editor.until(async () => (await editor.codes('disk.yaml')).includes('2 missing-file'));
    expect(asked.filter((uri) => uri.startsWith('file:'))).toEqual([]);
  });

  it('are not requested from a client that does not declare the option', async () => {
    const { editor, asked } = await start(['main.yaml'], {});
    await open(editor, 'main.yaml');
    expect(await codesOf(editor, 'main.yaml')).not.toContain('missing-file');
    expect(asked).toEqual([]);
  });

  it('are declared for virtual workspaces in the manifest, with the limitations', () => {
    const { virtualWorkspaces } = manifest.capabilities;
    expect(virtualWorkspaces.supported).toBe('limited');
    expect(virtualWorkspaces.description).toContain('links');
  });
});
