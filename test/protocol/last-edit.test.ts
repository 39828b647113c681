import { expect, it } from 'vitest';
import type { Client } from './client';
import { startClient } from './started';

const AUTOMATA = `type: automata
initial: a
states:
  a:
    render:
      buttons:
        - content: Go
          on_click: go
    transitions:
      go: b
  b:
    transitions:
      CHAT: a
`;
/** Begins a second button, whose \`on_click\` is not written yet. */
const WRITTEN = '\n        - content: Stop';
const MISSING = '8 missing-field';

/** Types a text at the end of a line, as an editor sends it. */
async function type(editor: Client, line: number, text: string, version = 2): Promise<void> {
  const position = { line, character: AUTOMATA.split('\n')[line]?.length ?? 0 };
  await editor.change('main.yaml', [{ range: { start: position, end: position }, text }], version);
}

/** Requests the highlights at a position, as editors do where the cursor rests. */
async function rest(editor: Client, line: number, character: number): Promise<void> {
  await editor.connection.sendRequest(
    'textDocument/documentHighlight',
    editor.at('main.yaml', line, character),
  );
}

async function whileWriting(options: Parameters<typeof startClient>[1] = {}): Promise<Client> {
  const editor = await startClient({}, options);
  await editor.open('main.yaml', AUTOMATA);
  expect(await editor.codes('main.yaml')).toEqual([]);
  await type(editor, 7, WRITTEN);
  return editor;
}

it('what is absent in the object that is being written is reported after a pause', async () => {
  const editor = await whileWriting();
  expect(await editor.codes('main.yaml')).toEqual([]);
  const { refreshes } = editor;
  await editor.until(async () => (await editor.codes('main.yaml')).includes(MISSING));
  await editor.until(() => editor.refreshes > refreshes);
});

it('an edit elsewhere ends the writing', async () => {
  const editor = await whileWriting();
  expect(await editor.codes('main.yaml')).toEqual([]);
  await type(editor, 0, ' # A comment.', 3);
  expect(await editor.codes('main.yaml')).toEqual([MISSING]);
});

it('saving ends the writing', async () => {
  const editor = await whileWriting();
  expect(await editor.codes('main.yaml')).toEqual([]);
  const textDocument = { uri: editor.uri('main.yaml') };
  await editor.connection.sendNotification('textDocument/didSave', { textDocument });
  expect(await editor.codes('main.yaml')).toEqual([MISSING]);
});

it('a cursor in another object ends the writing, one in the same object does not', async () => {
  const editor = await whileWriting();
  expect(await editor.codes('main.yaml')).toEqual([]);
  await rest(editor, 8, 14);
  expect(await editor.codes('main.yaml')).toEqual([]);
  await rest(editor, 6, 14);
  expect(await editor.codes('main.yaml')).toEqual([MISSING]);
});

it('a client to which findings are pushed gets them after a pause', async () => {
  const editor = await startClient({}, { pull: false });
  await editor.open('main.yaml', AUTOMATA);
  await editor.until(() => editor.pushedCodes('main.yaml')?.length === 0);
  const { publications } = editor;
  await type(editor, 7, WRITTEN);
  await editor.until(() => editor.publications > publications);
  expect(editor.pushedCodes('main.yaml')).toEqual([]);
  await editor.until(() => editor.pushedCodes('main.yaml')?.includes(MISSING) === true);
});

it('a client that does not request again gets everything', async () => {
  const editor = await whileWriting({ workspace: { diagnostics: { refreshSupport: false } } });
  expect(await editor.codes('main.yaml')).toEqual([MISSING]);
});

it('a wrong reference is reported while it is written', async () => {
  const editor = await startClient({});
  await editor.open('main.yaml', AUTOMATA);
  await type(editor, 12, 'nother');
  expect(await editor.codes('main.yaml')).toContain('12 unknown-target');
});
