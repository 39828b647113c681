import { describe, expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import { automata } from '../../bench/automata';
import type { Client } from './client';
import { startClient } from './started';

/** Incomplete reports of a large file. */

const PATH = 'main.state.yaml';
const [CORRECT = ''] = automata(4_000).files.values();
/** One mistake that is certain from the text alone, and one that depends on all names. */
const TEXT = CORRECT.replace('module_type: LLMModule', 'module_type: LLMModul').replace(
  'target: ask_1\n',
  'target: nowhere\n',
);
const lineOf = (mark: string) => TEXT.slice(0, TEXT.indexOf(mark)).split('\n').length - 1;
const FIRST = [`${lineOf('LLMModul\n')} invalid-value`];
const LATER = `${lineOf('nowhere\n')} unknown-target`;
const ALL = expect.arrayContaining([...FIRST, LATER]);
const WITHOUT_REFRESH = { workspace: { diagnostics: { refreshSupport: false } } };

function codesOf(report: lsp.DocumentDiagnosticReport): string[] {
  const items = report.kind === 'full' ? report.items : [];
  return items.map(({ range, code }) => `${range.start.line} ${code}`).sort();
}

function pull(editor: Client, previousResultId?: string): Promise<lsp.DocumentDiagnosticReport> {
  const params = { textDocument: { uri: editor.uri(PATH) }, ...(previousResultId && { previousResultId }) };
  return editor.connection.sendRequest(lsp.DocumentDiagnosticRequest.type, params);
}

describe('a large file', () => {
  it('is reported in two parts to a client that pulls and supports refresh', async () => {
    const editor = await startClient({});
    await editor.open(PATH, TEXT);
    const first = await pull(editor);
    expect(codesOf(first)).toEqual(FIRST);
    await editor.until(() => editor.refreshes > 0);
    const second = await pull(editor, first.resultId);
    expect(codesOf(second)).toEqual(ALL);
    expect(await pull(editor, second.resultId)).toEqual({ kind: 'unchanged', resultId: second.resultId });
  });

  it('is reported completely to a client without support for refresh', async () => {
    const editor = await startClient({}, WITHOUT_REFRESH);
    await editor.open(PATH, TEXT);
    expect(codesOf(await pull(editor))).toEqual(ALL);
    expect(editor.refreshes).toBe(0);
  });

  it('is reported completely to a client that has the first part', async () => {
    const editor = await startClient({});
    await editor.open(PATH, TEXT);
    const first = await pull(editor);
    expect(codesOf(await pull(editor, first.resultId))).toEqual(ALL);
  });

  it('is reported completely to a client that had a complete report', async () => {
    const editor = await startClient({});
    await editor.open(PATH, TEXT);
    expect(codesOf(await pull(editor, 'of another time'))).toEqual(ALL);
  });

  it('is reported completely after a report of the workspace', async () => {
    const editor = await startClient({ [PATH]: TEXT });
    await editor.until(async () => (await editor.workspaceReports()).has(PATH));
    await editor.open(PATH, TEXT);
    expect(codesOf(await pull(editor))).toEqual(ALL);
  });

  it('is sent in two parts to a client that does not pull', async () => {
    const editor = await startClient({}, { pull: false });
    await editor.open(PATH, TEXT);
    await editor.until(() => (editor.pushes.get(editor.uri(PATH))?.length ?? 0) > 1);
    const pushes = editor.pushes.get(editor.uri(PATH)) ?? [];
    expect(pushes.map((items) => codesOf({ kind: 'full', items }))).toEqual([FIRST, ALL]);
  });

  it('is reported with edits between the parts, and never partly after a complete report', async () => {
    const editor = await startClient({});
    await editor.open(PATH, TEXT);
    const first = await pull(editor);
    expect(codesOf(first)).toEqual(FIRST);
    const line = lineOf('LLMModul\n');
    const character = (TEXT.split('\n')[line] ?? '').length;
    const at = { line, character };
    await editor.change(PATH, [{ range: { start: at, end: at }, text: 'e' }]);
    await editor.until(async () => codesOf(await pull(editor)).includes(LATER));
    expect(codesOf(await pull(editor))).not.toContain(FIRST[0]);
    // A report that was complete is not followed by a part of it.
    await editor.change(PATH, [{ text: TEXT }], 3);
    expect(codesOf(await pull(editor))).toEqual(ALL);
  });

  it('uses its settings in the first report', async () => {
    const settings = { diagnostics: { severity: { 'invalid-value': 'off' } } };
    const editor = await startClient({}, { settings });
    await editor.open(PATH, TEXT);
    expect(codesOf(await pull(editor))).toEqual([]);
  });
});

describe('a small file', () => {
  const small = 'type: automata\ninitial: a\nstates:\n  a: {transitions: {CHAT: b}, rendre: {}}\n';

  it('is reported once to a client that pulls', async () => {
    const editor = await startClient({});
    await editor.open(PATH, small);
    expect(codesOf(await pull(editor))).toEqual(['3 unknown-field', '3 unknown-target']);
  });

  it('is sent once to a client that does not pull', async () => {
    const editor = await startClient({}, { pull: false });
    await editor.open(PATH, small);
    await editor.until(() => (editor.pushes.get(editor.uri(PATH))?.length ?? 0) > 0);
    for (const items of editor.pushes.get(editor.uri(PATH)) ?? []) expect(items).toHaveLength(2);
  });
});
