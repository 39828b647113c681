import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import { Workspace } from '../../server/project/workspace';
import { ROOT } from '../support/workspace';
import { InProcessServer, POSITION_METHODS } from './server';

/** Handlers that throw: the server continues after each of them fails in each way. */

const injected = vi.hoisted(() => ({
  names: new Set<string>(),
  /** The replacement of all handlers; undefined for the real ones. */
  fault: undefined as ((work: () => unknown) => never | Promise<never>) | undefined,
}));

vi.mock('../../server/protocol/guard', async (importOriginal) => {
  const actual = await importOriginal<typeof import('../../server/protocol/guard')>();
  const broken =
    <A extends unknown[], R>(name: string, handler: (...given: A) => R) =>
    (...given: A): R | Promise<never> => {
      injected.names.add(name);
      return injected.fault ? injected.fault(() => handler(...given)) : handler(...given);
    };
  const guard: typeof actual.guard = (server, name, empty, handler) => {
    injected.names.add(name);
    return actual.guard(server, name, empty, broken(name, handler));
  };
  const guardNotification: typeof actual.guardNotification = (server, name, handler) => {
    injected.names.add(name);
    return actual.guardNotification(server, name, broken(name, handler));
  };
  return { ...actual, guard, guardNotification };
});

const FAULTS: Readonly<Record<string, NonNullable<typeof injected.fault>>> = {
  'throw immediately': () => {
    throw new Error('injected');
  },
  'throw a value that is not an error': () => {
    throw 'injected';
  },
  reject: async () => {
    await setTimeout(1);
    throw new Error('injected');
  },
  'throw after their work': async (work) => {
    await work();
    throw new Error('injected');
  },
};

const TEXT =
  'type: automata\ninitial: nowhere\nstates:\n  a:\n    render: {text: "{{context.x}}"}\n    transitions: {CHAT: a}\n';
const uri = `${ROOT}/a.automata.yaml`;
const textDocument = { uri };
const position = { line: 5, character: 25 };
const zero = { line: 0, character: 0 };
const range = { start: zero, end: position };
const options = { tabSize: 2, insertSpaces: true };
const place = { textDocument, position, positions: [position], range, options };
const item = { name: 'a', kind: 5, uri, range, selectionRange: range, data: { root: uri, path: ['a'] } };

/** All requests, with parameters that have an answer if no handler throws. */
const REQUESTS: ReadonlyMap<string, object> = new Map<string, object>([
  ...[...POSITION_METHODS].map((method): [string, object] => [
    method,
    {
      ...place,
      ch: '\n',
      newName: 'b',
      context: { diagnostics: [], includeDeclaration: true, frameId: 1, stoppedLocation: range },
    },
  ]),
  ['textDocument/semanticTokens/full/delta', { textDocument, previousResultId: '1' }],
  ['completionItem/resolve', { label: 'a' }],
  ['codeLens/resolve', { range }],
  ['codeAction/resolve', { title: 'a' }],
  ['callHierarchy/incomingCalls', { item }],
  ['callHierarchy/outgoingCalls', { item }],
  ['workspace/executeCommand', { command: 'atomicState.showPlaces' }],
  ['workspace/symbol', { query: 'a' }],
  ['workspace/diagnostic', { previousResultIds: [] }],
  ['workspace/willRenameFiles', { files: [{ oldUri: uri, newUri: `${ROOT}/b.yaml` }] }],
  ['atomicState/status', { uri }],
  ['atomicState/stateGraph', { uri }],
  ['atomicState/graphEdit', { textDocument, operation: { kind: 'setText', state: 'a', text: 'b' } }],
  ['atomicState/stateAt', { textDocument, position }],
  ['atomicState/stateTexts', { uri, state: 'a' }],
  ['atomicState/statePreview', { textDocument, position }],
  ['atomicState/trace', { textDocument, position }],
  ['atomicState/automata', { uri, position }],
  ['atomicState/checkWorkspace', {}],
  ['atomicState/export', { uri }],
  ['atomicState/import', { text: '{"initial": "a", "states": {"a": {}}}' }],
  ['atomicState/newProject', { scaffold: 'quiz', name: 'a' }],
  ['atomicState/newState', { uri, path: [], name: 'b' }],
  ['atomicState/report', {}],
  ['atomicState/scaffolds', {}],
]);

/** Every notification. */
const NOTIFICATIONS: readonly (readonly [method: string, params: object])[] = [
  ['initialized', {}],
  ['textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text: TEXT } }],
  ['textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: TEXT }] }],
  ['textDocument/didSave', { textDocument }],
  ['textDocument/didClose', { textDocument }],
  ['workspace/didChangeConfiguration', { settings: null }],
  ['workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] }],
  ['workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [] } }],
  ['workspace/didCreateFiles', { files: [] }],
  ['workspace/didDeleteFiles', { files: [] }],
  ['workspace/didRenameFiles', { files: [] }],
  ['atomicState/trustGranted', {}],
  ['atomicState/debug/toAdapter', { session: '1', message: { seq: 1, type: 'request', command: 'threads' } }],
  ['atomicState/debug/end', { session: '1' }],
];

/** Handlers of timers, which have no message of their own. */
const LATER = [
  'configuration',
  'push',
  'refresh',
  'views',
  'statusChanged',
  'watch',
  'again',
  'first pull',
  'pause',
];

let server: InProcessServer;
beforeEach(async () => {
  server = await InProcessServer.start({ 'a.automata.yaml': TEXT });
  // The start is complete.
  await expectAnswers();
});
afterEach(async () => {
  injected.fault = undefined;
  vi.restoreAllMocks();
  await server.stop();
});

async function expectAnswers(): Promise<void> {
  await server.open(uri, TEXT);
  const found = await server.ask('textDocument/diagnostic', { textDocument });
  expect(JSON.stringify(found)).toContain('unknown-initial');
}

/** The log messages of handlers since the last call. */
function takeInjected(): string[] {
  return server.thrown
    .splice(0)
    .filter((line) => line.includes('injected') && !LATER.includes(line.slice(0, line.indexOf(':'))));
}

/** Whether an answer is empty; an item to resolve is returned unchanged. */
function isEmpty(answer: unknown, params: object): boolean {
  if (typeof answer !== 'object' || answer === null) return answer === null;
  if ('kind' in answer && answer.kind === 'none') return true;
  // Requests of commands are answered with a reason, or with zero counts.
  if ('conversionErrors' in answer || 'refused' in answer || 'none' in answer) return true;
  if ('projects' in answer && answer.projects === 0) return true;
  const items = 'items' in answer ? answer.items : answer;
  return Array.isArray(items) ? items.length === 0 : JSON.stringify(answer) === JSON.stringify(params);
}

describe.each(Object.entries(FAULTS))('handlers that %s', (_what, fault) => {
  it('answer requests with an empty result, and log the error', async () => {
    for (const [method, params] of REQUESTS) {
      injected.fault = fault;
      const answer = await server.ask(method, params);
      injected.fault = undefined;
      if (!isEmpty(answer, params)) expect({ method, answer }).toBe('empty');
      expect([method, takeInjected()]).toEqual([method, [expect.stringContaining('injected')]]);
    }
    await expectAnswers();
  });

  it('log the error of notifications', async () => {
    for (const [method, params] of NOTIFICATIONS) {
      injected.fault = fault;
      await server.client.sendNotification(method, params);
      // After the answer to a later request, the notification is processed.
      await server.ask('no/suchThing', {}).catch(() => undefined);
      await setTimeout(20);
      // Some handlers load files first.
      await expect.poll(() => takeInjected().length, { message: method, timeout: 20_000 }).toBeGreaterThan(0);
      injected.fault = undefined;
    }
    await expectAnswers();
  });
});

it('the messages above reach every handler', async () => {
  const seen = new Set<string>();
  injected.fault = () => {
    throw new Error('injected');
  };
  for (const [method, params] of REQUESTS) await server.ask(method, params);
  for (const [method, params] of NOTIFICATIONS) await server.client.sendNotification(method, params);
  await server.ask('atomicState/status', { uri });
  for (const line of server.thrown) seen.add(line.slice(0, line.indexOf(':')));
  expect([...injected.names].filter((name) => !seen.has(name) && !LATER.includes(name))).toEqual([]);
});

describe('the workspace that throws on a file', () => {
  it('does not stop the server when the file is read, and other files are answered', async () => {
    const original = Workspace.prototype.setPaths;
    vi.spyOn(Workspace.prototype, 'setPaths').mockImplementation(function (this: Workspace, states) {
      const told = [...states];
      if (told.some(([address]) => address.includes('evil'))) throw new Error('injected');
      return original.call(this, told);
    });
    const evil = `${ROOT}/evil.automata.yaml`;
    server.disk.set(evil, TEXT);
    const changes = [{ uri: evil, type: lsp.FileChangeType.Created }];
    await server.client.sendNotification('workspace/didChangeWatchedFiles', { changes });
    const bot = `${ROOT}/b.automata.yaml`;
    await server.open(bot, `${TEXT.replace('states', 'context: {x: !include evil.yaml}\nstates')}`);
    // The file is loaded after the answer, at a time that depends on the load of the machine.
    await expect.poll(() => server.thrown.join('\n'), { timeout: 20_000 }).toContain('injected');
    server.thrown.splice(0);
    await expectAnswers();
  });

  it('does not stop the server when the file is opened, and the next file is answered', async () => {
    const broken = vi.spyOn(Workspace.prototype, 'openFile').mockImplementation(() => {
      throw new Error('injected');
    });
    const unknown = `${ROOT}/unknown.automata.yaml`;
    await server.open(unknown, TEXT);
    expect(await server.ask('textDocument/documentSymbol', { textDocument: { uri: unknown } })).toEqual([]);
    expect(server.thrown.splice(0)).toEqual([expect.stringContaining('injected')]);
    broken.mockRestore();
    await expectAnswers();
  });
});

it('a request for a file that could not be added to the workspace is answered', async () => {
  const server = await InProcessServer.start();
  const add = vi.spyOn(Workspace.prototype, 'openFile').mockImplementation(() => {
    throw new Error('injected');
  });
  await server.open(uri, TEXT);
  expect(await server.client.sendRequest('textDocument/documentSymbol', { textDocument })).toEqual([]);
  expect(server.thrown).not.toEqual([]);
  add.mockRestore();
  await server.stop();
});
