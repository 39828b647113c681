import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = 'initial: home\nstates: !include state\ncontext:\n  code: !oneline code/a.js\n';
const HOME = 'home:\n  render:\n    text: hi\n  transitions:\n    CHAT: home\n';
const BROKEN = 'initial: a\nstates:\n  a:\n    render: {text: x}\n    transitions: {CHAT: nowhere}\n';
const LOST = 'initial: a\nstates: !include nowhere\n';

let editor: Client;

beforeAll(async () => {
  editor = await Client.start(
    {
      'bot/main.yaml': MAIN,
      'bot/state/home.yaml': HOME,
      'bot/code/a.js': '1 +\n2\n',
      'broken.yaml': BROKEN,
      'lost.yaml': LOST,
      'other.json': '{"a": 1}',
    },
    { workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } } },
  );
  await editor.open('bot/state/home.yaml', HOME);
  await editor.until(async () => (await automata()).length === 3);
});

afterAll(() => editor.stop());

interface Listed {
  readonly file: string;
  readonly uri: string;
  readonly states: number;
  readonly folder?: string;
  readonly isHere: boolean;
}

const ask = <T>(method: string, params: object): Promise<T> => editor.connection.sendRequest(method, params);
const automata = (path?: string) =>
  ask<Listed[]>('atomicState/automata', path === undefined ? {} : { uri: editor.uri(path) });

it('the list of automata starts with that of the open file', async () => {
  const list = await automata('bot/state/home.yaml');
  expect(list.map(({ file, isHere }) => [file, isHere])).toEqual([
    ['bot/main.yaml', true],
    ['broken.yaml', false],
    ['lost.yaml', false],
  ]);
  expect(list[0]).toMatchObject({ uri: editor.uri('bot/main.yaml'), states: 1, folder: 'state' });
});

it('the status of another file says that the workspace has an automata', async () => {
  expect(await ask('atomicState/status', { uri: editor.uri('other.json') })).toMatchObject({
    kind: 'none',
    hasAutomata: true,
  });
});

it('a new project has a main file, and the range of its first placeholder', async () => {
  const scaffolds = await ask<{ label: string }[]>('atomicState/scaffolds', {});
  expect(scaffolds.map(({ label }) => label)).toEqual(['automata', 'quiz', 'chat bot with voice']);
  const made = await ask('atomicState/newProject', { scaffold: 'automata', name: 'shop' });
  expect(made).toMatchObject({ path: 'main.yaml', text: expect.stringContaining('id: shop\n') });
  expect(made).toMatchObject({ selection: { start: { line: 10, character: 13 }, end: { line: 10 } } });
  expect(await ask('atomicState/newProject', { scaffold: 'circus', name: 'shop' })).toBeNull();
});

describe('a new state', () => {
  const newState = (name: string, path = 'bot/main.yaml') =>
    ask<{ refused: string } | { edit: WorkspaceEdit; uri: string; isNewFile: boolean }>(
      'atomicState/newState',
      { uri: editor.uri(path), path: [], name },
    );

  it('is a file in the included folder', async () => {
    const uri = editor.uri('bot/state/shop.yaml');
    expect(await newState('shop')).toMatchObject({
      uri,
      isNewFile: true,
      selection: { start: { line: 2, character: 10 }, end: { line: 2, character: 15 } },
      edit: {
        documentChanges: [
          { kind: 'create', uri },
          { textDocument: { uri }, edits: [{ newText: 'shop:\n  render:\n    text: Hello\n' }] },
        ],
      },
    });
  });

  it('is inserted after the other states of a file', async () => {
    const uri = editor.uri('broken.yaml');
    expect(await newState('b', 'broken.yaml')).toMatchObject({
      uri,
      isNewFile: false,
      selection: { start: { line: 6, character: 19 } },
      edit: {
        documentChanges: [
          { textDocument: { uri }, edits: [{ newText: '\n  b:\n    render: {text: Hello}' }] },
        ],
      },
    });
  });

  it('is refused with a reason', async () => {
    expect(await newState('home')).toEqual({
      refused: 'State `home` already exists in `bot/state/home.yaml`. Enter another name.',
    });
    expect(await newState('Shop')).toMatchObject({ refused: expect.stringContaining('upper-case') });
  });
});

describe('an export', () => {
  interface Exported {
    readonly text?: string;
    readonly errors: number;
    readonly errorFiles: number;
    readonly conversionErrors: { readonly file: string; readonly message: string; readonly range: object }[];
  }
  const exported = (path: string) => ask<Exported>('atomicState/export', { uri: editor.uri(path) });

  it('includes files with their text in the editor', async () => {
    await editor.change('bot/state/home.yaml', [{ text: HOME.replace('hi', 'hello') }]);
    const { text, ...rest } = await exported('bot/main.yaml');
    expect(text).toBe(
      '{"initial": "home", "states": {"home": {"render": {"text": "hello"}, "transitions": {"CHAT": "home"}}}, "context": {"code": "1 +\\n2\\n"}}',
    );
    expect(rest).toEqual({ conversionErrors: [], errors: 0, errorFiles: 0 });
    await editor.change('bot/state/home.yaml', [{ text: HOME }], 3);
  });

  it('has the number of errors', async () => {
    const { text, errors, errorFiles } = await exported('broken.yaml');
    expect([text !== undefined, errors, errorFiles]).toEqual([true, 1, 1]);
  });

  it('reports conversion errors with their locations', async () => {
    const { text, conversionErrors } = await exported('lost.yaml');
    expect(text).toBeUndefined();
    expect(conversionErrors).toMatchObject([
      {
        file: 'lost.yaml',
        range: { start: { line: 1 } },
        message: expect.stringContaining('`nowhere`'),
      },
    ]);
    const other = await exported('other.json');
    expect(other.conversionErrors.map(({ message }) => message)).toEqual([
      expect.stringContaining('not an automata'),
    ]);
  });

  it('accepts an untitled document', async () => {
    const uri = 'untitled:Untitled-1';
    const text = 'initial: a\nstates: {a: {render: {text: x}}}\n';
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'atomic-state', version: 1, text },
    });
    expect(await ask('atomicState/export', { uri })).toMatchObject({
      text: '{"initial": "a", "states": {"a": {"render": {"text": "x"}}}}',
    });
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  });
});

describe('an import', () => {
  const imported = (text: string) =>
    ask<{
      files: { path: string; text: string }[];
      states: number;
      conversionErrors: { range: object; message: string }[];
    }>('atomicState/import', { text });

  it('creates a file for each state', async () => {
    const { files, states, conversionErrors } = await imported(
      '\ufeff{"initial": "a", "states": {"a": {}, "b": {}}} // x',
    );
    expect(files.map(({ path }) => path)).toEqual([
      'main.yaml',
      'state/0_a.yaml',
      'state/1_b.yaml',
      'main.scenario.yaml',
    ]);
    expect([states, conversionErrors]).toEqual([2, []]);
  });

  it('reports the location of a syntax error in JSON', async () => {
    const { files, conversionErrors } = await imported('{\n  "initial": "a",\n  "states": {"a": }\n}');
    expect(files).toEqual([]);
    expect(conversionErrors[0]).toMatchObject({ range: { start: { line: 2 } } });
  });

  it('refuses JSON that is not an automata', async () => {
    const { conversionErrors } = await imported('{"name": "package"}');
    expect(conversionErrors.map(({ message }) => message)).toEqual([
      'This is not an automata: it has no `states` at its root.',
    ]);
  });
});

it('the check of the workspace includes files without a notification', async () => {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${editor.folder}/late.yaml`, BROKEN);
  expect(await ask('atomicState/checkWorkspace', {})).toMatchObject({
    error: 3,
    files: 5,
    filesWithFindings: 3,
  });
});

it('a report contains only numbers', async () => {
  const report = await ask<Record<string, unknown>>('atomicState/report', {});
  expect(report).toMatchObject({ node: process.versions.node, folders: 1, openDocuments: 1 });
  expect(
    Object.entries(report).filter(([key, value]) => key !== 'node' && typeof value !== 'number'),
  ).toEqual([]);
});
