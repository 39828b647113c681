import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ResourceOperationKind } from 'vscode-languageserver-protocol';
import type { GraphOperation } from '../../server/graph-edit/operation';
import type { GraphEditAnswer } from '../../server/protocol/messages';
import { Client } from './client';
import { inLine } from './drawn-bot';

const MAIN =
  'initial: home\nstates:\n  home:\n    transitions:\n      CHAT: home\n  quiz:\n    render: { text: q }\n';

let editor: Client;

beforeAll(async () => {
  // As in a workspace that the user does not trust.
  const workspace = {
    workspaceEdit: { documentChanges: true, resourceOperations: [ResourceOperationKind.Create] },
  };
  editor = await Client.start({ 'main.yaml': MAIN }, { options: { trusted: false }, workspace });
  await editor.open('main.yaml', MAIN);
});

afterAll(() => editor.stop());

function edited(operation: GraphOperation, version: number | null): Promise<GraphEditAnswer> {
  const textDocument = { uri: editor.uri('main.yaml'), version };
  return editor.connection.sendRequest('atomicState/graphEdit', { textDocument, operation });
}

const RETARGET: GraphOperation = { kind: 'retarget', edge: 'home\n\nCHAT\n\n0', to: 'quiz' };

it('returns the edit of the version, the place of the new text and its id', async () => {
  const uri = editor.uri('main.yaml');
  expect(await edited(RETARGET, 1)).toEqual({
    edit: {
      documentChanges: [
        { textDocument: { uri, version: 1 }, edits: [{ range: inLine(4, 12, 16), newText: 'quiz' }] },
      ],
    },
    selection: { uri, range: inLine(4, 12, 16) },
    id: 'home\n\nCHAT\n\n0',
  });
});

it('refuses an old version, and none for a document that is open', async () => {
  await editor.change('main.yaml', [{ range: inLine(4, 12, 16), text: 'quiz' }]);
  const refused = 'The text has changed meanwhile. Try again.';
  expect(await edited(RETARGET, 1)).toEqual({ refused });
  expect(await edited(RETARGET, null)).toEqual({ refused });
  expect(await edited({ ...RETARGET, to: 'home' }, 2)).toMatchObject({ id: RETARGET.edge });
});

it('refuses an operation that is not known', async () => {
  const unknown = { kind: 'toString' } as unknown as GraphOperation;
  expect(await edited(unknown, 2)).toEqual({
    refused: expect.stringMatching(
      /^`toString` is not an operation on the graph\. Expected one of `addState`, /,
    ),
  });
  expect(await edited({} as GraphOperation, 2)).toEqual({
    refused: 'The operation has no `kind`. Add one, such as `addState`.',
  });
  await expect(edited(undefined as unknown as GraphOperation, 2)).rejects.toThrow('parameters');
});

it('refuses a document that is not known', async () => {
  const textDocument = { uri: editor.uri('other.yaml'), version: 1 };
  expect(
    await editor.connection.sendRequest('atomicState/graphEdit', { textDocument, operation: RETARGET }),
  ).toEqual({
    refused:
      'This file is not part of an automata. If it is one itself, add `type: automata` at its beginning.',
  });
});

it('lists what refers to a state without an edit, if a preview is requested', async () => {
  const textDocument = { uri: editor.uri('main.yaml'), version: 2 };
  const operation: GraphOperation = { kind: 'deleteState', state: 'quiz', references: 'remove' };
  expect(
    await editor.connection.sendRequest('atomicState/graphEdit', { textDocument, operation, preview: true }),
  ).toEqual({
    references: [{ uri: textDocument.uri, range: inLine(4, 12, 16), line: 'CHAT: quiz' }],
  });
});

it('deletes the file of a state that has nothing else, if the client can', async () => {
  const files = {
    'main.yaml': 'initial: home\nstates: !include state\n',
    'state/home.yaml': 'home:\n  render: { text: hi }\n',
    'state/quiz.yaml': 'quiz:\n  render: { text: hi }\n',
  };
  const deleted = async (resourceOperations: ResourceOperationKind[]) => {
    const workspace = { workspaceEdit: { documentChanges: true, resourceOperations } };
    const client = await Client.start(files, { workspace });
    const textDocument = { uri: client.uri('main.yaml'), version: null };
    const operation: GraphOperation = { kind: 'deleteState', state: 'quiz', references: 'keep' };
    const answer = await client.connection.sendRequest('atomicState/graphEdit', { textDocument, operation });
    await client.stop();
    return { answer, uri: client.uri('state/quiz.yaml') };
  };
  const able = await deleted([ResourceOperationKind.Delete]);
  // The client compares the version of what it deletes.
  const textDocument = { uri: able.uri, version: null };
  expect(able.answer).toEqual({
    edit: {
      documentChanges: [
        { textDocument, edits: [] },
        { kind: 'delete', uri: able.uri },
      ],
    },
  });
  expect((await deleted([])).answer).toMatchObject({ refused: expect.stringContaining('Delete the file') });
});

it('refuses to edit a file that has changed on disk, and reads it for the next request', async () => {
  const files = {
    'main.yaml': 'initial: home\nstates: !include state\n',
    'state/home.yaml': 'home:\n  transitions: { CHAT: home }\n',
    'state/quiz.yaml': 'quiz:\n  render: { text: hi }\n',
  };
  const client = await Client.start(files, { workspace: { workspaceEdit: { documentChanges: true } } });
  const textDocument = { uri: client.uri('main.yaml'), version: null };
  const requested = (): Promise<GraphEditAnswer> =>
    client.connection.sendRequest('atomicState/graphEdit', { textDocument, operation: RETARGET });
  expect(await requested()).toMatchObject({ id: RETARGET.edge });
  writeFileSync(join(client.folder, 'state/home.yaml'), '# a\nhome:\n  transitions: { CHAT: home }\n');
  expect(await requested()).toEqual({ refused: 'The text has changed meanwhile. Try again.' });
  expect(await requested()).toMatchObject({
    edit: { documentChanges: [{ edits: [{ range: inLine(2, 23, 27), newText: 'quiz' }] }] },
  });
  await client.stop();
});

it('edits a file with a byte order mark that is not open', async () => {
  const files = {
    'main.yaml': 'initial: home\nstates: !include state\n',
    'state/home.yaml': '\ufeffhome:\n  transitions: { CHAT: home }\n',
    'state/quiz.yaml': 'quiz:\n  render: { text: hi }\n',
  };
  const client = await Client.start(files, { workspace: { workspaceEdit: { documentChanges: true } } });
  const textDocument = { uri: client.uri('main.yaml'), version: null };
  const params = { textDocument, operation: RETARGET };
  expect(await client.connection.sendRequest('atomicState/graphEdit', params)).toMatchObject({
    edit: { documentChanges: [{ edits: [{ range: inLine(1, 23, 27), newText: 'quiz' }] }] },
  });
  await client.stop();
});

it('refuses the edit of a text that changes before the answer, which may have no versions', async () => {
  const files = {
    'main.yaml': 'initial: home\nstates: !include state\n',
    'state/home.yaml': 'home:\n  transitions: { CHAT: home }\n',
  };
  const client = await Client.start(files);
  await client.open('main.yaml', files['main.yaml']);
  const operation: GraphOperation = { kind: 'renameState', state: 'home', name: 'start' };
  const requested = (version: number): Promise<GraphEditAnswer> => {
    const textDocument = { uri: client.uri('main.yaml'), version };
    return client.connection.sendRequest('atomicState/graphEdit', { textDocument, operation });
  };
  expect(await requested(1)).toMatchObject({ id: 'start' });
  const [answer] = await Promise.all([
    // The file of the state is read again before the answer.
    requested(1),
    client.change('main.yaml', [{ range: inLine(0, 0, 0), text: '# a\n' }]),
  ]);
  expect(answer).toEqual({ refused: 'The text has changed meanwhile. Try again.' });
  expect(await requested(2)).toMatchObject({
    edit: { changes: { [client.uri('main.yaml')]: [{ range: inLine(1, 9, 13), newText: 'start' }] } },
  });
  await client.stop();
});

it('offers operations of the graph to a client without further capabilities', async () => {
  const folder = {
    'main.yaml': 'initial: home\nstates: !include state\n',
    'state/home.yaml': 'home:\n  transitions: { CHAT: quiz }\n',
    'state/quiz.yaml': 'quiz:\n  render: { text: hi }\n',
  };
  const client = await Client.start(folder, {
    textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
  });
  await client.open('state/quiz.yaml', folder['state/quiz.yaml']);
  const uri = client.uri('state/quiz.yaml');
  const actions = await client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range: inLine(0, 0, 0),
    context: { diagnostics: [], only: ['refactor.rewrite'] },
  });
  // Neither is a file deleted or created, nor are several documents edited.
  expect(actions).toMatchObject([
    { title: 'Add a button that leads to `home`' },
    {
      title: 'Make `quiz` the initial state',
      edit: { changes: { [client.uri('main.yaml')]: [{ newText: 'quiz' }] } },
    },
    {
      title: 'Make `quiz` final',
      edit: { changes: { [uri]: [{ newText: expect.stringContaining('is_final: true') }] } },
    },
  ]);
  await client.stop();
});
