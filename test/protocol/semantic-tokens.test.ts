import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-protocol';
import { Client } from './client';

const TEXT = `initial: home
context:
  x: 1
states:
  home:
    render:
      text: >-
        {{context.x}} and
        {{context.x}}
    transitions: { CHAT: home }
  end: {}
`;

let editor: Client;
let text = TEXT;

beforeAll(async () => {
  editor = await Client.start({ 'main.yaml': TEXT, 'values.yaml': 'a: 1\n' });
  await editor.open('main.yaml', TEXT);
  await editor.open('values.yaml', 'a: 1\n');
});

afterAll(() => editor.stop());

const ask = <T>(method: string, params: object = {}, path = 'main.yaml') =>
  editor.connection.sendRequest<T>(`textDocument/semanticTokens/${method}`, {
    textDocument: { uri: editor.uri(path) },
    ...params,
  });

/** Each token as its line, from zero, its kind and its text. */
function read(data: readonly number[]): string[] {
  const legend = editor.capabilities.semanticTokensProvider?.legend;
  const lines = text.split(/\r?\n/);
  const found: string[] = [];
  let line = 0;
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    character = down > 0 ? right : character + right;
    line += down;
    const modifiers = legend?.tokenModifiers.filter((_, index) => bits & (1 << index)) ?? [];
    const kind = [legend?.tokenTypes[type], ...modifiers].join('.');
    found.push(`${line} ${kind} ${lines[line]?.slice(character, character + length)}`);
  }
  return found;
}

const ALL = [
  '0 state home',
  '2 variable.declaration.context x',
  '4 state.declaration home',
  '7 variable.defaultLibrary context',
  '7 variable.context x',
  '8 variable.defaultLibrary context',
  '8 variable.context x',
  '9 event.declaration.defaultLibrary CHAT',
  '9 state home',
  '10 state.declaration end',
];

describe('semantic tokens', () => {
  it('are sent for a whole text or a range', async () => {
    expect(read((await ask<SemanticTokens>('full')).data)).toEqual(ALL);
    const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
    expect(read((await ask<SemanticTokens>('range', { range })).data)).toEqual(ALL.slice(0, 2));
    expect(await ask('full', {}, 'values.yaml')).toBeNull();
  });

  it('are sent as a delta', async () => {
    const first = await ask<SemanticTokens>('full');
    const same = await ask<SemanticTokensDelta>('full/delta', { previousResultId: first.resultId });
    expect(same.edits).toEqual([]);
    const at = { line: 9, character: 25 };
    await editor.change('main.yaml', [
      { range: { start: at, end: { line: 9, character: 29 } }, text: 'end' },
    ]);
    text = TEXT.replace('CHAT: home', 'CHAT: end');
    const delta = await ask<SemanticTokensDelta>('full/delta', { previousResultId: same.resultId });
    expect(delta.edits).toHaveLength(1);
    const [edit] = delta.edits;
    expect(edit?.data?.length).toBeLessThanOrEqual(10);
    const data = [...first.data];
    data.splice(edit?.start ?? 0, edit?.deleteCount ?? 0, ...(edit?.data ?? []));
    expect(read(data)).toEqual(ALL.map((line) => line.replace('9 state home', '9 state end')));
    expect(data).toEqual((await ask<SemanticTokens>('full')).data);
    // The previous result is no longer stored, so all tokens are sent.
    const late = await ask<SemanticTokens>('full/delta', { previousResultId: 'x' });
    expect(late.data).toEqual(data);
  });

  it('are the same with other line endings, and move with an edit above them', async () => {
    text = TEXT.replaceAll('\n', '\r\n');
    await editor.change('main.yaml', [{ text }], 3);
    expect(read((await ask<SemanticTokens>('full')).data)).toEqual(ALL);
    const start = { line: 0, character: 0 };
    await editor.change('main.yaml', [{ range: { start, end: start }, text: '# one\r\n\r\n' }], 4);
    text = `# one\r\n\r\n${text}`;
    const moved = ALL.map((line) => line.replace(/^\d+/, (one) => `${Number(one) + 2}`));
    expect(read((await ask<SemanticTokens>('full')).data)).toEqual(moved);
  });

  it('are the same in JSON of one line, which is read in parts', async () => {
    const long = 'x'.repeat(20_000);
    const states = {
      home: { render: { text: `{{context.x}} ${long}` }, transitions: { CHAT: 'end' } },
      end: {},
    };
    const automata = { initial: 'home', context: { x: 1 }, states };
    const found: string[][] = [];
    for (const [index, spaces] of [2, 0].entries()) {
      text = JSON.stringify(automata, null, spaces);
      const path = `long${index}.automata.json`;
      await editor.open(path, text);
      const tokens = read((await ask<SemanticTokens>('full', {}, path)).data);
      found.push(tokens.map((line) => line.replace(/^\d+ /, '')));
    }
    expect(found[0]).toContain('state.declaration end');
    expect(found[1]).toEqual(found[0]);
  });
});
