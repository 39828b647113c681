import { expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol';
import { Client } from './client';
import { startClient } from './started';

const MAIN = 'type: automata\ninitial: home\nstates: !include state\n';
const HOME = 'home:\n  transitions:\n    CHAT: quiz\n';
const QUIZ = 'quiz:\n  transitions:\n    CHAT: home\n';
const FILES = {
  'main.yaml': MAIN,
  'state/home.yaml': HOME,
  'other.yaml': 'kind: Deployment\n',
  'package.json': '{}',
};

type Reports = ReadonlyMap<string, lsp.WorkspaceDocumentDiagnosticReport>;

/** Sends requests until the files of the workspace are known. */
async function first(editor: Client): Promise<Reports> {
  let reports: Reports = new Map();
  await editor.until(async () => {
    reports = await editor.workspaceReports();
    return reports.size === 2;
  });
  return reports;
}

function codes(report: lsp.WorkspaceDocumentDiagnosticReport | undefined): unknown {
  return report?.kind === 'full' ? report.items.map(({ code }) => code) : report?.kind;
}

function idsOf(reports: Reports): Map<string, string> {
  return new Map([...reports].map(([path, { resultId }]) => [path, resultId ?? '']));
}

it('all state files are reported, open or not, and no others', async () => {
  const editor = await startClient(FILES);
  await editor.open('state/home.yaml', HOME);
  await editor.open('other.yaml', 'kind: Deployment\n');
  const reports = await first(editor);
  // Open documents come first.
  expect([...reports.keys()]).toEqual(['state/home.yaml', 'main.yaml']);
  expect(codes(reports.get('main.yaml'))).toEqual([]);
  expect(codes(reports.get('state/home.yaml'))).toEqual(['unknown-target']);
  expect(reports.get('state/home.yaml')?.version).toBe(1);
  expect(reports.get('main.yaml')?.version).toBeNull();
});

it('known reports are not sent again, and the answer waits for a change', async () => {
  const editor = await startClient(FILES);
  const reports = await first(editor);
  let isAnswered = false;
  const waiting = editor.workspaceReports(idsOf(reports)).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await editor.codes('main.yaml');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAnswered).toBe(false);
  await editor.write('state/quiz.yaml', QUIZ);
  await editor.touched('state', lsp.FileChangeType.Changed);
  const after = await waiting;
  expect(codes(after.get('main.yaml'))).toBe('unchanged');
  expect(codes(after.get('state/home.yaml'))).toEqual([]);
});

it('a waiting request can be cancelled', async () => {
  const editor = await startClient(FILES);
  const reports = await first(editor);
  const source = new lsp.CancellationTokenSource();
  const waiting = editor.workspaceReports(idsOf(reports), {}, source.token);
  await editor.codes('main.yaml');
  source.cancel();
  await expect(waiting).rejects.toMatchObject({ code: lsp.LSPErrorCodes.RequestCancelled });
});

it('a waiting request is answered at shutdown', async () => {
  const editor = await Client.start(FILES);
  const reports = await first(editor);
  const waiting = editor.workspaceReports(idsOf(reports));
  await editor.codes('main.yaml');
  // This is the first part of `stop`, which does not wait for other answers.
  const stopped = editor.stop();
  expect((await waiting).size).toBe(0);
  await stopped;
});

it('a file that is no longer a state file is cleared once', async () => {
  const editor = await startClient({ ...FILES, 'main.yaml': MAIN.replace('home', 'hom') });
  const reports = await first(editor);
  expect(codes(reports.get('main.yaml'))).toEqual(['unknown-initial']);
  await editor.write('main.yaml', 'kind: Deployment\n');
  const after = await editor.workspaceReports(idsOf(reports));
  expect(codes(after.get('main.yaml'))).toEqual([]);
  const cleared = after.get('main.yaml')?.resultId ?? '';
  const again = await editor.workspaceReports(
    new Map([
      ['main.yaml', cleared],
      ['gone.yaml', 'something'],
    ]),
  );
  expect([...again.keys()].filter((path) => !path.startsWith('state/'))).toEqual(['gone.yaml']);
});

it('partial results are sent to a client that supports them', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `bot${i}/main.yaml`,
      'type: automata\ninitial: nowhere\nstates: {home: {}}\n',
    ]),
  );
  const editor = await startClient(many);
  await editor.until(async () => (await editor.workspaceReports()).size === 120);
  const parts: number[] = [];
  editor.connection.onProgress(lsp.WorkspaceDiagnosticRequest.partialResult, 'part', ({ items }) => {
    parts.push(items.length);
  });
  const rest = await editor.workspaceReports(new Map(), { partialResultToken: 'part' });
  expect(parts).toEqual([50, 50]);
  expect(rest.size).toBe(20);
});

it('a second report of a document is `unchanged`', async () => {
  const editor = await startClient(FILES);
  await editor.open(
    'main.yaml',
    'type: automata\ninitial: hom\nstates: {home: {transitions: {CHAT: home}}}\n',
  );
  const ask = (previousResultId?: string) =>
    editor.connection.sendRequest(lsp.DocumentDiagnosticRequest.type, {
      textDocument: { uri: editor.uri('main.yaml') },
      ...(previousResultId === undefined ? {} : { previousResultId }),
    });
  const one = await ask();
  expect(one).toMatchObject({ kind: 'full', items: [{ code: 'unknown-initial' }] });
  expect(await ask(one.resultId)).toEqual({ kind: 'unchanged', resultId: one.resultId });
  await editor.change('main.yaml', [
    { range: { start: { line: 1, character: 12 }, end: { line: 1, character: 12 } }, text: 'e' },
  ]);
  const other = await ask(one.resultId);
  expect(other).toMatchObject({ kind: 'full', items: [] });
  expect(other.resultId).not.toBe(one.resultId);
});
