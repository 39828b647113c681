import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CompletionList,
  DefinitionLink,
  DocumentHighlight,
  DocumentSymbol,
  Hover,
  Location,
  SymbolInformation,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN =
  'type: automata\ninitial: home\ncontext:\n  reply: hi\nstates: !include state\ntransitions:\n  go: quiz\n';
const HOME = "home:\n  render:\n    text: '{{context.reply}}'\n    \n  transitions:\n    CHAT: quiz\n";
const QUIZ = 'quiz:\n  render:\n    text: hi\n';

let editor: Client;

beforeAll(async () => {
  const files = { 'main.yaml': MAIN, 'state/home.yaml': HOME, 'state/quiz.yaml': QUIZ };
  editor = await Client.start(files, { ownProcess: true });
  await editor.open('state/home.yaml', HOME);
  const status = () =>
    editor.connection.sendRequest<{ kind: string }>('atomicState/status', {
      uri: editor.uri('state/home.yaml'),
    });
  await editor.until(async () => (await status()).kind === 'member');
});

afterAll(() => editor.stop());

describe('language features over the protocol', () => {
  it('completion replaces the word at the cursor, and resolves documentation', async () => {
    const list = await editor.connection.sendRequest<CompletionList>(
      'textDocument/completion',
      editor.at('state/home.yaml', 2, 22),
    );
    expect(list.items.map((item) => item.label)).toEqual(['reply']);
    expect(list.items[0]?.textEdit).toEqual({
      newText: 'reply',
      insert: { start: { line: 2, character: 21 }, end: { line: 2, character: 22 } },
      replace: { start: { line: 2, character: 21 }, end: { line: 2, character: 26 } },
    });
    const resolved = await editor.connection.sendRequest<{ documentation?: { value: string } }>(
      'completionItem/resolve',
      list.items[0],
    );
    expect(resolved.documentation?.value).toContain('reply');
  });

  it('completion of a field inserts its value with relative indentation', async () => {
    const list = await editor.connection.sendRequest<CompletionList>(
      'textDocument/completion',
      editor.at('state/home.yaml', 3, 4),
    );
    const labels = list.items.map((item) => item.label);
    expect(labels).toContain('buttons');
    expect(labels).not.toContain('text');
    const text = list.items.find((item) => item.label === 'buttons')?.textEdit?.newText ?? '';
    // Clients add the indentation of the line, unless the server can choose.
    expect(text).toBe('buttons:\n  - ');
  });

  it('definition links to a file that is not open', async () => {
    const links = await editor.connection.sendRequest<DefinitionLink[]>(
      'textDocument/definition',
      editor.at('state/home.yaml', 5, 12),
    );
    expect(links).toEqual([
      {
        originSelectionRange: { start: { line: 5, character: 10 }, end: { line: 5, character: 14 } },
        targetUri: editor.uri('state/quiz.yaml'),
        targetRange: { start: { line: 0, character: 0 }, end: { line: 2, character: 12 } },
        targetSelectionRange: { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } },
      },
    ]);
  });

  it('hover explains a field', async () => {
    const found = await editor.connection.sendRequest<Hover>(
      'textDocument/hover',
      editor.at('state/home.yaml', 2, 5),
    );
    expect(JSON.stringify(found.contents)).toContain('text');
    expect(found.range).toEqual({ start: { line: 2, character: 4 }, end: { line: 2, character: 8 } });
  });

  it('document highlights are the occurrences in the file', async () => {
    const found = await editor.connection.sendRequest<DocumentHighlight[]>(
      'textDocument/documentHighlight',
      editor.at('state/home.yaml', 5, 12),
    );
    expect(found).toEqual([
      { kind: 2, range: { start: { line: 5, character: 10 }, end: { line: 5, character: 14 } } },
    ]);
  });

  it('document symbols are the states', async () => {
    const symbols = await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: editor.uri('state/home.yaml') },
    });
    expect(symbols.map((symbol) => symbol.name)).toEqual(['home']);
  });

  it('references include all files', async () => {
    const asked = editor.at('state/home.yaml', 5, 12);
    const found = await editor.connection.sendRequest<Location[]>('textDocument/references', {
      ...asked,
      context: { includeDeclaration: false },
    });
    expect(found).toEqual([
      {
        uri: editor.uri('main.yaml'),
        range: { start: { line: 6, character: 6 }, end: { line: 6, character: 10 } },
      },
      {
        uri: editor.uri('state/home.yaml'),
        range: { start: { line: 5, character: 10 }, end: { line: 5, character: 14 } },
      },
    ]);
  });

  it('rename edits all files', async () => {
    const asked = editor.at('state/home.yaml', 5, 12);
    expect(await editor.connection.sendRequest('textDocument/prepareRename', asked)).toEqual({
      range: { start: { line: 5, character: 10 }, end: { line: 5, character: 14 } },
      placeholder: 'quiz',
    });
    const params = { ...asked, newName: 'test' };
    const edit = await editor.connection.sendRequest<WorkspaceEdit>('textDocument/rename', params);
    const texts = Object.entries(edit.changes ?? {}).map(([uri, edits]) => [
      uri,
      edits.map((one) => one.newText),
    ]);
    expect(texts).toEqual([
      [editor.uri('main.yaml'), ['test']],
      [editor.uri('state/home.yaml'), ['test']],
      [editor.uri('state/quiz.yaml'), ['test']],
    ]);
  });

  it('rename is refused with a reason', async () => {
    const prepare = editor.connection.sendRequest(
      'textDocument/prepareRename',
      editor.at('state/home.yaml', 5, 5),
    );
    await expect(prepare).rejects.toThrow('`CHAT` is an event of the service and cannot be renamed.');
    const rename = editor.connection.sendRequest('textDocument/rename', {
      ...editor.at('state/home.yaml', 0, 1),
      newName: 'quiz',
    });
    await expect(rename).rejects.toThrow('State `quiz` already exists in `');
  });

  it('definition of the name of an included state includes its automata', async () => {
    const found = await editor.connection.sendRequest<Location[]>(
      'textDocument/typeDefinition',
      editor.at('state/home.yaml', 0, 1),
    );
    expect(found).toEqual([
      {
        uri: editor.uri('main.yaml'),
        range: { start: { line: 4, character: 17 }, end: { line: 4, character: 22 } },
      },
    ]);
  });

  it('workspace symbols match some letters of a name', async () => {
    const found = await editor.connection.sendRequest<SymbolInformation[]>('workspace/symbol', {
      query: 'hm',
    });
    expect(found).toEqual([
      {
        name: 'home',
        kind: 5,
        containerName: 'main.yaml',
        location: {
          uri: editor.uri('state/home.yaml'),
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } },
        },
      },
    ]);
  });

  it('linked editing is empty for a name that other files use', async () => {
    const found = await editor.connection.sendRequest(
      'textDocument/linkedEditingRange',
      editor.at('state/home.yaml', 0, 1),
    );
    expect(found).toBeNull();
  });
});

it('the first completion of a path lists the files of a folder that was not read', async () => {
  const text = 'initial: a\ncontext:\n  b: !oneline prompts/\nstates: {a: {}}\n';
  const fresh = await Client.start({ 'main.yaml': text, 'prompts/a.txt': '', 'prompts/deep/b.txt': '' });
  await fresh.open('main.yaml', text);
  const list = await fresh.connection.sendRequest<CompletionList>(
    'textDocument/completion',
    fresh.at('main.yaml', 2, 22),
  );
  expect(list.isIncomplete).toBe(false);
  expect(list.items.map(({ label }) => label)).toEqual(['deep/', 'a.txt']);
  await fresh.stop();
});
