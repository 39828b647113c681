import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentLink, FoldingRange, SelectionRange } from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = `initial: home
context:
  data: !oneline data.json
states: !include state
`;
const HOME = `home:
  # one
  # two
  render: {
    text: '{{context.data}}'
  }
  transitions:
    CHAT: end
end: {}
`;

async function start(textDocument: object): Promise<Client> {
  const client = await Client.start(
    { 'main.yaml': MAIN, 'data.json': '{}', 'state/home.yaml': HOME },
    { textDocument },
  );
  await client.open('main.yaml', MAIN);
  await client.open('state/home.yaml', HOME);
  await client.diagnostics('state/home.yaml');
  return client;
}

describe('the structure of a document', () => {
  let editor: Client;
  beforeAll(async () => {
    editor = await start({ foldingRange: { lineFoldingOnly: true, rangeLimit: 2 } });
  });
  afterAll(() => editor.stop());

  it('document links are paths', async () => {
    const links = await editor.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
      textDocument: { uri: editor.uri('main.yaml') },
    });
    expect(links).toEqual([
      {
        range: { start: { line: 2, character: 17 }, end: { line: 2, character: 26 } },
        target: editor.uri('data.json'),
        tooltip: 'Open data.json',
      },
      {
        range: { start: { line: 3, character: 17 }, end: { line: 3, character: 22 } },
        target: editor.uri('state/home.yaml'),
        tooltip: 'Open home.yaml, the only file in state',
      },
    ]);
  });

  const folding = (client: Client, path: string) =>
    client.connection.sendRequest<FoldingRange[] | null>('textDocument/foldingRange', {
      textDocument: { uri: client.uri(path) },
    });

  it('folding ranges are lines, up to the limit of the client', async () => {
    const found = await folding(editor, 'state/home.yaml');
    expect(found).toEqual([
      { startLine: 0, endLine: 7 },
      { startLine: 1, endLine: 2, kind: 'comment' },
    ]);
    expect(await folding(editor, 'data.json')).toBeNull();
  });

  it('folding ranges are between brackets if the client supports characters', async () => {
    const other = await start({});
    expect(await folding(other, 'state/home.yaml')).toEqual([
      { startLine: 0, endLine: 7 },
      { startLine: 1, endLine: 2, kind: 'comment' },
      { startLine: 3, startCharacter: 11, endLine: 5, endCharacter: 2 },
      { startLine: 6, endLine: 7 },
    ]);
    await other.stop();
  });

  it('selection ranges are nested, with one answer for each position', async () => {
    const answers = await editor.connection.sendRequest<SelectionRange[]>('textDocument/selectionRange', {
      textDocument: { uri: editor.uri('state/home.yaml') },
      positions: [
        { line: 4, character: 23 },
        { line: 8, character: 1 },
      ],
    });
    const widths = answers.map((answer) => {
      const lines: string[] = [];
      for (let at: SelectionRange | undefined = answer; at; at = at.parent) {
        const { start, end } = at.range;
        lines.push(`${start.line}:${start.character}-${end.line}:${end.character}`);
      }
      return lines;
    });
    expect(widths[0]?.slice(0, 3)).toEqual(['4:21-4:25', '4:13-4:25', '4:11-4:27']);
    expect(widths[0]?.at(-1)).toBe('0:0-9:0');
    expect(widths[1]?.slice(0, 2)).toEqual(['8:0-8:3', '8:0-8:7']);
  });
});
