import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = 'type:   automata\ninitial: home\nstates:\n  home:\n      render: {}\n';
const BROKEN = "type: automata\ninitial:   home\ncontext: {a: 'x\nstates: {home: {}}\n";
const OPTIONS = { tabSize: 2, insertSpaces: true };

let editor: Client;

beforeAll(async () => {
  const files = { 'main.yaml': MAIN, 'broken/main.state.yaml': BROKEN, 'values.yaml': 'a:   1\n' };
  // With the bundle of the formatter.
  editor = await Client.start(files, { ownProcess: true });
  await editor.open('main.yaml', MAIN);
  await editor.open('broken/main.state.yaml', BROKEN);
  await editor.open('values.yaml', 'a:   1\n');
});

afterAll(() => editor.stop());

function format(path: string): Promise<TextEdit[]> {
  const textDocument = { uri: editor.uri(path) };
  return editor.connection.sendRequest('textDocument/formatting', { textDocument, options: OPTIONS });
}

describe('formatting over the protocol', () => {
  it('formats a document with minimal edits', async () => {
    expect(await format('main.yaml')).toEqual([
      { range: { start: { line: 0, character: 6 }, end: { line: 0, character: 8 } }, newText: '' },
      { range: { start: { line: 4, character: 4 }, end: { line: 4, character: 6 } }, newText: '' },
    ]);
  });

  it('formats the lines of a range', async () => {
    const edits = await editor.connection.sendRequest('textDocument/rangeFormatting', {
      textDocument: { uri: editor.uri('main.yaml') },
      range: { start: { line: 4, character: 8 }, end: { line: 4, character: 8 } },
      options: OPTIONS,
    });
    expect(edits).toEqual([
      { range: { start: { line: 4, character: 4 }, end: { line: 4, character: 6 } }, newText: '' },
    ]);
  });

  it('reports once why it does not format a file', async () => {
    expect(await format('broken/main.state.yaml')).toEqual([]);
    expect(await format('broken/main.state.yaml')).toEqual([]);
    const messages = () => editor.notes.filter(({ method }) => method === 'window/showMessage');
    await editor.until(() => messages().length > 0);
    expect(messages()).toEqual([
      { method: 'window/showMessage', params: { type: 3, message: expect.stringContaining('line 3') } },
    ]);
  });

  it('continues a list on a new line', async () => {
    const text = 'render:\n  buttons:\n    - content: A\n      on_click: a\n      \n';
    await editor.open('home.state.yaml', text);
    const edits = await editor.connection.sendRequest('textDocument/onTypeFormatting', {
      ...editor.at('home.state.yaml', 4, 6),
      ch: '\n',
      options: OPTIONS,
    });
    expect(edits).toEqual([
      { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 6 } }, newText: '    - ' },
    ]);
  });

  it('removes a dash that is typed after an automatic one', async () => {
    const text = (last: string) => `render:\n  buttons:\n    - content: A\n      on_click: a\n${last}\n`;
    const path = 'second.state.yaml';
    const typed = (ch: string, character: number) =>
      editor.connection.sendRequest('textDocument/onTypeFormatting', {
        ...editor.at(path, 4, character),
        ch,
        options: OPTIONS,
      });
    // Without an automatic dash, a row of buttons begins.
    await editor.open(path, text('    - - '));
    expect(await typed(' ', 8)).toEqual([]);
    await editor.change(path, [{ text: text('      ') }]);
    expect(await typed('\n', 6)).toHaveLength(1);
    await editor.change(path, [{ text: text('    - - ') }], 3);
    expect(await typed(' ', 8)).toEqual([
      { range: { start: { line: 4, character: 6 }, end: { line: 4, character: 8 } }, newText: '' },
    ]);
  });

  it('does not format files of other formats', async () => {
    expect(await format('values.yaml')).toEqual([]);
  });

  it('answers other requests while it formats a large document', async () => {
    const states = Array.from({ length: 300 }, (_, at) => `  s${at}:\n      render:   {}\n`).join('');
    await editor.open('large.yaml', `type: automata\ninitial: s0\nstates:\n${states}`);
    // The printer is loaded on the first request, which takes time as well.
    await format('main.yaml');
    const order: string[] = [];
    const formatted = format('large.yaml').then((edits) => {
      order.push('format');
      return edits;
    });
    const position = { line: 0, character: 1 };
    await editor.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: editor.uri('main.yaml') },
      position,
    });
    order.push('hover');
    expect(await formatted).toHaveLength(300);
    expect(order).toEqual(['hover', 'format']);
  });
});
