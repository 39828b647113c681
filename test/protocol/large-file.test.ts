import { expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import { automata } from '../../bench/automata';
import type { Client } from './client';
import { startClient } from './started';

/** Requests while the diagnostics of a large file are computed. The tests only compare the order of answers. */

const PATH = 'main.state.yaml';
const [TEXT = ''] = automata(4_000).files.values();
const NAME = 'module_type: LLMModule';
const LINE = TEXT.slice(0, TEXT.indexOf(NAME)).split('\n').length - 1;
const WRONG = TEXT.replace(NAME, 'module_type: LLMModul');

/** Opens the file and requests its diagnostics without waiting. */
async function opened(
  text: string,
  token?: lsp.CancellationToken,
): Promise<{ editor: Client; report: Promise<lsp.DocumentDiagnosticReport> }> {
  // Other clients get an incomplete report first.
  const editor = await startClient({}, { workspace: { diagnostics: { refreshSupport: false } } });
  await editor.open(PATH, text);
  const params = { textDocument: { uri: editor.uri(PATH) } };
  return { editor, report: editor.connection.sendRequest(lsp.DocumentDiagnosticRequest.type, params, token) };
}

it('requests about positions are answered before the diagnostics', async () => {
  const { editor, report } = await opened(TEXT);
  const order: string[] = [];
  const ask = async (method: string, more: object) => {
    await editor.connection.sendRequest(method, { ...editor.at(PATH, LINE, 12), ...more });
    order.push(method);
  };
  const noted = report.then(() => order.push('diagnostic'));
  await Promise.all([
    noted,
    ask('textDocument/hover', {}),
    ask('textDocument/definition', {}),
    ask('textDocument/references', { context: { includeDeclaration: true } }),
  ]);
  expect(order.at(-1)).toBe('diagnostic');
  expect(order).toHaveLength(4);
});

it('diagnostics include an edit during their computation', async () => {
  const { editor, report } = await opened(TEXT);
  const end = { line: LINE, character: TEXT.split('\n')[LINE]?.length ?? 0 };
  const start = { line: LINE, character: end.character - 1 };
  await editor.change(PATH, [{ range: { start, end }, text: '' }]);
  const answer = await report;
  const codes = answer.kind === 'full' ? answer.items.map(({ range, code }) => [range.start.line, code]) : [];
  expect(codes).toContainEqual([LINE, 'invalid-value']);
  expect(await editor.diagnostics(PATH)).toEqual(answer.kind === 'full' ? answer.items : []);
});

it('a cancelled request for diagnostics stops', async () => {
  const source = new lsp.CancellationTokenSource();
  const { editor, report } = await opened(WRONG, source.token);
  // When this one is answered, the server is computing.
  await editor.connection.sendRequest('textDocument/hover', editor.at(PATH, LINE, 12));
  source.cancel();
  await expect(report).rejects.toMatchObject({ code: lsp.LSPErrorCodes.RequestCancelled });
  expect(await editor.codes(PATH)).toEqual([`${LINE} invalid-value`]);
});

it('pushed diagnostics are complete', async () => {
  const client = await startClient({}, { pull: false });
  const editor = client;
  await editor.open(PATH, WRONG);
  await editor.connection.sendRequest('textDocument/hover', editor.at(PATH, LINE, 12));
  expect(editor.pushedCodes(PATH)).toBeUndefined();
  await editor.until(() => editor.pushedCodes(PATH)?.[0] === `${LINE} invalid-value`);
  expect(editor.pushedCodes(PATH)).toHaveLength(1);
});

it('hover of the format is answered before the file is parsed, and hover of its names after that', async () => {
  const client = await startClient({});
  const editor = client;
  await editor.open(PATH, TEXT);
  const order: string[] = [];
  const hover = async (what: string, mark: string) => {
    const before = TEXT.slice(0, TEXT.indexOf(mark) + mark.length);
    const lines = before.split('\n');
    const params = editor.at(PATH, lines.length - 1, (lines.at(-1) ?? '').length - 1);
    const answer = await editor.connection.sendRequest(lsp.HoverRequest.type, params);
    order.push(what);
    return JSON.stringify(answer);
  };
  const [name, word] = await Promise.all([hover('name', 'context.answer_0'), hover('word', NAME)]);
  expect(word).toContain('LLMModule');
  expect(name).toContain('context variable');
  expect(order).toEqual(['word', 'name']);
});

it('a file that is closed before it is parsed is dropped', async () => {
  const client = await startClient({});
  const editor = client;
  await editor.open(PATH, WRONG);
  await editor.close(PATH);
  expect(await editor.diagnostics(PATH)).toEqual([]);
  await editor.open(PATH, TEXT.replaceAll('ask_1\n', 'ask_none\n'));
  await editor.close(PATH);
  await editor.open(PATH, WRONG);
  expect(await editor.codes(PATH)).toEqual([`${LINE} invalid-value`]);
});

it('a file that is opened after its automata is analysed as a part of it', async () => {
  const states = automata(4_000)
    .files.get(PATH)
    ?.replace(/^context:/m, 'states: !include state\ncontext:')
    .replace(/^states:$/m, 'more:');
  const state = 'home:\n  transitions:\n    CHAT: nowhere\n';
  const client = await startClient({ 'state/home.yaml': state });
  await client.open(PATH, states ?? '');
  await client.open('state/home.yaml', state);
  const codes = await client.codes('state/home.yaml');
  expect(codes).toContain('2 unknown-target');
});

it('a long edited state is parsed in slices, and every answer is for the new text', async () => {
  const states = (target: string) => {
    const transitions = Array.from({ length: 1500 }, (_, at) => `      e${at}: ${target}\n`);
    return `home:\n  transitions:\n${transitions.join('')}other: {}\n`;
  };
  const files = {
    'main.yaml': 'type: automata\ninitial: home\nstates: !include state\n',
    'state/home.yaml': states('other'),
  };
  const editor = await startClient(files);
  await editor.open('main.yaml', files['main.yaml']);
  await editor.open('state/home.yaml', files['state/home.yaml']);
  const unknown = async () => {
    const codes = await editor.codes('state/home.yaml');
    return codes.filter((code) => code.endsWith('unknown-target')).length;
  };
  expect(await unknown()).toBe(0);
  const order: string[] = [];
  const ask = async (method: string, params: object) => {
    const answer = await editor.connection.sendRequest<unknown>(method, params);
    order.push(method);
    return answer;
  };
  const uri = editor.uri('state/home.yaml');
  const at = { line: 1502, character: 0 };
  await editor.change(
    'state/home.yaml',
    [{ range: { start: at, end: { line: 1502, character: 5 } }, text: 'next' }],
    2,
  );
  const [lenses, , references] = await Promise.all([
    ask('textDocument/codeLens', { textDocument: { uri } }),
    ask('textDocument/hover', editor.at('main.yaml', 0, 2)),
    ask('textDocument/references', {
      ...editor.at('main.yaml', 1, 10),
      context: { includeDeclaration: true },
    }),
  ]);
  expect(order.length).toBe(3);
  expect(JSON.stringify(lenses)).toContain('"next"');
  expect(references).toHaveLength(2);
  expect(await unknown()).toBe(999);
  await editor.change(
    'state/home.yaml',
    [{ range: { start: at, end: { line: 1502, character: 4 } }, text: 'other' }],
    3,
  );
  expect(await unknown()).toBe(0);
});
