import { expect, it } from 'vitest';
import { ProtocolCheck } from '../support/protocol-check';
import { problemsOfParams, problemsOfResult } from '../support/protocol-model';

/** The check itself: it reports answers that are invalid in the protocol. */

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

it.each<[string, unknown, readonly string[]]>([
  ['textDocument/hover', null, []],
  ['textDocument/hover', { contents: 'a', range }, []],
  ['textDocument/hover', { contents: { kind: 'markdown', value: 'a' } }, []],
  [
    'textDocument/hover',
    { contents: { kind: 'html', value: 'a' } },
    ['result.contents.kind: "html" is not "plaintext"'],
  ],
  ['textDocument/hover', { range }, ['result: contents is missing']],
  ['textDocument/definition', [{ uri: 'file:///a', range }], []],
  [
    'textDocument/definition',
    [{ uri: 'file:///a', range: { ...range, end: { line: -1, character: 0 } } }],
    ['result[0].range.end.line: -1 is not a uinteger'],
  ],
  ['textDocument/codeLens', [{ range, command: { title: 'a' } }], ['result[0].command: command is missing']],
  ['textDocument/codeLens', [{ range, titel: 'a' }], ['result[0]: titel is not known']],
  ['textDocument/diagnostic', { kind: 'full', items: [] }, []],
  ['textDocument/diagnostic', { kind: 'unchanged', resultId: 'a' }, []],
  ['textDocument/diagnostic', { kind: 'unchanged' }, ['result: items is missing']],
  ['textDocument/rename', { changes: { 'file:///a': [{ range, newText: 'b' }] } }, []],
  [
    'textDocument/rename',
    { changes: { 'file:///a': [{ range }] } },
    ['result.changes.file:///a[0]: newText is missing'],
  ],
  ['textDocument/semanticTokens/full', { data: [0, 1, 2, 3, 4] }, []],
  ['textDocument/semanticTokens/full', { data: [0.5] }, ['result.data[0]: 0.5 is not a uinteger']],
  ['shutdown', null, []],
  ['shutdown', {}, ['result: {} is not null']],
  ['no/suchThing', {}, ['unknown request no/suchThing']],
])('the answer to %s is checked: %j', (method, result, problems) => {
  expect(problemsOfResult(method, result)).toEqual(problems);
});

it('notifications and unexpected answers of the server are checked', () => {
  expect(problemsOfParams('window/logMessage', { type: 3, message: 'a' })).toEqual([]);
  expect(problemsOfParams('window/logMessage', { type: 9, message: 'a' })).toHaveLength(1);
  const check = new ProtocolCheck();
  check.sent({ id: 1, method: 'textDocument/hover' });
  check.received({ id: 1, result: { contents: 7 } });
  check.received({ id: 1, result: null });
  check.received({ method: 'window/noSuchThing', params: {} });
  check.received({ method: 'textDocument/publishDiagnostics', params: { uri: 'file:///a' } });
  expect(check.problems).toEqual([
    expect.stringMatching(/^textDocument\/hover: result\.contents/),
    'an answer to 1, which was not asked',
    'window/noSuchThing: unknown method window/noSuchThing',
    'textDocument/publishDiagnostics: params: diagnostics is missing',
  ]);
});
