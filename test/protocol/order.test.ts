import { expect, it } from 'vitest';
import { automata, MAIN } from '../../bench/automata';
import { RawConnection } from './raw-connection';

const URI = `file:///w/${MAIN}`;
const [TEXT = ''] = automata(500).files.values();
const lines = TEXT.slice(0, TEXT.indexOf('target: ') + 'target: '.length).split('\n');
const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };

it('requests that arrive with an edit are answered before its diagnostics', async () => {
  const connection = await RawConnection.initialized();
  const textDocument = { uri: URI };
  connection.notify('textDocument/didOpen', {
    textDocument: { uri: URI, languageId: 'yaml', version: 0, text: TEXT },
  });
  await connection.request('textDocument/diagnostic', { textDocument });
  const frame = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const request = (id: string, params: object = {}) =>
    frame({ id, method: `textDocument/${id}`, params: { textDocument, ...params } });
  const change = frame({
    method: 'textDocument/didChange',
    params: {
      textDocument: { uri: URI, version: 1 },
      contentChanges: [{ range: { start: position, end: position }, text: 'x' }],
    },
  });
  const others = ['completion', 'definition'];
  const asked = others.map((method) => request(method, { position })).join('');
  connection.sendBytes(change + request('diagnostic') + asked);
  const answered = () => connection.received.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  await connection.until(() => answered().length === 3);
  connection.kill();
  expect(answered().at(-1)).toBe('diagnostic');
  expect(answered().sort()).toEqual(['completion', 'definition', 'diagnostic']);
});
