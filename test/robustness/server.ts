import { setImmediate } from 'node:timers/promises';
import * as lsp from 'vscode-languageserver/node';
import type { FileSystem } from '../../server/filesystem';
import type { PathState } from '../../server/project/files/path-state';
import { type Address, folderOf, isStateFileName, normalize } from '../../server/project/files/paths';
import { startInProcess } from '../support/in-process';
import { ROOT } from '../support/workspace';

/** Files by their address. Changes are visible at the next read of the server. */
export type Disk = Map<string, string>;

/** A file system in memory. */
export function fileSystemOf(disk: Disk): FileSystem {
  const folder = (address: Address): PathState | undefined => {
    const inside = [...disk.keys()].map(normalize).filter((file) => file.startsWith(`${address}/`));
    if (inside.length === 0) return undefined;
    return { kind: 'folder', files: inside.filter((file) => folderOf(file) === address).sort() };
  };
  return {
    stat: async (address) => {
      const text = disk.get(address);
      if (text === undefined) return folder(address) ?? { kind: 'missing' };
      return isStateFileName(address) ? { kind: 'text', text } : { kind: 'file', why: 'unread' };
    },
    read: async (address) => disk.get(address),
    find: async function* (below) {
      for (const address of [...disk.keys()].map(normalize))
        if (address.startsWith(`${below}/`) && isStateFileName(address)) yield address;
    },
  };
}

/**
 * The whole server except its streams, within the process of the test, with files in memory. Exceptions of handlers are
 * recorded, because the guard writes them to the log.
 */
export class InProcessServer {
  readonly thrown: string[] = [];
  capabilities: lsp.ServerCapabilities = {};
  private version = 1;

  private constructor(
    readonly client: lsp.ProtocolConnection,
    readonly disk: Disk,
    /** Closes the connection on both sides, as when the process of the client ends. */
    readonly disconnect: () => void,
  ) {}

  /** With files in memory, by their paths, or with another file system and its root. */
  static async start(
    files: Readonly<Record<string, string>> = {},
    { fileSystem, root = ROOT, options }: { fileSystem?: FileSystem; root?: string; options?: object } = {},
  ): Promise<InProcessServer> {
    const disk: Disk = new Map(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]));
    const { reader, writer, close } = startInProcess(fileSystem ?? fileSystemOf(disk));
    const client = lsp.createProtocolConnection(reader, writer);
    const server = new InProcessServer(client, disk, () => {
      client.dispose();
      close();
    });
    client.onNotification(lsp.LogMessageNotification.type, ({ type, message }) => {
      if (type === lsp.MessageType.Error) server.thrown.push(message);
    });
    for (const method of ['client/registerCapability', 'workspace/diagnostic/refresh'])
      client.onRequest(method, () => null);
    client.listen();
    const { capabilities } = await client.sendRequest(lsp.InitializeRequest.type, {
      processId: null,
      rootUri: root,
      workspaceFolders: [{ uri: root, name: 'ws' }],
      capabilities: CAPABILITIES,
      // Including features that are off by default.
      initializationOptions: { atomicState: SETTINGS, ownMessages: true, ...options },
    });
    server.capabilities = capabilities;
    await client.sendNotification(lsp.InitializedNotification.type, {});
    return server;
  }

  /** Shuts down as a client does. The connection of the server stays open: what it is still sending must not fail. */
  async stop(): Promise<void> {
    await this.client.sendRequest(lsp.ShutdownRequest.type);
    this.client.dispose();
  }

  async open(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: languageOf(uri), version: this.version++, text };
    await this.client.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument });
  }

  async close(uri: string): Promise<void> {
    await this.client.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  async replace(uri: string, text: string): Promise<void> {
    const textDocument = { uri, version: this.version++ };
    await this.client.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument,
      contentChanges: [{ text }],
    });
  }

  /** The answer, or the code of the error. */
  async ask(method: string, params: object): Promise<unknown> {
    try {
      return await this.client.sendRequest(method, params);
    } catch (error) {
      if (!(error instanceof lsp.ResponseError)) throw error;
      // Errors other than refused requests.
      if (error.code !== lsp.LSPErrorCodes.RequestFailed)
        this.thrown.push(`${method} ${error.code} ${error.message}`);
      return { error: error.code };
    }
  }

  /** Sends all requests of an editor at a place of a document, including those that follow from answers. */
  async askEverything(uri: string, position: lsp.Position, end: lsp.Position): Promise<unknown[]> {
    const textDocument = { uri };
    const range = { start: position, end };
    const zero = { line: 0, character: 0 };
    const all = { textDocument, position, positions: [position], range };
    const answers = await Promise.all(
      REQUESTS.map(([method, extra]) => this.ask(method, { ...all, range: { start: zero, end }, ...extra })),
    );
    answers.push(await this.ask('textDocument/rangeFormatting', { ...all, range, options: LAYOUT }));
    const context = { frameId: 1, stoppedLocation: { start: position, end: position } };
    answers.push(
      await this.ask('textDocument/inlineValue', { ...all, range: { start: zero, end }, context }),
    );
    const actions = listOf(
      await this.ask('textDocument/codeAction', { ...all, range, context: { diagnostics: [] } }),
    );
    const follow = new Map(REQUESTS.map(([method], index) => [method, listOf(answers[index])]));
    const some = (method: string) => (follow.get(method) ?? []).slice(0, MAX_FOLLOWED);
    const followed = await Promise.all([
      ...some('textDocument/completion').map((item) => this.ask('completionItem/resolve', item)),
      ...some('textDocument/codeLens').map((lens) => this.ask('codeLens/resolve', lens)),
      ...actions.slice(0, MAX_FOLLOWED).map((action) => this.ask('codeAction/resolve', action)),
      ...some('textDocument/prepareCallHierarchy').flatMap((item) => [
        this.ask('callHierarchy/incomingCalls', { item }),
        this.ask('callHierarchy/outgoingCalls', { item }),
      ]),
      this.ask('workspace/symbol', { query: 'a' }),
      this.ask('atomicState/status', { uri }),
    ]);
    await setImmediate();
    return [...answers, actions, ...followed];
  }
}

const CAPABILITIES: lsp.ClientCapabilities = {
  workspace: {
    diagnostics: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    fileOperations: { willRename: true },
    workspaceFolders: true,
  },
  textDocument: {
    diagnostic: {},
    completion: { completionItem: { snippetSupport: true, insertReplaceSupport: true } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    rename: { prepareSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

const SETTINGS = { diagnostics: { pccRules: true }, inlayHints: { eventTargets: true } };

/** Requests about the items of an answer. */
const MAX_FOLLOWED = 5;

const LAYOUT = { tabSize: 2, insertSpaces: true };

/** All requests about a document, with their parameters in addition to the place. */
const REQUESTS: readonly (readonly [method: string, params: object])[] = [
  ['textDocument/diagnostic', {}],
  ['textDocument/completion', {}],
  ['textDocument/hover', {}],
  ['textDocument/definition', {}],
  ['textDocument/typeDefinition', {}],
  ['textDocument/signatureHelp', {}],
  ['textDocument/references', { context: { includeDeclaration: true } }],
  ['textDocument/documentHighlight', {}],
  ['textDocument/prepareRename', {}],
  ['textDocument/rename', { newName: 'new_name' }],
  ['textDocument/rename', { newName: '`"\n{{' }],
  ['textDocument/documentSymbol', {}],
  ['textDocument/foldingRange', {}],
  ['textDocument/selectionRange', {}],
  ['textDocument/documentLink', {}],
  ['textDocument/semanticTokens/full', {}],
  ['textDocument/semanticTokens/range', {}],
  ['textDocument/codeLens', {}],
  ['textDocument/inlayHint', {}],
  ['textDocument/linkedEditingRange', {}],
  ['textDocument/prepareCallHierarchy', {}],
  ['textDocument/codeAction', { context: { diagnostics: [] } }],
  ['textDocument/codeAction', { context: { diagnostics: [], only: ['source.fixAll', 'refactor'] } }],
  ['textDocument/formatting', { options: LAYOUT }],
  ['textDocument/onTypeFormatting', { ch: '\n', options: LAYOUT }],
];

/** The methods of requests at a place. */
export const POSITION_METHODS: ReadonlySet<string> = new Set([
  ...REQUESTS.map(([method]) => method),
  'textDocument/rangeFormatting',
  'textDocument/inlineValue',
]);

function listOf(answer: unknown): object[] {
  const items = typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer;
  return Array.isArray(items) ? items : [];
}

function languageOf(uri: string): string {
  return uri.endsWith('.json') ? 'json' : 'yaml';
}

/** The position of an offset in the protocol. */
export function protocolPosition(text: string, offset: number): lsp.Position {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
